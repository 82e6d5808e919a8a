"""The city as a picture: the walled board seen from above, with both sides' boxes beside it."""

from collections.abc import Iterable
from functools import cache

from engine.cathedral.box import SIDES
from engine.cathedral.city import SIZE, cells
from engine.cathedral.panel import WIDTH as PANEL
from engine.cathedral.panel import panel
from engine.cathedral.pieces import COLOURS, GOLD, INK, UNIT, standing
from engine.cathedral.position import Position
from engine.cathedral.roofs import outline
from engine.cathedral.text import status
from engine.core import Json, Scene
from engine.grid import Cell, read_square, square_name
from engine.svg import Paint, safe, words

PAPER, GRASS, LINE = "#f4efe4", "#9fb08d", "#8a9c78"
LABEL = Paint("b-label", INK.colour)
STONE, STONE_LIGHT, STONE_DARK = "#a8a298", "#c6c0b5", "#7d776d"

WALL, MERLON = 36, 21.86
BOARD = UNIT * SIZE
LEFT, TOP = 260, 56
WIDTH, HEIGHT = 2 * LEFT + BOARD, TOP + BOARD + WALL + 66
FONT = "font-family=\"Georgia, 'Times New Roman', serif\""
CITY = f"{LEFT - WALL} {TOP - WALL} {BOARD + 2 * WALL} {BOARD + 2 * WALL}"


def draw(position: Position, scene: Scene) -> str:
    """The position as SVG, the last placement in a golden line."""
    said = status(position, scene)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'data-ruleset="cathedral" data-board="{CITY}" {FONT}>',
        f"<title>{safe(said)}</title>",
        DEFINITIONS,
        f'<rect class="b-paper" width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{PAPER}"/>',
        *wall(),
        f'<g transform="translate({LEFT} {TOP})">',
        *meadow(),
        *(claimed(position.territory[seat], seat) for seat in range(len(SIDES))),
        *(standing(placement) for placement in position.standing()),
        *highlight(scene.last),
        "</g>",
        *(part for seat in range(len(SIDES)) for part in beside(position, scene, seat)),
        words(WIDTH / 2, HEIGHT - 18, said, 19, Paint("b-ink b-status", INK.colour), "middle"),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def hatching(seat: int, turn: int) -> str:
    """The pattern of a side's territory."""
    kind, paint = f"b-claim-{SIDES[seat]}", f'fill="{COLOURS[seat]["ground"]}"'
    return (
        f'<pattern id="intramuros-{SIDES[seat]}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate({turn})">'
        f'<rect class="{kind}" width="9" height="9" {paint} fill-opacity=".45"/>'
        f'<rect class="{kind}" width="3" height="9" {paint} fill-opacity=".75"/></pattern>'
    )


DEFINITIONS = f"<defs>{hatching(0, 45)}{hatching(1, -45)}</defs>"


@cache
def wall() -> list[str]:
    """The wall with its battlements, and the names of columns and rows upon it."""
    x, y, size = LEFT - WALL, TOP - WALL, BOARD + 2 * WALL
    steps, sides = range(round(size / MERLON)), (2, size - 11)
    parts = [
        f'<rect x="{x + 4}" y="{y + 6}" width="{size}" height="{size}" rx="6" fill="#000" fill-opacity=".18"/>',
        f'<rect class="b-wall" x="{x}" y="{y}" width="{size}" height="{size}" rx="6" fill="{STONE}" stroke="{STONE_DARK}"/>',
        f'<g class="b-merlon" fill="{STONE_LIGHT}" stroke="{STONE_DARK}" stroke-width=".8">',
        *(battlement(x + step * MERLON + 3, y + side, 15, 9) for step in steps for side in sides),
        *(battlement(x + side, y + step * MERLON + 3, 9, 15) for step in steps for side in sides),
        "</g>",
    ]
    for number in range(SIZE):
        middle = (number + 0.5) * UNIT
        parts += [words(LEFT + middle, edge, "abcdefghij"[number], 16, LABEL, "middle") for edge in (TOP - 8, TOP + BOARD + 18)]
        parts += [words(edge, TOP + middle + 5, str(number + 1), 16, LABEL, "middle") for edge in (LEFT - 13, LEFT + BOARD + 13)]
    return parts


def battlement(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="1.5"/>'


@cache
def meadow() -> list[str]:
    """The ground inside the wall and its squares."""
    squares = [
        f'<rect data-cell="{square_name(x, y)}" x="{x * UNIT}" y="{y * UNIT}" width="{UNIT}" height="{UNIT}"/>'
        for y in range(SIZE)
        for x in range(SIZE)
    ]
    return [
        f'<g class="b-ground" fill="{GRASS}" stroke="{LINE}" stroke-width="1.2">{"".join(squares)}</g>',
        f'<rect width="{BOARD}" height="{BOARD}" fill="none" stroke="{STONE_DARK}" stroke-width="2.5"/>',
    ]


def claimed(squares: int, seat: int) -> str:
    """A side's territory, hatched and edged in its colour."""
    if not squares:
        return ""
    edge = outline(set(cells(squares)), UNIT, 3, 4)
    paint = f'fill="url(#intramuros-{SIDES[seat]})" fill-rule="evenodd" stroke="{COLOURS[seat]["ground"]}" stroke-width="2.5"'
    return f'<path class="b-territory" data-territory="{seat}" d="{edge}" {paint}><title>{SIDES[seat]} territory</title></path>'


def highlight(last: Json | None) -> list[str]:
    """The last placement in a golden line, and what it took in a broken one."""
    if last is None:
        return []
    taken = [outline(named(taken["cells"]), UNIT, 5, 5) for taken in last.get("takes", ())]
    line = f'class="b-last" fill="none" stroke="{GOLD}" stroke-linejoin="round"'
    return [
        f'<path d="{outline(named(last["cells"]), UNIT, 1.5, 6)}" {line} stroke-width="4.5"/>',
        *(f'<path d="{edge}" {line} stroke-width="3" stroke-dasharray="2 7" stroke-linecap="round"/>' for edge in taken),
    ]


def named(squares: Iterable[str]) -> set[Cell]:
    return {read_square(name) for name in squares}


def beside(position: Position, scene: Scene, seat: int) -> list[str]:
    """A side's box, to the left or to the right of the wall."""
    left = 14 if seat == 0 else WIDTH - PANEL - 14
    head = f'<g class="b-seat" data-seat="{seat}" transform="translate({left} {TOP - WALL})">'
    return [head, *panel(position, scene, seat, BOARD + 2 * WALL), "</g>"]
