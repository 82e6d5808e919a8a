"""When to stop thinking: at a number of nodes where a result must repeat, otherwise shortly before the processor time is used up.

Time is that of the thread, so a search finds as much on a busy machine as on an idle one; only when it has taken much longer
on the wall than it may does it stop early.

>>> clock = Clock(Budget(nodes=2))
>>> clock.tick(), clock.tick(), clock.tick()
(True, True, False)
"""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from engine.ai.opponent import Budget

RESERVE = 0.01
"""The share of the seconds kept back for what comes after the search."""


FADING = 0.98
"""How much of the longest node so far is still feared after each shorter one: a pause of the machine is no rule."""


class Clock:
    """Counts nodes; while thinking is timed, it also learns how long one takes and never starts one that would end late."""

    def __init__(self, budget: Budget, most: int | None = None) -> None:
        self.nodes = 0
        self.limit = min(limit for limit in (budget.nodes, most, float("inf")) if limit is not None)
        self.timed = budget.nodes is None
        self.last = time.thread_time()
        self.deadline = self.last + (1 - RESERVE) * budget.seconds
        self.end = budget.end - RESERVE * (budget.end - budget.started)
        self.longest = 0.0

    def tick(self) -> bool:
        """Whether one more node may be looked at; counts it if so."""
        if self.nodes >= self.limit:
            return False
        if self.timed:
            now = time.thread_time()
            self.longest = max(FADING * self.longest, now - self.last)
            self.last = now
            if now + self.longest >= self.deadline or time.monotonic() >= self.end:
                return False
        self.nodes += 1
        return True

    @property
    def late(self) -> bool:
        """Whether time is up, for steps so long that they look in between; never where nodes are counted."""
        return self.timed and (time.thread_time() >= self.deadline or time.monotonic() >= self.end)


@contextmanager
def undisturbed() -> Iterator[None]:
    """While it lasts no garbage is collected: one collection can take longer than a thought may overrun.

    Searches make no cycles, so what they leave behind goes away without one.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            # Only what is new is looked at, so that the collection put off does not come right after, as a full one.
            gc.collect(0)
            gc.enable()
