"""Runs: the rows and columns of free cells between two obstacles, which all sliding goes along.

Sliding from any cell of a run leads to its two ends. Which cells of a line, a row or a column of the board, are taken decides all its
runs; so they are looked up line by line. A door that stands open is an end beyond the last cell of its run, with a number of its own
from AREA on.

>>> run = line_runs(ROW[37], 0b10000, 0)[9]
>>> run.low, run.high, run.doors
(35, 44, 0)
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from engine.verbotene_stadt.box import AREA, BOX, SIZE

Place = tuple[int, int]
"""A line and a place in it: where to look for the run through a cell."""


@dataclass(frozen=True, slots=True)
class Run:
    """A row or a column of free cells."""

    name: int
    """The same for all cells of a run, and for no other run of the city."""
    doors: int
    """The pavilions with a door at an end, as bits."""
    crossing: tuple[Place, ...]
    """Where to look for the runs that cross this one at its ends."""
    low: int
    """Its west or north end."""
    high: int
    """Its east or south end."""
    touches: int
    """Its cells and those beyond its ends, as bits: while nothing changes there, it stays as it is."""


PAVILION = AREA
"""Where an official is that has run through a door: the number of the first door, standing for all of them."""

ROW = tuple(cell // SIZE for cell in range(AREA))
COLUMN = tuple(SIZE + cell % SIZE for cell in range(AREA))
"""The two lines of each cell."""

ACROSS = tuple((row, column - SIZE) for row, column in zip(ROW, COLUMN, strict=True))
DOWN = tuple((column, row) for row, column in zip(ROW, COLUMN, strict=True))
"""Where to look for the run across through each cell, and for the run down."""

LINES = [[column + SIZE * row for column in range(SIZE)] for row in range(SIZE)] + [
    [column + SIZE * row for row in range(SIZE)] for column in range(SIZE)
]
"""The cells of each line: first the rows from the north, then the columns from the west."""

DOOR_AT = {(door.cell, door.side): (AREA + index, door.pavilion) for index, door in enumerate(BOX.doors)}

STREETS = frozenset(BOX.streets)
OPEN = {side: frozenset(cell for cell in BOX.streets if BOX.open(cell, side)) for side in "nesw"}


def lines_of(taken: frozenset[int]) -> tuple[int, ...]:
    """Which cells of each line are taken, as bits."""
    lines = [0] * len(LINES)
    for cell in taken:
        for line, place in (ACROSS[cell], DOWN[cell]):
            lines[line] |= 1 << place
    return tuple(lines)


@lru_cache(maxsize=1 << 16)
def line_runs(line: int, taken: int, pavilion: int) -> tuple[Run, ...]:
    """For each cell of a line its run, were the cell itself free; `pavilion` is the one that stands open, 0 for none."""
    cells, forth = LINES[line], OPEN["e" if line < SIZE else "s"]
    found: list[Run] = []
    for place in range(SIZE):
        goes_on = place > 0 and cells[place - 1] in forth and not taken >> (place - 1) & 3
        found.append(found[-1] if goes_on else run_through(line, *run_ends(cells, place, taken), pavilion))
    return tuple(found)


def run_ends(cells: list[int], place: int, taken: int) -> tuple[int, int]:
    """The first and the last cell of the run through a place of a line."""
    across = cells[1] - cells[0] == 1
    back, forth = (OPEN["w"], OPEN["e"]) if across else (OPEN["n"], OPEN["s"])
    low = high = place
    while cells[low] in back and not taken >> (low - 1) & 1:
        low -= 1
    while cells[high] in forth and not taken >> (high + 1) & 1:
        high += 1
    return cells[low], cells[high]


@cache
def run_through(line: int, low: int, high: int, pavilion: int) -> Run:
    """The run of a line between two cells, while a pavilion stands open; there are not many, all told."""
    across, step = line < SIZE, 1 if line < SIZE else SIZE
    doors = [DOOR_AT.get((end, side), (0, 0)) for end, side in zip((low, high), "we" if across else "ns", strict=True)]
    first, last = [door if door and leads_to == pavilion else end for end, (door, leads_to) in zip((low, high), doors, strict=True)]
    crossing = tuple([(DOWN if across else ACROSS)[stop] for stop in (first, last) if stop < AREA])
    touches = sum([1 << cell for cell in range(low - step, high + step + 1, step) if 0 <= cell < AREA])
    return Run(run_name(low, across), sum({1 << leads_to for _, leads_to in doors if leads_to}), crossing, first, last, touches)


def run_name(low: int, across: bool) -> int:
    """What the run is called that begins on a cell."""
    return low if across else -1 - low
