"""Forbidden City by Reiner Knizia (2018): tiles laid around the Temple, rooms closed, advisors in the majority paid."""

from collections.abc import Mapping
from typing import Any

from engine.core import Option, Ruleset, choice
from engine.forbidden_city.description import components, move_json, to_json
from engine.forbidden_city.drawing import board_text, draw
from engine.forbidden_city.moves import Move, read_move
from engine.forbidden_city.reading import read_position
from engine.forbidden_city.rules import Position, start
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import TILES

SEATS = (2, 3, 4)

FIRST: Mapping[str, Any] = {
    "anyOf": [{"const": "random"}, {"type": "integer", "minimum": 0, "maximum": max(SEATS) - 1}],
    "default": "random",
    "description": "The seat that lays the first tile, or random.",
}

COLOURS: Mapping[str, Any] = {
    "anyOf": [{"type": "null"}, {"type": "array", "items": {"enum": list(TILES.colours)}, "uniqueItems": True}],
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


RULESET: Ruleset[Position, Move] = Ruleset(
    name="forbidden_city",
    title="Forbidden City",
    designer="Reiner Knizia",
    seats=SEATS,
    version=1,
    options=(
        choice("start_side", list(STARTS), "garden", "The side of the start tile: garden for beginners, grand with larger rooms."),
        Option("first", FIRST, possible_first),
        Option("colours", COLOURS, possible_colours),
    ),
    start=start,
    read=read_position,
    read_move=lambda text, _position, _actor: read_move(text),
    to_json=to_json,
    move_json=move_json,
    components=components,
    draw=draw,
    board_text=board_text,
)
