"""Archiving: games that ended long ago are written to the archive, read back, verified, and only then taken out of Redis."""

import logging
import time

from engine.errors import GameError
from engine.record import read
from engine.replaying import replay
from service import problems
from service.game import FINISHED, Game
from service.games import visibility
from service.store import keys, packing
from service.store.games import Store
from service.store.quarantine import BROKEN

log = logging.getLogger("intramuros.archive")

AT_ONCE = 10
"""Games that one sweep archives."""
LATER = 24 * 3600.0
"""Seconds after which a game that could not be archived is tried again."""


class Archiving:
    """Moves old games of a store into its archive."""

    def __init__(self, store: Store, after_days: int) -> None:
        self.store = store
        self.after = after_days * 24 * 3600.0

    def sweep(self, now: float | None = None) -> int:
        """Archives some of the games whose time has come; how many."""
        if self.store.archive is None or not self.after:
            return 0
        due = self.store.ended_before((now or time.time()) - self.after, AT_ONCE)
        try:
            return sum(self.try_to_archive(game) for game in due)
        except problems.Unavailable as away:
            log.warning("nothing is archived: %s", away.detail)
            return 0

    def try_to_archive(self, game_id: str) -> bool:
        """The same as `archive`; a game that cannot be read is left for later, and is in no other's way."""
        try:
            return self.archive(game_id)
        except BROKEN as error:
            self.store.quarantine.set_aside(game_id, error)
            self.store.client.zadd(keys.ENDED, {game_id: time.time() + LATER}, xx=True)
            return False

    def archive(self, game_id: str) -> bool:
        """Whether the game is in the archive now and no longer in Redis."""
        store, game = self.store, self.store.load_stored(game_id)
        if game is None or game.status != FINISHED:
            store.client.zrem(keys.ENDED, game_id)
            return False
        elements = store.journals.elements(game_id)
        if not holds(game, store) or not store.removal.put_away(game, packing.inflated(store.stored_text(game_id)), elements):
            log.error("a game could not be archived", extra={"game": game_id})
            store.client.zadd(keys.ENDED, {game_id: time.time() + LATER}, xx=True)
            return False
        return True


def holds(game: Game, store: Store) -> bool:
    """Whether the game's record can be replayed to its end."""
    try:
        for _ in replay(read(visibility.export(game, store.entries(game.id)))):
            pass
    except GameError as error:
        log.error("a finished game does not hold: %s", error, extra={"game": game.id})
        return False
    return True
