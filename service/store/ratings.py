"""Ratings in Redis: what of each rated game counts, and what follows from it, in one slot for each ruleset.

Only the games are facts. The ratings, the leaderboard and the histories are worked out from them and written together with the game that
changed them, or not at all.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import orjson

from service import clock
from service.store import keys
from service.store.client import Client, together
from service.store.commands import Pipeline

REMEMBERED = 200
"""How many of somebody's ratings are kept."""
LOOK_AGAIN = 60.0
LONGEST_WORK = 120
"""Seconds after which somebody else works ratings out again, should the first be lost."""


@dataclass(frozen=True)
class Entry:
    """One rating to be written: its text, its place in the order of the leaderboard, and the lines of its history that it adds."""

    text: str
    order: float
    history: Sequence[str]


Work = Callable[[Callable[[Sequence[str]], list[str | None]]], dict[str, Entry]]
"""Works out what a game changes, given a way to read ratings."""


def game_of(fact: str) -> str:
    """The game that a fact is about."""
    return str(orjson.loads(fact)["game"])


class RatingStore:
    """The ratings of one Redis, cluster or sentinel set."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def count(self, ruleset: str, fact: str, order: str, at: str, work: Work) -> bool:
        """Counts a game with what follows from it; False when it was counted before, whatever else the fact says now.

        What follows from one that ended before the last that counts is left to whoever works all ratings out again.
        """
        names = (keys.rated_games_key(ruleset), keys.last_rated_key(ruleset), keys.ratings_key(ruleset))
        news = [False]

        def change(pipeline: Pipeline) -> None:
            then = clock.seconds(at)
            known = game_of(fact) in map(game_of, pipeline.zrange(names[0], then, then, byscore=True))
            last = pipeline.get(names[1])
            news[0] = not known
            if known:
                pipeline.multi()
                return
            is_late = last is not None and order < last
            entries = {} if is_late else work(lambda who: pipeline.hmget(names[2], who))
            hidden = set(self.hidden(list(entries)))
            pipeline.multi()
            pipeline.zadd(names[0], {fact: then})
            if is_late:
                pipeline.set(keys.late_ratings_key(ruleset), "1")
                return
            pipeline.set(names[1], order)
            self.write(pipeline, ruleset, entries, hidden, everything=False)

        self.client.transaction(change, *names)
        return news[0]

    def write(self, pipeline: Pipeline, ruleset: str, entries: Mapping[str, Entry], hidden: set[str], *, everything: bool) -> None:
        """Writes ratings into an open transaction; those who are on no leaderboard are rated all the same."""
        if everything:
            pipeline.delete(keys.ratings_key(ruleset), keys.board_key(ruleset))
        for subject, entry in entries.items():
            history = keys.rating_history_key(ruleset, subject)
            pipeline.hset(keys.ratings_key(ruleset), subject, entry.text)
            if everything:
                pipeline.delete(history)
            pipeline.rpush(history, *entry.history)
            pipeline.ltrim(history, -REMEMBERED, -1)
            if subject not in hidden:
                pipeline.zadd(keys.board_key(ruleset), {subject: entry.order})

    def replace(
        self, ruleset: str, before: Sequence[str], facts: Sequence[tuple[str, str]], last: str, entries: Mapping[str, Entry]
    ) -> bool:
        """Writes all ratings of a ruleset anew, with the games that they follow from in place of those before; each game with when it
        ended. False, and nothing is written, when other games than those before are counted now.
        """
        names = (keys.rated_games_key(ruleset), keys.last_rated_key(ruleset), keys.ratings_key(ruleset))
        hidden = set(self.hidden(list(entries)))
        unchanged = [False]

        def change(pipeline: Pipeline) -> None:
            unchanged[0] = pipeline.zrange(names[0], 0, -1) == list(before)
            pipeline.multi()
            if not unchanged[0]:
                return
            pipeline.delete(*names[:2], keys.late_ratings_key(ruleset))
            for fact, at in facts:
                pipeline.zadd(names[0], {fact: clock.seconds(at)})
            if last:
                pipeline.set(names[1], last)
            self.write(pipeline, ruleset, entries, hidden, everything=True)

        self.client.transaction(change, *names)
        return unchanged[0]

    def late(self, rulesets: Sequence[str]) -> list[str]:
        """The rulesets of which games were counted after later ones."""
        found = together(self.client, [["EXISTS", keys.late_ratings_key(ruleset)] for ruleset in rulesets])
        return [ruleset for ruleset, is_late in zip(rulesets, found, strict=True) if is_late]

    def begin_work(self, ruleset: str) -> bool:
        """Whether nobody else works the ratings of a ruleset out again, for so long that it would have to be lost."""
        return bool(self.client.set(keys.working_key(ruleset), "1", nx=True, ex=LONGEST_WORK))

    def end_work(self, ruleset: str) -> None:
        self.client.delete(keys.working_key(ruleset))

    def games(self, ruleset: str) -> list[str]:
        """What of every rated game counts."""
        return self.client.zrange(keys.rated_games_key(ruleset), 0, -1)

    def rating(self, ruleset: str, subject: str) -> tuple[str | None, int | None]:
        """Somebody's rating, and its place on the leaderboard if it has one."""
        text, place = together(self.client, [["HGET", keys.ratings_key(ruleset), subject], ["ZREVRANK", keys.board_key(ruleset), subject]])
        return text, None if place is None else int(place) + 1

    def ratings(self, rulesets: Sequence[str], subjects: Sequence[str]) -> dict[str, dict[str, str]]:
        """The ratings that some have, by ruleset and subject."""
        rows = together(self.client, [["HMGET", keys.ratings_key(ruleset), *subjects] for ruleset in rulesets if subjects])
        return {
            ruleset: {subject: text for subject, text in zip(subjects, row, strict=True) if text}
            for ruleset, row in zip(rulesets if subjects else (), rows, strict=True)
        }

    def board(self, ruleset: str, first: int, count: int) -> list[tuple[str, str]]:
        """Lines of the leaderboard with the ratings, from a place counted from 0."""
        subjects = self.client.zrange(keys.board_key(ruleset), first, first + count - 1, desc=True)
        texts = self.client.hmget(keys.ratings_key(ruleset), subjects) if subjects else []
        return [(subject, text) for subject, text in zip(subjects, texts, strict=True) if text]

    def ais(self, ruleset: str, places: int) -> list[str]:
        """The AIs among the first places of the leaderboard."""
        return [subject for subject in self.client.zrange(keys.board_key(ruleset), 0, places - 1, desc=True) if subject.startswith("ai:")]

    def history(self, ruleset: str, subject: str) -> list[str]:
        return self.client.lrange(keys.rating_history_key(ruleset, subject), 0, -1)

    def everybody(self, ruleset: str) -> dict[str, str]:
        """All ratings of a ruleset."""
        return self.client.hgetall(keys.ratings_key(ruleset))

    # Who is not listed

    def hidden(self, subjects: Sequence[str]) -> list[str]:
        """Those who are on no leaderboard."""
        found = self.client.smismember(keys.UNLISTED, subjects) if subjects else []
        return [subject for subject, is_hidden in zip(subjects, found, strict=True) if is_hidden]

    def hide(self, player: str, rulesets: Sequence[str], orders: Mapping[str, float], *, hidden: bool) -> None:
        """Takes a player off the leaderboards, or puts it back where its ratings belong."""
        if hidden:
            self.client.sadd(keys.UNLISTED, player)
            for ruleset in rulesets:
                self.client.zrem(keys.board_key(ruleset), player)
            return
        self.client.srem(keys.UNLISTED, player)
        for ruleset, order in orders.items():
            self.client.zadd(keys.board_key(ruleset), {player: order})

    # Games that are not counted yet

    def waiting(self, count: int = 50) -> list[str]:
        """Rated games to look at, which are due again later."""
        now = time.time()
        found = self.client.zrange(keys.UNRATED, "-inf", now, byscore=True, offset=0, num=count)
        if found:
            self.client.zadd(keys.UNRATED, dict.fromkeys(found, now + LOOK_AGAIN), xx=True)
        return found

    def expect(self, game: str) -> None:
        """Has a game looked at soon."""
        self.client.zadd(keys.UNRATED, {game: time.time()}, nx=True)

    def settle(self, game: str) -> None:
        """A game need not be looked at any more."""
        self.client.zrem(keys.UNRATED, game)
