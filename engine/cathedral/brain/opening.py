"""Where light places the Cathedral: on one of the places from which it did best in many games, as `opening.toml` has them.

That file is made by `python -m tests.bench.opening`. A place and its turned and mirrored images are as good as each other.
"""

import tomllib
from functools import cache
from pathlib import Path

from engine.cathedral.box import CATHEDRAL, NOBODY
from engine.cathedral.city import SIZE, cells, ground
from engine.cathedral.moves import Move
from engine.cathedral.placements import found

FILE = Path(__file__).with_name("opening.toml")

CLOSE = 1.0
"""Places that did worse than the best by no more than so many squares are as good as it, for all that is known."""


def images(squares: int) -> frozenset[int]:
    """The squares turned and mirrored in every way."""
    spots, found = list(cells(squares)), set()
    for _ in range(4):
        spots = [(SIZE - 1 - y, x) for x, y in spots]
        found |= {ground(spots), ground((SIZE - 1 - x, y) for x, y in spots)}
    return frozenset(found)


@cache
def favoured() -> frozenset[int]:
    """The squares of every Cathedral that stands where light did best."""
    places = tomllib.loads(FILE.read_text(encoding="utf-8"))["places"]
    best = max(place["lead"] - place["error"] for place in places)
    good = [place["place"] for place in places if place["lead"] - place["error"] >= best - CLOSE]
    return frozenset[int]().union(*(images(standing(text)) for text in good))


def standing(text: str) -> int:
    """The squares of the Cathedral at a place in notation.

    >>> standing("cathedral@c2n").bit_count()
    6
    """
    square = text.removeprefix(f"{CATHEDRAL.name}@")
    placement = found(NOBODY, Move(CATHEDRAL.name, square[:-1], square[-1]))
    assert placement is not None
    return placement.squares
