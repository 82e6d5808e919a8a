"""Games in Redis: one hash and one journal a game, and how they are read; one that Redis lacks is looked for in the archive.

What becomes of them has a module each, that hangs here: how a change is stored (`commits`), how a game leaves (`removal`), what is done
with one that cannot be read (`quarantine`), and the indexes, which can all be derived from the games (`leases`, `deadlines`, `lists`,
`inboxes`).
"""

import time
from collections.abc import Iterator, Sequence

import orjson

from service import clock
from service.game import FINISHED, OPEN, RUNNING, Game
from service.json_object import Json
from service.store import journals, keys, packing
from service.store.archive import Archive
from service.store.client import Client, in_turn, together
from service.store.commits import Commits
from service.store.deadlines import Deadlines
from service.store.game_lists import GameLists
from service.store.inboxes import InboxIndex
from service.store.journals import Journals
from service.store.leases import Leases
from service.store.quarantine import BROKEN, Quarantine
from service.store.remembered import Remembered
from service.store.removal import Removal
from service.store.summaries import SUMMARY, Summary, read_summary

SOONEST = 24 * 3600.0
"""Seconds that a game is at least old when it goes into the archive."""


def slice_of(count: int, start: int, stop: int) -> slice:
    """The part of a list of so many that Redis would give.

    >>> slice_of(10, 0, -1), slice_of(10, -400, -1), slice_of(10, 2, 4)
    (slice(0, 10, None), slice(0, 10, None), slice(2, 5, None))
    """
    first = max(start + count, 0) if start < 0 else start
    return slice(first, (stop + count if stop < 0 else stop) + 1)


