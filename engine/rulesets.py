"""The catalogue: every ruleset by its name, in the order a lobby shows them."""

from functools import cache
from importlib import import_module
from typing import Any

from engine.core import Ruleset

NAMES = ("cathedral", "forbidden_city", "verbotene_stadt")


@cache
def ruleset(name: str) -> Ruleset[Any, Any]:
    """The ruleset of that name; KeyError for a name not in NAMES."""
    if name not in NAMES:
        raise KeyError(name)
    found: Ruleset[Any, Any] = import_module(f"engine.{name}").RULESET
    return found
