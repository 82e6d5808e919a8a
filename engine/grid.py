"""Squares and shapes: names of squares (`e8`), and drawings of shapes that can be turned.

Columns are letters from the left, rows are numbers from the top; x grows to the east, y to the south.

>>> square_name(4, 7), read_square("e8")
('e8', (4, 7))
>>> bridge = read_shape("*/#/#")
>>> [square_name(x + 6, y + 2) for x, y in sorted(turned(bridge, "e"))]
['e3', 'f3', 'g3']
"""

import re

from engine.errors import BadNotation
from engine.sentences import GAME, quoted

Cell = tuple[int, int]

FACINGS = "nesw"
"""The four ways a piece can face, clockwise."""


def square_name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def read_square(text: str) -> Cell:
    """The column and row of a square's name, counted from 0."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", text)
    if match is None:
        raise BadNotation.of(GAME.say("notation.square", {"text": quoted(text)}))
    return ord(match[1]) - ord("a"), int(match[2]) - 1


def read_shape(drawing: str) -> frozenset[Cell]:
    """The cells of a drawing with rows joined by `/`, as offsets from the prime cell `*`."""
    rows = drawing.split("/")
    cells = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in "#*"]
    primes = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "*"]
    if len(primes) != 1 or set(drawing) - set("#*./"):
        raise BadNotation(f"{drawing!r} is not a shape: it needs one * and otherwise # . and /.")
    ((prime_x, prime_y),) = primes
    return frozenset((x - prime_x, y - prime_y) for x, y in cells)


def turned(shape: frozenset[Cell], facing: str) -> frozenset[Cell]:
    """The shape, drawn facing north, turned clockwise around its prime cell until it faces `facing`."""
    for _ in range(FACINGS.index(facing)):
        shape = frozenset((-y, x) for x, y in shape)
    return shape
