"""How much a side can still build when nobody disturbs it: the end of most games, counted instead of played.

Once no placement of one side is in the way of the other, the turn no longer matters and each side simply fills its ground.
"""

from functools import lru_cache

from engine.cathedral.box import BUILDINGS
from engine.cathedral.placements import BARRED, COVERING, OF_BUILDING, PLACEMENTS, Placement

BY_SIZE = tuple(sorted(BUILDINGS, key=lambda building: -building.squares))


class Packer:
    """Looks for the most squares that one side can cover, the largest buildings first, for a limited number of tries."""

    def __init__(self, seat: int, tries: int) -> None:
        self.seat, self.tries = seat, tries
        self.barred = BARRED[seat][seat]
        self.kinds = [(OF_BUILDING[seat][building.name], building.squares) for building in BY_SIZE]
        self.best = 0
        self.chosen: tuple[int, ...] = ()
        """The placements of the best packing found, by their index."""
        self.seen: set[tuple[int, tuple[int, ...], int]] = set()

    def pack(self, room: int, left: tuple[int, ...]) -> int:
        """The squares covered by the best packing found; `left` counts the buildings by size, as BY_SIZE lists them."""
        self.place(room, left, 0, 0, reach(self.seat, room).bit_count(), ())
        return self.best

    def place(self, room: int, left: tuple[int, ...], kind: int, placed: int, free: int, path: tuple[int, ...]) -> None:
        if placed > self.best:
            self.best, self.chosen = placed, path
        while kind < len(self.kinds) and not (left[kind] and room & self.kinds[kind][0]):
            kind += 1
        if kind == len(self.kinds) or placed + min(free, self.hope(room, left, kind)) <= self.best or (room, left, kind) in self.seen:
            return
        self.seen.add((room, left, kind))
        here, squares = self.kinds[kind]
        fewer = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
        for index in self.snug(room, room & here):
            if self.tries <= 0:
                return
            self.tries -= 1
            self.place(room & ~self.barred[index], fewer, kind, placed + squares, free - squares, (*path, index))
        self.place(room & ~here, left, kind + 1, placed, free, path)

    def hope(self, room: int, left: tuple[int, ...], kind: int) -> int:
        """No packing of what is left can cover more than this."""
        return sum(left[k] * self.kinds[k][1] for k in range(kind, len(left)) if left[k] and room & self.kinds[k][0])

    def snug(self, room: int, here: int) -> list[int]:
        """The placements of a set, those that take least room from the rest first."""
        found = []
        while here:
            lowest = here & -here
            index = lowest.bit_length() - 1
            found.append(((room & self.barred[index]).bit_count(), index))
            here ^= lowest
        found.sort()
        return [index for _, index in found]


def reach(seat: int, room: int) -> int:
    """The squares that any of a set of placements covers."""
    return sum(1 << square for square, covering in enumerate(COVERING[seat]) if covering & room)


@lru_cache(maxsize=1 << 14)
def left_by_size(built: tuple[Placement, ...]) -> tuple[int, ...]:
    """How many of each building remain beside those built, as BY_SIZE lists them."""
    standing = [placement.building for placement in built]
    return tuple(building.count - standing.count(building.name) for building in BY_SIZE)


@lru_cache(maxsize=1 << 14)
def packed(seat: int, room: int, left: tuple[int, ...], tries: int) -> int:
    """The most squares the seat can still cover by itself, as far as so many tries can tell."""
    return Packer(seat, tries).pack(room, left)


def packing(seat: int, room: int, left: tuple[int, ...], tries: int) -> tuple[Placement, ...]:
    """The placements that cover the most squares, as far as so many tries can tell."""
    packer = Packer(seat, tries)
    packer.pack(room, left)
    return tuple(PLACEMENTS[seat][index] for index in packer.chosen)
