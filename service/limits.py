"""How many requests a caller may send: a minute's worth at once, and as many again as the time gives back.

The buckets lie in Redis, one for all processes. A process takes a twentieth of one at a time, so that a request costs a look
into a dictionary and only every so often a call of Redis. When Redis cannot be asked nobody is refused for that.
"""

import ipaddress
import threading
import time
from dataclasses import dataclass, field
from importlib.resources import files
from math import ceil

from redis.exceptions import RedisError

from service import names
from service.connections import Client

WINDOW = 60
SHARE = 20
REMEMBERED = 20_000


@dataclass
class Grant:
    """What this process holds of a caller's requests, what was left when it asked, and until when there is nothing to ask for."""

    held: int = 0
    left: int = 0
    asked: float = 0.0
    again: float = 0.0
    asking: threading.Lock = field(default_factory=threading.Lock)
    """Of many requests at once one asks for more, or each would take a share and most of them be lost."""


@dataclass(frozen=True)
class Verdict:
    """Whether a request may pass, and what the caller is told about the next ones."""

    kind: str
    most: int
    remaining: int
    wait: float

    @property
    def plenty(self) -> bool:
        return self.remaining * 2 > self.most

    @property
    def headers(self) -> dict[str, str]:
        full = ceil((self.most - self.remaining) * WINDOW / self.most)
        told = {
            "RateLimit": f'"{self.kind}";r={self.remaining};t={full}',
            "RateLimit-Policy": f'"{self.kind}";q={self.most};w={WINDOW}',
        }
        return told | ({"Retry-After": str(ceil(self.wait))} if self.wait else {})


class Limits:
    """The limits of one kind of caller, `token` or `address`; none when `most` is 0."""

    def __init__(self, client: Client, kind: str, most: int) -> None:
        self.kind = kind
        self.most = most
        self._grants: dict[str, Grant] = {}
        self._spend = client.register_script(files("service").joinpath("spend.lua").read_text())

    def spend(self, who: str) -> Verdict | None:
        """Counts one request of the caller; None where there is no limit."""
        if not self.most:
            return None
        grant = self._grants.get(who) or self._remember(who)
        if not grant.held and time.monotonic() >= grant.again:
            with grant.asking:
                if not grant.held and time.monotonic() >= grant.again:
                    self._ask(who, grant)
        if not grant.held:
            return Verdict(self.kind, self.most, 0, max(grant.again - time.monotonic(), 0.001))
        grant.held -= 1
        refilled = int((time.monotonic() - grant.asked) * self.most / WINDOW)
        return Verdict(self.kind, self.most, min(grant.left + refilled + grant.held, self.most), 0)

    def _remember(self, who: str) -> Grant:
        if len(self._grants) >= REMEMBERED:
            self._grants.clear()
        return self._grants.setdefault(who, Grant())

    def _ask(self, who: str, grant: Grant) -> None:
        try:
            taken, left, wait = self._spend(keys=[names.rate_key(self.kind, who)], args=[self.most, max(1, self.most // SHARE)])
        except RedisError:
            taken, left, wait = 1, 0, 0
        grant.held, grant.left, grant.asked = int(taken), int(left), time.monotonic()
        grant.again = time.monotonic() + int(wait) / 1000 if wait else 0.0


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
