"""The position as SVG: the board with walls, doors and officials, the way of the last slide, and a panel beside it."""

from functools import cache

from engine.core import Json
from engine.verbotene_stadt.box import BOX, GARMENTS, SIZE, Door
from engine.verbotene_stadt.cards import pavilion_cards
from engine.verbotene_stadt.officials import INSIDE, NOBODY
from engine.verbotene_stadt.panel import panel
from engine.verbotene_stadt.pieces import GOLD, INK, PAPER, STONE, ink_on, official, roof, words
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import cell_of

CELL = 40
MARGIN = 24
BOARD = SIZE * CELL
WIDTH = MARGIN + BOARD + 336
HEIGHT = MARGIN + BOARD + 30

FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
TOWARDS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
GROUND = {".": "#efe3c8", "y": "#f7dc72", "g": "#d9cd8f"}


def draw(position: Position, last: Json | None) -> str:
    """The whole picture; `last` is the last move as JSON, whose path is shown."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" {FONT}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        *streets(),
        *[pavilion(position, number) for number in BOX.pavilions],
        *walls(),
        *[draw_door(position, door) for door in BOX.doors],
        *way(last, under=True),
        *[official(*centre(cell), number) for number, cell in enumerate(position.cells) if cell >= 0],
        *[official(*middle(position.pavilion), number) for number, cell in enumerate(position.cells) if cell == INSIDE],
        *way(last, under=False),
        *panel(position, MARGIN + BOARD + 24, MARGIN),
        "</svg>",
    ]
    return "\n".join(parts)


def corner(cell: int) -> tuple[float, float]:
    """The top left corner of a cell."""
    return MARGIN + CELL * (cell % SIZE), MARGIN + CELL * (cell // SIZE)


def centre(cell: int) -> tuple[float, float]:
    x, y = corner(cell)
    return x + CELL / 2, y + CELL / 2


def middle(number: int) -> tuple[float, float]:
    """The middle of a pavilion."""
    centres = [centre(cell) for cell in BOX.pavilions[number]]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


@cache
def streets() -> list[str]:
    """What lies under everything, always the same."""
    return coordinates() + ground()


def coordinates() -> list[str]:
    across = [words(MARGIN + CELL * (n + 0.5), MARGIN - 8, "abcdefghijklmno"[n], 12, STONE) for n in range(SIZE)]
    return across + [words(MARGIN - 12, MARGIN + CELL * (n + 0.5) + 4, str(n + 1), 12, STONE) for n in range(SIZE)]


def ground() -> list[str]:
    """The street cells."""
    squares = []
    for cell in BOX.streets:
        x, y = corner(cell)
        squares.append(f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{GROUND[BOX.mark(cell)]}" stroke="#d8c9a6"/>')
    return squares


def pavilion(position: Position, number: int) -> str:
    """A roof with its number and the garments left; the active one is framed in gold and makes room for a visitor."""
    corners = [corner(cell) for cell in BOX.pavilions[number]]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners) + CELL, max(y for _, y in corners) + CELL
    colour = BOX.pavilion_colours[number - 1]
    active = number == position.pavilion
    frame = f'stroke="{GOLD}" stroke-width="6"' if active else f'stroke="{INK}" stroke-width="1"'
    inset = 6 if active else 3
    box = f'x="{left + inset:g}" y="{top + inset:g}" width="{right - left - 2 * inset:g}" height="{bottom - top - 2 * inset:g}"'
    garments = (
        " ".join(GARMENTS[card % len(GARMENTS)][0].upper() for card in pavilion_cards(number) if position.owners[card] == NOBODY) or "empty"
    )
    x, y = middle(number)
    label = words(x, y + 4, str(number), 26, ink_on(colour), weight="bold") + words(x, y + 22, garments, 13, ink_on(colour))
    visited = active and position.entered != NOBODY
    return (
        f'<g><title>pavilion {number}, {colour}</title><rect {box} rx="6" fill="{roof(colour)}" {frame}/>'
        + (words(left + 20, top + 30, str(number), 18, ink_on(colour), weight="bold") if visited else label)
        + "</g>"
    )


@cache
def walls() -> list[str]:
    """The walls between streets and around pavilions, and the city's own wall."""
    lines = [f'<rect x="{MARGIN}" y="{MARGIN}" width="{BOARD}" height="{BOARD}" fill="none" stroke="{INK}" stroke-width="6"/>']
    for cell in BOX.streets:
        for side in "nesw":
            if BOX.border(cell, side) in "-|" and BOX.beyond(cell, side) is not None:
                lines.append(line(cell, side, INK, 6))
    return lines


def line(cell: int, side: str, colour: str, width: int, inset: float = 0) -> str:
    """One side of a cell as a thick line."""
    x, y = corner(cell)
    ends = {"n": (0, 0, 1, 0), "e": (1, 0, 1, 1), "s": (0, 1, 1, 1), "w": (0, 0, 0, 1)}[side]
    x1, y1, x2, y2 = (place * CELL for place in ends)
    along, down = (inset, 0) if side in "ns" else (0, inset)
    shape = f'x1="{x + x1 + along:g}" y1="{y + y1 + down:g}" x2="{x + x2 - along:g}" y2="{y + y2 - down:g}"'
    return f'<line {shape} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def draw_door(position: Position, door: Door) -> str:
    """A door: a gap between two posts, golden when it leads into the active pavilion."""
    leaf = GOLD if door.pavilion == position.pavilion else "#b98d5a"
    return line(door.cell, door.side, INK, 8, inset=2) + line(door.cell, door.side, leaf, 6, inset=8)


def way(last: Json | None, under: bool) -> list[str]:
    """The way of the last slide: a broad track under the officials, a dashed line and a ring at its start above them."""
    if not last or last["kind"] != "slide" or not last["path"]:
        return []
    points = [centre(cell_of(name)) for name in last["path"] if name != "pavilion"]
    if last["door"]:
        cell, side = cell_of(last["door"]["cell"]), last["door"]["side"]
        points += [centre(cell)] if points[-1] != centre(cell) else []
        x, y = centre(cell)
        across, down = TOWARDS[side]
        points.append((x + CELL * 0.8 * across, y + CELL * 0.8 * down))
    track = " ".join(f"{x:g},{y:g}" for x, y in points)
    if under:
        return [
            f'<polyline points="{track}" fill="none" stroke="#ffffff" stroke-opacity="0.75" stroke-width="12" stroke-linejoin="round"/>'
        ]
    x, y = points[0]
    return [
        f'<polyline points="{track}" fill="none" stroke="#b3126b" stroke-width="3" stroke-dasharray="7 5" stroke-linejoin="round"/>',
        f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="#b3126b" stroke="#ffffff" stroke-width="2"/>',
    ]
