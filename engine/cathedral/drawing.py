"""The city as a picture: the walled board seen from above, with both sides' hands beside it."""

from collections.abc import Iterable
from functools import cache, lru_cache
from xml.sax.saxutils import escape

from engine.cathedral.buildings import BUILDINGS, NOBODY, SIDES, Building
from engine.cathedral.city import SIZE, cells
from engine.cathedral.notation import city_text
from engine.cathedral.placements import Placement
from engine.cathedral.roofs import outline, slopes
from engine.cathedral.rules import Position
from engine.core import Json
from engine.grid import Cell, read_square

COLOURS: tuple[dict[str, str], ...] = (
    {"n": "#fbeac3", "w": "#f3dcab", "flat": "#efd5a0", "e": "#dfbf84", "s": "#cfab6c", "edge": "#7a5c2b", "ground": "#f6e3b4"},
    {"n": "#a3694a", "w": "#8f583c", "flat": "#834f35", "e": "#6e3f29", "s": "#5b3220", "edge": "#2b150b", "ground": "#7b4a33"},
    {"n": "#e9eef4", "w": "#cfd8e2", "flat": "#c3ccd8", "e": "#a3b0c0", "s": "#8d9bad", "edge": "#3b4656", "ground": "#c3ccd8"},
)
"""The roofs of light, dark and the Cathedral by the side they fall towards, their edge, and their territory."""

GOLD, INK, PAPER, GRASS, LINE = "#e8a317", "#3a332a", "#f4efe4", "#9fb08d", "#8a9c78"
STONE, STONE_LIGHT, STONE_DARK = "#a8a298", "#c6c0b5", "#7d776d"

UNIT, WALL, MERLON = 54, 36, 21.86
BOARD = UNIT * SIZE
LEFT, TOP, PANEL = 260, 56, 196
SLOT, SHELF = 25, 80
WIDTH, HEIGHT = 2 * LEFT + BOARD, TOP + BOARD + WALL + 66
FONT = "font-family=\"Georgia, 'Times New Roman', serif\""


def draw(position: Position, last: Json | None) -> str:
    """The position as SVG, the last placement in a golden line."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" {FONT}>',
        f"<title>{escape(status(position))}</title>",
        DEFINITIONS,
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{PAPER}"/>',
        *wall(),
        f'<g transform="translate({LEFT} {TOP})">',
        *meadow(),
        *(claimed(position.territory[seat], seat) for seat in range(len(SIDES))),
        *(standing(placement) for placement in position.standing()),
        *highlight(last),
        "</g>",
        *(part for seat in range(len(SIDES)) for part in hand(position, seat)),
        text(WIDTH / 2, HEIGHT - 18, status(position), 19, "middle"),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def hatching(seat: int, turn: int) -> str:
    """The pattern of a side's territory."""
    return (
        f'<pattern id="intramuros-{SIDES[seat]}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate({turn})">'
        f'<rect width="9" height="9" fill="{COLOURS[seat]["ground"]}" fill-opacity=".45"/>'
        f'<rect width="3" height="9" fill="{COLOURS[seat]["ground"]}" fill-opacity=".75"/></pattern>'
    )


DEFINITIONS = f"<defs>{hatching(0, 45)}{hatching(1, -45)}</defs>"


def status(position: Position) -> str:
    """Whose turn it is, or how the game ended, in a sentence."""
    outcome = position.outcome
    if position.to_move is not None:
        skipped = f" {SIDES[position.skipped].title()} can place nothing." if position.skipped is not None else ""
        return f"{position.decision(position.to_move).prompt}{skipped}"
    assert outcome is not None
    points = " to ".join(str(score) for score in sorted(outcome.scores))
    if len(outcome.winners) > 1:
        return f"A draw: {outcome.scores[0]} squares left on each side."
    return f"{SIDES[outcome.winners[0]].title()} wins, {points} squares left."


