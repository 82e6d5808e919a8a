"""The index of deadlines: which games have to be looked at when, because the first of their clocks is over then.

The index knows at least all games that have a deadline, and each no later than it is over; whoever reads it checks it against the game.
"""

from importlib.resources import files

from service.store import keys
from service.store.client import Client
from service.store.summaries import SUMMARY, read_summary


class Deadlines:
    """The deadlines of the games in one Redis."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._drop = client.register_script(files("service.store").joinpath("lua", "drop.lua").read_text())

    def overdue(self, now: float, count: int) -> list[tuple[str, float]]:
        """Games one of whose deadlines is over, as far as the index knows, each with when it should have been looked at."""
        found = self.client.zrange(keys.DEADLINES, "-inf", now, byscore=True, offset=0, num=count, withscores=True)
        return [(game, float(score)) for game, score in found]

    def look_again(self, game: str, seen: float, deadline: float | None) -> None:
        """Corrects when the index has a game looked at; a change that comes in between is not lost, since it is looked for once more."""
        if deadline is None:
            self._drop(keys=[keys.DEADLINES], args=[game, repr(seen)])
        else:
            self.client.zadd(keys.DEADLINES, {game: deadline}, xx=True)
        summary = read_summary(self.client.hmget(keys.game_key(game), SUMMARY))
        if summary and summary.brief.deadline is not None:
            self.client.zadd(keys.DEADLINES, {game: summary.brief.deadline}, lt=True)
