"""Every way a building can lie inside the walls, worked out once; sets of them are bits of one integer.

`PLACEMENTS[seat][n]` is the placement that bit n of a set stands for. Buildings that look the same in several facings
have one placement, in the first of the facings n, e, s, w that gives its squares.

>>> [len(table) for table in PLACEMENTS]
[2141, 2141, 224]
>>> str(found(0, Move("bridge", "g5", "s")))
'bridge@g3n'
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import TypeVar

from engine.cathedral.box import BUILDINGS, CATHEDRAL, DARK, KINDS, LIGHT, NOBODY, Building
from engine.cathedral.city import CITY, SIZE, STRIDE, around, cells, ground, inside
from engine.cathedral.moves import Move
from engine.grid import FACINGS, Cell, read_square, square_name, turned

T = TypeVar("T")


@dataclass(frozen=True, eq=False, slots=True)
class Placement:
    """A building of one owner on its squares. There is one object for each, so they are compared by identity."""

    owner: int
    index: int
    building: str
    move: Move
    squares: int
    ring: int
    """The squares around it inside the walls, diagonal neighbours too."""

    def __str__(self) -> str:
        return str(self.move)

    def __reduce__(self) -> tuple[object, ...]:
        return placed, (self.owner, self.index)


def placed(owner: int, index: int) -> Placement:
    return PLACEMENTS[owner][index]


@cache
def faced(owner: int, building: str, facing: str) -> list[Cell]:
    """The cells of a building that faces so, as offsets from its prime cell, in order."""
    return sorted(turned(KINDS[building].shape(owner), facing))


def footprint(owner: int, move: Move) -> list[Cell]:
    """The cells a move would cover, also where they lie outside the walls."""
    x, y = read_square(move.square)
    return [(x + dx, y + dy) for dx, dy in faced(owner, move.building, move.facing)]


def found(owner: int, move: Move) -> Placement | None:
    """The placement a move means, in whatever facing it is written; None if it would lie outside the walls."""
    owner = NOBODY if move.building == CATHEDRAL.name else owner
    direct = BY_MOVE[owner].get(move._replace(leave=()) if move.leave else move)
    if direct is not None:
        return direct
    covers = footprint(owner, move)
    return BY_SQUARES[owner].get((move.building, ground(covers))) if all(inside(x, y) for x, y in covers) else None


def placements_of(owner: int, building: Building) -> Iterator[tuple[Move, int]]:
    """The moves that place a building on different squares, with the squares."""
    seen = set()
    for facing in FACINGS:
        shape = faced(owner, building.name, facing)
        for y in range(SIZE):
            for x in range(SIZE):
                covers = [(x + dx, y + dy) for dx, dy in shape]
                squares = ground(covers) if all(inside(*cell) for cell in covers) else 0
                if squares and squares not in seen:
                    seen.add(squares)
                    yield Move(building.name, square_name(x, y), facing), squares


def table(owner: int, buildings: tuple[Building, ...]) -> tuple[Placement, ...]:
    """All placements of an owner's buildings, in the order of the box, then by facing, then by square."""
    rows = [row for building in buildings for row in placements_of(owner, building)]
    return tuple(
        Placement(owner, index, move.building, move, squares, around(squares) & CITY) for index, (move, squares) in enumerate(rows)
    )


PLACEMENTS = (table(LIGHT, BUILDINGS), table(DARK, BUILDINGS), table(NOBODY, (CATHEDRAL,)))

BY_MOVE = [{placement.move: placement for placement in placements} for placements in PLACEMENTS]
BY_SQUARES = [{(placement.building, placement.squares): placement for placement in placements} for placements in PLACEMENTS]


def sets_by_building(owner: int) -> dict[str, int]:
    """For each building, the set of its placements."""
    sets: dict[str, int] = {}
    for placement in PLACEMENTS[owner]:
        sets[placement.building] = sets.get(placement.building, 0) | 1 << placement.index
    return sets


def sets_by_square(owner: int) -> list[int]:
    """For each square, the set of placements that cover it."""
    sets = [0] * (SIZE * STRIDE)
    for placement in PLACEMENTS[owner]:
        for x, y in cells(placement.squares):
            sets[y * STRIDE + x] |= 1 << placement.index
    return sets


OF_BUILDING = tuple(sets_by_building(owner) for owner in range(len(PLACEMENTS)))
COVERING = tuple(sets_by_square(owner) for owner in range(len(PLACEMENTS)))


def overlapping(owner: int, squares: int) -> int:
    """The set of the owner's placements that cover any of the squares."""
    covering, overlaps = COVERING[owner], 0
    while squares:
        lowest = squares & -squares
        overlaps |= covering[lowest.bit_length() - 1]
        squares ^= lowest
    return overlaps


BARRED = tuple(
    tuple(tuple(overlapping(seat, placement.squares) for placement in placements) for placements in PLACEMENTS) for seat in (LIGHT, DARK)
)
"""`BARRED[seat][owner][n]` is the set of the seat's placements that have no room beside the owner's placement n."""

MOVES = tuple(tuple(placement.move for placement in placements) for placements in PLACEMENTS)

SWITCHES = bytes.maketrans(b"01", b"\0\1")


def listed(table: Sequence[T], chosen: int) -> list[T]:
    """The entries of a table of placements, or of their moves, that belong to a set, in the order of the table."""
    return list(compress(table, f"{chosen:b}"[::-1].encode().translate(SWITCHES)))


def nth(chosen: int, n: int) -> int:
    """The number of the set's n-th bit, counted from 0, found by halving.

    >>> nth(0b10110, 0), nth(0b10110, 2)
    (1, 4)
    """
    width, number = 1 << chosen.bit_length().bit_length(), 0
    while width > 1:
        width >>= 1
        low = chosen & ((1 << width) - 1)
        count = low.bit_count()
        if n < count:
            chosen = low
        else:
            n, chosen, number = n - count, chosen >> width, number + width
    return number
