"""A side's box beside the city: who plays it, the squares it has left, and its buildings on a shelf."""

from functools import cache

from engine.captions import name_of
from engine.cathedral.box import BUILDINGS, CATHEDRAL, LIGHT, NOBODY, SIDES, Building
from engine.cathedral.pieces import GOLD, INK, SOFT, house, upright
from engine.cathedral.position import Position
from engine.cathedral.roofs import outline
from engine.core import Scene
from engine.svg import Paint, crown, words

SIGN = Paint("b-sign", "#8a5d00")

WIDTH, SLOT, SHELF = 196, 25, 96
"""The box's width, the side of a square on the shelf, and where the shelf begins."""


def panel(position: Position, scene: Scene, seat: int, height: float) -> list[str]:
    """The box: what the side still has in colour, what stands in the city as an empty place."""
    outcome = position.outcome
    turn, won = seat in position.actors, outcome is not None and seat in outcome.winners
    edge = f'stroke="{GOLD}" stroke-width="3.5"' if turn or won else 'stroke="#d8cfbd" stroke-width="1.5"'
    kinds = "b-card" + " b-turn" * turn + " b-won" * won + " b-you" * (seat == scene.viewer)
    remaining = position.remaining(seat)
    return [
        f'<rect class="{kinds}" width="{WIDTH}" height="{height}" rx="10" fill="#fff" fill-opacity=".55" {edge}/>',
        words(16, 36, SIDES[seat].title(), 25, INK),
        words(WIDTH - 16, 36, str(position.squares_left(seat)), 25, INK, "end"),
        words(16, 58, "to move" if turn else "won" if won else "", 15, SIGN),
        crown(52, 53, GOLD) if won else "",
        words(WIDTH - 16, 58, "squares left", 14, SOFT, "end"),
        words(16, 80, player(scene, seat), 15, INK),
        *(slot(building, seat, copy < remaining.get(building.name, 0), *place) for building, copy, place in slots(seat)),
        waiting() if seat == LIGHT and position.cathedral_waits else "",
    ]


def player(scene: Scene, seat: int) -> str:
    """Who plays the side, and whether it is the viewer."""
    name = name_of(scene, seat, 14 if seat == scene.viewer else 20)
    return " · ".join(part for part in (name, "you" if seat == scene.viewer else "") if part)


@cache
def slots(seat: int) -> list[tuple[Building, int, tuple[float, float]]]:
    """Each building of a box with its number among its like and its place on the shelf, the largest first."""
    x, y, tallest, found = 16.0, float(SHELF), 0, []
    for building in sorted(BUILDINGS, key=lambda building: -building.squares):
        wide, high = (max(cell[axis] for cell in upright(building, seat)) + 1 for axis in (0, 1))
        for copy in range(building.count):
            if x + wide * SLOT > WIDTH - 15:
                x, y, tallest = 16.0, y + tallest * SLOT + 15, 0
            found.append((building, copy, (x, y)))
            x, tallest = x + wide * SLOT + 13, max(tallest, high)
    return found


@cache
def slot(building: Building, seat: int, there: bool, x: float, y: float) -> str:
    """A building on the shelf, or the place it left."""
    shape = upright(building, seat)
    paint = 'fill="#000" fill-opacity=".04" stroke="#b9ae9a" stroke-dasharray="3 3"'
    drawn = house(shape, seat, SLOT) if there else f'<path class="b-slot" d="{outline(shape, SLOT, 1, 2)}" {paint}/>'
    address = f'data-piece="{building.name}" data-place="hand" data-seat="{seat}"' if there else f'data-slot="{building.name}"'
    return f'<g {address} transform="translate({x:g} {y:g})"><title>{building.name}</title>{drawn}</g>'


@cache
def waiting() -> str:
    """The Cathedral while light has still to place it, beside the smallest buildings."""
    left, top, unit = WIDTH - 70, max(y for _, _, (_, y) in slots(LIGHT)), 18
    address = f'data-piece="{CATHEDRAL.name}" data-place="hand" data-seat="{LIGHT}"'
    drawn = house(upright(CATHEDRAL, NOBODY), NOBODY, unit)
    return f'<g {address} transform="translate({left:g} {top:g})"><title>{CATHEDRAL.name}</title>{drawn}</g>'
