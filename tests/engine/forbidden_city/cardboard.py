"""Where a tile may lie, found a second time, from the drawings alone: slow, plain, and nothing of the engine in it.

A table is a dictionary from cells to tiles; a tile is what each of its sides shows, clockwise from north: the floor that opens
there, or None for a wall with or without an archway.
"""

import tomllib
from pathlib import Path

Side = str | None
Tile = tuple[Side, Side, Side, Side]
Cell = tuple[int, int]

BOX = Path("engine/forbidden_city")
FACING = "nesw"
BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))


def read_tile(rows: list[str], north_east: str, south_west: str) -> Tile:
    """A drawn block whose floor is one thing in the north-east and, on a diagonal tile, another in the south-west."""
    top, middle, bottom = (row.ljust(9) for row in rows)
    north, south = top[1:-1].isspace(), bottom[1:-1].isspace()
    east, west = middle[-1] == " ", middle[0] == " "
    return north_east if north else None, north_east if east else None, south_west if south else None, south_west if west else None


def read_tiles() -> dict[str, Tile]:
    """Every tile by its name, facing north."""
    found = {}
    for entry in tomllib.loads((BOX / "tiles.toml").read_text())["tile"]:
        for floors in entry["floors"]:
            first, *second = floors.split("/")
            name = floors.replace("/", "") + str(entry.get("number", ""))
            found[name] = read_tile(entry["drawing"].strip("\n").split("\n"), first, second[0] if second else first)
    return found


def read_start(wanted: str) -> dict[Cell, Tile]:
    """One side of the start tile, the Temple at 0,0."""
    (drawing,) = [side["drawing"] for side in tomllib.loads((BOX / "starts.toml").read_text())["side"] if side["name"] == wanted]
    rows, found = drawing.strip("\n").split("\n"), {}
    for y in range(3):
        for x in range(3):
            block = [row.ljust(27)[9 * x : 9 * x + 9] for row in rows[3 * y : 3 * y + 3]]
            floor = block[1][1:-1].strip()
            found[x - 1, y - 1] = read_tile(block, floor, floor)
    return found


TILES = read_tiles()


def turned(tile: Tile, facing: str) -> Tile:
    """The tile with its north side facing that way."""
    quarters = FACING.index(facing)
    north, east, south, west = (tile[(side - quarters) % 4] for side in range(4))
    return north, east, south, west


def goes(table: dict[Cell, Tile], cell: Cell, tile: Tile) -> bool:
    """Whether the tile may lie there: on no other, beside one, and no floor opens onto a different one."""
    beside = [(side, table[cell[0] + x, cell[1] + y]) for side, (x, y) in enumerate(BESIDE) if (cell[0] + x, cell[1] + y) in table]
    meets = [(tile[side], there[(side + 2) % 4]) for side, there in beside]
    return cell not in table and bool(beside) and all(mine is None or theirs is None or mine == theirs for mine, theirs in meets)


def ways(table: dict[Cell, Tile], name: str) -> set[tuple[Cell, Tile]]:
    """Every way to lay the tile."""
    cells = {(x + dx, y + dy) for x, y in table for dx, dy in BESIDE}
    return {(cell, turned(TILES[name], facing)) for cell in cells for facing in FACING if goes(table, cell, turned(TILES[name], facing))}
