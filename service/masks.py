"""Legal moves folded: for each piece and the way it faces, the cells where it may go as the bits of one number.

>>> folded = fold(["castle@a1n", "castle@c1n", "castle@a2n", "inn@b1e leave abbey"])
>>> folded["notation"], folded["pieces"], folded["others"]
('{piece}@{square}{facing}', {'castle': {'n': 'd'}}, ['inn@b1e leave abbey'])
>>> unfold(folded) == {"castle@a1n", "castle@c1n", "castle@a2n", "inn@b1e leave abbey"}
True
"""

import re
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]

PLACING = re.compile(r"(lay )?([a-z0-9]+)@(?:([a-z])([0-9]+)|(-?[0-9]+),(-?[0-9]+))([nesw])")
"""A piece on a cell, facing somewhere: `castle@e8n` or `lay green3@2,-1e`, and nothing after it."""


def fold(texts: Iterable[str]) -> Json:
    """The moves as masks; those that are not just a piece on a cell stand apart in `others`, in their order.

    Bit number (y - y of origin) * width + (x - x of origin) of a mask, a number in hexadecimal, stands for the cell x, y.
    """
    places: dict[tuple[str, str], list[tuple[int, int]]] = {}
    others, notation = [], ""
    for text in texts:
        found = PLACING.fullmatch(text)
        shape = shape_of(found) if found else ""
        if found is None or shape != (notation or shape):
            others.append(text)
        else:
            notation = shape
            places.setdefault((found[2], found[7]), []).append(cell_of(found))
    cells = [cell for row in places.values() for cell in row] or [(0, 0)]
    left, top = (min(cell[axis] for cell in cells) for axis in (0, 1))
    width = max(x for x, _ in cells) - left + 1
    pieces: dict[str, dict[str, str]] = {}
    for (piece, facing), row in places.items():
        pieces.setdefault(piece, {})[facing] = f"{sum(1 << ((y - top) * width + x - left) for x, y in row):x}"
    return {"notation": notation, "origin": [left, top], "width": width, "pieces": pieces, "others": others}


def unfold(folded: Json) -> set[str]:
    """Every move that the masks hold, and the others."""
    (left, top), width = folded["origin"], folded["width"]
    found = set(folded["others"])
    for piece, facings in folded["pieces"].items():
        for facing, mask in facings.items():
            bits = int(mask, 16)
            for number in (n for n in range(bits.bit_length()) if bits >> n & 1):
                x, y = left + number % width, top + number // width
                square = f"{chr(97 + x)}{y + 1}" if 0 <= x < 26 else ""
                found.add(folded["notation"].format(piece=piece, facing=facing, square=square, x=x, y=y))
    return found


def shape_of(found: re.Match[str]) -> str:
    """How such a move is written, with names in the places of what differs."""
    return f"{found[1] or ''}{{piece}}@{'{square}' if found[3] else '{x},{y}'}{{facing}}"


def cell_of(found: re.Match[str]) -> tuple[int, int]:
    """The cell as x and y; a square such as `e8` counts both from 0."""
    return (ord(found[3]) - 97, int(found[4]) - 1) if found[3] else (int(found[5]), int(found[6]))
