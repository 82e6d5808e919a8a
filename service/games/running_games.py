"""How many games of one player's making may be open or running; those of contests are not counted.

A game counts before it is there, so that many requests at once make no more than one player may have, and until it is over.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from service import problems
from service.game import FINISHED, Game
from service.store.games import Store
from service.store.quotas import Quotas

KIND = "games"
COUNTED = 30 * 24 * 3600.0
"""Seconds for which a game counts as its maker's, should nobody notice its end."""
LOOKED_AT = 2000
"""Games, the oldest first, that are looked at for some that have ended unnoticed, before a new one is refused."""
MOMENT = 60
"""Seconds within which a game that counts is there."""
AGAIN = 60
"""Seconds after which one of them may be over."""


class RunningGames:
    """The games that the players of a store have made and that are not over."""

    def __init__(self, store: Store, quotas: Quotas, most: int) -> None:
        self.store = store
        self.quotas = quotas
        self.most = most

    @contextmanager
    def one_more(self, player: str, game: str, seconds: float = COUNTED) -> Iterator[None]:
        """Counts a game that is made within; raises TooManyRequests for one too many. One that is not made counts no longer."""
        if self.most and not self.quotas.take(KIND, player, game, most=self.most, seconds=seconds):
            self._forget_ended(player)
            said = problems.TooManyRequests("running_games", {"most": self.most})
            self.quotas.admit(KIND, player, game, most=self.most, seconds=seconds, again=AGAIN, refusal=said)
        try:
            yield
        except BaseException:
            self.quotas.give_back(KIND, player, game)
            raise

    def count(self, player: str, game: str) -> None:
        """Counts a game that is there, whatever the number of others."""
        if self.most:
            self.quotas.take(KIND, player, game, seconds=COUNTED)

    def over(self, game: Game) -> None:
        """Counts a game no longer that is over."""
        self.quotas.give_back(KIND, game.creator, game.id)

    def _forget_ended(self, player: str) -> None:
        """Counts those no longer that are over, or gone; one that was counted a moment ago may be about to be there."""
        held = self.quotas.held(KIND, player, LOOKED_AT, until=time.time() + COUNTED - MOMENT)
        for game, summary in zip(held, self.store.summaries(held), strict=True):
            if summary is None or summary.brief.status == FINISHED:
                self.quotas.give_back(KIND, player, game)
