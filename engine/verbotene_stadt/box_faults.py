"""What is wrong with a board or dice that somebody has drawn: only what the rulebook asks for is checked.

Every board has 25 yellow and 4 grey-yellow spaces and eight numbered pavilions of different colours, each with a door; all
streets hang together. How large it is, where its walls stand and how many doors there are is its own affair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.verbotene_stadt.box import Box

SIZES = range(7, 27)
"""How many cells a row can have: room for the pavilions and spaces, and columns named by one letter."""

SPACES = (("yellow", 25), ("grey-yellow", 4))
COLOUR = re.compile(r"[a-z]{1,15}(-[a-z]{1,15})?", re.ASCII)
FACES = {"black", "red", "red-dragon", "red-pavilion"}


def faults(box: Box) -> Iterator[str]:
    """What is wrong with a box, the coarsest first; later checks may rely on earlier ones."""
    yield from drawing_faults(box)
    for (what, printed), found in zip(SPACES, (box.yellow, box.grey), strict=True):
        if len(found) != printed:
            yield f"the board has {len(found)} {what} spaces; there are {printed}."
    yield from pavilion_faults(box)
    if not connected(box):
        yield "some streets cannot be reached from the others."
    yield from dice_faults(box)


def drawing_faults(box: Box) -> Iterator[str]:
    """A drawing is a square that has a corner, a border or a cell in every place, and a wall all around."""
    side = len(box.rows)
    if side % 2 == 0 or any(len(row) != side for row in box.rows):
        yield "the drawing is not a square: an odd number of lines with as many characters each."
    if box.size not in SIZES:
        yield f"the drawing has {box.size} cells a row; {SIZES[0]} to {SIZES[-1]} are possible."
    for y, row in enumerate(box.rows):
        for x, mark in enumerate(row):
            edge = y in (0, side - 1) or x in (0, side - 1)
            if mark not in allowed_marks(x % 2, y % 2, edge):
                yield f"line {y + 1} of the drawing has {mark!r} in column {x + 1}."


def allowed_marks(x: int, y: int, edge: bool) -> str:
    """What may be drawn at an odd or even place of the drawing."""
    if x == 0 and y == 0:
        return "+"
    if x == 1 and y == 1:
        return ".yg12345678"
    wall = "-" if x else "|"
    return wall if edge else wall + "= "


def pavilion_faults(box: Box) -> Iterator[str]:
    """Eight pavilions, each with a colour that a card's name can have and with a door to a street."""
    if len(box.pavilion_colours) != 8 or len(set(box.pavilion_colours)) != 8:
        yield "there are not eight pavilions of different colours."
    for colour in box.pavilion_colours:
        if not COLOUR.fullmatch(colour):
            yield f"{colour[:40]!r} is no colour that can be read back; write it in small letters, like red or dark-red."
    yield from door_faults(box)
    for number, cells in box.pavilions.items():
        if not cells:
            yield f"pavilion {number} is not on the board."
        if not any(door.pavilion == number for door in box.doors):
            yield f"pavilion {number} has no door."


def door_faults(box: Box) -> Iterator[str]:
    """A door has a street on one side and a pavilion on the other."""
    for cell in box.cells:
        for side in "es":
            there = box.beyond(cell, side)
            if there is not None and box.border(cell, side) == "=" and box.mark(cell).isdigit() == box.mark(there).isdigit():
                place = f"column {cell % box.size + 1}, row {cell // box.size + 1}"
                yield f"the door at the {'east' if side == 'e' else 'south'} side of {place} does not lead from a street into a pavilion."


def connected(box: Box) -> bool:
    """Whether one can walk from every street cell to every other; so on any position some official can move."""
    seen, todo = {box.streets[0]}, [box.streets[0]]
    while todo:
        fresh = [cell for cell in box.neighbours[todo.pop()] if cell not in seen]
        seen.update(fresh)
        todo += fresh
    return len(seen) == len(box.streets)


def dice_faults(box: Box) -> Iterator[str]:
    """The blue die shows every pavilion; the fate dice show nothing that has no meaning."""
    if sorted(box.dice["blue"]) != [str(number) for number in range(1, 9)]:
        yield "the blue die does not show 1 to 8."
    for name in ("small", "medium", "large"):
        faces = box.dice[name]
        if not faces or set(faces) - FACES:
            yield f"the {name} fate die shows something else than black, red, red-dragon and red-pavilion."
    if "red" not in box.dice["large"]:
        yield "the large fate die has no red face, so nobody could start."
