"""The end of a game whose sides are out of each other's way: nothing is left but to fill one's own ground as well as it can be filled."""

from typing import NamedTuple

from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.brain.fences import fences
from engine.cathedral.brain.packing import left_by_size, packing, reach
from engine.cathedral.placements import Placement
from engine.cathedral.position import Position


class Filling(NamedTuple):
    """How a side fills its ground: the placement to begin with, and the squares by which it will then be ahead of the other."""

    first: Placement
    lead: int


def is_parted(position: Position) -> bool:
    """Whether no side can build where the other can, or take a building of the other's by its next placement."""
    if position.cathedral_waits or reach(LIGHT, position.room[LIGHT]) & reach(DARK, position.room[DARK]):
        return False
    return not any(can_take(position, seat) for seat in (LIGHT, DARK))


def can_take(position: Position, seat: int) -> bool:
    """Whether some placement of the seat would enclose ground with a single foreign building, or ground of the other's."""
    foreign, lost = position.foreign(seat), position.territory[1 - seat]
    return any(
        region & lost or sum(bool(building.squares & region) for building in foreign) == 1
        for _, _, regions in fences(seat, position.covered[seat]).among(position.room[seat])
        for region in regions
    )


def filling(position: Position, seat: int, tries: int) -> Filling | None:
    """How the seat fills its ground from now on; None where the sides are not parted yet."""
    if not is_parted(position):
        return None
    mine, theirs = (packing(each, position.room[each], left_by_size(position.built[each]), tries) for each in (seat, 1 - seat))
    ahead = position.squares_left(1 - seat) - size(theirs) - (position.squares_left(seat) - size(mine))
    # What stands on nobody's ground comes first: if the sides are not parted for good, it is there that something can be lost.
    first = min(mine, key=lambda placement: (not placement.squares & ~position.territory[seat], -placement.squares.bit_count()))
    return Filling(first, ahead)


def size(placements: tuple[Placement, ...]) -> int:
    return sum(placement.squares.bit_count() for placement in placements)
