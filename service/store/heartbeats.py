"""Which AI workers are alive: each one writes a sign of life, and whoever asks believes it for a few seconds."""

import json
import time
from contextlib import suppress

from redis.exceptions import RedisError

from service.json_object import Json
from service.store import keys, queues
from service.store.client import Client

EVERY = 3.0
BELIEVED = 12.0


def sign_of_life(client: Client, worker: str, about: Json) -> None:
    """Writes that the worker is alive, and what it plays."""
    client.hset(keys.WORKERS, worker, json.dumps(about | {"seen": time.time()}))


def farewell(client: Client, worker: str) -> None:
    """Says that the worker goes; where that cannot be said, its silence will."""
    with suppress(RedisError):
        client.hdel(keys.WORKERS, worker)


def alive(client: Client) -> list[Json]:
    """What the live workers say of themselves; those long silent are forgotten."""
    found, now = [], time.time()
    for worker, text in sorted(client.hgetall(keys.WORKERS).items()):
        about = json.loads(text)
        if now - about["seen"] < BELIEVED:
            found.append(about | {"worker": worker})
        elif now - about["seen"] > 10 * BELIEVED:
            with suppress(RedisError):  # who may not write now reads all the same
                client.hdel(keys.WORKERS, worker)
    return found


def playing(alive: list[Json], host: str, ruleset: str, ai: str) -> bool:
    """Whether one of the live workers of a kind, `worker` or `remote`, plays the AI in the ruleset."""
    return any(one["host"] == host and ai == known["name"] and ruleset in known["rulesets"] for one in alive for known in one["ais"])


def queues_of(about: Json) -> list[str]:
    """The queues that a live worker empties; a host far away has none."""
    return queues.queue_names(about["rulesets"], [known["name"] for known in about["ais"]]) if about["host"] == "worker" else []
