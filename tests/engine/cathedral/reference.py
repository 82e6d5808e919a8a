"""The rule of territory a second time, slow and plain, on sets of squares: what the engine is held against."""

from engine.cathedral.city import SIZE, cells
from engine.cathedral.placements import Placement
from engine.cathedral.position import Position
from engine.grid import Cell

Ground = frozenset[Cell]

WHOLE = frozenset((x, y) for x in range(SIZE) for y in range(SIZE))


def split(ground: Ground) -> set[Ground]:
    """The regions of the ground, diagonal neighbours joined."""
    found, rest = set(), set(ground)
    while rest:
        todo, region = [rest.pop()], set()
        while todo:
            x, y = todo.pop()
            region.add((x, y))
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & rest
            rest -= near
            todo += near
        found.add(frozenset(region))
    return found


def enclosed(region: Ground) -> bool:
    """Whether the region keeps away from some wall."""
    xs, ys = {x for x, _ in region}, {y for _, y in region}
    return not ({0, SIZE - 1} <= xs and {0, SIZE - 1} <= ys)


def judged(position: Position, seat: int, placement: Placement) -> set[tuple[Ground, Placement | None]]:
    """The regions the seat may claim by the placement, each with the building it would remove."""
    before = WHOLE - {cell for building in position.built[seat] for cell in cells(building.squares)}
    after = before - set(cells(placement.squares))
    claims: set[tuple[Ground, Placement | None]] = set()
    for region in split(after) - split(before):
        inside = [building for building in position.standing() if building.owner != seat and set(cells(building.squares)) & region]
        if position.begun[seat] and enclosed(region) and len(inside) <= 1:
            claims.add((region, inside[0] if inside else None))
    return claims
