"""Data files that take the place of those in a ruleset's folder, where the owner of a box has corrected copies.

The host says so once, before the ruleset is loaded; the engine itself reads no environment.
"""

import sys
from pathlib import Path
from typing import NamedTuple


class WrongData(ValueError):
    """Data that cannot be played with; `str()` is one line that says what is wrong in which file."""


class OwnData(NamedTuple):
    """The data of a ruleset that an owner may have corrected: what a host's setting for it is called, and what it names."""

    word: str
    """The last word of the setting, after the ruleset's name."""
    is_folder: bool
    about: str


PLACES: dict[str, Path] = {}
"""Where the data of a ruleset is, if not in its folder."""


def use(name: str, place: Path) -> None:
    """The ruleset of that name, once it is loaded, reads the file or folder at this place; RuntimeError when it is loaded already."""
    if f"engine.{name}" in sys.modules:
        raise RuntimeError(f"{name} is loaded; say where its data is before that.")
    PLACES[name] = place


def place_of(name: str, built_in: Path) -> Path:
    """Where the data of a ruleset is."""
    return PLACES.get(name, built_in)
