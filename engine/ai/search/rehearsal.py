"""Each move tried out by playing on at sight: for rulesets whose brain plays well without search, luck and secrets and all.

The move that the brain would play at sight, or with care, is the favourite; another one is preferred only where the games
played on from it are better by more than luck explains. All moves are tried in the same guessed worlds with the same luck,
so that little of the difference between them is chance.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.ai.brain import Careful, Discreet, Instinct, Secretive, shortlist
from engine.ai.search.candidate import Candidate, usual
from engine.ai.search.clock import Clock
from engine.ai.search.glance import worth
from engine.core import CHANCE, Position


@dataclass(frozen=True)
class Stage:
    """How moves are rehearsed."""

    moves: int = 6
    """At most so many are tried."""
    steps: int = 24
    """A game is played on for so many moves, chance included, and then judged."""
    caution: float = 1.0
    """By how many standard errors another move must be better than the favourite."""
    careful: bool = False
    """Whether the favourite is chosen with care, by a brain that can, instead of at sight."""


SETTLED = 8
"""How often a move is tried that is played in any case: only to say what it is worth."""

PAUSE = 6
"""After so many moves of a game it is looked at the clock."""


def drawn(odds: Sequence[tuple[Any, int]], rng: random.Random) -> Any:
    """What chance does, by its odds: what `rng.choices` would draw, without lists made for it."""
    ticket, reached = rng.random() * sum([weight for _, weight in odds]), 0
    for move, weight in odds:
        reached += weight
        if ticket < reached:
            return move
    return odds[-1][0]


class Rehearsal:
    """Games played on at sight from one seat's decision."""

    def __init__(self, mind: Instinct, view: Position[Any], seat: int, stage: Stage, rng: random.Random) -> None:
        self.mind, self.view, self.seat, self.stage, self.rng = mind, view, seat, stage, rng
        self.at_sight = mind.at_sight if isinstance(mind, Discreet) else self.from_view
        self.results: dict[Any, list[float]] = {}
        self.replies: dict[Any, Counter[tuple[int, Any]]] = {}

    def rehearse(self, moves: Sequence[Any], clock: Clock, played: Any = None) -> list[Candidate]:
        """The moves tried, the one to play first; the favourite alone where time allows nothing else.

        Where a move was played already, that is the favourite: another one comes before it only if it is better by more than luck explains.
        """
        favourite = self.favourite(moves)
        if played is not None:
            # What is settled by lot is settled for whoever decides, not for whoever looks back.
            tried = [favourite, *self.rivals(favourite, moves)]
            favourite, others = played, [move for move in tried if move != played]
        else:
            others = [] if self.settled(favourite) else self.rivals(favourite, moves)
        self.results = {move: [] for move in [favourite, *others]}
        self.replies = {move: Counter() for move in self.results}
        while self.round(clock) and (others or len(self.results[favourite]) < SETTLED):
            pass
        return [candidate for _, candidate in sorted(self.ranked(favourite), key=lambda pair: -pair[0])]

    def favourite(self, moves: Sequence[Any]) -> Any:
        """The move to play unless another one proves better: the next best where the brain's own choice is not among the moves."""
        choose = self.mind.favourite if self.stage.careful and isinstance(self.mind, Careful) else self.mind.policy
        chosen = choose(self.view, self.seat, self.rng)
        if chosen in moves:
            return chosen
        world = self.mind.guess(self.view, self.seat, self.rng)
        return next((move for move in self.mind.order(world, self.seat, moves) if move in moves), moves[0])

    def settled(self, favourite: Any) -> bool:
        """Whether the favourite is played without a trial."""
        return self.stage.careful and isinstance(self.mind, Secretive) and self.mind.settled(self.view, self.seat, favourite)

    def rivals(self, favourite: Any, moves: Sequence[Any]) -> list[Any]:
        """The moves that may prove better than the favourite."""
        world = self.mind.guess(self.view, self.seat, self.rng)
        promising = shortlist(self.mind, world, self.seat, self.stage.moves)
        return [move for move in promising if move != favourite and move in moves][: self.stage.moves - 1]

    def round(self, clock: Clock) -> bool:
        """Plays on once from every move, in one world; False when the clock stopped it, and then nothing is learnt."""
        world, luck = self.mind.guess(self.view, self.seat, self.rng), self.rng.getrandbits(32)
        values = []
        for move in self.results:
            if not clock.tick():
                return False
            values.append(self.play_on(world.play(self.seat, move), random.Random(luck), clock, self.replies[move]))
            if clock.late:
                return False
        for results, value in zip(self.results.values(), values, strict=True):
            results.append(value)
        return True

    def play_on(self, position: Position[Any], rng: random.Random, clock: Clock, replies: Counter[tuple[int, Any]]) -> float:
        """What the seat has of a game played on at sight by everybody; the first move of another seat counts as the reply."""
        answered = False
        for step in range(self.stage.steps):
            actors = position.actors
            if not actors or (step % PAUSE == PAUSE - 1 and clock.late):
                break
            actor = actors[0]
            if actor == CHANCE:
                move = drawn(position.odds(), rng)
            else:
                move = self.at_sight(position, actor, rng)
                if actor != self.seat and not answered:
                    answered = True
                    replies[actor, move] += 1
            position = position.play(actor, move)
        return worth(self.mind, position)[self.seat]

    def from_view(self, position: Position[Any], seat: int, rng: random.Random) -> Any:
        """The move that the seat plays at sight, by a brain that must not be shown more than the seat may know."""
        return self.mind.policy(position.view(seat), seat, rng)

    def ranked(self, favourite: Any) -> list[tuple[float, Candidate]]:
        """The moves with what to rank them by: what another one gains on the favourite counts less its standard error."""
        known = self.results[favourite]
        if not known:
            return [(0.5, Candidate(favourite, 0.5))]
        mean = sum(known) / len(known)
        found = [(mean, Candidate(favourite, mean, len(known), usual(self.replies[favourite])))]
        for move, results in self.results.items():
            if move != favourite:
                gains = [result - base for result, base in zip(results, known, strict=True)]
                gain = sum(gains) / len(gains)
                spread = sqrt(sum((each - gain) ** 2 for each in gains) / max(1, len(gains) - 1) / len(gains)) if len(gains) > 1 else 1.0
                candidate = Candidate(move, sum(results) / len(results), len(results), usual(self.replies[move]))
                found.append((mean + gain - self.stage.caution * spread, candidate))
        return found
