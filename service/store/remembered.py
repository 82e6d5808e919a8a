"""A process' cache of games: each as it was last read or written here, beside the text of which it was made.

So an unchanged text is not read again, and a move is tried on the game as it was; a commit finds out whether that is what it still is.
"""

import hashlib

from service.cache import Cache
from service.game import Game, dump, load
from service.store import packing

READ = 1000
"""Games that one process remembers."""


class Remembered:
    """The games that one process has read or written last."""

    def __init__(self) -> None:
        self._read = Cache[str, tuple[str, Game]](READ)

    def recall(self, game: str) -> Game | None:
        """The game as this process last read or wrote it, which others may have changed since."""
        known = self._read.find(game)
        return known[1] if known else None

    def read(self, game: str, text: str | None) -> Game | None:
        """The game of that text, or None without one."""
        if text is None:
            return None
        known = self._read.find(game)
        return known[1] if known and known[0] == text else self.keep(text, load(packing.inflated(text)))

    def keep(self, text: str, game: Game) -> Game:
        return self._read.keep(game.id, (text, game))[1]

    def text_of(self, game: Game) -> str:
        """A game's text as it is stored."""
        known = self._read.find(game.id)
        return known[0] if known and known[1] is game else dump(game)

    def fingerprint(self, game: Game | None) -> str:
        """The fingerprint of the game's text, where it is at hand.

        Two games of one revision differ when Redis has lost the last changes, and others were made instead.
        """
        known = self._read.find(game.id) if game else None
        return hashlib.sha1(known[0].encode(), usedforsecurity=False).hexdigest() if known and known[1] is game else ""
