"""The tiles, read from their drawings, checked against the box, and turned all four ways beforehand.

Sides are `o` open, `w` wall, `a` wall with an archway, clockwise from north. An empty cell *needs* something of a tile: the
floors that open onto it, two bits a side; each tile knows for each of the 256 needs which ways it fits.

>>> green3 = TILES.tiles["green3"]
>>> green3.turned["e"].sides, green3.dragons, green3.advisors
('owoo', (1,), (0,))
>>> pink_from_the_west = FLOORS.index("pink") << 6
>>> [turned.facing for turned in green3.fitting[pink_from_the_west]]
['w']
"""

import os
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadNotation, GameError
from engine.forbidden_city.blocks import read_block
from engine.forbidden_city.compass import OPPOSITE
from engine.grid import FACINGS

FLOORS = ("", "green", "pink", "white")
"""The floors by the number that stands for them in a need; 0 needs nothing."""

TEMPLE, GARDEN = "temple", "garden"

FILE = Path(__file__).with_name("tiles.toml")


class BadTiles(GameError):
    """A tile file that does not describe the tiles of the box; one line names the tile."""

    slug = "bad-tiles"


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


@dataclass(frozen=True)
class TileSet:
    """The tiles of a box."""

    tiles: dict[str, Tile]
    """Those of one player, the marked ones last."""
    colours: tuple[str, ...]
    two_player_colours: tuple[str, ...]
    box: dict[str, Any]
    """The figures of the box."""

    def names(self, seats: int) -> tuple[str, ...]:
        """The tiles that each of so many players has, in their fixed order."""
        return tuple(name for name, tile in self.tiles.items() if seats == 2 or not tile.marked)


def load(path: Path) -> TileSet:
    """The tiles drawn in a file; raises BadTiles with one line that names the tile that is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        tiles = [tile for entry in data["tile"] for tile in read_entry(entry)]
        colours = tuple(str(colour["name"]) for colour in data["colour"])
        double = tuple(str(colour["name"]) for colour in data["colour"] if colour["marked"])
        tiles.sort(key=lambda tile: tile.marked)
        check_box(tiles, len(colours), len(double), data["box"])
    except KeyError as error:
        raise BadTiles(f"{path.name}: {error.args[0]!r} is missing.") from error
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadTiles(f"{path.name}: {' '.join(str(error).split())}") from error
    return TileSet({tile.name: tile for tile in tiles}, colours, double, data["box"])


def read_entry(entry: dict[str, Any]) -> list[Tile]:
    """The tiles of one drawing, one for each floor it is printed with."""
    number = entry.get("number", "")
    found = []
    for floors in entry["floors"]:
        name = floors.replace("/", "") + str(number)
        try:
            found.append(read_tile(name, floors.split("/"), str(number), entry["drawing"], bool(entry.get("marked", False))))
        except KeyError as error:
            raise BadTiles(f"Tile {name}: {error.args[0]!r} is missing.") from error
        except ValueError as error:
            raise BadTiles(f"Tile {name}: {error}") from error
    return found


def read_tile(name: str, floors: list[str], number: str, drawing: str, marked: bool) -> Tile:
    """A tile from its drawing, which faces north."""
    sides, inside = read_block(drawing.strip("\n").split("\n"))
    left, wall, right = inside.partition("\\")
    inhabitants = (right, left) if wall else (left,)
    # Ruling: the two floors of a diagonal tile differ, so one tile is never twice in a room.
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


def check_box(tiles: list[Tile], colours: int, double: int, box: dict[str, Any]) -> None:
    """Raises BadTiles unless the tiles are as many, with as many advisors and dragons, as the box says."""
    names = [tile.name for tile in tiles]
    for name in names:
        if names.count(name) > 1:
            raise BadTiles(f"Tile {name} is drawn twice.")
    plain, marked = [t for t in tiles if not t.marked], [t for t in tiles if t.marked]
    counts = [
        ("tiles", len(plain), plain),
        ("advisors", sum(sum(t.advisors) for t in plain), plain),
        ("dragons", sum(sum(t.dragons) for t in plain), plain),
        ("marked", len(marked), marked),
        ("marked_advisors", sum(sum(t.advisors) for t in marked), marked),
    ]
    for key, count, among in counts:
        if count != box[key]:
            raise BadTiles(f"The box has {box[key]} {key.replace('_', ' ')}, not {count}; drawn are {listing(among, key)}.")
    whole = colours * len(plain) + double * len(marked)
    if whole != box["in_the_box"]:
        raise BadTiles(f"The box has {box['in_the_box']} tiles in all, not {whole}.")


def listing(tiles: list[Tile], key: str) -> str:
    """The tiles that a total counts, each with its figure."""
    figures = {"advisors": "advisors", "marked_advisors": "advisors", "dragons": "dragons"}
    counted = [(tile.name, sum(getattr(tile, figures[key])) if key in figures else 1) for tile in tiles]
    return " ".join(f"{name}×{count}" if key in figures else name for name, count in counted if count) or "none"


# The one place where the environment is read: an operator whose box differs points to a corrected copy of tiles.toml.
TILES = load(Path(os.environ.get("INTRAMUROS_FORBIDDEN_CITY_TILES") or FILE))