class Store:
    """The games of one Redis, cluster or sentinel set."""

    def __init__(
        self, client: Client, *, lease: float, keep_finished: int, keep_open: int, thought: float = 0.0, archive: Archive | None = None
    ) -> None:
        self.client = client
        self.leases = Leases(client, lease, thought)
        self.deadlines = Deadlines(client)
        self.lists = GameLists(client)
        self.journals = Journals(client)
        self.inboxes = InboxIndex(client)
        self.quarantine = Quarantine(client)
        self.remembered = Remembered()
        self.removal = Removal(client, archive, self.inboxes)
        keep = {OPEN: keep_open, RUNNING: 0, FINISHED: keep_finished}
        self.commits = Commits(client, keep, self.leases, self.lists, self.journals, self.inboxes, self.remembered, self.load)

    @property
    def archive(self) -> Archive | None:
        """Where games go that have been over for long."""
        return self.removal.archive

    def summary(self, game: str, *, whole: bool = False) -> Summary | None:
        """The little that a poll needs, in one read, with the game itself where it will most likely be needed; None for an unknown game."""
        return read_summary(self.client.hmget(keys.game_key(game), (*SUMMARY, "game") if whole else SUMMARY)) or self._archived(game)

    def summaries(self, games: Sequence[str], *, whole: bool = False) -> list[Summary | None]:
        """The same for several games, in the given order; one that cannot be read is as good as gone, and in nobody's way."""
        members = (*SUMMARY, "game") if whole else SUMMARY
        read = together(self.client, [["HMGET", keys.game_key(game), *members] for game in games])
        self._fetch([game for game, each in zip(games, read, strict=True) if not each[0]])
        return [self._readable_summary(game, each) for game, each in zip(games, read, strict=True)]

    def _readable_summary(self, game: str, read: Sequence[str | None]) -> Summary | None:
        try:
            return read_summary(read) or self._archived(game)
        except BROKEN as error:
            self.quarantine.set_aside(game, error)
            return None

    def _fetch(self, games: Sequence[str]) -> None:
        """Has the archive read several games together, which are then at hand."""
        if self.archive and len(games) > 1:
            self.archive.find_many(games)

    def knows(self, game: str, since: str = "") -> bool:
        """Whether there is such a game; the archive is asked only where it may be there, since nobody made it before `since`."""
        if self.client.exists(keys.game_key(game)):
            return True
        may_be_old = not since or clock.seconds(since) < time.time() - SOONEST
        return may_be_old and self.archive is not None and self.archive.find(game) is not None

    def _archived(self, game: str) -> Summary | None:
        """The same of a game that is in the archive."""
        document = self.archive.find(game) if self.archive else None
        found = self.remembered.read(game, document.text) if document else None
        return Summary(found.revision, found.brief, None, document.text) if found and document else None

    def load(self, game: str) -> Game | None:
        """The game, from Redis or from the archive."""
        return self.load_stored(game) or self.remembered.read(game, self._archived_text(game))

    def load_stored(self, game: str) -> Game | None:
        """The game, if Redis has it."""
        return self.remembered.read(game, self.client.hget(keys.game_key(game), "game"))

    def stored_text(self, game: str) -> str:
        return self.client.hget(keys.game_key(game), "game") or ""

    def _archived_text(self, game: str) -> str | None:
        document = self.archive.find(game) if self.archive else None
        return document.text if document else None

    def ended_before(self, moment: float, count: int) -> list[str]:
        """Finished games that Redis holds and that ended before a moment, the oldest first."""
        return self.client.zrange(keys.ENDED, "-inf", moment, byscore=True, offset=0, num=count)

    def entries(self, game: str) -> list[Json]:
        """The whole journal of a game, as stored."""
        return [orjson.loads(line) for line in self.journal(game)]

    def load_unanswered(self, game: str, player: str, key: str) -> tuple[Game | None, str | None]:
        """The game, and the answer already given to the player's request with that key; a game without one has not seen the request."""
        reads = [["HGET", keys.game_key(game), "game"], ["GET", keys.once_key(game, player, key)]]
        text, answer = in_turn(self.client, reads)
        return self.remembered.read(game, text), answer

    def load_many(self, games: Sequence[str]) -> list[Game]:
        """Those of the games that exist and can be read, in the given order."""
        return list(self.load_listed(games)[0].values())

    def load_listed(self, games: Sequence[str]) -> tuple[dict[str, Game], list[str]]:
        """The games that can be read, by their ids in the given order, and the ids of those that are gone.

        One that cannot be read is neither: it is put in quarantine, for the operator to look at, and is in nobody's way.
        """
        stored = together(self.client, [["HGET", keys.game_key(game), "game"] for game in games])
        self._fetch([game for game, text in zip(games, stored, strict=True) if text is None])
        texts = [text or self._archived_text(game) for game, text in zip(games, stored, strict=True)]
        found = {game: self.readable(game, text) for game, text in zip(games, texts, strict=True) if text is not None}
        gone = [game for game, text in zip(games, texts, strict=True) if text is None]
        return {game: read for game, read in found.items() if read}, gone

    def readable(self, game: str, text: str) -> Game | None:
        """The game of that text; None when that is broken, which the operator is told."""
        try:
            return self.remembered.read(game, text)
        except BROKEN as error:
            self.quarantine.set_aside(game, error)
            return None

    def journal(self, game: str, start: int = 0, stop: int = -1) -> list[str]:
        """The entries from `start` to `stop` inclusive, counted from 0, as they were stored."""
        found = self.journals.elements(game)
        if not found and self.archive and (document := self.archive.find(game)):
            found = document.elements
        if not journals.is_packed(found):
            return found[slice_of(len(found), start, stop)]
        entries = journals.opened(found)
        wanted = slice_of(len(entries), start, stop)
        if any("object" not in entry for entry in entries[wanted]) and (of_game := self.load(game)):
            entries = packing.with_objects(of_game, entries)
        return [orjson.dumps(entry).decode() for entry in entries[wanted]]

    def answer_once(self, game: str, player: str, key: str) -> str | None:
        """The answer already given to this request, if it was."""
        return self.client.get(keys.once_key(game, player, key))

    def every_game(self) -> Iterator[Game]:
        """All games that can be read, found by their keys."""
        for key in self.client.scan_iter(match="game:{*}", count=500):
            text = self.client.hget(key, "game") if key.endswith("}") else None
            game = self.readable(key[6:-1], text) if text else None
            if game:
                yield game

    def every_archived(self) -> Iterator[Game]:
        """All games that can be read and are in the archive alone."""
        for game_id in self.archive.games() if self.archive else ():
            text = None if self.client.exists(keys.game_key(game_id)) else self._archived_text(game_id)
            game = self.readable(game_id, text) if text else None
            if game:
                yield game
