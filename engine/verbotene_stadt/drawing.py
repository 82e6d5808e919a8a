"""The position as SVG: the board with walls, doors and officials, the way of the last slide, and a panel beside it."""

import textwrap
from functools import cache
from typing import NamedTuple

from engine.core import Json, Scene
from engine.svg import Paint, safe, words
from engine.verbotene_stadt.box import BOX, GARMENTS, SIZE, Door
from engine.verbotene_stadt.cards import pavilion_cards
from engine.verbotene_stadt.officials import INSIDE, NOBODY
from engine.verbotene_stadt.panel import WIDTH as PANEL
from engine.verbotene_stadt.panel import panel
from engine.verbotene_stadt.pieces import GOLD, INK, PAPER, STONE, bribed, definitions, ink_on, official, roof
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import cell_of, end_name
from engine.verbotene_stadt.text import status

CELL, MARGIN = 40, 24
BOARD = SIZE * CELL
WIDTH, HEIGHT = MARGIN + BOARD + PANEL + 40, MARGIN + max(BOARD, 600) + 76
CITY = f"0 0 {MARGIN + BOARD + 6} {MARGIN + BOARD + 6}"

FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
TOWARDS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
GROUND = {
    ".": Paint("b-ground", "#efe3c8"),
    "y": Paint("b-ground b-yellow-space", "#f7dc72"),
    "g": Paint("b-ground b-grey-space", "#d9cd8f"),
}
DOOR, TRACK = "#b98d5a", "#b3126b"


