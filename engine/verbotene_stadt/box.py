"""What lies in the box: the board and the dice, read from `board.toml` and `dice.toml` and checked against what is known.

Both files are reconstructions. An owner of the box can put corrected copies of the two in a folder and name it in the
environment variable INTRAMUROS_VERBOTENE_STADT_BOARD, which is read here and nowhere else, once, at import.

>>> box = load(HERE)
>>> len(box.streets), len(box.walls), len(box.doors), len(box.yellow), len(box.grey)
(185, 44, 16, 25, 4)
"""

import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

SIZE = 15
AREA = SIZE * SIZE
"""Cells are numbered row by row from the north-west corner: cell = column + SIZE * row."""

HERE = Path(__file__).parent
VARIABLE = "INTRAMUROS_VERBOTENE_STADT_BOARD"

TERRACE = 15
"""The spaces of the exile terrace."""
GENEROUS = 10
"""How many officials in exile make pavilions pay everything they have."""

GARMENTS = ("hat", "coat", "trousers")

STEPS = {"n": -SIZE, "e": 1, "s": SIZE, "w": -1}


class WrongBox(ValueError):
    """The files of a box that cannot be played with; `str()` is one line."""


@dataclass(frozen=True)
class Door:
    """A door of a pavilion: an official on `cell` that slides towards `side` runs through it."""

    pavilion: int
    cell: int
    side: str


@dataclass(frozen=True)
class Box:
    """The board and the dice."""

    drawing: str
    pavilion_colours: tuple[str, ...]
    dice: dict[str, tuple[str, ...]]
    notices: tuple[str, ...]

    @cached_property
    def rows(self) -> list[str]:
        return self.drawing.splitlines()

    def mark(self, cell: int) -> str:
        """What is drawn on a cell."""
        y, x = divmod(cell, SIZE)
        return self.rows[2 * y + 1][2 * x + 1]

    def border(self, cell: int, side: str) -> str:
        """What is drawn on one side of a cell: a wall, a door or nothing; the board's edge is a wall."""
        y, x = divmod(cell, SIZE)
        down, right = {"n": (0, 1), "e": (1, 2), "s": (2, 1), "w": (1, 0)}[side]
        return self.rows[2 * y + down][2 * x + right]

    @cached_property
    def streets(self) -> tuple[int, ...]:
        """Every cell an official can stand on."""
        return tuple(cell for cell in range(AREA) if not self.mark(cell).isdigit())

    @cached_property
    def yellow(self) -> tuple[int, ...]:
        return tuple(cell for cell in range(AREA) if self.mark(cell) == "y")

    @cached_property
    def grey(self) -> tuple[int, ...]:
        return tuple(cell for cell in range(AREA) if self.mark(cell) == "g")

    @cached_property
    def pavilions(self) -> dict[int, tuple[int, ...]]:
        """The cells under each pavilion's roof."""
        numbers = range(1, len(self.pavilion_colours) + 1)
        return {number: tuple(cell for cell in range(AREA) if self.mark(cell) == str(number)) for number in numbers}

    @cached_property
    def walls(self) -> tuple[tuple[int, str], ...]:
        """Every wall between two street cells, each once, as a cell and its east or south side."""
        return tuple(
            (cell, side)
            for cell in self.streets
            for side in "es"
            if self.border(cell, side) in "-|" and self.beyond(cell, side) in self.streets
        )

    @cached_property
    def doors(self) -> tuple[Door, ...]:
        return tuple(
            Door(int(self.mark(cell + STEPS[side])), cell, side)
            for cell in self.streets
            for side in "nesw"
            if self.border(cell, side) == "="
        )

    @cached_property
    def neighbours(self) -> dict[int, tuple[int, ...]]:
        """The street cells one step from each street cell, walls considered."""
        return {cell: tuple(cell + STEPS[side] for side in "nesw" if self.open(cell, side)) for cell in self.streets}

    def beyond(self, cell: int, side: str) -> int | None:
        """The next cell to that side; None beyond the board's edge."""
        y, x = divmod(cell, SIZE)
        inside = {"n": y > 0, "e": x < SIZE - 1, "s": y < SIZE - 1, "w": x > 0}[side]
        return cell + STEPS[side] if inside else None

    def open(self, cell: int, side: str) -> bool:
        """Whether the street goes on from a street cell to that side."""
        return self.border(cell, side) == " " and not self.mark(cell + STEPS[side]).isdigit()


