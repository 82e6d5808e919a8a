"""What a search found out about a move."""

from collections import Counter
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Candidate:
    """A move, the estimated share of the win after it, how often it was looked at, and the expected line that follows."""

    move: Any
    estimate: float
    visits: int = 1
    line: tuple[tuple[int, Any], ...] = ()
    """Actor and move of each expected reply, the nearest first; chance is left out."""


def usual(replies: Counter[tuple[int, Any]] | None) -> tuple[tuple[int, Any], ...]:
    """The reply that came most often, as a line; empty where none came."""
    return tuple(reply for reply, _ in replies.most_common(1)) if replies else ()
