"""A fair semaphore: a line in which everybody waits for a place and is given it in the order of coming.

Python's own semaphore lets a newcomer take the place that was meant for whoever waits, so that under load some wait for ever.
"""

import threading
from collections import deque


class Line:
    """So many places, each taken by one at a time; a place given back goes to whoever has waited for longest."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def enter(self, seconds: float) -> bool:
        """Takes a place, after waiting for one that long at most; whether there was one."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            called = threading.Lock()
            called.acquire()
            self._waiting.append(called)
        try:
            if called.acquire(timeout=seconds):
                return True
        except BaseException:
            if not self._gave_up(called):
                self.leave()
            raise
        return not self._gave_up(called)

    def _gave_up(self, called: threading.Lock) -> bool:
        """Whether one who waits no longer had not been given a place in the last moment."""
        with self._lock:
            if called in self._waiting:
                self._waiting.remove(called)
                return True
        return False

    def leave(self) -> None:
        """Gives the place to the first in line."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1