def draw(position: Position, scene: Scene) -> str:
    """The whole picture, with the path of the last move."""
    said = status(position, scene)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'data-ruleset="verbotene_stadt" data-board="{CITY}" {FONT}>',
        f"<title>{safe(said)}</title>",
        definitions(),
        f'<rect class="b-paper" width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        *[pavilion(position, number) for number in BOX.pavilions],
        streets(),
        walls(),
        *[draw_door(position, door) for door in BOX.doors],
        *way(scene.last),
        *officials(position, scene),
        *panel(position, scene, MARGIN + BOARD + 24, MARGIN),
        *[
            words(MARGIN, MARGIN + BOARD + 28 + 18 * line, text, 14, Paint("b-ink b-status", INK.colour))
            for line, text in enumerate(textwrap.wrap(said, BOARD * 13 // 100))
        ],
        "</svg>",
    ]
    return "\n".join(parts)


def corner(cell: int) -> tuple[float, float]:
    """The top left corner of a cell."""
    return MARGIN + CELL * (cell % SIZE), MARGIN + CELL * (cell // SIZE)


def centre(cell: int) -> tuple[float, float]:
    x, y = corner(cell)
    return x + CELL / 2, y + CELL / 2


class Area(NamedTuple):
    """A rectangle of cells: its first column and row, and how many there are."""

    x: int
    y: int
    wide: int
    high: int


@cache
def roof_area(number: int) -> Area:
    """The rectangle of a pavilion's cells that has most room for letters: all of them, or on an owner's board what comes next to it."""
    cells = set(BOX.pavilions[number])
    found = [
        Area(cell % SIZE, cell // SIZE, wide, high)
        for cell in sorted(cells)
        for wide in range(1, SIZE - cell % SIZE + 1)
        for high in range(1, SIZE - cell // SIZE + 1)
        if cells.issuperset(cell + dx + SIZE * dy for dx in range(wide) for dy in range(high))
    ]
    return max(found, key=lambda area: (min(area.wide, area.high) > 1, area.wide * area.high))


def middle(number: int) -> tuple[float, float]:
    """The middle of a pavilion, where its letters are and a visitor stands."""
    area = roof_area(number)
    return MARGIN + CELL * (area.x + area.wide / 2), MARGIN + CELL * (area.y + area.high / 2)


@cache
def streets() -> str:
    """What lies under everything, always the same: the names of columns and rows, and the street cells."""
    label = Paint("b-label", STONE.colour)
    parts = [words(MARGIN + CELL * (n + 0.5), MARGIN - 8, chr(97 + n), 13, label, "middle") for n in range(SIZE)]
    parts += [words(MARGIN - 12, MARGIN + CELL * (n + 0.5) + 4, str(n + 1), 13, label, "middle") for n in range(SIZE)]
    for mark, paint in GROUND.items():
        cells = [(end_name(cell), *corner(cell)) for cell in BOX.streets if BOX.mark(cell) == mark]
        squares = [f'<rect data-cell="{name}" x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}"/>' for name, x, y in cells]
        parts.append(f'<g {paint.fill} stroke="#d8c9a6">{"".join(squares)}</g>')
    return "\n".join(parts)


def pavilion(position: Position, number: int) -> str:
    """A roof with its number and the garments left; the active one is framed in gold and makes room for a visitor."""
    corners = [corner(cell) for cell in BOX.pavilions[number]]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners) + CELL, max(y for _, y in corners) + CELL
    colour = BOX.pavilion_colours[number - 1]
    active = number == position.pavilion
    frame = f'stroke="{GOLD}" stroke-width="6"' if active else f'stroke="{INK.colour}" stroke-width="1"'
    inset = 6 if active else 3
    box = f'x="{left + inset:g}" y="{top + inset:g}" width="{right - left - 2 * inset:g}" height="{bottom - top - 2 * inset:g}"'
    kinds = f"b-pavilion{' b-active' * active}"
    return (
        f'<g class="{kinds}" data-pavilion="{number}"><title>pavilion {number}, {colour}</title>'
        f'<rect {roof(colour).fill} {box} rx="6" {frame}/>{label(position, number)}</g>'
    )


def label(position: Position, number: int) -> str:
    """A pavilion's number and the garments left, smaller on a narrow roof, and at its upper edge while somebody is inside."""
    initials = [GARMENTS[card % len(GARMENTS)][0].upper() for card in pavilion_cards(number) if position.owners[card] == NOBODY]
    garments, ink = " ".join(initials) or "empty", ink_on(BOX.pavilion_colours[number - 1])
    area, (x, y) = roof_area(number), middle(number)
    left, right, top = x - CELL * area.wide / 2, x + CELL * area.wide / 2, y - CELL * area.high / 2
    match number == position.pavilion and position.entered != NOBODY, min(area.wide, area.high) > 1:
        case True, True:
            return words(left + 12, top + 28, str(number), 18, ink, weight="bold") + words(right - 11, top + 27, garments, 12, ink, "end")
        case True, False:
            return words(left + 5, top + 12, str(number), 11, ink, weight="bold") + words(right - 5, top + 12, garments, 8, ink, "end")
        case False, True:
            return words(x, y + 4, str(number), 26, ink, "middle", "bold") + words(x, y + 23, garments, 15, ink, "middle")
    return words(x, y, str(number), 17, ink, "middle", "bold") + words(x, y + 13, garments, 11, ink, "middle")


@cache
def walls() -> str:
    """The walls between streets and around pavilions, and the city's own wall."""
    inner = [
        (cell, side) for cell in BOX.streets for side in "nesw" if BOX.border(cell, side) in "-|" and BOX.beyond(cell, side) is not None
    ]
    path = f"M{MARGIN} {MARGIN}h{BOARD}v{BOARD}h-{BOARD}z" + "".join(side_path(cell, side) for cell, side in inner)
    return f'<path class="b-wall" d="{path}" fill="none" stroke="{INK.colour}" stroke-width="6" stroke-linecap="round"/>'


def side_path(cell: int, side: str, inset: float = 0) -> str:
    """One side of a cell as a line, shorter by the inset at both ends."""
    x, y = corner(cell)
    x, y, length = x + CELL * (side == "e"), y + CELL * (side == "s"), CELL - 2 * inset
    return f"M{x + inset:g} {y:g}h{length:g}" if side in "ns" else f"M{x:g} {y + inset:g}v{length:g}"


def draw_door(position: Position, door: Door) -> str:
    """A door: a gap between two posts, golden when it leads into the active pavilion."""
    leaf = GOLD if door.pavilion == position.pavilion else DOOR
    posts, gap = side_path(door.cell, door.side, inset=2), side_path(door.cell, door.side, inset=8)
    return (
        f'<g class="b-door" data-door="{door.pavilion}" data-at="{end_name(door.cell)}" data-side="{door.side}" stroke-linecap="round">'
        f'<path d="{posts}" stroke="{INK.colour}" stroke-width="8"/><path d="{gap}" stroke="{leaf}" stroke-width="6"/></g>'
    )


def officials(position: Position, scene: Scene) -> list[str]:
    """Those on the streets and the one in the pavilion, and the mark of the one that the viewer bribes."""
    bribe = NOBODY if scene.viewer is None else position.bribes[scene.viewer]
    parts = []
    for number, cell in enumerate(position.cells):
        if cell >= 0 or cell == INSIDE:
            x, y = centre(cell) if cell >= 0 else middle(position.pavilion)
            y += 10 if cell == INSIDE else 0
            place = f'data-at="{end_name(cell)}"' if cell >= 0 else 'data-place="pavilion"'
            drawn = official(x, y, number, place)
            parts.append(bribed(x, y, drawn) if number == bribe else drawn)
    return parts


def way(last: Json | None) -> list[str]:
    """The way of the last slide, under the officials: a broad track with a dashed line, and a dot at its start."""
    if not last or last["kind"] != "slide" or not last["path"]:
        return []
    points = [centre(cell_of(name)) for name in last["path"] if name != "pavilion"]
    if last["door"]:
        cell, side = cell_of(last["door"]["cell"]), last["door"]["side"]
        points += [centre(cell)] if points[-1] != centre(cell) else []
        x, y = centre(cell)
        across, down = TOWARDS[side]
        points.append((x + CELL * 0.8 * across, y + CELL * 0.8 * down))
    track = f'points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" fill="none" stroke-linejoin="round"'
    x, y = points[0]
    return [
        '<g class="b-last">',
        f'<polyline {track} stroke="#ffffff" stroke-opacity="0.75" stroke-width="12"/>',
        f'<polyline {track} stroke="{TRACK}" stroke-width="3" stroke-dasharray="7 5"/>',
        f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{TRACK}" stroke="#ffffff" stroke-width="2"/>',
        "</g>",
    ]
