"""The start of a game and its options."""

from collections.abc import Mapping
from typing import Any

from engine.core import Option, choice
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.versions import CURRENT

EXTRA_MOVE = choice("extra_move", ["must", "may"], "must", "Whether a further move that the fate die gives must be made.")

TEAMS = Option(
    "teams",
    {
        "type": "boolean",
        "enum": [False, True],
        "default": False,
        "description": "With four seats: opposite seats are partners and add their totals.",
    },
    lambda value, seats: value is False or (value is True and seats == 4),
)


def start(seats: int, options: Mapping[str, Any], version: int = CURRENT) -> Position:
    """The officials still to be dealt, nobody bribed, all garments in their pavilions."""
    return Position(
        seats=seats,
        version=version,
        extra_move=options["extra_move"],
        teams=options["teams"],
        bribes=(NOBODY,) * seats,
        shown=(False,) * seats,
        sealed=(False,) * seats,
        moved=((),) * seats,
        claims=((0, 0),) * seats,
        answers=((0, 0),) * seats,
    )
