"""What a terminal needs to know of a ruleset to show it well, and what it can do for one that it does not know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Look:
    """How a ruleset looks in a terminal; everything comes from the API's JSON and the board that it draws as text."""

    legend: Callable[[Json, str], str]
    """What the signs of the board and the parts of a move mean: position, board."""
    who: Callable[[Json, int], str]
    """What a seat is called at the table: position, seat."""
    pieces: Callable[[Json, Json, int, str], str]
    """What a seat can still play with: components, position, seat, and the piece to see more of, or nothing."""
    preview: Callable[[Json, str, Json], str]
    """The board with a move marked on it, and the move in words: position, board, the move's object."""
    painted: Callable[[str], str]
    """The board in colours."""


def seat_name(_: Json, seat: int) -> str:
    return f"seat {seat}"


def words(found: Json) -> str:
    """A move's object in words.

    >>> words({"kind": "take", "seat": 2, "card": "red-hat", "door": None})
    'take: seat 2, card red-hat'
    """
    parts = [f"{name} {value}" for name, value in found.items() if name != "kind" and value not in (None, [], "")]
    return f"{found['kind']}: {', '.join(parts)}" if parts else str(found["kind"])


PLAIN = Look(
    legend=lambda _position, _board: "",
    who=seat_name,
    pieces=lambda _components, _position, _seat, _name: "The board shows all there is.",
    preview=lambda _position, _board, found: words(found),
    painted=str,
)
