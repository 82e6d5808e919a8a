"""Long polls and streams: looking again at something, whenever it may have changed, for as long as a client waits.

found, crowded = long_poll(news.watch(game_topic("k3f9"), "player ada"), 25, read, is_news)
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Generic, NamedTuple, TypeVar

from redis.exceptions import RedisError

from service.store.notifications import PAUSE
from service.store.watches import Watch

T = TypeVar("T")
Watching = AbstractContextManager[Watch | None]
Read = Callable[[T | None, Watch | None], T]
"""Finds something, given what was found before, if anything was, and the watch of somebody who has just been called."""


class Look(NamedTuple, Generic[T]):
    """What was found; whether nobody had called, but the time had come; whether there is no place to wait, so it is the only look."""

    found: T
    unasked: bool = False
    crowded: bool = False


def looks(watching: Watching, seconds: float, read: Read[T], patience: Callable[[T], float] = lambda _: math.inf) -> Iterator[Look[T]]:
    """Looks at once, then at every call and when the patience with what was found is over, until the time is, or the place is needed."""
    with watching as watch:
        deadline = time.monotonic() + seconds
        found = read(None, None)
        yield Look(found, crowded=watch is None)
        while watch and not watch.dismissed and (left := deadline - time.monotonic()) > 0:
            called = watch if watch.wait(min(left, patience(found))) else None
            found = steadily(read, found, called, deadline)
            yield Look(found, unasked=called is None)


def long_poll(
    watching: Watching, wait: float, read: Read[T], is_news: Callable[[T], bool], patience: Callable[[T], float] = lambda _: math.inf
) -> tuple[T, bool]:
    """The first that is news to the caller, or the last when its time is over; whether it could not wait."""
    if not wait:
        return read(None, None), False
    for look in looks(watching, wait, read, patience):
        if is_news(look.found):
            return look.found, False
    return look.found, look.crowded


def steadily(read: Read[T], found: T, called: Watch | None, deadline: float) -> T:
    """What is read, as soon as Redis answers; it may be away for a while, but not beyond the deadline."""
    while True:
        try:
            return read(found, called)
        except RedisError:
            if time.monotonic() + PAUSE > deadline:
                raise
            time.sleep(PAUSE)
