"""How a change of a game is committed: announced first where that must not be missing, stored by one script, then seen by all it concerns.

An index entry that must never be missing (an owed turn, a thinking AI) is written before the change it announces, and whoever
reads it checks it against the game; so a crash between any two writes leaves at worst an entry too many.
"""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.resources import files

import orjson
from redis.exceptions import NoScriptError, RedisError

from service.game import FINISHED, Game, dump, dump_before_clocks
from service.store import kept_answers, keys
from service.store.announcements import announcements, first_deadline, to_look_at, touches
from service.store.client import Brisk, Client, at_once, in_turn
from service.store.commands import Reply, Word
from service.store.game_lists import GameLists
from service.store.inboxes import InboxIndex, fresh_version
from service.store.journals import FOLDED, Journals
from service.store.leases import Leases
from service.store.remembered import Remembered
from service.store.watches import game_topic, notice, player_topic
from service.time_control import Plan, read_clocks

TIDY_EVERY = 20
"""Kept answers after which, on average, the oldest of the caller are looked for that are too many."""


@dataclass(frozen=True)
class Once:
    """A request that must take effect once: the player's Idempotency-Key, and the answer to give again."""

    player: str
    key: str
    answer: str


class Lapsed(Exception):
    """The change came after a deadline of the game's clocks."""


def written(plan: Plan | None) -> str:
    """The plan as the commit script reads it."""
    return orjson.dumps([list(row) if row else False for row in plan]).decode() if plan else ""


@dataclass
class Commits:
    """The changes of the games in one Redis."""

    client: Client
    keep: dict[str, int]
    """Seconds for which a game is kept that nothing happens to, by its status; 0 for good."""
    leases: Leases
    lists: GameLists
    journals: Journals
    inboxes: InboxIndex
    remembered: Remembered
    load: Callable[[str], Game | None]

    def __post_init__(self) -> None:
        self._commit = self.client.register_script(files("service.store").joinpath("lua", "commit.lua").read_text())

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
            *(before.revision if before else 0, self.remembered.fingerprint(before)),
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
            told = "" if one_server else f"{line}\n{due}\n{stored.brief_text}\n{self.remembered.text_of(stored)}"
            self._settle(stored, touched, told, version)
        if stored and (before is None or before.status != after.status or before.seats != after.seats):
            self.lists.index(stored)
        if stored:
            self._pack(before, stored)
        if once and random.randrange(TIDY_EVERY) == 0:
            kept_answers.forget_oldest(self.client, once.player)
        return stored

    def announce(self, before: Game | None, after: Game) -> None:
        """Writes the index entries that must not be missing once the game is stored."""
        deadline = after.clocks.earliest if after.clocks else None
        at_once(self.client, announcements(after, touches(before, after), self.leases.due(after), deadline))

    def announce_again(self, game: Game) -> None:
        """Writes those index entries of a stored game as if it had just come to be, and has it seen in the inboxes."""
        self.announce(None, game)
        self._settle(game, touches(None, game))

    def compact(self, game: str) -> None:
        """Packs a game that is over; one that is packed, or goes on, stays as it is."""
        text, elements = in_turn(self.client, [["HGET", keys.game_key(game), "game"], ["LRANGE", keys.journal_key(game), 0, -1]])
        found = self.remembered.read(game, text)
        if found and found.status == FINISHED:
            self.journals.compact(found, text, elements)

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

    def _with_clocks(self, after: Game, text: str, answer: Reply) -> Game | None:
        """The game that the script has stored, by its answer and the text that it was given."""
        if answer == -1:
            raise Lapsed
        if isinstance(answer, str):
            stored = after.with_clocks(read_clocks(orjson.loads(answer)))
            return self.remembered.keep(text.replace('"clocks":"@"', f'"clocks":{answer}', 1), stored)
        return self.remembered.keep(text, after) if answer == 1 else self._stored_before(after)

    def _stored_before(self, after: Game) -> Game | None:
        """The game, if it is stored already exactly as the change leaves it, but for the moment at which its clocks were written."""
        found = self.load(after.id)
        return found if found and replace(found, clocks=None) == replace(after, clocks=None) else None

    def _settle(self, game: Game, touched: Sequence[str], told: str = "", version: str = "") -> None:
        """Has a stored change seen in the inboxes, and told to those who wait for theirs; where Redis is lost in between, the next reader
        does it.
        """
        with suppress(RedisError):
            for player in touched:
                self.inboxes.settle(player, game.id, game.revision, game.brief, told, version)

    def _pack(self, before: Game | None, after: Game) -> None:
        """Packs what a change has left behind; where Redis is lost in between, housekeeping does it."""
        with suppress(RedisError):
            if after.status == FINISHED:
                self.compact(after.id)
            elif before and after.entries // FOLDED > before.entries // FOLDED:
                self.journals.fold(after.id)
