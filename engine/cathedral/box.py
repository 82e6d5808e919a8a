"""What lies in the box: the buildings of both sides and the Cathedral, read from `buildings.toml`.

>>> [f"{building.count} {building.name}" for building in BUILDINGS][:3]
['2 tavern', '2 stable', '2 inn']
>>> sum(building.count * building.squares for building in BUILDINGS), CATHEDRAL.squares
(47, 6)
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from engine.grid import Cell, read_shape

SIDES = ("light", "dark")
"""What the seats 0 and 1 are called."""

LIGHT, DARK = 0, 1

NOBODY = 2
"""The owner of the Cathedral: a piece foreign to both sides."""


@dataclass(frozen=True)
class Building:
    """A kind of building: its names, how many a side has, and its drawing facing north for each owner."""

    name: str
    french: str
    code: str
    letters: str
    drawings: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many of them each side has."""
        return len(self.letters)

    @property
    def squares(self) -> int:
        return len(read_shape(self.drawings[0]))

    def shape(self, owner: int) -> frozenset[Cell]:
        """Its cells facing north, as offsets from the prime cell."""
        return read_shape(self.drawings[owner % len(self.drawings)])


def load() -> tuple[tuple[Building, ...], Building]:
    """The buildings of a side in the order of the box, and the Cathedral."""
    box = tomllib.loads((files(__package__) / "buildings.toml").read_text(encoding="utf-8"))
    return tuple(building(entry) for entry in box["building"]), building(box["cathedral"])


def building(entry: dict[str, Any]) -> Building:
    """One entry of the box."""
    drawn = [entry["drawing"]] if "drawing" in entry else [entry[side] for side in SIDES]
    drawings = tuple("/".join(drawing.split()) for drawing in drawn)
    return Building(entry["name"], entry["french"], entry["code"], entry["letters"], drawings)


BUILDINGS, CATHEDRAL = load()

KINDS = {building.name: building for building in (*BUILDINGS, CATHEDRAL)}

SQUARES_A_SIDE = sum(building.count * building.squares for building in BUILDINGS)
