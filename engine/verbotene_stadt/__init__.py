"""Die verbotene Stadt by Alex Randolph and Johann Rüttinger: bribed officials slide to the pavilions for garments.

>>> position = RULESET.start(2, {"extra_move": "must", "teams": False})
>>> position = position.play(-1, RULESET.read_move("deal red-blue", position, -1))
>>> str(position).splitlines()[6]
'.. .. .. .. .. rb .. .. .. .. .. .. .. .. ..'
"""

from dataclasses import replace
from functools import partial

from engine.core import Ruleset, digest
from engine.texts import text_beside
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.box_sheet import box_sheet
from engine.verbotene_stadt.describing import FILTERS, components, move_json, to_json
from engine.verbotene_stadt.drawing import draw
from engine.verbotene_stadt.look import LOOK
from engine.verbotene_stadt.moves import AnyMove, read_move
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.reading import read
from engine.verbotene_stadt.rules import scores
from engine.verbotene_stadt.schemas import SCHEMAS
from engine.verbotene_stadt.sentences import SENTENCES
from engine.verbotene_stadt.setup import EXTRA_MOVE, TEAMS, start
from engine.verbotene_stadt.text import board_text
from engine.verbotene_stadt.versions import CURRENT, FIRST

CURRENT_RULES: Ruleset[Position, AnyMove] = Ruleset(
    name="verbotene_stadt",
    title="Die verbotene Stadt",
    designer="Alex Randolph and Johann Rüttinger",
    seats=(2, 3, 4),
    version=CURRENT,
    options=(EXTRA_MOVE, TEAMS),
    sentences=SENTENCES,
    start=start,
    read=read,
    read_move=lambda text, _position, _seat: read_move(text),
    to_json=to_json,
    move_json=move_json,
    components=components,
    draw=draw,
    board_text=board_text,
    schemas=SCHEMAS,
    scores=scores,
    digest=digest(BOX.drawing, BOX.pavilion_colours, BOX.dice),
    about="Officials, bribes, dice and secret garments.",
    page=text_beside(__name__, "page.html"),
    scene=text_beside(__name__, "scene.txt"),
    crop=(4, 4, 640, 640),
    pieces=box_sheet,
    filters=FILTERS,
    look=LOOK,
)

RULESET = replace(
    CURRENT_RULES,
    earlier=(replace(CURRENT_RULES, version=FIRST, start=partial(start, version=FIRST), read=partial(read, version=FIRST)),),
)
