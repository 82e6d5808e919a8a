"""Buildings as SVG: roofs and edge in the colours of their owner, in the city or on a shelf."""

from functools import lru_cache

from engine.cathedral.box import NOBODY, SIDES, Building
from engine.cathedral.city import cells
from engine.cathedral.placements import Placement
from engine.cathedral.roofs import outline, slopes
from engine.grid import Cell
from engine.svg import Paint

COLOURS: tuple[dict[str, str], ...] = (
    {"n": "#fbeac3", "w": "#f3dcab", "flat": "#efd5a0", "e": "#dfbf84", "s": "#cfab6c", "edge": "#7a5c2b", "ground": "#f6e3b4"},
    {"n": "#a3694a", "w": "#8f583c", "flat": "#834f35", "e": "#6e3f29", "s": "#5b3220", "edge": "#2b150b", "ground": "#7b4a33"},
    {"n": "#e9eef4", "w": "#cfd8e2", "flat": "#c3ccd8", "e": "#a3b0c0", "s": "#8d9bad", "edge": "#3b4656", "ground": "#c3ccd8"},
)
"""The roofs of light, dark and the Cathedral by the side they fall towards, their edge, and their territory."""

OWNERS = (*SIDES, "cathedral")
"""What their buildings are called in classes."""

GOLD = "#e8a317"
INK, SOFT = Paint("b-ink", "#3a332a"), Paint("b-soft", "#6d6355")
UNIT = 54
"""The side of a square of the city."""


def upright(building: Building, seat: int) -> list[Cell]:
    """The building's cells facing north, counted from its own corner."""
    shape = building.shape(seat)
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return sorted((x - left, y - top) for x, y in shape)


def house(shape: list[Cell], owner: int, unit: float) -> str:
    """A building's roofs and edge."""
    colours, inset = COLOURS[owner], round(unit / 18, 1)
    roofs = "".join(
        f'<path class="b-{face}" d="{path}" fill="{colours[face]}" stroke="{colours[face]}" stroke-width=".7"/>'
        for face, path in slopes(shape, unit, inset).items()
    )
    edge = outline(shape, unit, inset, unit / 11)
    width = f'stroke-width="{unit / 24:.2g}" stroke-linejoin="round"'
    return (
        f'<g class="b-{OWNERS[owner]}"><path class="b-flat" d="{edge}" fill="{colours["flat"]}"/>{roofs}'
        f'<path class="b-edge" d="{edge}" fill="none" stroke="{colours["edge"]}" {width}/></g>'
    )


@lru_cache(maxsize=1024)
def standing(placement: Placement) -> str:
    """A building in the city."""
    shape = list(cells(placement.squares))
    name = str(placement) if placement.owner == NOBODY else f"{SIDES[placement.owner]} {placement}"
    cross = crossing(shape) if placement.owner == NOBODY else ""
    shadow = f'<path d="{outline(shape, UNIT, 3, 5)}" transform="translate(3.5 4.5)" fill="#000" fill-opacity=".28"/>'
    seat = "" if placement.owner == NOBODY else f' data-seat="{placement.owner}"'
    address = f'data-piece="{placement.building}" data-at="{placement.move.square}" data-facing="{placement.move.facing}"{seat}'
    return f"<g {address}><title>{name}</title>{shadow}{house(shape, placement.owner, UNIT)}{cross}</g>"


def crossing(shape: list[Cell]) -> str:
    """A golden cross where the arms of the Cathedral meet."""
    x, y = next((x, y) for x, y in shape if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} <= set(shape))
    left, top = (x + 0.5) * UNIT, (y + 0.5) * UNIT
    return (
        f'<circle cx="{left:g}" cy="{top:g}" r="15" fill="#f5f0e2" stroke="{COLOURS[NOBODY]["edge"]}" stroke-width="1.5"/>'
        f'<path d="M{left:g} {top - 11:g}V{top + 11:g}M{left - 7.5:g} {top - 3.5:g}H{left + 7.5:g}" stroke="{GOLD}" stroke-width="4.5" '
        f'stroke-linecap="round"/>'
    )
