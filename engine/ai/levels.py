"""The built-in opponents, by name; a level is meant to feel the same in every ruleset.

>>> LEVELS
('random', 'easy', 'medium', 'hard')
>>> opponent("cathedral", "medium").seconds
0.2
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.ai.brain import Brain, brain
from engine.ai.opponent import Budget, Opponent, View
from engine.ai.search.candidate import Candidate
from engine.ai.search.clock import Clock
from engine.ai.search.deepening import Beam, Search
from engine.ai.search.glance import glance
from engine.ai.search.tree import Forest, Manner

LEVELS = ("random", "easy", "medium", "hard")


class Random:
    """Plays any legal move, each as likely as the others."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        return random.Random(budget.seed).choice(moves)


@dataclass(frozen=True)
class Thinker:
    """Plays the move that its search likes best, or where `blur` misleads it, one that it likes nearly as well."""

    mind: Brain[Any, Any]
    search: Beam | Manner | None
    """How it looks further than one move ahead; None if it does not."""
    blur: float = 0.0
    """By how much it misjudges a move, typically, in shares of the win."""
    seconds: float = float("inf")
    nodes: int | None = None
    """It never thinks longer than this, whatever it may."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        return self.consider(view, moves, budget)[0].move

    def consider(self, view: View, moves: Sequence[Any], budget: Budget) -> list[Candidate]:
        """The moves it looked at with what it thinks of them, the one to play first; never empty."""
        if len(moves) == 1:
            return [Candidate(moves[0], 0.5)]
        rng = random.Random(budget.seed)
        seen = self.think(view, moves, Clock(self.allowed(budget), self.nodes), rng)
        if self.blur:
            felt = {candidate.move: candidate.estimate + rng.gauss(0, self.blur) for candidate in seen}
            seen.sort(key=lambda candidate: -felt[candidate.move])
        return seen

    def allowed(self, budget: Budget) -> Budget:
        return replace(budget, seconds=min(budget.seconds, self.seconds))

    def think(self, view: View, moves: Sequence[Any], clock: Clock, rng: random.Random) -> list[Candidate]:
        match self.search:
            case Beam():
                return Search(self.mind, self.search, clock).deepen(view.position, view.seat, moves)
            case Manner():
                return Forest(self.mind, view.position, view.seat, self.search, rng).grow(moves, clock)
            case _:
                position = self.mind.guess(view.position, view.seat, rng)
                return glance(self.mind, position, view.seat, self.mind.order(position, view.seat, moves), clock)


PERFECT_INFORMATION = {"cathedral": Beam((40, 10, 6, 4))}
"""Where nothing is hidden and nothing left to chance, alpha-beta is the stronger search."""


def opponent(ruleset_name: str, level: str) -> Opponent:
    """The built-in opponent of that level; KeyError for a level not in LEVELS."""
    search = PERFECT_INFORMATION.get(ruleset_name, Manner())
    if level == "random":
        return Random()
    return {
        "easy": Thinker(brain(ruleset_name), None, blur=0.15, seconds=0.2),
        "medium": Thinker(brain(ruleset_name), search, blur=0.02, seconds=0.2),
        "hard": Thinker(brain(ruleset_name), search),
    }[level]
