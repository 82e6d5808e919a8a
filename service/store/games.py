"""Games in Redis: one hash and one journal a game, written by one script, and indexes that can be derived from them.

An index entry that must never be missing (an owed turn, a thinking AI) is written before the change it announces, and whoever
reads it checks it against the game; so a crash between any two writes leaves at worst an entry too many.
What a player owes is such an index, see `service/store/inboxes.py`.
"""

import hashlib
import logging
import random
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.resources import files

import orjson
from redis.exceptions import NoScriptError, RedisError

from service import clock
from service.cache import Cache
from service.game import FINISHED, OPEN, RUNNING, Game, dump, dump_before_clocks, load
from service.json_object import Json
from service.store import journals, kept_answers, keys, packing
from service.store.announcements import announcements, first_deadline, to_look_at, touches
from service.store.archive import Archive
from service.store.client import Brisk, Client, at_once, in_turn, together
from service.store.commands import Reply, Word
from service.store.game_lists import GameLists
from service.store.inboxes import InboxIndex, fresh_version
from service.store.journals import FOLDED, Journals
from service.store.leases import Leases
from service.store.summaries import SUMMARY, Summary, read_summary
from service.store.watches import game_topic, notice, player_topic
from service.time_control import Plan, read_clocks

TIDY_EVERY = 20
"""Kept answers after which, on average, the oldest of the caller are looked for that are too many."""
log = logging.getLogger("intramuros.store")

READ = 1000
"""Games that one process keeps as it last read or wrote them, so that an unchanged text is not read again."""


BROKEN = (ValueError, KeyError, TypeError, AttributeError, zlib.error)
"""What reading a stored text raises that is not what it should be, or is of a ruleset that is not installed any more."""
SOONEST = 24 * 3600.0
"""Seconds that a game is at least old when it goes into the archive."""
LATER = 60.0
"""Seconds after which a sweep tries again what went wrong with a game."""


@dataclass(frozen=True)
class Once:
    """A request that must take effect once: the player's Idempotency-Key, and the answer to give again."""

    player: str
    key: str
    answer: str


class Lapsed(Exception):
    """The change came after a deadline of the game's clocks."""


def slice_of(count: int, start: int, stop: int) -> slice:
    """The part of a list of so many that Redis would give.

    >>> slice_of(10, 0, -1), slice_of(10, -400, -1), slice_of(10, 2, 4)
    (slice(0, 10, None), slice(0, 10, None), slice(2, 5, None))
    """
    first = max(start + count, 0) if start < 0 else start
    return slice(first, (stop + count if stop < 0 else stop) + 1)


def written(plan: Plan | None) -> str:
    """The plan as the commit script reads it."""
    return orjson.dumps([list(row) if row else False for row in plan]).decode() if plan else ""


