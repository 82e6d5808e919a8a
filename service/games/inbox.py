"""A player's inbox: every decision it owes, over all games, a page at a time.

The store keeps the decisions in the order of their urgency, with a version that changes whenever they do (`service/store/inboxes.py`).
One read of the version decides a 304. Only when it is another one is a page of the order read, and of its games only those that
this process has not told before; so a page costs a page, however much the player owes.
"""

import hashlib
import math
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import orjson
from redis.exceptions import RedisError

from service.brief import Brief
from service.cache import Cache
from service.game import Game
from service.games import visibility
from service.games.expiry import Expiry
from service.games.long_poll import long_poll
from service.games.snapshots import Has
from service.json_object import Json
from service.store.games import Store
from service.store.inboxes import Decision, Page
from service.store.notifications import News
from service.store.summaries import read_notice
from service.store.watches import Watch, player_topic

KEPT = 5000
MOST_BYTES = 16_000_000
OVERHEAD = 200
"""Bytes that an inbox takes beside its body."""

Place = tuple[float, str]
"""Where a page ends in the order of a player's decisions."""


class Told(NamedTuple):
    """A page as it was told: true until the first of its deadlines is over, as long as the inbox has its version."""

    deadline: float
    body: bytes = b""
    """Nothing where the caller had it already."""
    following: Place | None = None


class Bodies:
    """The last pages told in this process, by their tags: as long as its tag is the same, and its clocks run, so is a page."""

    def __init__(self) -> None:
        self._kept = Cache[str, Told](MOST_BYTES, lambda told: OVERHEAD + len(told.body))

    def find(self, tag: str) -> Told | None:
        found = self._kept.find(tag)
        return found if found and found.deadline > time.time() else None

    def keep(self, tag: str, told: Told) -> None:
        self._kept.keep(tag, told)


NOTHING = orjson.dumps({"items": [], "count": 0})
OWES_NOTHING = Told(math.inf, NOTHING)


@dataclass(frozen=True)
class Inbox:
    """A page of what a player owes, as JSON, and its tag; without a body when the caller has it already."""

    tag: str
    body: bytes | None = None
    following: Place | None = None
    """Where the next page starts, if there is one."""


def tag_of(player: str, limit: int, after: Place | None, page: Page) -> str:
    """The tag of a page: its version, and what was announced and has not happened yet."""
    is_empty = not page.total and not page.unsettled
    state = "nothing" if is_empty else f"{page.version} {page.unsettled}"
    return hashlib.blake2b(f"{player} {limit} {after} {state}".encode(), digest_size=9).hexdigest()


class Prompts:
    """The last decisions told in this process, which are the same as long as the index has them the same."""

    def __init__(self) -> None:
        self._told = Cache[Decision, Json](KEPT)

    def find(self, decision: Decision) -> Json | None:
        return self._told.find(decision)

    def keep(self, decision: Decision, game: Game) -> Json:
        told = visibility.owed_json(game, decision.seat)
        return self._told.keep(decision, told) if game.revision >= decision.revision else told