def load(folder: Path) -> Box:
    """The box whose `board.toml` and `dice.toml` are in the folder; raises WrongBox with what is wrong in one line."""
    board, dice = read_toml(folder / "board.toml"), read_toml(folder / "dice.toml")
    try:
        box = Box(
            drawing=str(board["drawing"]).strip("\n"),
            pavilion_colours=tuple(str(colour) for colour in board["pavilions"]),
            dice={name: tuple(str(face) for face in dice[name]) for name in ("blue", "small", "medium", "large")},
            notices=(str(board["notice"]), str(dice["notice"])),
        )
    except (KeyError, TypeError) as error:
        raise WrongBox(f"{folder}: {error} is missing or not a list.") from error
    for fault in faults(box):
        raise WrongBox(f"{folder}: {fault}")
    return box


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WrongBox(f"{path} cannot be read: {error}") from error


def faults(box: Box) -> Iterator[str]:
    """What is wrong with a box, the coarsest first; later checks may rely on earlier ones."""
    yield from drawing_faults(box)
    counts = [
        ("street cells", len(box.streets), 185),
        ("walls between streets", len(box.walls), 44),
        ("doors", len(box.doors), 16),
        ("yellow spaces", len(box.yellow), 25),
        ("grey-yellow spaces", len(box.grey), 4),
    ]
    for what, found, printed in counts:
        if found != printed:
            yield f"the board has {found} {what}; there are {printed}."
    yield from pavilion_faults(box)
    if not symmetric(box.rows):
        yield "the board is not symmetric."
    if not connected(box):
        yield "some streets cannot be reached from the others."
    yield from dice_faults(box)


def drawing_faults(box: Box) -> Iterator[str]:
    """A drawing has a corner, a border or a cell in every place, and a wall all around."""
    side = 2 * SIZE + 1
    if len(box.rows) != side or any(len(row) != side for row in box.rows):
        yield f"the drawing is not {side} lines of {side} characters."
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
    if len(set(box.pavilion_colours)) != 8:
        yield "there are not eight pavilions of different colours."
    for number, cells in box.pavilions.items():
        if len(cells) not in (4, 6):
            yield f"pavilion {number} covers {len(cells)} cells, not 4 or 6."
        if sum(door.pavilion == number for door in box.doors) != 2:
            yield f"pavilion {number} does not have two doors."
    for cell in box.streets:
        for side in "nesw":
            over = box.beyond(cell, side)
            roof = over is not None and box.mark(over).isdigit()
            if roof and box.border(cell, side) == " ":
                yield f"a pavilion has neither wall nor door at column {cell % SIZE + 1}, row {cell // SIZE + 1}."


def symmetric(rows: list[str]) -> bool:
    """Whether the drawing, pavilion numbers aside, is its own mirror image, left to right and across the diagonal."""
    plain = ["".join("P" if mark.isdigit() else mark for mark in row) for row in rows]
    flipped = ["".join(column).translate(str.maketrans("-|", "|-")) for column in zip(*plain, strict=True)]
    return plain == flipped and plain == [row[::-1] for row in plain]


def connected(box: Box) -> bool:
    """Whether one can walk from every street cell to every other; so on any position some official can move."""
    seen, todo = {box.streets[0]}, [box.streets[0]]
    while todo:
        fresh = [cell for cell in box.neighbours[todo.pop()] if cell not in seen]
        seen.update(fresh)
        todo += fresh
    return len(seen) == len(box.streets)


def dice_faults(box: Box) -> Iterator[str]:
    if sorted(box.dice["blue"]) != [str(number) for number in range(1, 9)]:
        yield "the blue die does not show 1 to 8."
    for name in ("small", "medium", "large"):
        faces = box.dice[name]
        if len(faces) != 6 or set(faces) - {"black", "red", "red-dragon", "red-pavilion"}:
            yield f"the {name} fate die does not have six faces of black, red, red-dragon and red-pavilion."
    if "red" not in box.dice["large"]:
        yield "the large fate die has no red face, so nobody could start."


BOX = load(Path(os.environ.get(VARIABLE) or HERE))
