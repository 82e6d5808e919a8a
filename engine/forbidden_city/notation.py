"""Positions as text: a few lines about the seats, the rooms paid so far, and the table drawn with its walls and archways.

    forbidden_city
    side garden
    first 0
    turn 1
    purple holds ? has greenpink pinkwhite …
    yellow holds pink7 has … aside green1
    scored 1 by purple: pink@0,-2 2 tiles, 0 dragons, beyond 1, paid 3 0

                   -1        0        1
              +-------++       ++-------+
     -1       | garden|| pink  || garden|
              +-------++--( )--++-------+

A tile is drawn as owner's colour, floor, number, facing, advisors or dragon (`Yg3eD`: yellow's green3, facing east); a
diagonal tile by its floors with the wall between (`Yg\\p`), which shows how it is turned.
The `.` are empty cells next to a tile. `reading` reads it all back.
"""

from typing import TYPE_CHECKING

from engine.forbidden_city.blocks import WIDE, draw_block
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import cell_at, cell_name, place_of
from engine.forbidden_city.rooms import Placed
from engine.forbidden_city.scoring import Scoring
from engine.forbidden_city.tiles import TEMPLE, Turned

if TYPE_CHECKING:
    from engine.forbidden_city.position import Position, Setup

MARGIN = 6
"""Columns in front of the drawing, for the row numbers."""


def draw_position(position: "Position") -> str:
    """The position in notation."""
    setup = position.setup
    first = "?" if setup.first is None else str(setup.first)
    head = ["forbidden_city", f"side {setup.side}", f"first {first}", f"turn {position.turn}"]
    seats = [draw_seat(position, seat) for seat in range(position.seats)]
    return "\n".join([*head, *seats, *(draw_scoring(setup, scoring) for scoring in position.history), "", draw_table(position)])


def draw_seat(position: "Position", seat: int) -> str:
    """What a seat holds, has not laid, and has set aside."""
    words = [position.setup.colours[seat], "holds", position.hands[seat] or "-", "has", *position.rest[seat]]
    return " ".join(words + (["aside", *position.aside[seat]] if position.aside[seat] else []))


def draw_scoring(setup: "Setup", scoring: Scoring) -> str:
    room = f"{scoring.floor}@{cell_name(scoring.cell)} {scoring.tiles} tiles, {scoring.dragons} dragons"
    beyond, paid = " ".join(map(str, scoring.neighbours)) or "-", " ".join(map(str, scoring.paid))
    return f"scored {scoring.number} by {setup.colours[scoring.seat]}: {room}, beyond {beyond}, paid {paid}"


def draw_table(position: "Position") -> str:
    """The tiles on the table and the cells around them, with the numbers of columns and rows."""
    places = [place_of(cell) for cell in position.board.frontier]
    columns = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    rows = range(min(y for _, y in places), max(y for _, y in places) + 1)
    lines = [" " * MARGIN + "".join(f"{x:^{WIDE}}" for x in columns).rstrip()]
    for y in rows:
        blocks = [draw_cell(position, cell_at(x, y)).split("\n") for x in columns]
        margins = ("", f"{y:>{MARGIN - 2}}", "")
        lines += [
            (f"{margin:<{MARGIN}}" + "".join(parts)).rstrip() for margin, parts in zip(margins, zip(*blocks, strict=True), strict=True)
        ]
    return "\n".join(lines)


def draw_cell(position: "Position", cell: int) -> str:
    """The block of one cell."""
    placed = position.board.places.get(cell)
    if placed is None:
        inside = "." if cell in position.board.frontier else ""
        return "\n".join((" " * WIDE, f"{inside:^{WIDE}}", " " * WIDE))
    return draw_block(placed.turned.sides, draw_inside(position.setup, placed))


def draw_inside(setup: "Setup", placed: Placed) -> str:
    """What a block says of its tile."""
    turned, seat = placed
    if seat is None:
        return f" {turned.name.capitalize() if turned.name == TEMPLE else turned.name}"
    return setup.colours[seat][0].upper() + picture(turned)


def picture(turned: Turned) -> str:
    """A tile in letters: floor, number, facing, advisors or dragon; a diagonal one as its floors with the wall between."""
    mark = TILES.tiles[turned.name].mark
    if len(turned.floors) > 1:
        wall = "\\" if turned.facing in "ns" else "/"
        return f"{turned.floor(3)[0]}{wall}{turned.floor(1)[0]}{mark[2:]}"
    return f"{mark}{turned.facing}" + "*" * turned.advisors[0] + "D" * turned.dragons[0]
