"""Simple players that strength is measured against; they are no opponents for people."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.ai.opponent import Budget, View
from engine.ai.search.clock import Clock
from engine.ai.search.glance import glance, worth
from engine.core import CHANCE
from engine.forbidden_city.brain.judgement import BRAIN
from engine.forbidden_city.position import Position


@dataclass(frozen=True)
class Sampler:
    """Looks two moves ahead: draws what the next seat may hold, again and again, and lets it answer as well as it can at a glance."""

    width: int = 6
    """How many of its moves, the best at a glance, it looks into."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        rng, clock, known = random.Random(budget.seed), Clock(budget), view.position
        assert isinstance(known, Position)
        seen = glance(BRAIN, BRAIN.guess(known, view.seat, rng), view.seat, rng.sample(moves, len(moves)), clock)
        totals = {candidate.move: 0.0 for candidate in seen[: self.width]}
        while not clock.late:
            world, luck, sample = BRAIN.guess(known, view.seat, rng), rng.getrandbits(32), {}
            for move in totals:
                if not clock.tick():
                    return max(totals, key=totals.__getitem__)
                sample[move] = answered(world.play(view.seat, move), random.Random(luck))[view.seat]
            totals = {move: total + sample[move] for move, total in totals.items()}
        return max(totals, key=totals.__getitem__)


def answered(position: Position, rng: random.Random) -> tuple[float, ...]:
    """Everybody's share after the next seat's best answer, as it sees it; all its moves are played to find it."""
    while position.actors == (CHANCE,):
        position = position.play(CHANCE, rng.choice(position.odds())[0])
    if not position.actors:
        return worth(BRAIN, position)
    (seat,) = position.actors
    return max((worth(BRAIN, position.play(seat, move)) for move in position.moves(seat)), key=lambda shares: shares[seat])


BASELINES = {"sampler": Sampler()}
