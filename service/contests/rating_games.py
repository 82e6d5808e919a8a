"""Counts rated games: each once, in the order in which they ended, whoever notices that one has."""

import logging
from collections.abc import Callable, Iterable, Sequence

import orjson

from engine.rulesets import NAMES
from service.contests.ratings import Begin, Fact, History, Rating, beginnings, dump, fact_of, in_order, load, rated, recomputed
from service.game import FINISHED, Game
from service.games.referee import Referee
from service.store.games import Store
from service.store.quarantine import BROKEN
from service.store.ratings import Entry, RatingStore

log = logging.getLogger("intramuros.ratings")

RACES = 50


def write(rating: Rating) -> str:
    """The rating as JSON, which `read` reads back."""
    return orjson.dumps([rating.value, rating.deviation, rating.games]).decode()


def read(text: str) -> Rating:
    return Rating(*orjson.loads(text))


def entry(rating: Rating, passed: Iterable[tuple[Fact, Rating]]) -> Entry:
    """A rating to be written, with the games that led to it."""
    return Entry(write(rating), rating.sure, [line(fact, then) for fact, then in passed])


def line(fact: Fact, rating: Rating) -> str:
    """One line of somebody's history."""
    return orjson.dumps({"game": fact.game, "at": fact.at, "rating": rating.value, "deviation": rating.deviation}).decode()


class Ratings:
    """The ratings of a store, kept up with the games that end."""

    def __init__(self, store: RatingStore, games: Store, referee: Referee) -> None:
        self.store = store
        self.games = games
        referee.on_end.append(self.conclude)

    def conclude(self, game: Game) -> None:
        """Counts a rated game that is over; the same game again changes nothing."""
        fact = fact_of(game)
        if fact is not None:
            begin = beginnings(game.ruleset)
            self.store.count(game.ruleset, dump(fact), fact.order, fact.at, lambda ratings: work(fact, ratings, begin))
        if game.status == FINISHED:
            self.store.settle(game.id)

    def expect(self, game: Game) -> None:
        """Has a rated game looked at that is not counted yet, as far as anybody knows."""
        if game.rated:
            self.store.expect(game.id)

    def sweep(self) -> int:
        """Counts games that ended without anybody's noticing, and works ratings out again where that came late; how many were looked at."""
        waiting = self.store.waiting()
        known, gone = self.games.load_listed(waiting)
        for game_id in gone:
            self.store.settle(game_id)
        for game in known.values():
            if game.status == FINISHED:
                self.conclude_or_set_aside(game)
        for ruleset in self.store.late(NAMES):
            self.catch_up(ruleset)
        return len(waiting)

    def conclude_or_set_aside(self, game: Game) -> None:
        """The same as `conclude`; a game that does not hold what it should is in no other's way."""
        try:
            self.conclude(game)
        except BROKEN as error:
            self.games.quarantine.set_aside(game.id, error)

    def catch_up(self, ruleset: str) -> None:
        """Works the ratings of a ruleset out again in which a game was counted after later ones, unless somebody does already."""
        if self.store.begin_work(ruleset):
            log.info("a game was counted after later ones", extra={"ruleset": ruleset})
            try:
                self.recompute(ruleset)
            finally:
                self.store.end_work(ruleset)

    def of(self, ruleset: str, subject: str) -> tuple[Rating, int | None] | None:
        """Somebody's rating in a ruleset and its place; None if it has none."""
        text, place = self.store.rating(ruleset, subject)
        return (read(text), place) if text else None

    def all_of(self, subject: str) -> dict[str, tuple[Rating, int | None]]:
        """Somebody's ratings in all rulesets."""
        return {ruleset: found for ruleset in NAMES if (found := self.of(ruleset, subject))}

    def hide(self, player: str, *, hidden: bool) -> None:
        """Takes a player off the leaderboards, or puts it back."""
        orders = {ruleset: rating.sure for ruleset, (rating, _) in self.all_of(player).items()}
        self.store.hide(player, NAMES, orders, hidden=hidden)

    def fact(self, game: Game) -> Fact | None:
        """What of a game counts; None if nothing does, or it cannot be told."""
        try:
            return fact_of(game)
        except BROKEN as error:
            self.games.quarantine.set_aside(game.id, error)
            return None

    def recompute(self, ruleset: str, games: Iterable[Game] = ()) -> tuple[int, int]:
        """Works all ratings of a ruleset out again, from the stored games and those known to have been counted.

        How many games count, and how many ratings are other than they were.
        """
        before = self.store.everybody(ruleset)
        given = {fact.game: fact for fact in map(self.fact, games) if fact}
        done: list[Fact] = []
        history: History = {}
        for _ in range(RACES):
            counted = self.store.games(ruleset)
            facts = in_order([*(fact for fact in map(load, counted) if fact.game not in given), *given.values()])
            if facts[: len(done)] != done:
                done, history = [], {}
            history, done = recomputed(facts[len(done) :], history, beginnings(ruleset)), facts
            entries = {subject: entry(passed[-1][1], passed) for subject, passed in history.items()}
            stored = [(dump(fact), fact.at) for fact in facts]
            if self.store.replace(ruleset, counted, stored, facts[-1].order if facts else "", entries):
                break  # else games were counted meanwhile; only those are worked out in the next round
        after = self.store.everybody(ruleset)
        changed = [subject for subject in before.keys() | after.keys() if before.get(subject) != after.get(subject)]
        return len(done), len(changed)


def work(fact: Fact, ratings: Callable[[Sequence[str]], list[str | None]], begin: Begin) -> dict[str, Entry]:
    """What a game changes that ended after all others: the ratings of those who played it."""
    texts = dict(zip(fact.subjects, ratings(fact.subjects), strict=True))
    after = rated({one: read(text) for one, text in texts.items() if text}, fact, begin)
    return {one: entry(rating, [(fact, rating)]) for one, rating in after.items()}