@dataclass
class Inboxes:
    """What the players of a store owe, now or at the next change."""

    store: Store
    news: News
    expiry: Expiry
    bodies: Bodies
    prompts: Prompts

    def now(self, player: str, limit: int, has: Has, called: Watch | None = None, after: Place | None = None) -> Inbox:
        """A page of what the player owes, for somebody who has just been called or who asks by itself."""
        page = self._read(player, limit if called else 0, after)
        if found := self._known(player, limit, has, after, page):
            return found
        if not called:
            page = self._read(player, limit, after)
        if self._overdue(page):
            return self.now(player, limit, has, called, after)
        tag = tag_of(player, limit, after, page)
        items = None if has(tag) else self._items(player, page, called)
        if items is None and not has(tag):
            return self.now(player, limit, has, called, after)
        told = told_of(page, items)
        self.bodies.keep(tag, told)
        return Inbox(tag, told.body or None, told.following)

    def _known(self, player: str, limit: int, has: Has, after: Place | None, page: Page) -> Inbox | None:
        """The page if the caller has it, or this process has told it before."""
        tag = tag_of(player, limit, after, page)
        kept = self.bodies.find(tag) if page.total or page.unsettled else OWES_NOTHING
        if kept and has(tag):
            return Inbox(tag)
        return Inbox(tag, kept.body, kept.following) if kept and kept.body else None

    def _read(self, player: str, limit: int, after: Place | None) -> Page:
        """The page, once changes that are stored are in it: whoever made one may not have lived to put it there."""
        page = self.store.inboxes.page(player, limit, after)
        if not page.unsettled:
            return page
        summaries = self.store.summaries([game for game, _ in page.unsettled])
        settled = [
            self._settle(player, game, revision, summary.brief if summary else None)
            for (game, revision), summary in zip(page.unsettled, summaries, strict=True)
            if summary is None or summary.revision >= revision
        ]
        return self.store.inboxes.page(player, limit, after) if any(settled) else page

    def _settle(self, player: str, game: str, revision: int, brief: Brief | None) -> bool:
        with suppress(RedisError):  # an entry too many does no harm; who cannot write reads all the same
            return self.store.inboxes.settle(player, game, revision, brief)
        return False

    def _overdue(self, page: Page) -> bool:
        """Whether something has changed because a deadline on the page was over."""
        now = time.time()
        late = sorted({decision.game for decision in page.decisions if decision.deadline is not None and decision.deadline < now})
        return any(self.expiry.timely(game, summary) is not summary for game, summary in zip(late, self.store.summaries(late), strict=True))

    def _items(self, player: str, page: Page, called: Watch | None) -> list[Json] | None:
        """The decisions of the page, each as its own seat sees it; None if one was not owed any longer, which has been put right."""
        unknown = {decision.game for decision in page.decisions if self.prompts.find(decision) is None}
        games, gone = self._loaded(unknown, page, called)
        items: list[Json] = []
        wrong = False
        for decision in page.decisions:
            game = games.get(decision.game)
            if known := self.prompts.find(decision):
                items.append(known)
            elif game and not game.has_its_box:
                continue  # nobody can tell what it asks for until its board is loaded again
            elif game and decision.seat in game.actors and game.seats[decision.seat].player == player:
                items.append(self.prompts.keep(decision, game))
            elif decision.game in gone or game:
                wrong |= self._settle(player, decision.game, game.revision if game else decision.revision, game.brief if game else None)
        return None if wrong else sorted(items, key=urgency)

    def _loaded(self, unknown: set[str], page: Page, called: Watch | None) -> tuple[dict[str, Game], list[str]]:
        """The games by their ids, and those that are gone; one that the notice tells of which the change was told is not read again."""
        notice = called.topic.notice if called else ""
        told, name = read_notice(notice), notice.partition(" ")[0]
        is_meant = told and told.text and any((one.game, one.revision) == (name, told.revision) for one in page.decisions)
        by_notice = self.store.readable(name, told.text) if told and told.text and is_meant and name in unknown else None
        found, gone = self.store.load_listed(sorted(unknown - {name} if by_notice else unknown))
        return (found | {name: by_notice} if by_notice else found), gone

    def awaited(
        self, player: str, limit: int, wait: int, has: Has, who: tuple[str, ...] = (), *, anything: bool, after: Place | None = None
    ) -> tuple[Inbox, bool]:
        """The first page that is news to the caller, or the last one when its time is over; whether it could not wait.

        To a caller that does not say what it has, anything it owes is news; to one that does, anything that has changed.
        """

        def is_news(found: Inbox) -> bool:
            return found.body is not None and (not anything or found.body != NOTHING)

        if not wait:
            return self.now(player, limit, has, after=after), False
        watching = self.news.watch(player_topic(player), *who)
        return long_poll(watching, wait, lambda _, called: self.now(player, limit, has, called, after), is_news)


def told_of(page: Page, items: list[Json] | None) -> Told:
    """The page as it is told with these items; without them where the caller has it."""
    deadline = min((decision.deadline or math.inf for decision in page.decisions), default=math.inf)
    body = orjson.dumps({"items": items, "count": page.total}) if items is not None else b""
    return Told(deadline, body, page.decisions[-1].place if page.more else None)


def urgency(item: Json) -> tuple[bool, str, str, str, int]:
    """Sorts what has a deadline first, the closest one before the others, then what has been owed for longest."""
    return (item["deadline"] is None, item["deadline"] or "", item["since"], item["game"], item["seat"])
