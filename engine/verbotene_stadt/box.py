"""What lies in the box: the board and the dice, read from `board.toml` and `dice.toml`.

Both files are reconstructions. An owner of the box can put corrected copies of the two in a folder: see `engine.overrides`.
What every board and every die must have, and no more, is checked in `box_faults`.

>>> box = load(HERE)
>>> len(box.streets), len(box.walls), len(box.doors), len(box.yellow), len(box.grey)
(185, 44, 16, 25, 4)
"""

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.overrides import WrongData, place_of
from engine.verbotene_stadt import box_faults

HERE = Path(__file__).parent

TERRACE = 15
"""The spaces of the exile terrace."""
GENEROUS = 10
"""How many officials in exile make pavilions pay everything they have."""

GARMENTS = ("hat", "coat", "trousers")


class WrongBox(WrongData):
    """The files of a box that cannot be played with; `str()` is one line."""


@dataclass(frozen=True)
class Door:
    """A door of a pavilion: an official on `cell` that slides towards `side` runs through it."""

    pavilion: int
    cell: int
    side: str


@dataclass(frozen=True)
class Box:
    """The board and the dice. Cells are numbered row by row from the north-west corner: cell = column + size * row."""

    drawing: str
    pavilion_colours: tuple[str, ...]
    dice: dict[str, tuple[str, ...]]
    notices: tuple[str, ...]

    @cached_property
    def rows(self) -> list[str]:
        return self.drawing.splitlines()

    @cached_property
    def size(self) -> int:
        """How many cells a row and a column have."""
        return len(self.rows) // 2

    @cached_property
    def cells(self) -> range:
        return range(self.size * self.size)

    @cached_property
    def steps(self) -> dict[str, int]:
        """From a cell to its neighbours."""
        return {"n": -self.size, "e": 1, "s": self.size, "w": -1}

    def mark(self, cell: int) -> str:
        """What is drawn on a cell."""
        y, x = divmod(cell, self.size)
        return self.rows[2 * y + 1][2 * x + 1]

    def border(self, cell: int, side: str) -> str:
        """What is drawn on one side of a cell: a wall, a door or nothing; the board's edge is a wall."""
        y, x = divmod(cell, self.size)
        down, right = {"n": (0, 1), "e": (1, 2), "s": (2, 1), "w": (1, 0)}[side]
        return self.rows[2 * y + down][2 * x + right]

    @cached_property
    def streets(self) -> tuple[int, ...]:
        """Every cell an official can stand on."""
        return tuple(cell for cell in self.cells if not self.mark(cell).isdigit())

    @cached_property
    def yellow(self) -> tuple[int, ...]:
        return tuple(cell for cell in self.cells if self.mark(cell) == "y")

    @cached_property
    def grey(self) -> tuple[int, ...]:
        return tuple(cell for cell in self.cells if self.mark(cell) == "g")

    @cached_property
    def pavilions(self) -> dict[int, tuple[int, ...]]:
        """The cells under each pavilion's roof."""
        numbers = range(1, len(self.pavilion_colours) + 1)
        return {number: tuple(cell for cell in self.cells if self.mark(cell) == str(number)) for number in numbers}

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
            Door(int(self.mark(cell + self.steps[side])), cell, side)
            for cell in self.streets
            for side in "nesw"
            if self.border(cell, side) == "="
        )

    @cached_property
    def neighbours(self) -> dict[int, tuple[int, ...]]:
        """The street cells one step from each street cell, walls considered."""
        return {cell: tuple(cell + self.steps[side] for side in "nesw" if self.open(cell, side)) for cell in self.streets}

    def beyond(self, cell: int, side: str) -> int | None:
        """The next cell to that side; None beyond the board's edge."""
        y, x = divmod(cell, self.size)
        inside = {"n": y > 0, "e": x < self.size - 1, "s": y < self.size - 1, "w": x > 0}[side]
        return cell + self.steps[side] if inside else None

    def open(self, cell: int, side: str) -> bool:
        """Whether the street goes on from a street cell to that side."""
        return self.border(cell, side) == " " and not self.mark(cell + self.steps[side]).isdigit()


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
    for fault in box_faults.faults(box):
        raise WrongBox(f"{folder}: {fault}")
    return box


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WrongBox(f"{path} cannot be read: {error}") from error


BOX = load(place_of("verbotene_stadt", HERE))

SIZE = BOX.size
AREA = SIZE * SIZE
STEPS = BOX.steps
