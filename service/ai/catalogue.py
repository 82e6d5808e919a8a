"""Which AIs can be played now: the built-in levels, and those that somebody hosts under a name of their own.

A custom AI is a Python object with `choose(view, moves, budget)`, or a class of such objects, found through the entry-point
group `intramuros.ais`; `rulesets` and `about` on it are optional.
"""

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from engine.ai.levels import LEVELS, opponent
from engine.ai.opponent import Opponent
from engine.rulesets import NAMES
from service.config import CannotStart
from service.json_object import Json
from service.store import heartbeats
from service.store.client import Client

GROUP = "intramuros.ais"
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")

ABOUT = {
    "random": "Plays any legal move, each as likely as the others, without thinking.",
    "easy": "Sees what a move brings at once, overlooks some moves and misjudges others. Thinks for 0.2 seconds at most.",
    "medium": "Errs seldom and looks a little ahead. Thinks for 0.2 seconds at most.",
    "hard": "Looks several moves ahead, guesses what is hidden from it, and never errs on purpose. "
    "Thinks as long as this server lets it, one second unless set otherwise.",
    "expert": "Plays as `hard` does and looks further: it thinks three times as long.",
}
"""How the built-in levels play, and for how long they think."""


@dataclass(frozen=True)
class AI:
    """An AI as the catalogue shows it; `workers` is how many live workers play it now."""

    name: str
    kind: str
    rulesets: tuple[str, ...]
    workers: int
    about: str
    ladder: bool = False
    """Whether it asks to be rated, and to be paired with others that do."""
    host: str = ""
    """Whose it is: a host far away by its name among the workers, or `here`."""


def installed() -> tuple[str, ...]:
    """The names of the custom AIs that are installed here; raises CannotStart for one that cannot be a name."""
    found = sorted({entry.name for entry in entry_points(group=GROUP)})
    for name in found:
        if name in LEVELS or not NAME.fullmatch(name):
            raise CannotStart(f"{name!r} cannot be the name of an AI: small letters, digits and dashes, and no built-in level's name.")
    return tuple(found)


@cache
def custom(name: str) -> Any:
    """The custom AI of that name, made once a process; raises CannotStart when it is not installed or does not load."""
    for entry in entry_points(group=GROUP, name=name):
        try:
            loaded = entry.load()
            made = loaded() if inspect.isclass(loaded) else loaded
        except Exception as error:
            raise CannotStart(f"The AI {name!r} does not load: {type(error).__name__}: {error}") from error
        if not callable(getattr(made, "choose", None)):
            raise CannotStart(f"The AI {name!r} has no method choose(view, moves, budget).")
        return made
    raise CannotStart(f"There is no AI {name!r} installed here.")


def player_of(ruleset: str, name: str) -> Opponent:
    """The opponent behind a seat's AI name."""
    if name in LEVELS:
        return opponent(ruleset, name)
    found: Opponent = custom(name)
    return found


def description(name: str, among: Sequence[str] = NAMES) -> Json:
    """What a worker for some rulesets says about an AI that it plays."""
    made: Any = None if name in LEVELS else custom(name)
    rulesets = tuple(getattr(made, "rulesets", NAMES))
    played = [known for known in NAMES if known in rulesets and known in among]
    return {"name": name, "rulesets": played, "about": str(getattr(made, "about", "")), "ladder": bool(getattr(made, "ladder", False))}


def host_of(worker: Json) -> str:
    """Whose AIs a live worker plays: all that are installed here are the operator's."""
    return str(worker["worker"]) if worker["host"] == "remote" else "here"


def catalogue(client: Client) -> dict[str, AI]:
    """The AIs that can be played now, by name: built-in ones always, others while a worker for them is alive."""
    alive = heartbeats.alive(client)
    found = {}
    for level in LEVELS:
        playing = [one for one in alive if level in [known["name"] for known in one["ais"]]]
        found[level] = AI(level, "built-in", NAMES, len(playing), ABOUT[level], ladder=True)
    for one in alive:
        for known in one["ais"]:
            if known["name"] not in LEVELS:
                before = found.get(
                    known["name"], AI(known["name"], one["host"], (), 0, known["about"], known.get("ladder", False), host_of(one))
                )
                rulesets = tuple(name for name in NAMES if name in (*before.rulesets, *known["rulesets"]))
                found[known["name"]] = replace(before, rulesets=rulesets, workers=before.workers + 1)
    return found
