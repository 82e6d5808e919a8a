"""The walled city as bits of one integer, a bit for each square.

A row is ten squares and a gutter that is never built on, so that a shift to a neighbour cannot leave by one wall and come
in by the other.

>>> [square_name(*cell) for cell in cells(bit(4, 7) | bit(5, 7))]
['e8', 'f8']
>>> len(list(cells(around(bit(0, 0)) & CITY)))
3
"""

from collections.abc import Iterable
from functools import lru_cache

from engine.grid import Cell, square_name

SIZE = 10
STRIDE = SIZE + 1


def bit(x: int, y: int) -> int:
    return 1 << (y * STRIDE + x)


def ground(squares: Iterable[Cell]) -> int:
    """The squares as bits."""
    return sum({bit(x, y) for x, y in squares})


@lru_cache(maxsize=8192)
def cells(squares: int) -> tuple[Cell, ...]:
    """The squares of some bits, row by row."""
    found = []
    while squares:
        lowest = squares & -squares
        y, x = divmod(lowest.bit_length() - 1, STRIDE)
        found.append((x, y))
        squares ^= lowest
    return tuple(found)


def names(squares: int) -> list[str]:
    """The squares' names, row by row."""
    return [square_name(x, y) for x, y in cells(squares)]


def inside(x: int, y: int) -> bool:
    return 0 <= x < SIZE and 0 <= y < SIZE


def around(squares: int) -> int:
    """The eight neighbours of the squares; some may lie in the gutter or beyond the last row."""
    wide = squares | squares << 1 | squares >> 1
    return (wide | wide << STRIDE | wide >> STRIDE) & ~squares


CITY = ground((x, y) for x in range(SIZE) for y in range(SIZE))

WALLS = (
    ground((x, 0) for x in range(SIZE)),
    ground((SIZE - 1, y) for y in range(SIZE)),
    ground((x, SIZE - 1) for x in range(SIZE)),
    ground((0, y) for y in range(SIZE)),
)
"""The squares along the north, east, south and west wall."""
