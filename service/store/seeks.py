"""Seeks in Redis: those who wait in a pool, and what became of those who did; everything of a pool in one slot.

The list of pools is in another slot. So a seek waits first and its pool is listed then; whoever closes a pool takes it off the list first
and looks for seeks then; and every look at a seek lists its pool again. Whatever dies in between, a pool in which somebody waits is listed.
"""

import time
from collections.abc import Sequence
from importlib.resources import files

from service.store import keys
from service.store.client import Client
from service.store.watches import seek_topic

KEEP = 24 * 3600
"""Seconds for which it is known what became of a seek."""


class SeekStore:
    """The seeks of one Redis, cluster or sentinel set."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._add, self._match = (
            client.register_script(files("service.store").joinpath("lua", name).read_text()) for name in ("add_seek.lua", "match_seeks.lua")
        )

    def add(self, pool: str, wish: str, seek: str, text: str) -> None:
        """Puts a seek into its pool; the same one again changes nothing, also when it has ended."""
        names = [keys.pool_key(pool), keys.waiting_key(pool), keys.interest_key(pool), keys.seek_end_key(pool, seek)]
        self._add(keys=names, args=[wish, KEEP, seek, text, time.time()])
        self.announce(pool)

    def wish(self, pool: str) -> str | None:
        """What those in a pool would play."""
        return self.client.get(keys.pool_key(pool))

    def waiting(self, pool: str, since: float) -> list[str]:
        """Those who wait in a pool and have been looked at since then."""
        wanted = self.client.zrange(keys.interest_key(pool), since, "+inf", byscore=True)
        found = self.client.hmget(keys.waiting_key(pool), wanted) if wanted else []
        return [text for text in found if text is not None]

    def waits(self, pool: str, seeks: Sequence[str]) -> list[str]:
        """Those of the seeks that wait in a pool."""
        found = self.client.hmget(keys.waiting_key(pool), seeks)
        return [seek for seek, text in zip(seeks, found, strict=True) if text is not None]

    def look(self, pool: str, seek: str) -> tuple[str | None, str | None]:
        """The seek if it waits, and what became of it if it does not."""
        return self.client.hget(keys.waiting_key(pool), seek), self.client.get(keys.seek_end_key(pool, seek))

    def touch(self, pool: str, seek: str) -> None:
        """Somebody has looked at a seek that waits, so it is still wanted."""
        self.client.zadd(keys.interest_key(pool), {seek: time.time()}, xx=True)
        self.client.expire(keys.pool_key(pool), KEEP)
        self.announce(pool)

    def end(self, pool: str, seeks: Sequence[tuple[str, str]], what: str) -> bool:
        """Takes seeks out together, with what became of them; False if one of them, given with its text, does not wait any more."""
        names = [keys.waiting_key(pool), keys.interest_key(pool), *(keys.seek_end_key(pool, seek) for seek, _ in seeks)]
        done = bool(self._match(keys=names, args=[what, KEEP, *(part for seek in seeks for part in seek)]))
        if done:
            for seek, _ in seeks:
                self.client.spublish(seek_topic(seek), "")
        return done

    def announce(self, pool: str) -> None:
        """Notes that somebody may wait in the pool."""
        self.client.zadd(keys.POOLS, {pool: time.time()})

    def every_pool(self) -> list[str]:
        """The pools in which somebody waits, found by their keys."""
        return [key.split("{")[1].split("}")[0] for key in self.client.scan_iter(match=keys.waiting_key("*"), count=500)]

    def pools(self, count: int = 200) -> list[str]:
        """The pools in which somebody waits, or did not long ago."""
        self.client.zremrangebyscore(keys.POOLS, "-inf", time.time() - KEEP)
        return self.client.zrange(keys.POOLS, 0, count - 1)

    def unwanted(self, pool: str, before: float) -> list[str]:
        """The seeks in a pool that nobody has looked at since."""
        return self.client.zrange(keys.interest_key(pool), "-inf", f"({before}", byscore=True)

    def close(self, pool: str) -> None:
        """Nobody waits in the pool; looked at again when somebody does."""
        self.client.zrem(keys.POOLS, pool)
        if self.client.hlen(keys.waiting_key(pool)):
            self.announce(pool)
