"""How a client behaves, without any I/O: what a request is, when it is sent again, how long to hold back.

A request is repeated when no answer came, or one that says to come back: 429, 502, 503, 504, or 409 `still-running`. Every POST
has an Idempotency-Key, so a repeated one takes effect once. `Retry-After` is obeyed; where it is missing the pauses grow.

>>> pause_after(1, 503, {"retry-after": "2"}, "unavailable", left=60)
2.0
>>> pause_after(1, 422, {}, "illegal-move", left=60) is None
True
>>> pause_after(1, 503, {"retry-after": "90"}, "unavailable", left=60) is None
True
"""

import random
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

COME_BACK = (429, 502, 503, 504)
SHORTEST, LONGEST = 0.2, 10.0
MARGIN = 15.0
"""Seconds that an answer may take beyond what it was told to wait."""


@dataclass(frozen=True)
class Request:
    """One request, the same every time it is sent."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    unhurried: bool = True
    """Whether it holds back when the rate limit is used up; a legal move is never limited and need not."""

    def sent_headers(self, token: str | None) -> dict[str, str]:
        """Its headers; call once a request, so that every repetition has the same key."""
        made = {"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        if self.method == "POST":
            made["Idempotency-Key"] = uuid.uuid4().hex
        return made | dict(self.headers)

    def asked(self) -> dict[str, str]:
        """The query, without what is not asked for."""
        return {name: written(value) for name, value in self.query.items() if value is not None}

    def timeout(self, usual: float) -> float:
        """How long an answer may take: longer where the request says `wait`."""
        wait = self.query.get("wait") or (self.body.get("wait") if isinstance(self.body, dict) else 0) or 0
        return max(usual, float(wait) + MARGIN)


def written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """What `Retry-After` says, in seconds; it may be a date.

    >>> retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}), retry_after({})
    (0.0, None)
    """
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds()) if text else None
    except (ValueError, TypeError):
        return None


def backoff(attempt: int) -> float:
    """A growing pause, never the same for two clients."""
    return random.uniform(SHORTEST, min(LONGEST, SHORTEST * 3**attempt))


def pause_after(attempt: int, status: int | None, headers: Mapping[str, str], slug: str, left: float) -> float | None:
    """Seconds to wait before the same request is sent again, `status` None when no answer came; None to give up."""
    if status is not None and status not in COME_BACK and slug != "still-running":
        return None
    pause = retry_after(headers)
    pause = backoff(attempt) if pause is None else pause
    return pause if pause <= left else None


@dataclass
class Pace:
    """Holds requests back once the server has said in `RateLimit` that none are left.

    >>> pace = Pace()
    >>> pace.note({"ratelimit": '"token";r=0;t=3'}, now=100.0); pace.hold(now=101.0)
    2.0
    >>> pace.note({"ratelimit": '"token";r=5;t=1'}, now=101.0); pace.hold(now=101.0)
    0.0
    """

    until: float = 0.0

    def note(self, headers: Mapping[str, str], now: float) -> None:
        found = re.search(r"\br=(\d+).*?\bt=(\d+)", headers.get("ratelimit", ""))
        if found:
            self.until = now + int(found[2]) if found[1] == "0" else 0.0

    def hold(self, now: float) -> float:
        return max(0.0, self.until - now)
