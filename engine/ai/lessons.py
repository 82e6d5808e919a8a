"""What a finished game teaches: what a slip let happen, what a better move would have done, and what either may bring in points.

A ruleset's package `brain` may have `lessons`, which says in the ruleset's own sentences what is plain to see in a slip, and `points`,
each seat's expected score. A ruleset without them is taught by the move's name alone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.ai.brain import knowledge
from engine.core import Position
from engine.sentences import GAME, Sentence


@dataclass(frozen=True)
class Slip:
    """A decision that could have been better, looked back at with nothing hidden any more."""

    position: Any
    seat: int
    played: Any
    better: Any
    reply: tuple[int, Any] | None = None
    """Who could punish it, and by which move; None where nothing is known to."""


def lessons(name: str, slip: Slip) -> list[Sentence]:
    """What there is to learn, the most telling first; never nothing."""
    teach: Callable[[Slip], Iterable[Sentence]] | None = getattr(knowledge(name), "lessons", None)
    return list(teach(slip) if teach else ()) or [GAME.say("lesson.better", {"move": str(slip.better)})]


def expected(name: str, position: Position[Any]) -> tuple[float, ...] | None:
    """The points with which each seat may expect to end; None where the ruleset cannot tell."""
    points: Callable[[Any], Iterable[float]] | None = getattr(knowledge(name), "points", None)
    if position.outcome is not None:
        return tuple(map(float, position.outcome.scores))
    return tuple(points(position)) if points else None
