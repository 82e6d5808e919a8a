"""Die verbotene Stadt by Alex Randolph and Johann Rüttinger: bribed officials slide to the pavilions for garments.

>>> position = RULESET.start(2, {"extra_move": "must", "teams": False})
>>> position = position.play(-1, RULESET.read_move("deal red-blue", position, -1))
>>> str(position).splitlines()[6]
'.. .. .. .. .. rb .. .. .. .. .. .. .. .. ..'
"""

from collections.abc import Mapping
from typing import Any

from engine.core import Option, Ruleset, choice
from engine.verbotene_stadt.drawing import draw
from engine.verbotene_stadt.json_form import components, move_json, to_json
from engine.verbotene_stadt.moves import AnyMove, read_move
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.plain import board_text
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.reading import read

TEAMS = Option(
    "teams",
    {"enum": [False, True], "default": False, "description": "With four seats: opposite seats are partners and add their totals."},
    lambda value, seats: value is False or (value is True and seats == 4),
)


def start(seats: int, options: Mapping[str, Any]) -> Position:
    """The officials still to be dealt, nobody bribed, all garments in their pavilions."""
    return Position(
        seats=seats,
        extra_move=options["extra_move"],
        teams=options["teams"],
        bribes=(NOBODY,) * seats,
        shown=(False,) * seats,
        sealed=(False,) * seats,
        moved=((),) * seats,
        claims=((0, 0),) * seats,
        answers=((0, 0),) * seats,
    )


RULESET: Ruleset[Position, AnyMove] = Ruleset(
    name="verbotene_stadt",
    title="Die verbotene Stadt",
    designer="Alex Randolph and Johann Rüttinger",
    seats=(2, 3, 4),
    version=1,
    options=(choice("extra_move", ["must", "may"], "must", "Whether a further move that the fate die gives must be made."), TEAMS),
    start=start,
    read=read,
    read_move=lambda text, _position, _seat: read_move(text),
    to_json=to_json,
    move_json=move_json,
    components=components,
    draw=draw,
    board_text=board_text,
)
