"""Cathedral, by Robert P. Moore: two sides build a walled city and fence each other out of it."""

from engine.cathedral.box import KINDS, SQUARES_A_SIDE
from engine.cathedral.box_sheet import box_sheet
from engine.cathedral.describing import FILTERS, MASK, components, move_json, to_json
from engine.cathedral.drawing import draw
from engine.cathedral.look import LOOK
from engine.cathedral.moves import Move
from engine.cathedral.page import page
from engine.cathedral.position import Position
from engine.cathedral.reading import read, read_move
from engine.cathedral.schemas import SCHEMAS
from engine.cathedral.sentences import SENTENCES
from engine.cathedral.setup import OPTION, start
from engine.cathedral.text import board_text
from engine.core import Ruleset, digest
from engine.texts import text_beside

RULESET: Ruleset[Position, Move] = Ruleset(
    name="cathedral",
    title="Cathedral",
    designer="Robert P. Moore",
    seats=(2,),
    version=1,
    options=(OPTION,),
    sentences=SENTENCES,
    start=start,
    read=read,
    read_move=read_move,
    to_json=to_json,
    move_json=move_json,
    components=components,
    draw=draw,
    board_text=board_text,
    schemas=SCHEMAS,
    scores=Position.scores,
    fewest_win=True,
    forfeit=SQUARES_A_SIDE,
    digest=digest([[building.name, building.count, building.drawings] for building in KINDS.values()]),
    about="Two sides build a walled city and claim its ground.",
    page=page,
    scene=text_beside(__name__, "scene.txt"),
    crop=(214, 10, 632, 632),
    pieces=box_sheet,
    filters=FILTERS,
    mask=MASK,
    look=LOOK,
)
