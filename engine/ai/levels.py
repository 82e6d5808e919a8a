"""The built-in opponents, by name; a level is meant to feel the same in every ruleset.

>>> LEVELS
('random', 'easy', 'medium', 'hard')
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.ai.brain import brain
from engine.ai.opponent import Budget, Opponent, View
from engine.ai.search.clock import Clock
from engine.ai.search.glance import glance

LEVELS = ("random", "easy", "medium", "hard")


class Random:
    """Plays any legal move, each as likely as the others."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        return random.Random(budget.seed).choice(moves)


@dataclass(frozen=True)
class Glancing:
    """Looks one move ahead, and misjudges each position by about `blur`."""

    blur: float

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        rng, mind = random.Random(budget.seed), brain(view.ruleset.name)
        position = mind.guess(view.position, view.seat, rng)
        seen = glance(mind, position, view.seat, mind.order(position, view.seat, moves), Clock(budget))
        return max(seen, key=lambda candidate: candidate.estimate + rng.gauss(0, self.blur)).move


def opponent(ruleset_name: str, level: str) -> Opponent:
    """The built-in opponent of that level; KeyError for a level not in LEVELS."""
    built_in: dict[str, Opponent] = {"random": Random(), "easy": Glancing(0.2), "medium": Glancing(0.02), "hard": Glancing(0.0)}
    return built_in[level]
