"""Quotas: how many things of a kind one caller may have going at once, be it hints, tests of webhooks, games or waiting AI turns.

A thing counts until it is given back, or until its time is over should whoever had it die; so a quota never locks anybody out for
ever. Where Redis cannot be asked nobody is refused for that.
"""

import math
import time
from importlib.resources import files

from redis.exceptions import RedisError

from service import metrics, problems
from service.store import keys
from service.store.client import Client

SOON = 5
"""Seconds after which one of many things going may be done."""


class Quotas:
    """What the callers of a store have going."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._take = client.register_script(files("service.store").joinpath("lua", "quota.lua").read_text())

    def take(self, kind: str, who: str, what: str, *, most: int = 0, seconds: float, weight: int = 1) -> int:
        """How many things of the kind the caller has with this one, which counts for so long at most; 0 where that is too many."""
        now = time.time()
        try:
            return int(self._take(keys=[keys.quota_key(kind, who)], args=[now, what, now + seconds, most, weight]))
        except RedisError:
            return 1

    def admit(
        self,
        kind: str,
        who: str,
        what: str,
        *,
        most: int,
        seconds: float,
        again: int = SOON,
        refusal: problems.TooManyRequests | None = None,
    ) -> None:
        """Counts the thing; raises TooManyRequests, with what there is too much of in its headers, where that is one too many."""
        if not self.take(kind, who, what, most=most, seconds=seconds):
            metrics.HELD_BACK.labels(kind).inc()
            told = {"RateLimit": f'"{kind}";r=0;t={again}', "RateLimit-Policy": f'"{kind}";q={most}', "Retry-After": str(again)}
            said = refusal or problems.TooManyRequests(kind.replace(" ", "_"), {"most": most})
            said.headers = told
            raise said

    def held(self, kind: str, who: str, most: int = 2000, until: float = math.inf) -> list[str]:
        """What the caller has going of the kind, so many of it at most, those first whose time is over soonest; none later than `until`."""
        return [str(what) for what in self.client.zrange(keys.quota_key(kind, who), "-inf", until, byscore=True, offset=0, num=most)]

    def give_back(self, kind: str, who: str, what: str, *, weight: int = 1) -> None:
        """Counts it no longer."""
        self.client.zrem(keys.quota_key(kind, who), what, *(f"{what}*{part}" for part in range(2, weight + 1)))
