"""Games in Redis: one hash and one journal a game, written by one script, and indexes that can be derived from them.

An index entry that must never be missing (an owed turn, a thinking AI) is written before the change it announces, and whoever
reads it checks it against the game; so a crash between any two writes leaves at worst an entry too many.

What a player owes is such an index: game by game the revision that last changed it, written before that revision is. It only
rises, so two equal readings mean that nothing has changed in between, and an entry at or below the game's revision has been
carried out: if the player owes nothing there, it can go.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, cast

from redis.exceptions import NoScriptError

from service import clock, names, news
from service.connections import Client, at_once, in_turn, together
from service.game import FINISHED, OPEN, RUNNING, Brief, Game, dump, load

ONCE_SECONDS = 24 * 3600
READ = 1000
"""Games that one process keeps as it last read or wrote them, so that an unchanged text is not read again."""


@dataclass(frozen=True)
class Glance:
    """What a poll reads: the revision, who may see what, and when the AI's lease lapses (None when no AI owes anything)."""

    revision: int
    brief: Brief
    due: float | None
    text: str | None = None
    """The game itself, where it was read in the same moment."""


GLANCE = ("revision", "brief", "due")


def read_glance(found: Sequence[str | None]) -> Glance | None:
    revision, brief, due, *text = found
    return Glance(int(revision), Brief.read(brief or ""), float(due) if due else None, *text) if revision else None


@lru_cache(maxsize=100)
def read_notice(text: str) -> Glance | None:
    """What a change's notice tells of the game; None when it only says that something has changed."""
    change, *told = text.split("\n", 3)
    if len(told) < 3:
        return None
    due, brief, game = told
    return read_glance((change.split()[1], brief, due, game))


def touches(before: Game | None, after: Game) -> list[str]:
    """The players for whom a change alters what they owe."""
    was, becomes = before.owed if before else {}, after.owed
    return sorted(player for player in was.keys() | becomes.keys() if was.get(player) != becomes.get(player))


def announcements(after: Game, touched: Sequence[str], due: float | str) -> list[list[Any]]:
    """The commands that write the index entries which must not be missing once the game is stored."""
    commands: list[list[Any]] = [["ZADD", names.THINKING, due, after.id]] if due else []
    for player in touched:
        commands.append(["ZADD", names.owed_key(player), "GT", after.revision, after.id])
        if player in after.owed:
            notice = f"{player} {after.id} {after.revision} {int(time.time())}"
            commands.append(["ZADD", names.NOTICES, time.time(), notice])
    return commands


@dataclass(frozen=True)
class Once:
    """A request that must take effect once: the player's Idempotency-Key, and the answer to give again."""

    player: str
    key: str
    answer: str