def wall() -> list[str]:
    """The wall with its battlements, and the names of columns and rows upon it."""
    x, y, size = LEFT - WALL, TOP - WALL, BOARD + 2 * WALL
    parts = [
        f'<rect x="{x + 4}" y="{y + 6}" width="{size}" height="{size}" rx="6" fill="#000" fill-opacity=".18"/>',
        f'<rect x="{x}" y="{y}" width="{size}" height="{size}" rx="6" fill="{STONE}" stroke="{STONE_DARK}" stroke-width="1.5"/>',
        *(battlement(x + step * MERLON + 3, y + side, 15, 9) for step in range(round(size / MERLON)) for side in (2, size - 11)),
        *(battlement(x + side, y + step * MERLON + 3, 9, 15) for step in range(round(size / MERLON)) for side in (2, size - 11)),
    ]
    for number in range(SIZE):
        middle = (number + 0.5) * UNIT
        parts += [text(LEFT + middle, edge, "abcdefghij"[number], 15, "middle", INK) for edge in (TOP - 8, TOP + BOARD + 18)]
        parts += [text(edge, TOP + middle + 5, str(number + 1), 15, "middle", INK) for edge in (LEFT - 13, LEFT + BOARD + 13)]
    return parts


def battlement(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {place} rx="1.5" fill="{STONE_LIGHT}" stroke="{STONE_DARK}" stroke-width=".8"/>'


def meadow() -> list[str]:
    """The ground inside the wall and its squares."""
    lines = [f"M{step * UNIT} 0V{BOARD}M0 {step * UNIT}H{BOARD}" for step in range(1, SIZE)]
    return [
        f'<rect width="{BOARD}" height="{BOARD}" fill="{GRASS}"/>',
        f'<path d="{"".join(lines)}" stroke="{LINE}" stroke-width="1.2" fill="none"/>',
        f'<rect width="{BOARD}" height="{BOARD}" fill="none" stroke="{STONE_DARK}" stroke-width="2.5"/>',
    ]


def claimed(squares: int, seat: int) -> str:
    """A side's territory, hatched and edged in its colour."""
    if not squares:
        return ""
    edge = outline(set(cells(squares)), UNIT, 3, 4)
    return (
        f'<path d="{edge}" fill="url(#intramuros-{SIDES[seat]})" fill-rule="evenodd" stroke="{COLOURS[seat]["ground"]}" stroke-width="2.5">'
        f"<title>{SIDES[seat]} territory</title></path>"
    )


@lru_cache(maxsize=1024)
def standing(placement: Placement) -> str:
    """A building in the city."""
    shape = list(cells(placement.squares))
    name = str(placement) if placement.owner == NOBODY else f"{SIDES[placement.owner]} {placement}"
    cross = crossing(shape) if placement.owner == NOBODY else ""
    shadow = f'<path d="{outline(shape, UNIT, 3, 5)}" transform="translate(3.5 4.5)" fill="#000" fill-opacity=".28"/>'
    return f"<g><title>{name}</title>{shadow}{house(shape, placement.owner, UNIT)}{cross}</g>"


def house(shape: list[Cell], owner: int, unit: float) -> str:
    """A building's roofs and edge."""
    colours, inset = COLOURS[owner], unit / 18
    roofs = "".join(
        f'<path d="{path}" fill="{colours[face]}" stroke="{colours[face]}" stroke-width=".7"/>'
        for face, path in slopes(shape, unit, inset).items()
    )
    edge = outline(shape, unit, inset, unit / 11)
    return (
        f'<path d="{edge}" fill="{colours["flat"]}"/>{roofs}'
        f'<path d="{edge}" fill="none" stroke="{colours["edge"]}" stroke-width="{unit / 24:.2g}" stroke-linejoin="round"/>'
    )


def crossing(shape: list[Cell]) -> str:
    """A golden cross where the arms of the Cathedral meet."""
    x, y = next((x, y) for x, y in shape if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} <= set(shape))
    left, top = (x + 0.5) * UNIT, (y + 0.5) * UNIT
    return (
        f'<circle cx="{left:g}" cy="{top:g}" r="15" fill="#f5f0e2" stroke="{COLOURS[NOBODY]["edge"]}" stroke-width="1.5"/>'
        f'<path d="M{left:g} {top - 11:g}V{top + 11:g}M{left - 7.5:g} {top - 3.5:g}H{left + 7.5:g}" stroke="{GOLD}" stroke-width="4.5" '
        f'stroke-linecap="round"/>'
    )


