"""Which AI workers are alive: each one writes a sign of life, and whoever asks believes it for a few seconds."""

import json
import time
from typing import Any

from service import queueing
from service.connections import Client

KEY = "intramuros:workers"
EVERY = 3.0
BELIEVED = 12.0


def sign_of_life(client: Client, worker: str, about: dict[str, Any]) -> None:
    """Writes that the worker is alive, and what it plays."""
    client.hset(KEY, worker, json.dumps(about | {"seen": time.time()}))


def farewell(client: Client, worker: str) -> None:
    client.hdel(KEY, worker)


def alive(client: Client) -> list[dict[str, Any]]:
    """What the live workers say of themselves; those long silent are forgotten."""
    found, now = [], time.time()
    for worker, text in sorted(client.hgetall(KEY).items()):
        about = json.loads(text)
        if now - about["seen"] < BELIEVED:
            found.append(about | {"worker": worker})
        elif now - about["seen"] > 10 * BELIEVED:
            client.hdel(KEY, worker)
    return found


def playing(alive: list[dict[str, Any]], host: str, ruleset: str, ai: str) -> bool:
    """Whether one of the live workers of a kind, `worker` or `remote`, plays the AI in the ruleset."""
    return any(one["host"] == host and ai == known["name"] and ruleset in known["rulesets"] for one in alive for known in one["ais"])


def queues(about: dict[str, Any]) -> list[str]:
    """The queues that a live worker empties; a host far away has none."""
    return queueing.queue_names(about["rulesets"], [known["name"] for known in about["ais"]]) if about["host"] == "worker" else []
