"""Blocked addresses: who is refused before anything else is done for it, until when and why.

Every process keeps the list and asks once a second whether it has changed, so that a request costs a look into a dictionary. When Redis
cannot be asked the list stays as it was.
"""

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass

from redis.exceptions import RedisError

from service import problems
from service.store import keys
from service.store.client import Client

MOST = 1000
LOOK_EVERY = 1.0


@dataclass(frozen=True)
class Block:
    address: str
    until: float
    why: str

    @property
    def is_over(self) -> bool:
        return self.until <= time.time()


class Blocks:
    """The blocked addresses of a store."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._known: dict[str, Block] = {}
        self._version: str | None = None
        self._look_at = 0.0

    def of(self, address: str) -> Block | None:
        """The block of an address, if there is one."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            with suppress(RedisError):
                self._look()
        found = self._known.get(address)
        return found if found and not found.is_over else None

    def _look(self) -> None:
        version = self.client.get(keys.BLOCKS_VERSION)
        if version != self._version:
            self._known = {block.address: block for block in self.listed()}
            self._version = version

    def listed(self) -> list[Block]:
        """Those that are not over, the shortest first."""
        found = [Block(**json.loads(text)) for text in self.client.hvals(keys.BLOCKS)]
        return sorted((block for block in found if not block.is_over), key=lambda block: (block.until, block.address))

    def block(self, address: str, seconds: int, why: str) -> Block:
        """Blocks an address from now on; raises TooMany where too many are."""
        stored = {name: Block(**json.loads(text)) for name, text in self.client.hgetall(keys.BLOCKS).items()}
        over = [name for name, block in stored.items() if block.is_over]
        if over:
            self.client.hdel(keys.BLOCKS, *over)
        if address not in stored and len(stored) - len(over) >= MOST:
            raise problems.TooMany("blocks", {"most": MOST})
        made = Block(address, time.time() + seconds, why)
        self.client.hset(keys.BLOCKS, address, json.dumps(asdict(made)))
        self._changed()
        return made

    def lift(self, address: str) -> bool:
        """Lets the address in again; False where it was not blocked."""
        there = bool(self.client.hdel(keys.BLOCKS, address))
        self._changed()
        return there

    def _changed(self) -> None:
        self.client.incr(keys.BLOCKS_VERSION)
        self._look_at = 0.0
