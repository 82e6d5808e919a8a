"""The start of a game and its options."""

from collections.abc import Mapping
from typing import Any

from engine.core import Option, choice
from engine.forbidden_city.box import TILES
from engine.forbidden_city.position import Position, Setup
from engine.forbidden_city.rooms import start_board
from engine.forbidden_city.starts import STARTS

SEATS = (2, 3, 4)

FIRST: Mapping[str, Any] = {
    "anyOf": [{"type": "string", "enum": ["random"]}, {"type": "integer", "minimum": 0, "maximum": max(SEATS) - 1}],
    "default": "random",
    "description": "The seat that lays the first tile, or random.",
}

COLOURS: Mapping[str, Any] = {
    "anyOf": [{"type": "array", "items": {"type": "string", "enum": list(TILES.colours)}, "uniqueItems": True}, {"type": "null"}],
    "default": None,
    "description": "The colour of each seat in order; without it "
    + f"{', '.join(TILES.colours)}. Two seats use {' and '.join(TILES.two_player_colours)}, in either order.",
}


def possible_first(value: Any, seats: int) -> bool:
    return value == "random" or (type(value) is int and 0 <= value < seats)


def possible_colours(value: Any, seats: int) -> bool:
    """Whether each seat gets a colour of its own; with two seats one that has the tiles marked 2."""
    if value is None:
        return True
    colours = TILES.two_player_colours if seats == 2 else TILES.colours
    return isinstance(value, list) and len(value) == seats and all(value.count(c) == 1 and c in colours for c in value)


OPTIONS = (
    choice("start_side", list(STARTS), "garden", "The side of the start tile: garden for beginners, grand with larger rooms."),
    Option("first", FIRST, possible_first),
    Option("colours", COLOURS, possible_colours),
)


def start(seats: int, options: Mapping[str, Any]) -> Position:
    """The table before anybody has drawn ("Preparations")."""
    colours = tuple(options["colours"] or (TILES.two_player_colours if seats == 2 else TILES.colours)[:seats])
    first = None if options["first"] == "random" else int(options["first"])
    setup = Setup(colours, options["start_side"], first)
    tiles = TILES.names(seats)
    board = start_board(STARTS[setup.side], seats)
    return Position(setup, first or 0, board, (None,) * seats, (tiles,) * seats, ((),) * seats, (), (0,) * seats)
