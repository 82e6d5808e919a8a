"""Forbidden City by Reiner Knizia (2018): tiles laid around the Temple, rooms closed, advisors in the majority paid."""

from engine.core import Ruleset, digest
from engine.forbidden_city.box import TILES, printed
from engine.forbidden_city.box_sheet import box_sheet
from engine.forbidden_city.describing import FILTERS, MASK, components, move_json, to_json
from engine.forbidden_city.drawing import draw
from engine.forbidden_city.look import LOOK
from engine.forbidden_city.moves import Move, read_move
from engine.forbidden_city.position import Position
from engine.forbidden_city.reading import read
from engine.forbidden_city.schemas import SCHEMAS
from engine.forbidden_city.sentences import SENTENCES
from engine.forbidden_city.setup import OPTIONS, SEATS, start
from engine.forbidden_city.starts import STARTS, printed_starts
from engine.forbidden_city.text import board_text
from engine.texts import text_beside

RULESET: Ruleset[Position, Move] = Ruleset(
    name="forbidden_city",
    title="Forbidden City",
    designer="Reiner Knizia",
    seats=SEATS,
    version=1,
    options=OPTIONS,
    sentences=SENTENCES,
    start=start,
    read=read,
    read_move=lambda text, _position, _actor: read_move(text),
    to_json=to_json,
    move_json=move_json,
    components=components,
    draw=draw,
    board_text=board_text,
    schemas=SCHEMAS,
    scores=lambda position: position.scores,
    digest=digest(printed(TILES), printed_starts(STARTS)),
    about="Rooms grow tile by tile; the most advisors in a closed one score.",
    page=text_beside(__name__, "page.html"),
    scene=text_beside(__name__, "scene.txt"),
    crop=(46, 78, 600, 600),
    pieces=box_sheet,
    filters=FILTERS,
    mask=MASK,
    look=LOOK,
)