class Store:
    """The games of one Redis, cluster or sentinel set."""

    def __init__(self, client: Client, *, lease: float, keep_finished: int, keep_open: int) -> None:
        self.client = client
        self.lease = lease
        self.keep = {OPEN: keep_open, RUNNING: 0, FINISHED: keep_finished}
        self._commit, self._claim, self._release, self._drop = (
            client.register_script(files("service").joinpath(f"{name}.lua").read_text()) for name in ("commit", "claim", "release", "drop")
        )
        self._read: OrderedDict[str, tuple[str, Game]] = OrderedDict()

    def glance(self, game: str) -> Glance | None:
        """The little that a poll needs, in one read; None for an unknown game."""
        return read_glance(self.client.hmget(names.game_key(game), GLANCE))

    def stare(self, game: str) -> Glance | None:
        """The same with the game itself, for those who will most likely need it."""
        return read_glance(self.client.hmget(names.game_key(game), (*GLANCE, "game")))

    def look_at(self, games: Sequence[str], *, stare: bool) -> list[Glance | None]:
        """The same for several games, in the given order."""
        members = (*GLANCE, "game") if stare else GLANCE
        return [read_glance(found) for found in together(self.client, [["HMGET", names.game_key(game), *members] for game in games])]

    def load(self, game: str) -> Game | None:
        return self.loaded(game, self.client.hget(names.game_key(game), "game"))

    def load_unanswered(self, game: str, player: str, key: str) -> tuple[Game | None, str | None]:
        """The game, and the answer already given to the player's request with that key; a game without one has not seen the request."""
        reads = [["HGET", names.game_key(game), "game"], ["GET", names.once_key(game, player, key)]]
        text, answer = in_turn(self.client, reads)
        return self.loaded(game, text), answer

    def recall(self, game: str) -> Game | None:
        """The game as this process last read or wrote it, which others may have changed since; a commit finds that out."""
        known = self._read.get(game)
        return known[1] if known else None

    def _fingerprint(self, game: Game | None) -> str:
        """The fingerprint of the game's text, where it is at hand.

        Two games of one revision differ when Redis has lost the last changes, and others were made instead.
        """
        known = self._read.get(game.id) if game else None
        return hashlib.sha1(known[0].encode(), usedforsecurity=False).hexdigest() if known and known[1] is game else ""

    def loaded(self, game: str, text: str | None) -> Game | None:
        """The game of that text, or None without one."""
        if text is None:
            return None
        known = self._read.get(game)
        return known[1] if known and known[0] == text else self._remember(text, load(text))

    def _remember(self, text: str, game: Game) -> Game:
        self._read[game.id] = (text, game)
        while len(self._read) > READ:
            self._read.popitem(last=False)
        return game

    def load_many(self, games: Sequence[str]) -> list[Game]:
        """Those of the games that exist, in the given order."""
        texts = together(self.client, [["HGET", names.game_key(game), "game"] for game in games])
        found = (self.loaded(game, text) for game, text in zip(games, texts, strict=True))
        return [game for game in found if game]

    def journal(self, game: str, start: int = 0, stop: int = -1) -> list[str]:
        """The stored entries from `start` to `stop` inclusive, counted from 0."""
        return cast(list[str], self.client.lrange(names.journal_key(game), start, stop))

    def answer_once(self, game: str, player: str, key: str) -> str | None:
        """The answer already given to this request, if it was."""
        return cast("str | None", self.client.get(names.once_key(game, player, key)))

    def commit(self, before: Game | None, after: Game, entries: Sequence[str], once: Once | None = None) -> bool:
        """Stores the change unless somebody else changed the game since `before`; False then, and nothing is written.

        The Redis client sends a script again when the answer was lost; the second time finds what the first has written.
        """
        text, due, touched = dump(after), self._due(after), touches(before, after)
        keys = [names.game_key(after.id), names.journal_key(after.id)]
        if once:
            keys.append(names.once_key(after.id, once.player, once.key))
        args = [
            *(before.revision if before else 0, self._fingerprint(before)),
            *(after.revision, text, after.brief_text, due, self.keep[after.status]),
            *(once.answer if once else "", ONCE_SECONDS, names.NEWS, news.notice(after.id, after.revision, touched)),
            *entries,
        ]
        stored = self._run_after(announcements(after, touched, due), keys, args) or self.holds(after, text)
        if stored:
            self._remember(text, after)
        if stored and (before is None or before.status != after.status or before.seats != after.seats):
            self.index(after)
        return bool(stored)

    def holds(self, game: Game, text: str) -> bool:
        """Whether the game is stored exactly like this."""
        return bool(self.client.hget(names.game_key(game.id), "game") == text)

    def announce(self, before: Game | None, after: Game) -> None:
        """Writes the index entries that must not be missing once the game is stored."""
        at_once(self.client, announcements(after, touches(before, after), self._due(after)))

    def _due(self, game: Game) -> float | str:
        """When the lease of the game's AI lapses; "" when no AI owes anything."""
        return time.time() + self.lease if game.ai_actors() else ""

    def _run_after(self, first: list[list[Any]], keys: list[str], args: list[Any]) -> Any:
        """What the commit script answers once the commands before it are carried out."""
        *before, stored = at_once(self.client, [*first, ["EVALSHA", self._commit.sha, len(keys), *keys, *args]])
        for answer in before:
            if isinstance(answer, Exception):
                raise answer
        if isinstance(stored, NoScriptError):
            return self._commit(keys=keys, args=args)
        if isinstance(stored, Exception):
            raise stored
        return stored

    def owed(self, player: str) -> list[tuple[str, int]]:
        """The games where the player may owe a decision, each with the revision that last changed what it owes there."""
        return [(game, int(revision)) for game, revision in self.client.zrange(names.owed_key(player), 0, -1, withscores=True)]

    def settle(self, player: str, entries: Sequence[tuple[str, int]]) -> None:
        """Takes games where the player owes nothing out of that list, unless something has changed there since it was read."""
        if entries:
            self._drop(keys=[names.owed_key(player)], args=[part for entry in entries for part in entry])

    def index(self, game: Game) -> None:
        """Puts the game into the lists where it belongs now, and takes it out of those where it does not."""
        when = clock.seconds(game.created_at)
        pipeline = self.client.pipeline(transaction=False)
        for status in (OPEN, RUNNING, FINISHED):
            if status == game.status and game.visibility == "listed":
                pipeline.zadd(names.list_key(status), {game.id: when})
            else:
                pipeline.zrem(names.list_key(status), game.id)
        people = {seat.player or seat.reserved_for for seat in game.seats} | {game.creator}
        for player in people - {None, ""}:
            pipeline.zadd(names.games_of_player_key(str(player)), {game.id: when})
            if game.status == FINISHED:
                pipeline.zrem(names.owed_key(str(player)), game.id)
        pipeline.execute()

    def page(self, key: str, before: tuple[float, str] | None, count: int) -> list[tuple[str, float]]:
        """Up to `count` members of a list below a place in it (a score, and the mark of a member), the newest first."""
        ties: list[str] = []
        top = "+inf"
        if before:
            ties = self.client.zrange(key, before[0], before[0], desc=True, byscore=True)
            marks = [names.mark(member) for member in ties]
            ties = ties[marks.index(before[1]) + 1 :] if before[1] in marks else ties
            top = f"({before[0]!r}"
        rest = self.client.zrange(key, top, "-inf", desc=True, byscore=True, offset=0, num=count, withscores=True)
        return [*((member, before[0]) for member in ties if before), *((member, score) for member, score in rest)][:count]

    def forget(self, key: str, games: Sequence[str]) -> None:
        """Takes games that are no longer there out of a list."""
        if games:
            self.client.zrem(key, *games)

    def lapsed(self, now: float, count: int) -> list[str]:
        """Games whose AI has been thinking for longer than its lease, as far as the index knows."""
        return cast(list[str], self.client.zrange(names.THINKING, "-inf", now, byscore=True, offset=0, num=count))

    def claim(self, game: str, revision: int, now: float) -> tuple[int, bool]:
        """The number of the try that the caller now has to make for a lapsed lease, 0 when it is not the caller's to make,
        and whether whoever had the lease has given up, and said why.
        """
        until = now + self.lease
        tries, given_up = self._claim(keys=[names.game_key(game)], args=[revision, now, until])
        if int(tries):
            self.client.zadd(names.THINKING, {game: until})
        return int(tries), given_up == "1"

    def forgive(self, game: str) -> None:
        """Takes a try back that was not needed, because nothing was lost."""
        self.client.hincrby(names.game_key(game), "tries", -1)

    def hold(self, game: str, revision: int) -> None:
        """Begins the lease anew for a decision that somebody thinks about from now on."""
        self._release(keys=[names.game_key(game)], args=[revision, time.time() + self.lease, ""])

    def think_until(self, game: str, due: float) -> None:
        """Corrects when the thinking index looks at a game again."""
        self.client.zadd(names.THINKING, {game: due}, xx=True)

    def release(self, game: str, revision: int) -> None:
        """Lets the lease of a game lapse now, because whoever had it has given up; not if the game has moved on."""
        now = time.time()
        if self._release(keys=[names.game_key(game)], args=[revision, now, "1"]):
            self.client.zadd(names.THINKING, {game: now})

    def rest(self, game: str, seen: float) -> None:
        """Takes a game out of the thinking index, unless it was put there again after `seen`."""
        if (score := self.client.zscore(names.THINKING, game)) is not None and score <= seen:
            self.client.zrem(names.THINKING, game)

    def every_game(self) -> Iterator[Game]:
        """All games, found by their keys."""
        for key in self.client.scan_iter(match="game:{*}", count=500):
            game = self.load(key[6:-1]) if key.endswith("}") else None
            if game:
                yield game
