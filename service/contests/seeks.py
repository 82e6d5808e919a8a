"""Seeks: who looks for whom, which of them fit, and what game they get.

A pool is what everybody in it would play: the ruleset, its options, the number of seats, the clock, whether it is rated. Within a pool
two fit if each one's rating is in the other's range. Whoever has waited longest is served first.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import orjson

from service.json_object import Json
from service.store import identifiers

WAITING, MATCHED, CANCELLED, EXPIRED = "waiting", "matched", "cancelled", "expired"
INTEREST = 90.0
"""Seconds without a look at it after which a seek is over: whoever seeks has gone away."""
CONSIDERED = 60
"""How many of those who wait are held against all others at a time."""


@dataclass(frozen=True)
class Seek:
    """Somebody's wish for a game."""

    id: str
    player: str
    name: str
    pool: str
    created: float
    rating: float = 1500.0
    least: float | None = None
    most: float | None = None
    """The ratings that the others may have."""
    ai: str | None = None
    ai_after: float | None = None
    """The AI that takes the other seats when nobody has come after so many seconds."""
    origin: str = ""
    """The origin of the game that it may become (see `Game`)."""

    def accepts(self, other: "Seek") -> bool:
        """Whether the other is somebody whom this one would play."""
        low, high = self.least if self.least is not None else -1e9, self.most if self.most is not None else 1e9
        return self.player != other.player and low <= other.rating <= high

    def wants_ai(self, now: float) -> bool:
        return self.ai is not None and self.ai_after is not None and now >= self.created + self.ai_after


@dataclass(frozen=True)
class Wish:
    """What everybody in a pool would play."""

    ruleset: str
    options: Json
    seats: int
    rated: bool
    clock: Json | None = None

    @property
    def pool(self) -> str:
        """The pool's name, which always belongs to the same wish."""
        return identifiers.derived_id("pool", orjson.dumps(asdict(self), option=orjson.OPT_SORT_KEYS).decode())


def fitting(waiting: Sequence[Seek], seats: int, newcomer: str = "") -> list[Seek] | None:
    """So many who all fit each other, those who have waited longest; None when there are none.

    Each of a few is held against all who wait: only the newcomer where there is one, since the others were looked at when they came; else
    as many as can be looked at, by chance where there are more, so that nobody stands in the way of those behind it for ever.

    >>> ada, bob = Seek("1", "ada", "Ada", "p", 0.0), Seek("2", "bob", "Bob", "p", 1.0)
    >>> [one.name for one in fitting([bob, ada], 2)]
    ['Ada', 'Bob']
    """
    order = by_age(waiting)
    chosen = [one for one in order if one.id == newcomer] if newcomer else order
    for first in chosen if len(chosen) <= CONSIDERED else by_age(random.sample(chosen, CONSIDERED)):
        group = company(first, order, seats)
        if len(group) == seats:
            return by_age(group)
    return None


def with_ai(waiting: Sequence[Seek], seats: int, now: float) -> list[Seek] | None:
    """Who plays with AIs in the other seats: whoever has waited for people long enough, with those who suit it and take an AI too."""
    order = by_age(waiting)
    due = next((one for one in order if one.wants_ai(now)), None)
    return company(due, [one for one in order if one.ai], seats) if due else None


def by_age(seeks: Sequence[Seek]) -> list[Seek]:
    return sorted(seeks, key=lambda one: (one.created, one.id))


def company(first: Seek, order: Sequence[Seek], seats: int) -> list[Seek]:
    """One who waits, with the first others that fit everybody so far, as many as there are seats for."""
    group = [first]
    for other in order:
        if len(group) < seats and other is not first and all(one.accepts(other) and other.accepts(one) for one in group):
            group.append(other)
    return group


def dump(seek: Seek) -> str:
    """The seek as JSON, which `load` reads back."""
    return orjson.dumps(asdict(seek), option=orjson.OPT_SORT_KEYS).decode()


def load(text: str) -> Seek:
    return Seek(**orjson.loads(text))
