"""Contests in Redis: one hash with the contest as text, one with the facts about its games; both in one slot.

Every write either finds what it was made from or changes nothing, so it may be repeated by whoever does not know whether it was made.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import cast

from service.store import keys
from service.store.client import Client, together
from service.store.commands import Command, Reply
from service.store.watches import contest_topic

LOOK_AGAIN = 5.0
"""Seconds after which somebody looks again at a contest that is not over, whatever it was told."""


@dataclass(frozen=True)
class Stored:
    """A contest as text with its revision, and the facts about its games."""

    revision: int
    text: str
    games: dict[str, str]


@dataclass(frozen=True)
class Kept:
    """A text of a contest, or its brief, with the revision that it had then."""

    revision: int
    text: str


class ContestStore:
    """The contests of one Redis, cluster or sentinel set."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._change, self._note, self._take, self._keep_brief = (
            client.register_script(files("service.store").joinpath("lua", f"{name}.lua").read_text())
            for name in ("change_contest", "note_game", "take_due", "keep_brief")
        )

    def load(self, contest: str) -> Stored | None:
        """The contest and what is known of its games; None for an unknown one."""
        reads: list[Command] = [
            ["HMGET", keys.contest_key(contest), "revision", "contest"],
            ["HGETALL", keys.contest_games_key(contest)],
        ]
        return stored(*together(self.client, reads))

    def text(self, contest: str) -> Kept | None:
        """The contest alone, without its games; None for an unknown one."""
        revision, text = self.client.hmget(keys.contest_key(contest), "revision", "contest")
        return Kept(int(revision), text) if revision and text else None

    def briefs(self, contests: Sequence[str]) -> list[Kept | None]:
        """The briefs of contests, in the given order; one that is not of the contest's text is "", None is an unknown contest."""
        reads: list[Command] = []
        for one in contests:
            reads += [["HMGET", keys.contest_key(one), "revision", "brief"], ["HSTRLEN", keys.contest_key(one), "contest"]]
        answers = together(self.client, reads)
        return [kept(*answers[place : place + 2]) for place in range(0, len(answers), 2)]

    def keep_brief(self, contest: str, revision: int, brief: str) -> None:
        """Keeps the brief of a contest that has none, unless it has changed since."""
        self._keep_brief(keys=[keys.contest_key(contest)], args=[revision, brief])

    def set_aside(self, contest: str) -> None:
        """Puts a contest in quarantine."""
        self.client.sadd(keys.QUARANTINE, f"contest {contest}")

    def change(self, contest: str, before: int, text: str, keep: int = 0, brief: str = "") -> int:
        """The revision that the change has made; 0 if somebody else changed the contest since `before`, and nothing is written."""
        names = [keys.contest_key(contest), keys.contest_games_key(contest)]
        return int(self._change(keys=names, args=[before, text, keep, contest_topic(contest), contest, brief]))

    def note(self, contest: str, game: str, fact: str) -> bool:
        """Notes that a game exists, or its result; False when that was known, or nothing is known of the contest."""
        names = [keys.contest_key(contest), keys.contest_games_key(contest)]
        return bool(self._note(keys=names, args=[game, fact, contest_topic(contest), contest]))

    def existing(self, games: Sequence[str]) -> list[str]:
        """Those of the games that Redis has, in one read."""
        found = together(self.client, [["EXISTS", keys.game_key(game)] for game in games])
        return [game for game, there in zip(games, found, strict=True) if there]

    def forget_game(self, contest: str, game: str) -> None:
        """Takes back that a game exists which is nowhere to be found, so that it is created again."""
        if self.client.hget(keys.contest_games_key(contest), game) == "":
            self.client.hdel(keys.contest_games_key(contest), game)

    def watch(self, contest: str, when: float) -> None:
        """Has somebody look at the contest then."""
        self.client.zadd(keys.CONTESTS, {contest: when})

    def rest(self, contest: str) -> None:
        """Nobody need look at the contest any more."""
        self.client.zrem(keys.CONTESTS, contest)

    def due(self, count: int = 20) -> list[str]:
        """The contests that somebody has to look at; whoever asks next gets others, until these are due again."""
        now = time.time()
        return cast(list[str], self._take(keys=[keys.CONTESTS], args=[now, now + LOOK_AGAIN, count]))

    def index(self, contest: str, kind: str, when: float, people: Sequence[str], gone: Collection[str], *, listed: bool) -> None:
        """Puts the contest into the lists where it belongs, and takes it out of those of who is gone."""
        pipeline = self.client.pipeline(transaction=False)
        if listed:
            pipeline.zadd(keys.contests_key(kind), {contest: when})
        else:
            pipeline.zrem(keys.contests_key(kind), contest)
        for player in people:
            pipeline.zadd(keys.contests_of_player_key(player), {contest: when})
        for player in gone:
            pipeline.zrem(keys.contests_of_player_key(player), contest)
        pipeline.execute()

    def organised(self, player: str) -> int:
        """How many contests of the player are not over."""
        return int(self.client.scard(keys.organised_key(player)))

    def organise(self, player: str, contest: str, *, over: bool) -> None:
        """Counts a contest for its organiser as long as it is not over."""
        if over:
            self.client.srem(keys.organised_key(player), contest)
        else:
            self.client.sadd(keys.organised_key(player), contest)

    def every_contest(self) -> list[str]:
        """The ids of all contests, found by their keys."""
        found = self.client.scan_iter(match="contest:{*}", count=500)
        return [key[9:-1] for key in found if key.endswith("}")]


def kept(head: Sequence[str | None], length: int) -> Kept | None:
    """The brief, which begins with the length of the text that it is of: a process that knows no briefs may have written another since."""
    revision, text = head
    if not revision or not length:
        return None
    of, _, brief = (text or "").partition(" ")
    return Kept(int(revision), brief if of == str(length) else "")


def stored(head: Sequence[str | None], games: Reply) -> Stored | None:
    revision, text = head
    if not revision or not text:
        return None
    return Stored(int(revision), text, games if isinstance(games, dict) else dict(zip(games[::2], games[1::2], strict=True)))
