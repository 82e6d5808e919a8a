"""Outages: a heartbeat of the API in Redis, and what its gaps mean for the deadlines that fell into one.

Every API process writes the heartbeat every other second. A gap of more than half a minute, be it that the API was stopped or Redis away,
is an outage in which nobody could move, so a deadline that lapsed in it is moved by its length; one that had lapsed before stands.
"""

import logging
import threading
from importlib.resources import files
from typing import NamedTuple

from redis.exceptions import RedisError

from service.store.client import Client
from service.store.keys import HEARTBEAT, OUTAGES

log = logging.getLogger("intramuros.outages")

GAP = 30_000
"""Milliseconds without a heartbeat that are an outage."""
EVERY = 2.0


class Outage(NamedTuple):
    """When nobody could move, in milliseconds since the epoch."""

    start: int
    end: int


class Outages:
    """The heartbeat and what it has shown."""

    def __init__(self, client: Client) -> None:
        self._attend = client.register_script(files("service.store").joinpath("lua", "attend.lua").read_text())
        self.serving = False
        """Whether players can move by this process, so that its being asked shows that there is no outage now."""

    def beat(self) -> None:
        """Shows that players can move now."""
        self._attend(keys=[HEARTBEAT, OUTAGES], args=["1", GAP, ""])

    def verdict(self, deadline: int) -> Outage | bool:
        """The outage that the deadline fell into; True if it has lapsed and stands; False as long as that cannot be said."""
        word, *moments = self._attend(keys=[HEARTBEAT, OUTAGES], args=["1" if self.serving else "", GAP, deadline])
        return Outage(*map(int, moments)) if word == "moved" else word == "stands"

    def attend(self) -> None:
        """From now on this process shows, until it ends, that players can move."""
        self.serving = True
        threading.Thread(target=self._beat_on, name="heartbeat", daemon=True).start()

    def _beat_on(self) -> None:
        pause = threading.Event()
        while True:
            try:
                self.beat()
            except RedisError as error:
                log.debug("no heartbeat: %s", error)
            pause.wait(EVERY)
