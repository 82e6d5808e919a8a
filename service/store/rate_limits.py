"""Rate limits: how many requests a caller may send, a minute's worth at once, and as many again as the time gives back.

The buckets lie in Redis, one for all processes. A process takes a twentieth of one at a time, so that a request costs a look
into a dictionary and only every so often a call of Redis. When Redis cannot be asked nobody is refused for that.

Who goes on asking after a refusal is refused more and more slowly, so that refusals cost next to nothing however often it asks.
"""

import ipaddress
import threading
import time
from dataclasses import dataclass, field
from importlib.resources import files
from math import ceil
from typing import NamedTuple

from redis.exceptions import RedisError

from service.store import keys
from service.store.client import Client

SHORT, MINUTE, HOUR = 10, 60, 3600
SHARE = 20
REMEMBERED = 20_000
REFUSAL_EVERY, REFUSAL_LATEST = 0.05, 5.0
"""Seconds between two refusals of one caller by one process, and the longest that a request waits for its own."""


class Refusals:
    """When a caller is told that it is refused: the first time at once, then at a steady pace, over however many connections."""

    __slots__ = ("_next",)

    def __init__(self) -> None:
        self._next = 0.0

    def pause(self) -> float:
        """Seconds that the next refusal is to wait."""
        now = time.monotonic()
        turn = min(max(self._next, now), now + REFUSAL_LATEST)
        self._next = turn + REFUSAL_EVERY
        return turn - now


@dataclass
class Grant:
    """What this process holds of a caller's requests (below zero, what it owes), what was left when it asked, and until when there is
    nothing to ask for."""

    held: int = 0
    left: int = 0
    asked: float = 0.0
    again: float = 0.0
    asking: threading.Lock = field(default_factory=threading.Lock)
    """Of many requests at once one asks for more, or each would take a share and most of them be lost."""
    refusals: Refusals = field(default_factory=Refusals)


class Verdict(NamedTuple):
    """Whether a request may pass, and what the caller is told about the next ones."""

    kind: str
    most: int
    remaining: int
    wait: float
    window: int = MINUTE
    refusals: Refusals | None = None
    """The pace at which the caller is refused, where it is."""

    @property
    def plenty(self) -> bool:
        return self.remaining * 2 > self.most

    @property
    def headers(self) -> dict[str, str]:
        full = ceil((self.most - self.remaining) * self.window / self.most)
        told = {
            "RateLimit": f'"{self.kind}";r={self.remaining};t={full}',
            "RateLimit-Policy": f'"{self.kind}";q={self.most};w={self.window}',
        }
        return told | ({"Retry-After": str(ceil(self.wait))} if self.wait else {})


class Limits:
    """The limits of one kind of caller, `token` or `address`, or of one kind of thing that callers make; none when `most` is 0."""

    def __init__(self, client: Client, kind: str, most: int, window: int = MINUTE) -> None:
        self.kind = kind
        self.most = most
        self.window = window
        self._grants: dict[str, Grant] = {}
        self._spend = client.register_script(files("service.store").joinpath("lua", "spend.lua").read_text())

    def spend(self, who: str) -> Verdict | None:
        """Counts one request of the caller; None where there is no limit."""
        if not self.most:
            return None
        grant = self._grants.get(who) or self._remember(who)
        if grant.held <= 0 and time.monotonic() >= grant.again:
            with grant.asking:
                if grant.held <= 0 and time.monotonic() >= grant.again:
                    self._ask(who, grant)
        if grant.held <= 0:
            wait = max(grant.again - time.monotonic(), 0.001)
            return Verdict(self.kind, self.most, 0, wait, self.window, grant.refusals)
        grant.held -= 1
        refilled = int((time.monotonic() - grant.asked) * self.most / self.window)
        return Verdict(self.kind, self.most, min(grant.left + refilled + grant.held, self.most), 0, self.window)

    def charge(self, who: str, requests: int) -> None:
        """Counts as many requests more, for one that was let in and costs as much; what the caller owes then, its next ones wait for."""
        if self.most:
            (self._grants.get(who) or self._remember(who)).held -= requests

    def _remember(self, who: str) -> Grant:
        if len(self._grants) >= REMEMBERED:
            self._grants.clear()
        return self._grants.setdefault(who, Grant())

    def _ask(self, who: str, grant: Grant) -> None:
        owed = -min(grant.held, 0)
        try:
            args = [self.most, owed + max(1, self.most // SHARE), self.window]
            taken, left, wait = self._spend(keys=[keys.rate_key(self.kind, who)], args=args)
        except RedisError:
            taken, left, wait = owed + 1, 0, 0
        grant.held, grant.left, grant.asked = int(taken) - owed, int(left), time.monotonic()
        still = max(int(wait) / 1000, -grant.held * self.window / self.most if grant.held <= 0 else 0)
        grant.again = time.monotonic() + still if still else 0.0


class OwnLimits:
    """The limits that one process keeps by itself, for what must be answered though Redis cannot be asked; none when `most` is 0."""

    def __init__(self, kind: str, most: int, window: int) -> None:
        self.kind = kind
        self.most = most
        self.window = window
        self._spent: dict[str, float] = {}
        """When time will have given back everything that a caller has spent."""
        self._refusals: dict[str, Refusals] = {}

    def spend(self, who: str) -> Verdict | None:
        """Counts one request of the caller; None where there is no limit."""
        if not self.most:
            return None
        if len(self._spent) >= REMEMBERED:
            self._spent.clear()
            self._refusals.clear()
        now = time.monotonic()
        spent = max(self._spent.get(who, 0.0), now) + self.window / self.most
        wait = spent - now - self.window
        if wait > 0.001:  # what sums of fractions are off by is less
            return Verdict(self.kind, self.most, 0, wait, self.window, self._refusals.setdefault(who, Refusals()))
        self._spent[who] = spent
        return Verdict(self.kind, self.most, max(int(-wait * self.most / self.window), 0), 0, self.window)


def neighbourhood(address: str) -> str:
    """What counts as one address: an IPv6 customer has 2**64 of them.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8::5:7")
    ('192.0.2.7', '2001:db8::')
    """
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Address(int(found) >> 64 << 64))
