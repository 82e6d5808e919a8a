"""Which AIs can be played now: the built-in levels, and those that somebody hosts under a name of their own."""

from dataclasses import dataclass, replace

from engine.ai.levels import LEVELS
from engine.rulesets import NAMES
from service.json_object import Json
from service.store import heartbeats
from service.store.client import Client

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
