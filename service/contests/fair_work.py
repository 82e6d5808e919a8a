"""Fair shares of the work that a process does aside, one piece at a time, by turns of the callers: none has it for itself.

A caller's pieces are done one after the other, and it rests after each for several times as long as that took. So whoever wants much waits
for itself: another one waits for one piece at most of each caller, and most of the time nothing is done aside that could slow a poll.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from service import problems
from service.store.semaphore import Line

V = TypeVar("V")

REST = 3
"""How many times as long as a piece took its caller rests: it has a quarter of the process at most."""
PATIENCE = 30.0
"""Seconds that a caller waits for its turn."""
REMEMBERED = 1000
"""Callers known at a time, those who wait excepted."""


@dataclass
class Caller:
    """Somebody for whom work is done: its own line, how many stand in it, and until when it rests."""

    line: Line = field(default_factory=lambda: Line(1))
    here: int = 0
    rests_until: float = 0.0


class FairWork:
    """The work of one process."""

    def __init__(self) -> None:
        self._place = Line(1)
        self._callers: dict[str, Caller] = {}

    def done(self, who: str, find: Callable[[], V | None], make: Callable[[], V]) -> V:
        """What is found, also because somebody else has made it meanwhile, or is made in the caller's turn; raises Unavailable."""
        with self._called(who) as caller, taken(caller.line):
            if (found := find()) is not None:
                return found
            time.sleep(max(0.0, caller.rests_until - time.monotonic()))
            with taken(self._place):
                if (found := find()) is not None:
                    return found
                began = time.monotonic()
                try:
                    return make()
                finally:
                    now = time.monotonic()
                    caller.rests_until = now + REST * (now - began)

    def waiting(self) -> int:
        """How many wait, or have their turn."""
        return sum(caller.here for caller in self._callers.values())

    @contextmanager
    def _called(self, who: str) -> Iterator[Caller]:
        if len(self._callers) > REMEMBERED:
            now = time.monotonic()
            self._callers = {name: one for name, one in self._callers.items() if one.here or one.rests_until > now}
        caller = self._callers.setdefault(who, Caller())
        caller.here += 1
        try:
            yield caller
        finally:
            caller.here -= 1


@contextmanager
def taken(line: Line) -> Iterator[None]:
    """The place at the end of a line; raises Unavailable where it takes too long to come to it."""
    if not line.enter(PATIENCE):
        raise problems.Unavailable("tables", headers={"Retry-After": "5"})
    try:
        yield
    finally:
        line.leave()
