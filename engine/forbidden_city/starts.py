"""The two sides of the start tile, read from their drawings: nine cells with the Temple in the middle.

>>> from engine.forbidden_city.compass import read_cell
>>> STARTS["garden"][read_cell("0,-1")].name, STARTS["garden"][read_cell("0,-1")].sides
('pink', 'owaw')
"""

import tomllib
from pathlib import Path

from engine.forbidden_city.blocks import HIGH, WIDE, read_block
from engine.forbidden_city.compass import OPPOSITE, STEPS, cell_at
from engine.forbidden_city.tiles import FLOORS, GARDEN, TEMPLE, BadTiles, Turned

FILE = Path(__file__).with_name("starts.toml")


def load_starts(path: Path) -> dict[str, dict[int, Turned]]:
    """The cells of each side of the start tile."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return {side["name"]: read_start(side["name"], side["drawing"]) for side in data["side"]}


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


STARTS = load_starts(FILE)
