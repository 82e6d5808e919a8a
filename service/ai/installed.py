"""The AIs that are installed here: the built-in levels, and custom ones under names of their own.

A custom AI is a Python object with `choose(view, moves, budget)`, or a class of such objects, found through the entry-point
group `intramuros.ais`; `rulesets` and `about` on it are optional.
"""

import inspect
import re
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import cast

from engine.ai.levels import LEVELS, opponent
from engine.ai.opponent import Opponent
from engine.rulesets import NAMES
from service.config import CannotStart
from service.json_object import Json

GROUP = "intramuros.ais"
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")


def names() -> tuple[str, ...]:
    """The names of the custom AIs that are installed here; raises CannotStart for one that cannot be a name."""
    found = sorted({entry.name for entry in entry_points(group=GROUP)})
    for name in found:
        if name in LEVELS or not NAME.fullmatch(name):
            raise CannotStart(f"{name!r} cannot be the name of an AI: small letters, digits and dashes, and no built-in level's name.")
    return tuple(found)


@cache
def custom(name: str) -> Opponent:
    """The custom AI of that name, made once a process; raises CannotStart when it is not installed or does not load."""
    for entry in entry_points(group=GROUP, name=name):
        try:
            loaded = entry.load()
            made = loaded() if inspect.isclass(loaded) else loaded
        except Exception as error:
            raise CannotStart(f"The AI {name!r} does not load: {type(error).__name__}: {error}") from error
        if not callable(getattr(made, "choose", None)):
            raise CannotStart(f"The AI {name!r} has no method choose(view, moves, budget).")
        return cast(Opponent, made)
    raise CannotStart(f"There is no AI {name!r} installed here.")


def player_of(ruleset: str, name: str) -> Opponent:
    """The opponent behind a seat's AI name."""
    if name in LEVELS:
        return opponent(ruleset, name)
    return custom(name)


def description(name: str, among: Sequence[str] = NAMES) -> Json:
    """What a worker for some rulesets says about an AI that it plays."""
    made = None if name in LEVELS else custom(name)
    rulesets = tuple(getattr(made, "rulesets", NAMES))
    played = [known for known in NAMES if known in rulesets and known in among]
    return {"name": name, "rulesets": played, "about": str(getattr(made, "about", "")), "ladder": bool(getattr(made, "ladder", False))}
