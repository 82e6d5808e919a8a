"""Invitations: how many seats one player may keep for another who has not answered, so that nobody's list is filled by a stranger.

An invitation is answered when the guest sits down or stays away; one to a game that is gone counts no longer.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from service import problems
from service.store.games import Store
from service.store.quotas import Quotas

KIND = "invitations"
AGAIN = 3600
"""Seconds after which the guest may have answered."""


class Invitations:
    """The invitations of a store's players."""

    def __init__(self, store: Store, quotas: Quotas, most: int, seconds: float) -> None:
        self.store = store
        self.quotas = quotas
        self.most = most
        self.seconds = seconds
        """For how long a game waits for players."""

    @contextmanager
    def sent(self, player: str, guests: Sequence[str], game: str) -> Iterator[None]:
        """Counts the invitations to a game that is made within; raises TooManyRequests where a guest has too many of the player's."""
        for guest in guests:
            self._count(f"{player} {guest}", game)
        try:
            yield
        except BaseException:
            for guest in guests:
                self.quotas.give_back(KIND, f"{player} {guest}", game)
            raise

    def _count(self, pair: str, game: str) -> None:
        if self.quotas.take(KIND, pair, game, most=self.most, seconds=self.seconds):
            return
        guest = pair.split()[1]
        for held in self.quotas.held(KIND, pair):
            known = self.store.load(held)
            if known is None or all(seat.reserved_for != guest for seat in known.seats):
                self.quotas.give_back(KIND, pair, held)
        said = problems.TooManyRequests("invitations", {"most": self.most, "player": guest})
        self.quotas.admit(KIND, pair, game, most=self.most, seconds=self.seconds, again=AGAIN, refusal=said)
