"""A tile, read from its drawing and turned all four ways beforehand.

Sides are `o` open, `w` wall, `a` wall with an archway, clockwise from north. An empty cell *needs* something of a tile: the
floors that open onto it, two bits a side; each tile knows for each of the 256 needs which ways it fits.

>>> from engine.forbidden_city.box import TILES
>>> green3 = TILES.tiles["green3"]
>>> green3.turned["e"].sides, green3.dragons, green3.advisors
('owoo', (1,), (0,))
>>> pink_from_the_west = FLOORS.index("pink") << 6
>>> [turned.facing for turned in green3.fitting[pink_from_the_west]]
['w']
"""

import re
from dataclasses import dataclass, field

from engine.errors import BadNotation
from engine.forbidden_city.blocks import read_block
from engine.forbidden_city.compass import OPPOSITE
from engine.grid import FACINGS
from engine.overrides import WrongData

FLOORS = ("", "green", "pink", "white")
"""The floors by the number that stands for them in a need; 0 needs nothing."""

TEMPLE, GARDEN = "temple", "garden"


class BadTiles(WrongData):
    """A tile file that does not describe the tiles of the box; one line names the tile."""


@dataclass(frozen=True, eq=False)
class Turned:
    """A tile, or a cell of the start tile, turned to face one way."""

    name: str
    facing: str
    sides: str
    floors: tuple[str, ...]
    """The floors of its parts: one; two on a diagonal tile; none in a garden."""
    parts: tuple[int, int, int, int]
    """To which part each side belongs."""
    advisors: tuple[int, ...]
    """How many advisors stand in each part."""
    dragons: tuple[int, ...]
    opens: tuple[int, int, int, int] = field(init=False)
    """What it adds to the need of the neighbour at each side."""
    openings: tuple[int, ...] = field(init=False)
    """How many open sides each part has."""

    def __post_init__(self) -> None:
        opens = [FLOORS.index(self.floor(d)) << 2 * OPPOSITE[d] if side == "o" else 0 for d, side in enumerate(self.sides)]
        openings = [sum(s == "o" and p == part for s, p in zip(self.sides, self.parts, strict=True)) for part in range(len(self.floors))]
        object.__setattr__(self, "opens", tuple(opens))
        object.__setattr__(self, "openings", tuple(openings))

    def floor(self, direction: int) -> str:
        """The floor at that side."""
        return self.floors[self.parts[direction]] if self.floors else GARDEN

    def misfit(self, need: int) -> int | None:
        """The first direction in which two different floors would open onto each other."""
        for direction, side in enumerate(self.sides):
            wanted = need >> 2 * direction & 3
            if side == "o" and wanted and FLOORS[wanted] != self.floor(direction):
                return direction
        return None

    @property
    def look(self) -> object:
        """The same for two ways of turning that nobody can tell apart."""
        return self.sides, tuple(self.floor(d) for d in range(4)), self.floors and self.parts if len(self.floors) > 1 else ()


@dataclass(frozen=True, eq=False)
class Tile:
    """One room tile; every colour has the same ones."""

    name: str
    mark: str
    """Two or three letters for drawings: `g3`, `gp`."""
    marked: bool
    """Whether it carries the 2 of the two-player game."""
    turned: dict[str, Turned]
    facings: dict[str, str]
    """For each way to face, the first of n, e, s, w that looks the same."""
    fitting: tuple[tuple[Turned, ...], ...]
    """For each need, the ways to turn it that fit and look different, in the order n, e, s, w."""
    fits: tuple[tuple[int, ...], ...]
    """The same as quarters turned clockwise."""

    @property
    def floors(self) -> tuple[str, ...]:
        return self.turned["n"].floors

    @property
    def advisors(self) -> tuple[int, ...]:
        return self.turned["n"].advisors

    @property
    def dragons(self) -> tuple[int, ...]:
        return self.turned["n"].dragons


def read_tile(name: str, floors: list[str], number: str, drawing: str, marked: bool) -> Tile:
    """A tile from its drawing, which faces north."""
    sides, inside = read_block(drawing.strip("\n").split("\n"))
    left, wall, right = inside.partition("\\")
    inhabitants = (right, left) if wall else (left,)
    # Ruling: the two floors of a diagonal tile differ. So one tile is never twice in a room.
    if unknown := [floor for floor in floors if floor not in FLOORS[1:]] or (floors if len(set(floors)) != len(inhabitants) else []):
        wanted = "two different floors" if wall else "one floor"
        raise BadNotation(f"{'/'.join(unknown)} is not possible; the drawing asks for {wanted} of green, pink and white.")
    if not re.fullmatch(r"[1-9]?" if wall else r"[1-9]", number):
        raise BadNotation("it needs a number from 1 to 9.")
    if any(not re.fullmatch(r" *(\*{0,3}|D) *", text) for text in inhabitants):
        raise BadNotation(f"{inside.strip()!r} is not possible; up to three advisors (*) or one dragon (D) stand on a floor.")
    parts = (0, 0, 1, 1) if wall else (0, 0, 0, 0)
    advisors = tuple(text.count("*") for text in inhabitants)
    dragons = tuple(text.count("D") for text in inhabitants)
    north = Turned(name, "n", sides, tuple(floors), parts, advisors, dragons)
    return made(north, "".join(floor[0] for floor in floors) + number, marked)


def printed_on(turned: Turned) -> list[object]:
    """What is printed on a tile or a cell of the start tile."""
    return [turned.sides, turned.floors, turned.parts, turned.advisors, turned.dragons]


def made(north: Turned, mark: str, marked: bool) -> Tile:
    """The tile turned all four ways, with the ways in which it fits."""
    turned = {facing: turn(north, quarters) for quarters, facing in enumerate(FACINGS)}
    facings = {facing: next(f for f in FACINGS if turned[f].look == turned[facing].look) for facing in FACINGS}
    different = [turned[facing] for facing in FACINGS if facings[facing] == facing]
    fitting = tuple(tuple(t for t in different if t.misfit(need) is None) for need in range(256))
    fits = tuple(tuple(FACINGS.index(t.facing) for t in ways) for ways in fitting)
    return Tile(north.name, mark, marked, turned, facings, fitting, fits)


def turn(north: Turned, quarters: int) -> Turned:
    """The tile turned clockwise by so many quarters."""
    sides = "".join(north.sides[(d - quarters) % 4] for d in range(4))
    one, two, three, four = (north.parts[(d - quarters) % 4] for d in range(4))
    return Turned(north.name, FACINGS[quarters], sides, north.floors, (one, two, three, four), north.advisors, north.dragons)
