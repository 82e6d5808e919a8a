"""Expiry: a deadline that is over is dealt with as the game's clock says, by whoever notices first, and seen at once by everybody.

A read that finds a deadline over has it dealt with before it looks further; workers look for those that nobody reads. A deadline that
fell into an outage is moved instead (see `service/store/outages.py`).
"""

import time
from dataclasses import replace

from redis.exceptions import RedisError

from service import clock
from service.game import Game
from service.games.changes import Change, out_of_time
from service.games.referee import Referee
from service.store import keys
from service.store.games import Store
from service.store.outages import Outage, Outages
from service.store.summaries import Summary

AT_ONCE = 20
"""Deadlines of one game that one look deals with: where the clock plays by chance, one may follow the other."""
SWEPT = 100


class Expiry:
    """Deals with the deadlines of a store's games."""

    def __init__(self, store: Store, referee: Referee, outages: Outages) -> None:
        self.store = store
        self.referee = referee
        self.outages = outages

    def timely(self, game_id: str, summary: Summary | None) -> Summary | None:
        """The game as it is now that deadlines which are over have been dealt with, from what was read of it."""
        for _ in range(AT_ONCE):
            if summary is None or summary.brief.deadline is None or summary.brief.deadline >= time.time():
                return summary
            if not self.expire(game_id):
                return summary
            summary = self.store.summary(game_id, whole=summary.text is not None)
        return summary

    def expire(self, game_id: str) -> bool:
        """Whether the game has changed, by us or by others, because its first deadline is over."""
        game = self.store.load(game_id)
        deadline = game.clocks.earliest if game and game.clocks else None
        if game is None or deadline is None:
            return True
        if not game.has_its_box:
            return False  # nobody can move in it; what has run out is dealt with when its board is loaded again
        found = self.outages.verdict(deadline)
        if not found:
            return False
        change = postponed(game, found) if isinstance(found, Outage) else out_of_time(game, late_seat(game, deadline))
        self.referee.commit(game, change, lapsed=deadline)
        return True

    def sweep(self) -> int:
        """Deals with the deadlines that are over according to the index; the number of games looked at."""
        overdue = self.store.deadlines.overdue(time.time(), SWEPT)
        for game_id, seen in overdue:
            try:
                summary = self.timely(game_id, self.store.summary(game_id))
                self.store.deadlines.look_again(game_id, seen, summary.brief.deadline if summary else None)
            except RedisError:
                raise
            except Exception as error:
                self.store.quarantine.postpone(keys.DEADLINES, game_id, error)
        return len(overdue)


def late_seat(game: Game, deadline: int) -> int:
    assert game.clocks is not None
    return game.clocks.until.index(deadline)


def postponed(game: Game, outage: Outage) -> Change:
    """The game with the deadlines moved that fell into an outage."""
    assert game.clocks is not None
    moved = game.clocks.postponed(*outage)
    return Change(replace(game, clocks=moved, revision=game.revision + 1, updated_at=clock.stamp()), [])
