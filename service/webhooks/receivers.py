"""Receivers of webhooks: how many notices may be on their way to one at once, and a circuit breaker for one that does not answer.

A receiver that hangs holds a messenger for seconds. So one receiver, one player and one address, that of players or that of receivers, has
few messengers at a time, and some are kept for receivers that answered the last time; and after a few failures in a row nothing is sent
there for a while, so that what it is owed waits without being in anybody's way. All of this is known to one worker only: others find out
for themselves.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.webhooks import messengers
from service.webhooks.registration import Webhook

AT_ONCE = 2
"""Notices that may be on their way to one receiver, for one player, or for all players of one address, from one worker."""
MOST = {"at": 4, "doubtful": messengers.AT_ONCE - 2}
"""Those that may be on their way to receivers at one IP address, and to receivers that have not answered the last time."""
FAILURES = 3
"""Failures in a row after which a receiver is left alone."""
REST = 30.0
"""Seconds for which it is; then one notice tries again."""
REMEMBERED = 10_000


def receiver_of(url: str) -> str:
    """Who answers at the URL.

    >>> receiver_of("https://bots.example/hook?a=1"), receiver_of("http://127.0.0.1:9000/")
    ('bots.example', '127.0.0.1:9000')
    """
    return urlsplit(url).netloc


def sharing(webhook: Webhook) -> tuple[str, ...]:
    """Who shares a few messengers with a webhook: all of its receiver, of its player, and of the address that it was registered from."""
    shared = (f"receiver {receiver_of(webhook.url)}", f"player {webhook.player}")
    return (*shared, f"address {webhook.origin}") if webhook.origin else shared


@dataclass(frozen=True)
class Place:
    """A messenger that is on its way, and as whose it counts."""

    receiver: str
    shared: tuple[str, ...]


class Receivers:
    """What one worker knows of those it sends notices to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: dict[str, int] = {}
        self._failures: dict[str, tuple[int, float]] = {}
        self._answered: dict[str, bool] = {}
        """Those that gave an answer the last time."""
        self._found: dict[str, str] = {}
        """The IP address of each, where it is known."""

    def enter(self, receiver: str, shared: Sequence[str]) -> Place | float:
        """A place for one more notice, or the seconds until it is worth asking again."""
        with self._lock:
            failures, until = self._failures.get(receiver, (0, 0.0))
            if failures >= FAILURES and (rest := until - time.monotonic()) > 0:
                return rest
            place = Place(receiver, (*shared, *self._more(receiver)))
            if any(self._busy.get(one, 0) >= (AT_ONCE if one in shared else MOST[one.split()[0]]) for one in place.shared):
                return 1.0
            if failures >= FAILURES:  # half open: this one tries, the others go on resting
                self._failures[receiver] = (failures, time.monotonic() + REST)
            for one in place.shared:
                self._busy[one] = self._busy.get(one, 0) + 1
            return place

    def _more(self, receiver: str) -> list[str]:
        """As what else a notice counts: one to the IP address of its receiver, and to somebody who may not answer."""
        found = self._found.get(receiver)
        return [*([f"at {found}"] if found else []), *([] if receiver in self._answered else ["doubtful"])]

    def leave(self, place: Place, *, answered: bool, address: str = "") -> None:
        """Gives the place back, and says whether the receiver gave an answer, be it a refusal, and at which IP address it was found."""
        receiver = place.receiver
        with self._lock:
            for one in place.shared:
                self._busy[one] -= 1
                if not self._busy[one]:
                    del self._busy[one]
            if max(len(self._found), len(self._answered), len(self._failures)) >= REMEMBERED:
                for known in (self._found, self._answered, self._failures):
                    known.clear()
            if address:
                self._found[receiver] = address
            if answered:
                self._answered[receiver] = True
                self._failures.pop(receiver, None)
                return
            self._answered.pop(receiver, None)
            self._failures[receiver] = (self._failures.get(receiver, (0, 0.0))[0] + 1, time.monotonic() + REST)
