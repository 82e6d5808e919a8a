"""The catalogue: every ruleset by its name, in the order a lobby shows them, and by the version of its rules.

Rulesets are named in the entry-point group `intramuros.rulesets`, ours like those that are installed with pip: an entry's name is the
ruleset's, its value a package that has a `RULESET`, or `package:NAME` for one that is called otherwise. Ours are in a list here too,
which gives their order, and lets the engine be used where it lies without being installed.

>>> ruleset("verbotene_stadt").version, ruleset("verbotene_stadt", 1).version
(2, 1)
"""

import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from engine.core import Ruleset
from engine.legal_moves import Filter
from engine.overrides import OwnData

GROUP = "intramuros.rulesets"
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")

BUILT_IN = {
    "cathedral": None,
    "forbidden_city": OwnData(
        "tiles", False, "other tile file for forbidden_city, with its start tile in a starts.toml beside it where that differs too"
    ),
    "verbotene_stadt": OwnData("board", True, "folder with another board.toml and dice.toml for verbotene_stadt"),
}
"""Ours, each with the data that an owner may replace; it is known here since it is named before the ruleset is loaded."""
OWN_DATA = {f"{name}_{data.word}": (name, data) for name, data in BUILT_IN.items() if data}
"""That data by the name of the setting that says where it is: `forbidden_city_tiles`."""

ENTRIES = {name: EntryPoint(name, f"engine.{name}", GROUP) for name in BUILT_IN} | {
    entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name) if entry.name not in BUILT_IN
}
"""Where each ruleset is."""

NAMES = tuple(ENTRIES)


@cache
def ruleset(name: str, version: int | None = None) -> Ruleset[Any, Any]:
    """The ruleset of that name, by its newest rules or by those of a version; KeyError for a name or a version that is not here.

    ValueError, with a line for the operator, for one that is installed but no ruleset.
    """
    newest = loaded(name)
    if version is None:
        return newest
    return {each.version: each for each in (*newest.earlier, newest)}[version]


def versions(name: str) -> tuple[int, ...]:
    """The versions of its rules that are here, the newest last."""
    newest = ruleset(name)
    return (*(each.version for each in newest.earlier), newest.version)


@cache
def filters() -> dict[str, Filter]:
    """Everything that legal moves can be asked for by in some ruleset, by its name in a query; of two with one name the first is meant."""
    found: dict[str, Filter] = {}
    for name in NAMES:
        for each in ruleset(name).filters:
            found.setdefault(each.name, each)
    return found


def package(name: str) -> str:
    """The package of a ruleset; KeyError for a name that is not here."""
    return ENTRIES[name].module


def loaded(name: str) -> Ruleset[Any, Any]:
    """The ruleset from its package; raises ValueError for one that cannot be used."""
    entry = ENTRIES[name]
    if not NAME.fullmatch(name):
        raise ValueError("a ruleset's name is small letters, digits and underscores.")
    try:
        module = import_module(entry.module)
    except Exception as error:
        if name in BUILT_IN:
            raise
        raise ValueError(f"{entry.module} cannot be loaded: {error}") from error
    called = entry.attr or "RULESET"
    found = getattr(module, called, None)
    if not isinstance(found, Ruleset) or found.name != name:
        raise ValueError(f"{entry.module} has no {called} of that name.")
    return found
