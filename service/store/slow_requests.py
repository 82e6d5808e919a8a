"""Slow requests: the last that took long although nobody wanted to wait, for the operator to look at. One a second and process is noted."""

import json
import time
from contextlib import suppress

from redis.exceptions import RedisError

from service import clock
from service.json_object import Json
from service.store import keys
from service.store.client import Client

SLOW = 1.0
"""Seconds from which on a request is slow."""
KEPT = 100
EVERY = 1.0


class SlowRequests:
    """The slow requests of a store, as far as one process notes them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._again = 0.0

    def note(self, method: str, operation: str, status: int, took: float, request: str) -> None:
        """Writes a slow request down, unless one was a moment ago; nothing more is asked of a store that is away, which may be why."""
        now = time.monotonic()
        if now < self._again:
            return
        self._again = now + EVERY
        took_ms = round(took * 1000)
        said = {"at": clock.stamp(), "method": method, "operation": operation, "status": status, "ms": took_ms, "request": request}
        with suppress(RedisError):
            self.client.lpush(keys.SLOW, json.dumps(said))
            self.client.ltrim(keys.SLOW, 0, KEPT - 1)

    def read(self) -> list[Json]:
        """The newest first."""
        return [json.loads(text) for text in self.client.lrange(keys.SLOW, 0, -1)]
