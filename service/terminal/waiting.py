"""Waiting for the server while the person in front of the terminal may say something."""

import select
import sys
import threading
from typing import Any

from service.terminal.link import Link

LISTEN = 0.1
"""Seconds between two looks whether the answer has come that is waited for."""


class Question(threading.Thread):
    """A request whose answer may be long in coming, while the person may say something."""

    def __init__(self, link: Link, path: str, tag: str) -> None:
        super().__init__(daemon=True)
        self.link, self.path, self.tag = link, path, tag
        self.found: tuple[Any, str] = (None, "")
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.found = self.link.call("GET", self.path, tag=self.tag)
        except Exception as error:
            self.error = error

    def answer(self) -> tuple[Any, str]:
        """The answer and its tag, waited for; raises what went wrong."""
        while self.is_alive():
            self.join(1)  # a join without a limit hears no Ctrl-C
        if self.error:
            raise self.error
        return self.found


def typed(seconds: float) -> str | None:
    """A line that the person types within so many seconds; None if there is none. Raises EOFError where there will be no more."""
    if not select.select([sys.stdin], [], [], seconds)[0]:
        return None
    if not (line := sys.stdin.readline()):
        raise EOFError
    return line
