"""Boards as PNG: drawn in a process of its own, a few at a time and one for a caller, and kept for whoever asks next."""

import subprocess
import sys
import threading
from pathlib import Path

from service import problems
from service.cache import Cache

DRAWING = str(Path(__file__).with_name("draw_png.py"))
AT_ONCE = 2
"""Pictures that one API process has drawn at the same time."""
WAITING = 8
"""Callers that may wait for one; the others are told to come back."""
PATIENCE = 20.0
MOST_BYTES = 32_000_000


class Pictures:
    """The pictures last drawn in this process, by what they show."""

    def __init__(self) -> None:
        self._kept = Cache[str, bytes](MOST_BYTES, len)
        self._free = threading.BoundedSemaphore(AT_ONCE)
        self._room = threading.BoundedSemaphore(AT_ONCE + WAITING)
        self._waiting: set[str] = set()

    def kept(self, shows: str) -> bytes | None:
        """The picture, if it was drawn before."""
        return self._kept.find(shows)

    def png(self, shows: str, svg: str, who: str) -> bytes:
        """The drawing as PNG; raises Unavailable where the caller, or too many others, wait for one already."""
        if who in self._waiting:
            raise problems.Unavailable("your_picture", headers={"Retry-After": "1"})
        if not self._room.acquire(blocking=False):
            raise problems.Unavailable("pictures", headers={"Retry-After": "2"})
        self._waiting.add(who)
        try:
            with self._free:
                return self._kept.find(shows) or self._kept.keep(shows, drawn(svg))
        finally:
            self._waiting.discard(who)
            self._room.release()


def drawn(svg: str) -> bytes:
    """The drawing, by a process that is ended when it takes too long."""
    try:
        found = subprocess.run([sys.executable, "-I", DRAWING], input=svg.encode(), capture_output=True, timeout=PATIENCE, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise problems.Unavailable("picture", headers={"Retry-After": "5"}) from error
    return found.stdout
