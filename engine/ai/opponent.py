"""The seam between a game and whoever plays it by program: a view, its legal moves and a budget in, one move out.

An opponent is any object with this `choose`; the built-in levels are, and so is a custom one that somebody hosts.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core import Position, Ruleset


@dataclass(frozen=True)
class View:
    """What one seat may know when it owes a decision."""

    ruleset: Ruleset[Any, Any]
    seat: int
    position: Position[Any]


@dataclass(frozen=True)
class Budget:
    """How much thinking is allowed: seconds from when the budget was made, and nodes where a result must repeat."""

    seconds: float = 1.0
    nodes: int | None = None
    seed: int | None = None
    """With nodes and a seed the same view gives the same move; without a seed, play varies."""
    started: float = field(default_factory=time.monotonic, compare=False)

    @property
    def deadline(self) -> float:
        """On the monotonic clock."""
        return self.started + self.seconds


class Opponent(Protocol):
    """Anything that plays."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        """One of the moves."""
        ...
