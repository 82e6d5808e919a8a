"""Who can enter which pavilion with one move: asked so often in playing at sight that listing all ends would be too slow.

A slide runs through a door exactly if it goes along the run that the door closes. So one search of the runs that an
official reaches, with all doors shut, answers for all pavilions; and one search backwards from a pavilion's doors, on a
board without the official, tells all cells from which it could enter.

>>> from engine.verbotene_stadt.sliding import cell_of
>>> streets = Streets.of((cell_of("h8"), *(cell_of(name) for name in ("h5", "e8", "k8"))))
>>> [number for number in BOX.pavilions if streets.entries(cell_of("h8")) >> number & 1]
[2, 4, 6, 8]
"""

from functools import lru_cache

from engine.verbotene_stadt.box import BOX, SIZE
from engine.verbotene_stadt.sliding import City, Ends

DOORS = tuple((door.cell, door.side in "we", 1 << door.pavilion) for door in BOX.doors)
"""Of every door its cell, whether it closes a run across, and its pavilion as a bit."""

OWN = {cell: sum(pavilion for at, _, pavilion in DOORS if at == cell) for cell in BOX.streets}
"""The pavilions with a door at each cell."""


class Streets:
    """A city with all doors shut that remembers what has been asked about it."""

    __slots__ = ("city", "doors_across", "doors_down", "known", "spots")

    def __init__(self, city: City) -> None:
        self.city = city
        self.doors_across, self.doors_down = free_doors(city)
        self.known: dict[int, int] = {}
        self.spots: dict[tuple[int, int], frozenset[int]] = {}

    @staticmethod
    @lru_cache(maxsize=2048)
    def of(cells: tuple[int, ...]) -> "Streets":
        """The streets while the officials stand on these cells; negative numbers stand nowhere."""
        return Streets(City.of(cell for cell in cells if cell >= 0))

    def entries(self, start: int) -> int:
        """The pavilions that the official on `start` can enter with one move, as bits."""
        found = self.known.get(start)
        if found is None:
            found = self.known[start] = self.search(start)
        return found

    def search(self, start: int) -> int:
        """The same, from the runs that the official reaches: see `City.ends`."""
        across, down = self.city.across, self.city.down
        west, east = across[start]
        north, south = down[start]
        seen_across, seen_down = {west, start + 1 if east != start else west}, {north, start + SIZE if south != start else north}
        reached_across, reached_down = [west, east], [north, south]
        while reached_across or reached_down:
            next_across: list[int] = []
            next_down: list[int] = []
            for cell in reached_across:
                ends = down[cell]
                if ends[0] not in seen_down:
                    seen_down.add(ends[0])
                    next_down += ends
            for cell in reached_down:
                ends = across[cell]
                if ends[0] not in seen_across:
                    seen_across.add(ends[0])
                    next_across += ends
            reached_across, reached_down = next_across, next_down
        found = OWN[start]
        for low, pavilion in self.doors_across:
            if low in seen_across:
                found |= pavilion
        for low, pavilion in self.doors_down:
            if low in seen_down:
                found |= pavilion
        return found

    def spots_before(self, pavilion: int, leaving: int) -> frozenset[int]:
        """The cells from which the official that stands on `leaving` now could enter the pavilion."""
        found = self.spots.get((pavilion, leaving))
        if found is None:
            found = self.spots[pavilion, leaving] = spots_before(self.city.changed(leaving, -1), pavilion)
        return found


def free_doors(city: City) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The runs across and down that end at a door, by their low ends, with the door's pavilion as a bit."""
    free = [(cell, level, pavilion) for cell, level, pavilion in DOORS if cell not in city.taken]
    across = [(city.across[cell][0], pavilion) for cell, level, pavilion in free if level]
    return across, [(city.down[cell][0], pavilion) for cell, level, pavilion in free if not level]


def spots_before(city: City, pavilion: int) -> frozenset[int]:
    """All cells of the runs from which sliding on leads through a door of the pavilion.

    A run leads there if it ends at the door, or if it ends on a cell of a run of the other kind that leads there.
    """
    across, down, taken = city.across, city.down, city.taken
    found: set[int] = set()
    seen_across: set[int] = set()
    seen_down: set[int] = set()
    todo: list[tuple[bool, Ends]] = []
    for cell, level, bit in DOORS:
        if bit == 1 << pavilion and cell not in taken:
            (seen_across if level else seen_down).add((across if level else down)[cell][0])
            todo.append((level, (across if level else down)[cell]))
    while todo:
        level, (low, high) = todo.pop()
        crossing, seen = (down, seen_down) if level else (across, seen_across)
        for cell in range(low, high + 1, 1 if level else SIZE):
            found.add(cell)
            ends = crossing[cell]
            if cell in ends and ends[0] not in seen:
                seen.add(ends[0])
                todo.append((not level, ends))
    return frozenset(found)
