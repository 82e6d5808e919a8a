"""The moves: a seat lays its tile or, should it fit nowhere, sets it aside; chance draws tiles and names the first seat.

>>> str(Lay("green3", read_cell("2,-1"), "e")), str(Aside("green3")), str(Draw("?")), str(First(2))
('lay green3@2,-1e', 'aside green3', 'draw ?', 'first 2')
>>> read_move("lay green1@2,-1e")
Lay(tile='green1', cell=-254, facing='n')
"""

import re
from typing import NamedTuple, TypeAlias

from engine.errors import BadNotation
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import cell_name, read_cell
from engine.forbidden_city.sentences import SENTENCES
from engine.sentences import quoted

UNKNOWN = "?"
"""A tile that the viewer may not see."""


class Lay(NamedTuple):
    """The held tile laid on a cell, its north side facing one way."""

    tile: str
    cell: int
    facing: str

    def __str__(self) -> str:
        return f"lay {self.tile}@{cell_name(self.cell)}{self.facing}"


class Aside(NamedTuple):
    """The held tile, which fits nowhere, shown and put away."""

    tile: str

    def __str__(self) -> str:
        return f"aside {self.tile}"


class Draw(NamedTuple):
    """The tile that chance gives to the seat whose hand is empty."""

    tile: str

    def __str__(self) -> str:
        return f"draw {self.tile}"


class First(NamedTuple):
    """The seat that chance lets begin."""

    seat: int

    def __str__(self) -> str:
        return f"first {self.seat}"


Move: TypeAlias = Lay | Aside | Draw | First

DRAWS = {name: Draw(name) for name in TILES.tiles}


def read_move(text: str) -> Move:
    """A move from its text."""
    word, _, rest = text.partition(" ")
    match word:
        case "lay":
            return read_lay(rest)
        case "aside":
            return Aside(read_tile_name(rest))
        case "draw":
            return Draw(UNKNOWN) if rest == UNKNOWN else Draw(read_tile_name(rest))
        case "first" if re.fullmatch("[0-3]", rest):
            return First(int(rest))
    raise BadNotation.of(SENTENCES.say("notation.move", {"text": quoted(text)}))


def read_lay(text: str) -> Lay:
    """Where and how a tile is laid."""
    match = re.fullmatch(r"([a-z0-9]{1,20})@([-0-9]{1,3},[-0-9]{1,3})([nesw])", text)
    if match is None:
        raise BadNotation.of(SENTENCES.say("notation.move", {"text": quoted(f"lay {text}")}))
    tile, cell, facing = match.groups()
    # Ruling: a tile that looks the same turned several ways is written with the first of n, e, s, w, and read in any.
    return Lay(read_tile_name(tile), read_cell(cell), TILES.tiles[tile].facings[facing])


def read_tile_name(text: str) -> str:
    if text not in TILES.tiles:
        raise BadNotation.of(SENTENCES.say("notation.tile", {"text": quoted(text)}))
    return text
