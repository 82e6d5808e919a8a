"""The seam between a game and whoever plays it by program: a view, its legal moves and a budget in, one move out.

An opponent is any object with this `choose`; the built-in levels are, and so is a custom one that somebody hosts.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core import Position, Ruleset

WIN, SCORE = "win", "score"


@dataclass(frozen=True)
class View:
    """What one seat may know when it owes a decision."""

    ruleset: Ruleset[Any, Any]
    seat: int
    position: Position[Any]
    goal: str = WIN
    """What the game is played for: to win it, or where its score counts in a series or a tournament, for as good a score as can be had."""


WALL = 3.0
"""How many times as long a thought may take by the clock on the wall, for a processor that others use too."""


@dataclass(frozen=True)
class Budget:
    """How much thinking is allowed: processor time, time on the wall, and nodes where a result must repeat.

    The built-in levels count processor time, so that they play no weaker on a busy machine. An opponent that only knows the time
    keeps to `deadline`, as if the processor were its own.
    """

    seconds: float = 1.0
    """Of the processor, in the thread that searches."""
    nodes: int | None = None
    seed: int | None = None
    """With nodes and a seed the same view gives the same move; without a seed, play varies."""
    started: float = field(default_factory=time.monotonic, compare=False)
    wall: float | None = None
    """Seconds after which it has to be over, busy processor or not; WALL times the others unless it is said."""

    @property
    def deadline(self) -> float:
        """On the monotonic clock, for whoever has the processor to itself."""
        return self.started + self.seconds

    @property
    def end(self) -> float:
        """On the monotonic clock, the moment after which an answer comes too late."""
        return self.started + (WALL * self.seconds if self.wall is None else self.wall)


class Opponent(Protocol):
    """Anything that plays."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        """One of the moves."""
        ...
