"""Quarantine: the operator is told of stored games that something is wrong with, and finds listed those that cannot be read."""

import logging
import time
import zlib

from service.store import keys
from service.store.client import Client

log = logging.getLogger("intramuros.store")

BROKEN = (ValueError, KeyError, TypeError, AttributeError, zlib.error)
"""What reading a stored text raises that is not what it should be, or is of a ruleset that is not installed any more."""
LATER = 60.0
"""Seconds after which a sweep tries again what went wrong with a game."""


class Quarantine:
    """The games of one Redis that cannot be read."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def set_aside(self, game: str, error: Exception) -> None:
        """Tells the operator of a game that something went wrong with; one that cannot be read is put in quarantine."""
        if isinstance(error, BROKEN):
            log.error("a stored game cannot be read: %s: %s", type(error).__name__, error, extra={"game": game})
            self.client.sadd(keys.QUARANTINE, game)
        else:
            log.error("a game could not be looked after: %s: %s", type(error).__name__, error, extra={"game": game})

    def postpone(self, index: str, game: str, error: Exception) -> None:
        """Has a game looked at again later that an index led to and something went wrong with, so that it is in no other's way."""
        self.set_aside(game, error)
        self.client.zadd(index, {game: time.time() + LATER}, xx=True)
