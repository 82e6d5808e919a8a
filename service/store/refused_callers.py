"""Who was refused most in the last hour because it had enough, so that the operator can see whom to block.

A process counts by itself and writes once a second, so that refusing costs next to nothing; some hundred callers are kept, in pieces of
ten minutes.
"""

import time
from collections import Counter
from contextlib import suppress

from redis.exceptions import RedisError

from service.json_object import Json
from service.store import keys
from service.store.client import Client, in_turn
from service.store.commands import Command

EVERY = 1.0
KEPT, LISTED = 500, 20
"""Callers that are kept, and those that the operator is told of."""
PIECE, HOUR = 600, 3600


class RefusedCallers:
    """The refused callers of a store, as far as one process notes them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._again = 0.0
        self._counts: Counter[str] = Counter()

    def note(self, *callers: str) -> None:
        """Counts a refusal of somebody, by all that is known of it: `address 192.0.2.7`, `player k3f9`."""
        self._counts.update(caller for caller in callers if caller in self._counts or len(self._counts) < KEPT)
        if time.monotonic() >= self._again:
            self._again = time.monotonic() + EVERY
            self.write()

    def write(self) -> None:
        """Adds what this process has counted to what is known; a store that is away is not told."""
        counts, self._counts = self._counts, Counter()
        key = keys.refused_key(int(time.time()) // PIECE)
        adding: list[Command] = [["ZINCRBY", key, count, caller] for caller, count in counts.items()]
        with suppress(RedisError):
            in_turn(self.client, [*adding, ["ZREMRANGEBYRANK", key, 0, -KEPT - 1], ["EXPIRE", key, HOUR + PIECE]])

    def read(self) -> list[Json]:
        """Who was refused most in about the last hour, and how often."""
        self.write()
        piece, found = int(time.time()) // PIECE, Counter[str]()
        for number in range(HOUR // PIECE):
            for caller, count in self.client.zrange(keys.refused_key(piece - number), 0, KEPT - 1, desc=True, withscores=True):
                found[caller] += int(count)
        return [{"caller": caller, "count": count} for caller, count in found.most_common(LISTED)]
