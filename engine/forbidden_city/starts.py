"""The two sides of the start tile, read from their drawings: nine cells with the Temple in the middle.

An owner whose box differs puts a corrected `starts.toml` beside the tile file that it names: see `engine.overrides`.

>>> from engine.forbidden_city.compass import read_cell
>>> STARTS["garden"][read_cell("0,-1")].name, STARTS["garden"][read_cell("0,-1")].sides
('pink', 'owaw')
"""

import tomllib
from pathlib import Path

from engine.forbidden_city.blocks import HIGH, WIDE, read_block
from engine.forbidden_city.compass import OPPOSITE, STEPS, cell_at
from engine.forbidden_city.tiles import FLOORS, GARDEN, TEMPLE, BadTiles, Turned, printed_on
from engine.overrides import place_of

FILE = Path(__file__).with_name("starts.toml")


SIDES = ["garden", "grand"]
"""What both sides are called, in options and in records."""


def starts_file(tiles: Path) -> Path:
    """The file of the start tile that belongs to a tile file: the one beside it, else ours."""
    beside = tiles.with_name(FILE.name)
    return beside if beside.exists() else FILE


def load_starts(path: Path) -> dict[str, dict[int, Turned]]:
    """The cells of each side of the start tile; raises BadTiles with one line that says what is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        starts = {str(side["name"]): read_start(side["name"], side["drawing"]) for side in data["side"]}
    except KeyError as error:
        raise BadTiles(f"{path.name}: {error.args[0]!r} is missing.") from error
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadTiles(f"{path.name}: {' '.join(str(error).split())}") from error
    if list(starts) != SIDES:
        raise BadTiles(
            f"{path.name}: the start tile has the sides {' and '.join(SIDES)}, in this order, not {', '.join(starts) or 'none'}."
        )
    return starts


def read_start(name: str, drawing: str) -> dict[int, Turned]:
    """The nine cells of a drawn start tile, fitting each other, with the Temple in the middle."""
    rows = drawing.strip("\n").split("\n")
    cells = {}
    for y in range(3):
        for x in range(3):
            sides, inside = read_block([row[x * WIDE : (x + 1) * WIDE] for row in rows[y * HIGH : (y + 1) * HIGH]])
            floor = inside.strip().lower()
            if (floor == TEMPLE) != (x == y == 1) or floor not in (*FLOORS[1:], TEMPLE, GARDEN):
                raise BadTiles(f"The start side {name} cannot have {floor!r} in row {y + 1}, column {x + 1}.")
            floors = () if floor == GARDEN else (floor,)
            cells[cell_at(x - 1, y - 1)] = Turned(floor, "n", sides, floors, (0, 0, 0, 0), (0,), (0,))
    return check_start(name, cells)


def check_start(name: str, cells: dict[int, Turned]) -> dict[int, Turned]:
    """The cells; raises BadTiles unless the Temple has four archways, gardens four walls, and open sides meet the same floor."""
    for cell, here in cells.items():
        if (here.name == TEMPLE and here.sides != "aaaa") or (here.name == GARDEN and here.sides != "wwww"):
            raise BadTiles(f"The start side {name} has a {here.name} with the sides {here.sides}.")
        for d, step in enumerate(STEPS):
            there = cells.get(cell + step)
            meet = there is not None and here.sides[d] == there.sides[OPPOSITE[d]] == "o"
            if there and meet and here.name != there.name:
                raise BadTiles(f"The start side {name} has {here.name} open onto {there.name}.")
    return cells


def printed_starts(starts: dict[str, dict[int, Turned]]) -> list[object]:
    """What is printed on both sides of the start tile, for a digest of it."""
    return [[side, [[cell, turned.name, *printed_on(turned)] for cell, turned in cells.items()]] for side, cells in starts.items()]


STARTS = load_starts(starts_file(place_of("forbidden_city", FILE)))
