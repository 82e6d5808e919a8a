"""What lies in the box: the tiles, read from `tiles.toml` and checked against the totals printed on it.

An owner whose box differs can name a corrected copy of the file: see `engine.overrides`.

>>> len(TILES.names(2)), len(TILES.names(4)), TILES.two_player_colours
(30, 24, ('purple', 'yellow'))
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.forbidden_city.tiles import BadTiles, Tile, printed_on, read_tile
from engine.overrides import place_of

FILE = Path(__file__).with_name("tiles.toml")


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
        check_colours(colours, double)
        check_box(tiles, len(colours), len(double), data["box"])
    except KeyError as error:
        raise BadTiles(f"{path.name}: {error.args[0]!r} is missing.") from error
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadTiles(f"{path.name}: {' '.join(str(error).split())}") from error
    return TileSet({tile.name: tile for tile in tiles}, colours, double, data["box"])


def check_colours(colours: tuple[str, ...], double: tuple[str, ...]) -> None:
    """Raises BadTiles unless there are colours for four seats and for two, and a position with them can be read back."""
    for colour in colours:
        if not re.fullmatch("[a-z]{2,15}", colour, re.ASCII) or colour == "scored":
            raise BadTiles(f"{colour[:40]!r} is no colour that can be read back; write it in small letters, like purple.")
    if len({colour[0] for colour in colours}) != len(colours):
        raise BadTiles("Two colours start with the same letter, so their tiles could not be told apart in a drawing.")
    if len(colours) < 4 or len(double) < 2:
        raise BadTiles("There are colours for four seats, and at least two of them have the marked tiles.")


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


def printed(tiles: TileSet) -> list[object]:
    """What is printed on the tiles and the box, for a digest of it."""
    drawn = [[tile.name, tile.marked, *printed_on(tile.turned["n"])] for tile in tiles.tiles.values()]
    return [drawn, tiles.colours, tiles.two_player_colours, tiles.box]


TILES = load(place_of("forbidden_city", FILE))

LEFT_OVER: int = TILES.box["left_over"]
"""How many tiles each seat never lays."""
