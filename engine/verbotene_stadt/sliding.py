"""How officials slide, the one hard idea: straight until something stops them, then on at a right angle, as often as wished.

A *run* is a row or column of free cells between two obstacles. Sliding from any cell of a run leads to its two ends, so
all that matters of a position is, for every cell, the two ends of its run across and of its run down. They are looked up
line by line, by which cells of the line are taken. A door that stands open is an end beyond the last cell of its run, with
a number of its own from AREA on.

>>> city = City.of([cell_of("c2"), cell_of("h8"), cell_of("h12")])
>>> [end_name(end) for end in city.ends(cell_of("h8"))][:6]
['d1', 'f1', 'j1', 'l1', 'm1', 'd2']
>>> [end_name(end) for end in city.path(cell_of("h8"), cell_of("d1"))]
['h8', 'd8', 'd1']
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.errors import BadNotation
from engine.grid import read_square, square_name
from engine.sentences import quoted
from engine.verbotene_stadt.box import AREA, BOX, SIZE
from engine.verbotene_stadt.sentences import SENTENCES

Ends = tuple[int, int]
"""The west and east end of a run across, or the north and south end of a run down."""

PAVILION = AREA
"""Where an official is that has run through a door: the number of the first door, standing for all of them."""

DOOR_AT = {(door.cell, door.side): (AREA + index, door.pavilion) for index, door in enumerate(BOX.doors)}
BEYOND: list[Ends] = [(AREA + index, AREA + index) for index in range(len(BOX.doors))]

ONE_STEP = {cell: BOX.neighbours[cell] for cell in (*BOX.yellow, *BOX.grey)}
"""Where an official on a yellow or grey-yellow space can be moved instead of sliding."""

LINES = {
    "across": [[column + SIZE * row for column in range(SIZE)] for row in range(SIZE)],
    "down": [[column + SIZE * row for row in range(SIZE)] for column in range(SIZE)],
}
SIDES = {"across": ("w", "e"), "down": ("n", "s")}
STREETS = frozenset(BOX.streets)
OPEN = {side: frozenset(cell for cell in BOX.streets if BOX.open(cell, side)) for side in "nesw"}


def cell_of(name: str) -> int:
    """The street cell of that name; raises BadNotation."""
    x, y = read_square(name)
    if x >= SIZE or y >= SIZE or x + SIZE * y not in STREETS:
        raise BadNotation.of(SENTENCES.say("notation.street", {"text": quoted(name), "last": chr(96 + SIZE), "rows": SIZE}))
    return x + SIZE * y


def end_name(end: int) -> str:
    """Where a slide can end, in words: a cell, or `pavilion`."""
    return "pavilion" if end >= AREA else square_name(end % SIZE, end // SIZE)


@lru_cache(maxsize=1 << 16)
def line_ends(axis: str, line: int, taken: int, pavilion: int) -> tuple[Ends, ...]:
    """For each cell of a line the ends of its run, were the cell itself free; `pavilion` is the one that stands open."""
    cells = LINES[axis][line]
    low, high = SIDES[axis]
    return tuple((run_end(cells, place, low, taken, pavilion), run_end(cells, place, high, taken, pavilion)) for place in range(SIZE))


def run_end(cells: list[int], place: int, side: str, taken: int, pavilion: int) -> int:
    """Where a slide from a place of a line towards one side ends."""
    step = -1 if side in "wn" else 1
    if cells[place] not in STREETS:
        return cells[place]
    while cells[place] in OPEN[side]:
        if taken >> (place + step) & 1:
            return cells[place]
        place += step
    door, leads_to = DOOR_AT.get((cells[place], side), (0, 0))
    return door if door and leads_to == pavilion else cells[place]


@dataclass(frozen=True)
class City:
    """The ends of every run, while some cells are taken and at most one pavilion stands open."""

    taken: frozenset[int]
    pavilion: int
    across: list[Ends]
    down: list[Ends]
    rows: list[int]
    """Which cells of each row are taken, as bits."""
    columns: list[int]

    @classmethod
    def of(cls, taken: Iterable[int], pavilion: int = 0) -> "City":
        cells = frozenset(taken)
        rows, columns = [0] * SIZE, [0] * SIZE
        for cell in cells:
            y, x = divmod(cell, SIZE)
            rows[y] |= 1 << x
            columns[x] |= 1 << y
        across: list[Ends] = []
        down: list[Ends] = [(0, 0)] * AREA
        for line in range(SIZE):
            across += line_ends("across", line, rows[line], pavilion)
            down[line::SIZE] = line_ends("down", line, columns[line], pavilion)
        return cls(cells, pavilion, across + BEYOND, down + BEYOND, rows, columns)

    def changed(self, gone: int, come: int) -> "City":
        """The city after whoever stands on a cell has left it, and somebody has come to another one; -1 for no cell."""
        across, down, rows, columns = self.across[:], self.down[:], self.rows[:], self.columns[:]
        for cell in (gone, come):
            if cell >= 0:
                y, x = divmod(cell, SIZE)
                rows[y] ^= 1 << x
                columns[x] ^= 1 << y
                across[y * SIZE : y * SIZE + SIZE] = line_ends("across", y, rows[y], self.pavilion)
                down[x:AREA:SIZE] = line_ends("down", x, columns[x], self.pavilion)
        return City(self.taken - {gone} | ({come} if come >= 0 else set()), self.pavilion, across, down, rows, columns)

    def ends(self, start: int) -> list[int]:
        """Every end of a move of the official on `start`, in order; PAVILION, once and last, when it can enter.

        Ruling: "its start at this turn" means the start of this move. So it never ends there, but may pass it.

        A run that has been reached never needs to be reached again: both its ends are known, and so is every run that
        crosses them. The runs through `start` are reached first; `start` cuts each in two, known by their low ends.
        """
        across, down = self.across, self.down
        west, east = across[start]
        north, south = down[start]
        seen_across, seen_down = {west, start + 1 if east != start else west}, {north, start + SIZE if south != start else north}
        found = {west, east, north, south}
        reached_across, reached_down = [west, east], [north, south]
        while reached_across or reached_down:
            next_across: list[int] = []
            next_down: list[int] = []
            for cell in reached_across:
                low, high = down[cell]
                if low not in seen_down:
                    seen_down.add(low)
                    next_down += low, high
            for cell in reached_down:
                low, high = across[cell]
                if low not in seen_across:
                    seen_across.add(low)
                    next_across += low, high
            reached_across, reached_down = next_across, next_down
            found.update(next_across, next_down)
        found.update(self.steps(start))
        found.discard(start)
        ends = sorted(found)
        while ends and ends[-1] > PAVILION:
            ends.pop()
            if not ends or ends[-1] < PAVILION:
                ends.append(PAVILION)
        return ends

    def steps(self, start: int) -> list[int]:
        """Where the official can be moved by a single step."""
        return [cell for cell in ONE_STEP.get(start, ()) if cell not in self.taken]

    def path(self, start: int, end: int) -> list[int]:
        """The cells where a shortest way turns, from start to end, by number of legs; empty when there is none.

        Of equally short ways the first in the order north, south, west, east of its legs. PAVILION means any open door.
        """
        if end in self.steps(start):
            return [start, end]
        left = City.of(self.taken - {start}, self.pavilion)
        runs = {"down": left.down, "across": left.across}
        before: dict[tuple[int, str], tuple[int, str]] = {}
        todo = [(start, "")]
        for here in todo:
            cell, came = here
            if before and (cell == end or end == PAVILION <= cell):
                return corners(here, before)
            for axis in runs:
                fresh = [(stop, axis) for stop in runs[axis][cell] if axis != came and stop != cell and (stop, axis) not in before]
                before |= dict.fromkeys(fresh, here)
                todo += fresh
        return []


def corners(here: tuple[int, str], before: dict[tuple[int, str], tuple[int, str]]) -> list[int]:
    """The cells on the way that led here, the first one first."""
    way = [here]
    while way[-1][1]:
        way.append(before[way[-1]])
    return [cell for cell, _ in reversed(way)]
