"""How light opens: the Cathedral on one of the places from which it did best in many games, then the reply that did best there.

`opening.toml` has both, and replies for a Cathedral that somebody else has placed; it is made by `python -m tests.bench.opening`. A place
and its turned and mirrored images are as good as each other, and so are the replies.
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine.cathedral.box import DARK, LIGHT, NOBODY
from engine.cathedral.city import SIZE, cells, ground
from engine.cathedral.moves import Move, read_text
from engine.cathedral.placements import BY_SQUARES, found
from engine.cathedral.position import Position
from engine.grid import Cell

FILE = Path(__file__).with_name("opening.toml")

CLOSE = 0.5
"""Places that did worse than the best by no more than so many squares are as good as it, for all that is known."""


def images(squares: int) -> frozenset[int]:
    """The squares turned and mirrored in every way."""
    return frozenset(moved(squares, symmetry) for symmetry in symmetries())


def symmetries() -> Iterator[Callable[[Cell], Cell]]:
    """Every way to turn and mirror the city, none first."""
    for mirrored in (False, True):
        for turns in range(4):
            yield lambda cell, mirrored=mirrored, turns=turns: turned(cell, mirrored, turns)  # type: ignore[misc]


def turned(cell: Cell, mirrored: bool, turns: int) -> Cell:
    """
    >>> turned((0, 0), False, 1), turned((0, 1), True, 0)
    ((9, 0), (9, 1))
    """
    x, y = (SIZE - 1 - cell[0], cell[1]) if mirrored else cell
    for _ in range(turns):
        x, y = SIZE - 1 - y, x
    return x, y


def moved(squares: int, symmetry: Callable[[Cell], Cell]) -> int:
    return ground(symmetry(cell) for cell in cells(squares))


@cache
def known() -> tuple[dict[str, Any], ...]:
    """Light's replies that were worked out, as the file has them."""
    return tuple(tomllib.loads(FILE.read_text(encoding="utf-8"))["replies"])


def well_tried() -> list[dict[str, Any]]:
    """The replies that were tried in the most games; the others are for a Cathedral that somebody else has placed."""
    most = max(row["games"] for row in known())
    return [row for row in known() if row["games"] == most]


def good_places() -> list[Move]:
    """Where light did best against dark's best beginning, or as well as that for all that is known, of the places tried most."""
    worst: dict[str, float] = {}
    for row in well_tried():
        worst[row["place"]] = min(row["lead"], worst.get(row["place"], row["lead"]))
    return [read_text(place) for place, lead in worst.items() if lead >= max(worst.values()) - CLOSE]


@cache
def favoured() -> frozenset[int]:
    """The squares of every Cathedral that stands where light did best."""
    return frozenset[int]().union(*(images(covered(NOBODY, move)) for move in good_places()))


@cache
def book() -> dict[tuple[int, int], Move]:
    """Light's replies, by the squares of the Cathedral and of dark's first building.

    Light's abbey and academy have no mirror image in its own box, so a reply with one of them is only turned.
    """
    replies: dict[tuple[int, int], Move] = {}
    for row in known():
        place, dark, light = (covered(owner, read_text(row[name])) for owner, name in ((NOBODY, "place"), (DARK, "dark"), (LIGHT, "light")))
        for symmetry in symmetries():
            reply = BY_SQUARES[LIGHT].get((read_text(row["light"]).building, moved(light, symmetry)))
            if reply:
                replies.setdefault((moved(place, symmetry), moved(dark, symmetry)), reply.move)
    return replies


def booked(position: Position, seat: int) -> Move | None:
    """Light's reply to dark's first building, where it was worked out beforehand."""
    if seat != LIGHT or position.begun[LIGHT] or position.cathedral is None or len(position.built[DARK]) != 1:
        return None
    return book().get((position.cathedral.squares, position.covered[DARK]))


def covered(owner: int, move: Move) -> int:
    """The squares that a move in notation covers."""
    placement = found(owner, move)
    assert placement is not None, f"{move} lies outside the walls"
    return placement.squares
