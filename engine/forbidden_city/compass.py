"""Cells and the four sides: a cell is one number, so that a board is a dictionary of small integers and steps are sums.

The Temple lies at 0,0; x grows to the east, y to the south. Numbers sort row by row, from the west.

>>> cell_name(cell_at(2, -1)), read_cell("2,-1") == cell_at(2, -1)
('2,-1', True)
>>> [cell_name(cell_at(2, -1) + step) for step in STEPS]
['2,-2', '3,-1', '2,0', '1,-1']
"""

import re

from engine.errors import BadNotation
from engine.forbidden_city.sentences import SENTENCES
from engine.sentences import quoted

WIDTH = 256
"""More than any row of laid tiles can be long, so that steps never run over a row's end."""

STEPS = (-WIDTH, 1, WIDTH, -1)
"""From a cell to its neighbours: north, east, south, west."""

OPPOSITE = (2, 3, 0, 1)

DIRECTIONS = ("north", "east", "south", "west")


def cell_at(x: int, y: int) -> int:
    return y * WIDTH + x


def place_of(cell: int) -> tuple[int, int]:
    """The cell's x and y."""
    x = (cell + WIDTH // 2) % WIDTH - WIDTH // 2
    return x, (cell - x) // WIDTH


def cell_name(cell: int) -> str:
    x, y = place_of(cell)
    return f"{x},{y}"


def read_cell(text: str) -> int:
    """The cell of a name such as `2,-1`."""
    match = re.fullmatch(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)", text, re.ASCII)
    if match is None:
        raise BadNotation.of(SENTENCES.say("notation.cell", {"text": quoted(text)}))
    return cell_at(int(match[1]), int(match[2]))