class Store:
    """The games of one Redis, cluster or sentinel set."""

    def __init__(
        self, client: Client, *, lease: float, keep_finished: int, keep_open: int, thought: float = 0.0, archive: Archive | None = None
    ) -> None:
        self.client = client
        self.archive = archive
        self.leases = Leases(client, lease, thought)
        self.lists = GameLists(client)
        self.keep = {OPEN: keep_open, RUNNING: 0, FINISHED: keep_finished}
        self._commit, self._drop, self._remove = (
            client.register_script(files("service.store").joinpath("lua", f"{name}.lua").read_text())
            for name in ("commit", "drop", "remove")
        )
        self.journals = Journals(client)
        self.inboxes = InboxIndex(client)
        self._read = Cache[str, tuple[str, Game]](READ)

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
            self.set_aside(game, error)
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
        found = self.loaded(game, document.text) if document else None
        return Summary(found.revision, found.brief, None, document.text) if found and document else None

    def load(self, game: str) -> Game | None:
        """The game, from Redis or from the archive."""
        return self.load_stored(game) or self.loaded(game, self._archived_text(game))

    def load_stored(self, game: str) -> Game | None:
        """The game, if Redis has it."""
        return self.loaded(game, self.client.hget(keys.game_key(game), "game"))

    def stored_text(self, game: str) -> str:
        return self.client.hget(keys.game_key(game), "game") or ""

    def _archived_text(self, game: str) -> str | None:
        document = self.archive.find(game) if self.archive else None
        return document.text if document else None

    def put_away(self, game: Game, text: str, elements: list[str]) -> bool:
        """Whether the game is in the archive, came back the same, and is no longer in Redis."""
        if self.archive is None or not self.archive.put(game.id, game.updated_at[:7], text, elements):
            return False
        if not self._remove(keys=[keys.game_key(game.id), keys.journal_key(game.id)], args=[game.revision]):
            return False
        self.client.zrem(keys.ENDED, game.id)
        return True

    def rewrite_archived(self, game: Game) -> bool:
        """Puts a changed game in the place of the one in the archive; whether it came back the same."""
        document = self.archive.find(game.id) if self.archive else None
        return self.archive is None or document is None or self.archive.put(game.id, game.updated_at[:7], dump(game), document.elements)

    def erase(self, game: Game) -> None:
        """Takes a game out of everything: the store, its lists, the archive; whoever waits for news of it finds it gone."""
        people = {str(seat.player or seat.reserved_for or "") for seat in game.seats} | {game.creator}
        self._erase(game.id, game.revision, people, game.updated_at[:7])

    def erase_unreadable(self, game: str) -> None:
        """The same with a game whose text cannot be read; who sits there is told by its brief, where that can be."""
        (summary,) = self.summaries([game])
        if summary is None:
            self._erase(game, 0, set(), "")
        else:
            people = {*summary.brief.holders, *summary.brief.guests.split(","), summary.brief.creator} - {"*"}
            self._erase(game, summary.revision, people, summary.brief.updated_at[:7])

    def _erase(self, game: str, revision: int, people: set[str], month: str) -> None:
        pipeline = self.client.pipeline(transaction=False)
        for key in (keys.game_key(game), keys.journal_key(game)):  # each for itself: a cluster's pipeline takes no more at a time
            pipeline.delete(key)
        for index in (*map(keys.list_key, (OPEN, RUNNING, FINISHED)), keys.ENDED, keys.THINKING, keys.DEADLINES, keys.UNRATED):
            pipeline.zrem(index, game)
        for player in people - {""}:
            pipeline.zrem(keys.games_of_player_key(player), game)
        pipeline.srem(keys.QUARANTINE, game)
        pipeline.execute()
        if self.archive:
            self.archive.remove(game, month)
        version = fresh_version()
        told = notice(game, revision + 1, version)
        self.client.spublish(game_topic(game), told)
        for player in people - {""}:
            self.inboxes.settle(player, game, revision + 1, None, told, version)

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
        return self.loaded(game, text), answer

    def recall(self, game: str) -> Game | None:
        """The game as this process last read or wrote it, which others may have changed since; a commit finds that out."""
        known = self._read.find(game)
        return known[1] if known else None

    def _fingerprint(self, game: Game | None) -> str:
        """The fingerprint of the game's text, where it is at hand.

        Two games of one revision differ when Redis has lost the last changes, and others were made instead.
        """
        known = self._read.find(game.id) if game else None
        return hashlib.sha1(known[0].encode(), usedforsecurity=False).hexdigest() if known and known[1] is game else ""

    def loaded(self, game: str, text: str | None) -> Game | None:
        """The game of that text, or None without one."""
        if text is None:
            return None
        known = self._read.find(game)
        return known[1] if known and known[0] == text else self._remember(text, load(packing.inflated(text)))

    def _remember(self, text: str, game: Game) -> Game:
        return self._read.keep(game.id, (text, game))[1]

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
            return self.loaded(game, text)
        except BROKEN as error:
            self.set_aside(game, error)
            return None

    def set_aside(self, game: str, error: Exception) -> None:
        """Tells the operator of a game that something went wrong with; one that cannot be read is put in quarantine."""
        if isinstance(error, BROKEN):
            log.error("a stored game cannot be read: %s: %s", type(error).__name__, error, extra={"game": game})
            self.client.sadd(keys.QUARANTINE, game)
        else:
            log.error("a game could not be looked after: %s: %s", type(error).__name__, error, extra={"game": game})

    def postpone(self, index: str, game: str, error: Exception) -> None:
        """Has a game looked at again later that an index led to and something went wrong with, so that it is in no other's way."""
        self.set_aside(game, error)
        self.client.zadd(index, {game: time.time() + LATER}, xx=True)

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

    def compact(self, game: str) -> None:
        """Packs a game that is over; one that is packed, or goes on, stays as it is."""
        text = self.client.hget(keys.game_key(game), "game")
        found = self.loaded(game, text)
        if text and found and found.status == FINISHED:
            self.journals.compact(found, text)

    def _pack(self, before: Game | None, after: Game) -> None:
        """Packs what a change has left behind; where Redis is lost in between, housekeeping does it."""
        with suppress(RedisError):
            if after.status == FINISHED:
                self.compact(after.id)
            elif before and after.entries // FOLDED > before.entries // FOLDED:
                self.journals.fold(after.id)

    def answer_once(self, game: str, player: str, key: str) -> str | None:
        """The answer already given to this request, if it was."""
        return self.client.get(keys.once_key(game, player, key))

    def commit(
        self, before: Game | None, after: Game, entries: Sequence[str], once: Once | None = None, *, lapsed: int | None = None
    ) -> Game | None:
        """The game as stored, its clocks written, unless somebody else changed it since `before`; None then, and nothing is written.

        A change that comes after the first deadline raises Lapsed, but for the one that is made because the deadline `lapsed`, which
        must be over. The Redis client sends a script again when the answer was lost; the second time finds what the first has written.
        """
        plan, due, touched = after.clock_plan(before), self.leases.due(after), touches(before, after)
        text, deadline = dump_before_clocks(after) if plan else dump(after), first_deadline(plan)
        brief = replace(after, clocks=None).brief_text if plan else after.brief_text
        places = [keys.game_key(after.id), keys.journal_key(after.id)]
        if once:
            places.append(keys.once_key(after.id, once.player, once.key))
        in_time = before.first_deadline if before and lapsed is None else ""
        version, one_server = fresh_version(), isinstance(self.client, Brisk)
        news, line = [game_topic(after.id), *map(player_topic, touched if one_server else ())], notice(after.id, after.revision, version)
        args: list[Word] = [
            *(before.revision if before else 0, self._fingerprint(before)),
            *(after.revision, text, brief, due, self.keep[after.status]),
            *(once.answer if once else "", kept_answers.SECONDS, " ".join(news), line),
            *(written(plan), in_time, "" if lapsed is None else lapsed),
            *entries,
        ]
        first, then = announcements(after, touched, due, deadline), to_look_at(after.id, deadline)
        if once:
            then += kept_answers.noting(once.player, places[-1], len(once.answer))
        if one_server:
            then += self.inboxes.settling(touched, after, brief, version)
        answer, settled = self._run_between(first, places, args, then)
        stored = self._with_clocks(after, text, answer)
        if stored and not settled:
            self._settle(stored, touched, "" if one_server else f"{line}\n{due}\n{stored.brief_text}\n{self.text_of(stored)}", version)
        if stored and (before is None or before.status != after.status or before.seats != after.seats):
            self.lists.index(stored)
        if stored:
            self._pack(before, stored)
        if once and random.randrange(TIDY_EVERY) == 0:
            kept_answers.forget_oldest(self.client, once.player)
        return stored

    def _settle(self, game: Game, touched: Sequence[str], told: str = "", version: str = "") -> None:
        """Has a stored change seen in the inboxes, and told to those who wait for theirs; where Redis is lost in between, the next reader
        does it.
        """
        with suppress(RedisError):
            for player in touched:
                self.inboxes.settle(player, game.id, game.revision, game.brief, told, version)

    def text_of(self, game: Game) -> str:
        """A game's text as it is stored."""
        known = self._read.find(game.id)
        return known[0] if known and known[1] is game else dump(game)

    def _with_clocks(self, after: Game, text: str, answer: Reply) -> Game | None:
        """The game that the script has stored, by its answer and the text that it was given."""
        if answer == -1:
            raise Lapsed
        if isinstance(answer, str):
            stored = after.with_clocks(read_clocks(orjson.loads(answer)))
            return self._remember(text.replace('"clocks":"@"', f'"clocks":{answer}', 1), stored)
        return self._remember(text, after) if answer == 1 else self._stored_before(after)

    def _stored_before(self, after: Game) -> Game | None:
        """The game, if it is stored already exactly as the change leaves it, but for the moment at which its clocks were written."""
        found = self.load(after.id)
        return found if found and replace(found, clocks=None) == replace(after, clocks=None) else None

    def announce(self, before: Game | None, after: Game) -> None:
        """Writes the index entries that must not be missing once the game is stored."""
        deadline = after.clocks.earliest if after.clocks else None
        at_once(self.client, announcements(after, touches(before, after), self.leases.due(after), deadline))

    def announce_again(self, game: Game) -> None:
        """Writes those index entries of a stored game as if it had just come to be, and has it seen in the inboxes."""
        self.announce(None, game)
        self._settle(game, touches(None, game))

    def _run_between(self, first: list[list[Word]], places: list[str], args: list[Word], then: list[list[Word]]) -> tuple[Reply, bool]:
        """What the commit script answers once the commands before it are carried out; others are sent after it in the same message,
        and whether one server knew all that they ask for.
        """
        run = ["EVALSHA", self._commit.sha, len(places), *places, *args]
        answers = at_once(self.client, [*first, run, *then])
        stored = answers.pop(len(first))
        known = isinstance(self.client, Brisk) and not any(isinstance(answer, NoScriptError) for answer in (stored, *answers))
        for answer in answers:
            if isinstance(answer, Exception) and not isinstance(answer, NoScriptError):
                raise answer
        if isinstance(stored, NoScriptError):
            return self._commit(keys=places, args=args), known
        if isinstance(stored, Exception):
            raise stored
        return stored, known

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
        summary = self.summary(game)
        if summary and summary.brief.deadline is not None:
            self.client.zadd(keys.DEADLINES, {game: summary.brief.deadline}, lt=True)

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
