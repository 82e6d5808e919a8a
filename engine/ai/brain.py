"""What search may ask about a ruleset: how good a position is, which moves to try first, what the hidden things may be.

A ruleset's `brain.py` defines `BRAIN`, an object of this protocol. Rules never import it.
"""

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.core import Move, Position

M = TypeVar("M", bound=Move)
P = TypeVar("P", bound=Position[Any])


class Brain(Protocol[P, M]):
    """Knowledge of one ruleset, for search that has none."""

    def evaluate(self, position: P) -> tuple[float, ...]:
        """Each seat's estimated share of the win, 0 to 1, for a position nobody has won yet."""
        ...

    def order(self, position: P, seat: int, moves: Sequence[M]) -> Sequence[M]:
        """The moves worth trying, the most promising first; hopeless ones may be left out, never all."""
        ...

    def guess(self, view: P, seat: int, rng: random.Random) -> P:
        """A whole position that `seat` would see as this view, as likely as the evidence makes it."""
        ...


@runtime_checkable
class Instinct(Protocol):
    """A brain that also plays well at sight, from a seat's own view: mixed where the game is one of deceit."""

    def evaluate(self, position: Any) -> tuple[float, ...]: ...
    def order(self, position: Any, seat: int, moves: Sequence[Any]) -> Sequence[Any]: ...
    def guess(self, view: Any, seat: int, rng: random.Random) -> Any: ...

    def policy(self, view: Any, seat: int, rng: random.Random) -> Any:
        """The move that the seat plays at sight."""
        ...


@runtime_checkable
class Careful(Protocol):
    """A brain that has a better first choice than the one at sight, still without search."""

    def favourite(self, view: Any, seat: int, rng: random.Random) -> Any:
        """The move that the seat plays with some care, from its own view."""
        ...


def shortlist(mind: Brain[Any, Any], position: Position[Any], seat: int, count: int) -> Sequence[Any]:
    """The first moves that the brain would try, at most so many, never none.

    A brain with a `shortlist` of its own knows a quicker way to them than listing and ordering all moves.
    """
    quicker: Callable[[Position[Any], int, int], Sequence[Any]] | None = getattr(mind, "shortlist", None)
    if quicker:
        return quicker(position, seat, count)
    return mind.order(position, seat, position.moves(seat))[:count]


def brain(name: str) -> Brain[Any, Any]:
    """The brain of the ruleset of that name."""
    found: Brain[Any, Any] = import_module(f"engine.{name}.brain").BRAIN
    return found


def shares(position: Position[Any], seats: int) -> tuple[float, ...] | None:
    """Each seat's share of a finished game's win; None while it goes on."""
    if position.outcome is None:
        return None
    winners = position.outcome.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
