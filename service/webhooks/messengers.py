"""Messengers: the threads of a worker that carry notices to webhooks, beside its AI turns, so that a slow receiver delays no game."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

AT_ONCE = 8
WAITING = 3 * AT_ONCE
"""Notices that may wait for a messenger; any other comes back in a moment."""


class Messengers:
    """The messengers of one process."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "messenger")
        self._room = threading.BoundedSemaphore(AT_ONCE + WAITING)

    def send(self, carry: Callable[[], None]) -> bool:
        """Whether one of them will carry it; not when too many are on their way already."""
        if not self._room.acquire(blocking=False):
            return False
        self._threads.submit(carry).add_done_callback(lambda _: self._room.release())
        return True