def highlight(last: Json | None) -> list[str]:
    """The last placement in a golden line, and what it took in a broken one."""
    if last is None:
        return []
    taken = [outline(squares(taken["cells"]), UNIT, 5, 5) for taken in last.get("takes", ())]
    line = f'fill="none" stroke="{GOLD}" stroke-linejoin="round"'
    return [
        f'<path d="{outline(squares(last["cells"]), UNIT, 1.5, 6)}" {line} stroke-width="4.5"/>',
        *(f'<path d="{edge}" {line} stroke-width="3" stroke-dasharray="2 7" stroke-linecap="round"/>' for edge in taken),
    ]


def squares(names: Iterable[str]) -> set[Cell]:
    return {read_square(name) for name in names}


def hand(position: Position, seat: int) -> list[str]:
    """A side's box: what it still has in colour, what stands in the city as an empty place."""
    turn, left = position.to_move == seat, 14 if seat == 0 else WIDTH - PANEL - 14
    edge = f'stroke="{GOLD}" stroke-width="3.5"' if turn else 'stroke="#d8cfbd" stroke-width="1.5"'
    remaining = position.remaining(seat)
    return [
        f'<g transform="translate({left} {TOP - WALL})">',
        f'<rect width="{PANEL}" height="{BOARD + 2 * WALL}" rx="10" fill="#fff" fill-opacity=".55" {edge}/>',
        text(16, 36, SIDES[seat].title(), 25, "start"),
        text(PANEL - 16, 36, str(position.squares_left(seat)), 25, "end"),
        text(16, 56, "to move" if turn else "", 14, "start", "#9a6a00"),
        text(PANEL - 16, 56, "squares left", 14, "end", "#6d6355"),
        *(slot(building, seat, copy < remaining.get(building.name, 0), *place) for building, copy, place in slots(seat)),
        "</g>",
    ]


@cache
def slots(seat: int) -> list[tuple[Building, int, tuple[float, float]]]:
    """Each building of a box with its number among its like and its place on the shelf, the largest first."""
    x, y, tallest, found = 16.0, float(SHELF), 0, []
    for building in sorted(BUILDINGS, key=lambda building: -building.squares):
        wide, high = (max(cell[axis] for cell in upright(building, seat)) + 1 for axis in (0, 1))
        for copy in range(building.count):
            if x + wide * SLOT > PANEL - 15:
                x, y, tallest = 16.0, y + tallest * SLOT + 15, 0
            found.append((building, copy, (x, y)))
            x, tallest = x + wide * SLOT + 13, max(tallest, high)
    return found


def upright(building: Building, seat: int) -> list[Cell]:
    """The building's cells facing north, counted from its own corner."""
    shape = building.shape(seat)
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return sorted((x - left, y - top) for x, y in shape)


@cache
def slot(building: Building, seat: int, there: bool, x: float, y: float) -> str:
    """A building on the shelf, or the place it left."""
    shape = upright(building, seat)
    empty = f'<path d="{outline(shape, SLOT, 1, 2)}" fill="#000" fill-opacity=".04" stroke="#b9ae9a" stroke-dasharray="3 3"/>'
    drawn = house(shape, seat, SLOT) if there else empty
    return f'<g transform="translate({x:g} {y:g})"><title>{building.name}</title>{drawn}</g>'


def text(x: float, y: float, words: str, size: int, anchor: str, colour: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>' if words else ""


def board_text(position: Position) -> str:
    """The position for a terminal: the city, both hands, and whose turn it is."""
    hands = [
        f"{side.title()}, {position.squares_left(seat)} squares left: "
        + (", ".join(f"{count} {name}s" if count > 1 else name for name, count in position.remaining(seat).items()) or "nothing")
        for seat, side in enumerate(SIDES)
    ]
    return "\n".join([city_text(position), "", *hands, "", status(position)]) + "\n"
