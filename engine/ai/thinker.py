"""An opponent made of a brain, a way to search, and the failings that make it one that people can beat."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.ai.brain import Brain, Instinct
from engine.ai.opponent import Budget, View
from engine.ai.search.candidate import Candidate
from engine.ai.search.clock import Clock, undisturbed
from engine.ai.search.deepening import Beam, Search
from engine.ai.search.glance import glance
from engine.ai.search.rehearsal import Rehearsal, Stage
from engine.ai.search.tree import Forest, Manner

Method = Beam | Manner | Stage


@dataclass(frozen=True)
class Thinker:
    """Plays the move that its search likes best; `blur` and `lapse` are how it errs."""

    mind: Brain[Any, Any]
    method: Method | None = None
    """How it looks further than one move ahead; None if it does not."""
    blur: float = 0.0
    """By how much it misjudges a move, typically, in shares of the win."""
    lapse: float = 0.0
    """How often it plays any legal move, without thinking."""
    seconds: float = float("inf")
    nodes: int | None = None
    """It never thinks longer than this, whatever it may."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        rng = random.Random(budget.seed)
        if rng.random() < self.lapse:
            return rng.choice(moves)
        return self.consider(view, moves, budget)[0].move

    def consider(self, view: View, moves: Sequence[Any], budget: Budget) -> list[Candidate]:
        """The moves it looked at with what it thinks of them, the one to play first; never empty."""
        if len(moves) == 1:
            return [Candidate(moves[0], 0.5)]
        rng = random.Random(budget.seed)
        clock = Clock(replace(budget, seconds=min(budget.seconds, self.seconds)), self.nodes)
        # Shuffled, so that among equals any may be played.
        with undisturbed():
            seen = self.think(view, rng.sample(moves, len(moves)), clock, rng)
        if self.blur:
            # What was only glanced at is no rival of what was looked into: it always seems better.
            felt = [(candidate.visits > 1, candidate.estimate + rng.gauss(0, self.blur), candidate) for candidate in seen]
            seen = [candidate for *_, candidate in sorted(felt, key=lambda each: each[:2], reverse=True)]
        return seen

    def think(self, view: View, moves: Sequence[Any], clock: Clock, rng: random.Random) -> list[Candidate]:
        match self.method:
            case Beam():
                return Search(self.mind, self.method, clock).deepen(view.position, view.seat, moves)
            case Manner():
                return Forest(self.mind, view.position, view.seat, self.method, rng).grow(moves, clock)
            case Stage() if isinstance(self.mind, Instinct):
                return Rehearsal(self.mind, view.position, view.seat, self.method, rng).rehearse(moves, clock)
            case _:
                position = self.mind.guess(view.position, view.seat, rng)
                return glance(self.mind, position, view.seat, moves, clock)
