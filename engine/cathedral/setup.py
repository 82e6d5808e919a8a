"""The start of a game and its option."""

from collections.abc import Mapping
from typing import Any

from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.placements import Placement
from engine.cathedral.position import Position
from engine.cathedral.room import Built, Pair, rooms
from engine.core import choice

OPTION = choice(
    "cathedral",
    ("first", "after_dark"),
    "first",
    "When light places the Cathedral: before anything else, or after dark's first building, followed at once by light's first.",
)


def start(seats: int, options: Mapping[str, Any]) -> Position:
    """The empty city; with `after_dark`, dark places a building before light places the Cathedral and its own."""
    return assembled(
        to_move=LIGHT if options["cathedral"] == "first" else DARK,
        built=((), ()),
        cathedral=None,
        cathedral_waits=True,
        territory=(0, 0),
        begun=(False, False),
        skipped=None,
    )


def assembled(
    to_move: int | None,
    built: tuple[Built, Built],
    cathedral: Placement | None,
    cathedral_waits: bool,
    territory: Pair,
    begun: tuple[bool, bool],
    skipped: int | None,
) -> Position:
    """A position from its parts, with what follows from them."""
    covered = (sum(placement.squares for placement in built[LIGHT]), sum(placement.squares for placement in built[DARK]))
    return Position(to_move, built, cathedral, cathedral_waits, territory, begun, skipped, covered, rooms(built, cathedral, territory))
