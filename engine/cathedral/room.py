"""Where each side still has room: the sets of placements of its remaining buildings that it could make on its turn."""

from engine.cathedral.box import BUILDINGS, DARK, KINDS, LIGHT
from engine.cathedral.placements import BARRED, OF_BUILDING, Placement, overlapping

Pair = tuple[int, int]
Built = tuple[Placement, ...]


def rooms(built: tuple[Built, Built], cathedral: Placement | None, territory: Pair) -> Pair:
    """For each side, the placements on free squares outside the other's territory (Rules, 2 and 4)."""
    taken = sum(placement.squares for placement in (*built[LIGHT], *built[DARK])) | (cathedral.squares if cathedral else 0)
    light, dark = (unspent(seat, built[seat]) & ~overlapping(seat, taken | territory[1 - seat]) for seat in (LIGHT, DARK))
    return light, dark


def unspent(seat: int, built: Built) -> int:
    """The placements of the buildings that the seat still has, wherever they lie."""
    standing = [placement.building for placement in built]
    left = [building.name for building in BUILDINGS if standing.count(building.name) < building.count]
    return sum(OF_BUILDING[seat][name] for name in left)


def rooms_beside(room: Pair, placement: Placement) -> Pair:
    """For each side, what of its room is left when the placement stands and nothing else has changed."""
    light, dark = (room[seat] & ~BARRED[seat][placement.owner][placement.index] for seat in (LIGHT, DARK))
    return light, dark


def without(room: Pair, seat: int, building: str) -> Pair:
    """The room of both sides when the seat has no such building any more."""
    spent = OF_BUILDING[seat][building]
    return (room[LIGHT] & ~spent, room[DARK]) if seat == LIGHT else (room[LIGHT], room[DARK] & ~spent)


def fenced_out(room: Pair, seat: int, region: int) -> Pair:
    """The room of both sides when the seat may no longer build on the region."""
    if not region:
        return room
    barred = overlapping(seat, region)
    return (room[LIGHT] & ~barred, room[DARK]) if seat == LIGHT else (room[LIGHT], room[DARK] & ~barred)


def is_spent(building: str, built: Built) -> bool:
    """Whether all the buildings of that name stand."""
    return sum(placement.building == building for placement in built) == KINDS[building].count
