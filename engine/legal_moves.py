"""Lists of legal moves: by which filters they are narrowed, and in which form they are folded into masks; a ruleset says both.

>>> PIECE.name, MaskForm("{piece}@{square}{facing}", lambda move: None).text
('piece', '{piece}@{square}{facing}')
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Filter:
    """What a legal move can be asked for by; where several rulesets have the same one, the same word asks for it."""

    name: str
    about: str
    """A sentence for whoever reads the document."""
    most: int = 40
    """How long what is asked for can be."""
    among: tuple[str, ...] = ()
    """All that can be asked for, where that is little."""
    in_text: bool = False
    """Whether a move's text always has in it what it is asked for by: then most moves need not be described."""


PIECE = Filter("piece", "Only moves with this building, tile or card: `castle`.", in_text=True)
FACING = Filter("facing", "Only moves with the piece facing this way.", among=("n", "e", "s", "w"))
CELL = Filter("cell", "Only moves that cover or end on this cell: `e8`; `2,-1` in forbidden_city.", most=10)


class Placing(NamedTuple):
    """A move that is a piece put on a cell, facing somewhere, and no more; a square such as `e8` counts both from 0."""

    piece: str
    facing: str
    x: int
    y: int


@dataclass(frozen=True)
class MaskForm:
    """How the moves of a ruleset are folded: `text` is a move's with names for its `piece`, `facing`, and `square` or `x` and `y`."""

    text: str
    placing: Callable[[Any], Placing | None]
    """The move as a placing; None for one that is not just that."""
