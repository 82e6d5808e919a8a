"""Cathedral, by Robert P. Moore: two sides build a walled city and fence each other out of it."""

from engine.cathedral.describing import components, move_json, to_json
from engine.cathedral.drawing import board_text, draw
from engine.cathedral.moves import Move
from engine.cathedral.rules import Position
from engine.cathedral.setup import OPTION, read, read_move, start
from engine.core import Ruleset

RULESET: Ruleset[Position, Move] = Ruleset(
    name="cathedral",
    title="Cathedral",
    designer="Robert P. Moore",
    seats=(2,),
    version=1,
    options=(OPTION,),
    start=start,
    read=read,
    read_move=read_move,
    to_json=to_json,
    move_json=move_json,
    components=components,
    draw=draw,
    board_text=board_text,
)
