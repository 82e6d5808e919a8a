"""When to stop thinking: at a number of nodes where a result must repeat, otherwise shortly before the deadline.

>>> clock = Clock(Budget(nodes=2))
>>> clock.tick(), clock.tick(), clock.tick()
(True, True, False)
"""

import time

from engine.ai.opponent import Budget

RESERVE = 0.01
"""The share of the seconds kept back for what comes after the search."""


class Clock:
    """Counts nodes; while thinking is timed, it also learns how long one takes and never starts one that would end late."""

    def __init__(self, budget: Budget) -> None:
        self.nodes = 0
        self.limit = budget.nodes
        self.deadline = budget.deadline - RESERVE * budget.seconds
        self.last = time.monotonic()
        self.longest = 0.0

    def tick(self) -> bool:
        """Whether one more node may be looked at; counts it if so."""
        if self.limit is not None:
            going_on = self.nodes < self.limit
        else:
            now = time.monotonic()
            self.longest = max(self.longest, now - self.last)
            self.last = now
            going_on = now + self.longest < self.deadline
        self.nodes += going_on
        return going_on
