"""Snapshots for callers: the tag is decided before anything is built, and what was built is kept for the next poll."""

import math
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial

import orjson
from redis.exceptions import RedisError

from service import problems
from service.brief import Brief
from service.cache import Cache
from service.game import Game
from service.games import visibility
from service.games.expiry import Expiry
from service.games.long_poll import long_poll
from service.games.referee import Referee
from service.games.visibility import Viewer
from service.store.games import Store
from service.store.notifications import News
from service.store.summaries import Summary, read_notice
from service.store.watches import Watch, game_topic

KEPT = 2000

Has = Callable[[str], bool]
"""Whether the caller has what a tag names already (its `If-None-Match`)."""


@dataclass(frozen=True)
class Sight:
    """What can be said of a game for a caller before anything is built."""

    game: str
    revision: int
    brief: Brief
    viewer: Viewer
    due: float | None
    text: str | None
    """The game itself, where it was read by the way."""

    @cached_property
    def tag(self) -> str:
        return tag_of(self.revision, self.viewer, self.brief.updated_at)

    def is_of(self, game: Game) -> bool:
        """Whether that is the game as it was seen."""
        return game.revision == self.revision and self.brief.updated_at in ("", game.updated_at)

    def patience(self) -> float:
        """Seconds until somebody has to look after an AI that does not answer, or a clock that is over."""
        due = min(self.due or math.inf, self.brief.deadline or math.inf)
        return max(due - time.time(), 0.0) + 0.05


class Heads:
    """The last snapshots made in this process, without what they say of the caller."""

    def __init__(self) -> None:
        self._heads = Cache[tuple[str, int, str, Viewer], bytes](KEPT)

    def find(self, seen: Sight) -> bytes | None:
        return self._heads.find((seen.game, seen.revision, seen.brief.updated_at, seen.viewer))

    def keep(self, game: Game, viewer: Viewer) -> bytes:
        return self._heads.keep((game.id, game.revision, game.updated_at, viewer), visibility.snapshot_head(game, viewer))


@dataclass
class Snapshots:
    """The games of a store as callers may see them, now or at their next change."""

    store: Store
    news: News
    referee: Referee
    expiry: Expiry
    repair: Callable[[str, int], None]
    """Sees to an AI's turn that has lapsed at a revision."""
    heads: Heads

    def sight(self, game_id: str, player: str | None, seat: int | None) -> Sight:
        """What the caller may know of a game's state now."""
        return self._sight_of(game_id, self.store.summary(game_id), player, seat)

    def _sight_of(self, game_id: str, read: Summary | None, player: str | None, seat: int | None) -> Sight:
        """What the caller may know of a game of which the summary was read; a deadline that is over is dealt with first, and an AI's
        turn that has lapsed is repaired by the way.
        """
        summary = self.expiry.timely(game_id, read)
        if summary is None or not summary.brief.may_look(player):
            raise problems.NotFound("game", {"game": game_id})
        if summary.due is not None and summary.due < time.time():
            with suppress(RedisError):  # a store that takes no writes can still be read
                self.repair(game_id, summary.revision)
        return Sight(game_id, summary.revision, summary.brief, viewer_of(summary.brief, player, seat), summary.due, summary.text)

    def awaited(
        self, game_id: str, player: str | None, seat: int | None, wait: int, has: Has, who: tuple[str, ...] = ()
    ) -> tuple[Sight, bool]:
        """The first sight of a game that is news to the caller, or the last one when its time is over; whether it could not wait."""
        if not wait:
            return self.sight(game_id, player, seat), False
        watching, read = self.news.watch(game_topic(game_id), *who), partial(self.next_sight, game_id, player, seat)
        return long_poll(watching, wait, read, lambda seen: not has(seen.tag), Sight.patience)

    def next_sight(self, game_id: str, player: str | None, seat: int | None, seen: Sight | None, called: Watch | None) -> Sight:
        """The first sight of a game, or the one after this, for somebody who has been called or whose time has come."""
        summary = self._news_of(seen, called) if seen and called else self.store.summary(game_id)
        return self._sight_of(game_id, summary, player, seat)

    def _news_of(self, seen: Sight, called: Watch) -> Summary | None:
        """The game that the caller was told of: as the notice has it, or read once for all who were called if that is no news."""
        told = read_notice(called.topic.notice)
        return told if told and told.revision > seen.revision else called.topic.shared(lambda: self.store.summary(seen.game, whole=True))

    def built(self, seen: Sight, player: str | None) -> bytes | None:
        """The snapshot that the sight is of; None when the game has moved on since."""
        head = self.heads.find(seen)
        if head is None:
            game = self.store.remembered.read(seen.game, seen.text) or self.referee.load(seen.game)
            if not seen.is_of(game):
                return None
            head = self.heads.keep(game, seen.viewer)
        return whole(head, seen.brief, player, seen.viewer)

    def of_game(self, game: Game, player: str | None, seat: int | None = None) -> str:
        """The snapshot of a game just changed, for the player who changed it."""
        viewer = visibility.viewer_for(game.brief, player, seat)
        head = visibility.snapshot_head(game, viewer) if game.is_pending else self.heads.keep(game, viewer)
        return whole(head, game.brief, player, viewer).decode()


def viewer_of(brief: Brief, player: str | None, seat: int | None) -> Viewer:
    """Whose eyes the caller looks through; raises Forbidden for a seat that is not its own."""
    if seat is not None and seat not in brief.seats_of(player):
        raise problems.Forbidden("view", {"seat": seat})
    return visibility.viewer_for(brief, player, seat)


def tag_of(revision: int, viewer: Viewer, updated_at: str) -> str:
    """The tag of a snapshot: its revision and whose it is, and a mark, since Redis may lose a revision and another take its place."""
    return f"{revision}-{visibility.name_of(viewer)}-{zlib.crc32(updated_at.encode()):x}"


def whole(head: bytes, brief: Brief, player: str | None, viewer: Viewer) -> bytes:
    """The snapshot with what it says of the caller, and the join code for those who may hand it out."""
    code = brief.code_for(player)
    told = f',"join_code":"{code}"' if code else ""
    return b'%b%b,"you":%b}' % (head, told.encode(), orjson.dumps(visibility.you(brief, player, viewer)))
