"""Invitations: how many places one player may keep for another who has not answered, so that nobody's list is filled by a stranger.

An invitation is answered when the guest sits down, enters or stays away; one to a game or contest that is gone counts no longer.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from service import problems
from service.store.games import Store
from service.store.quotas import Quotas

KIND = "invitations"
Awaits = Callable[[str, str], bool]
"""Whether a game, or a contest, waits for a guest's answer."""
AGAIN = 3600
"""Seconds after which the guest may have answered."""


class Invitations:
    """The invitations of a store's players."""

    def __init__(self, quotas: Quotas, most: int, seconds: float, await_answer: Sequence[Awaits]) -> None:
        self.quotas = quotas
        self.most = most
        self.seconds = seconds
        """For how long a game or a contest waits for players."""
        self.await_answer = await_answer

    @contextmanager
    def sent(self, player: str, guests: Sequence[str], to: str) -> Iterator[None]:
        """Counts the invitations to a game or contest, which go out within; raises TooManyRequests where a guest has too many of the
        player's.
        """
        counted: list[str] = []
        try:
            for guest in guests:
                self._count(f"{player} {guest}", to)
                counted.append(guest)
            yield
        except BaseException:
            for guest in counted:
                self.quotas.give_back(KIND, f"{player} {guest}", to)
            raise

    def _count(self, pair: str, to: str) -> None:
        if self.quotas.take(KIND, pair, to, most=self.most, seconds=self.seconds):
            return
        guest = pair.split()[1]
        for held in self.quotas.held(KIND, pair):
            if not any(awaits(held, guest) for awaits in self.await_answer):
                self.quotas.give_back(KIND, pair, held)
        said = problems.TooManyRequests("invitations", {"most": self.most, "player": guest})
        self.quotas.admit(KIND, pair, to, most=self.most, seconds=self.seconds, again=AGAIN, refusal=said)


def game_awaits(store: Store, game: str, guest: str) -> bool:
    """Whether a game keeps a seat for a guest who has not answered."""
    known = store.load(game)
    return known is not None and any(seat.reserved_for == guest for seat in known.seats)
