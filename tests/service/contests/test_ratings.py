"""Ratings: order, ties, teams, the anchor; and games that count once, in the order in which they ended."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.ai.levels import LEVELS
from service.config import Settings
from service.contests.rating_games import Ratings, read, work
from service.contests.ratings import ANCHOR, Fact, Rating, beginnings, dump, load, rated, recomputed
from service.store import embedded
from service.store.client import connect
from service.store.ratings import RatingStore

BEGIN = beginnings("cathedral")


def fact(number: int, subjects: tuple[str, ...], places: tuple[float, ...], teams: tuple[int, ...] = ()) -> Fact:
    return Fact(f"g{number:03}", f"2026-01-05T18:{number // 60:02}:{number % 60:02}.000Z", subjects, places, teams)


def test_joint_winners_gain_more_than_third_place() -> None:
    after = rated({}, fact(1, ("a", "b", "c", "d"), (1.5, 1.5, 3, 4)))
    assert after["a"].value == pytest.approx(after["b"].value)
    assert after["a"].value > 1500 > after["c"].value > after["d"].value


def test_partners_rise_together() -> None:
    after = rated({}, fact(1, ("a", "b", "c", "d"), (1.5, 3.5, 1.5, 3.5), (0, 1, 0, 1)))
    assert after["a"].value == pytest.approx(after["c"].value)
    assert after["a"].value > 1500 > after["b"].value == pytest.approx(after["d"].value)


def test_a_draw_between_equals_changes_nothing_but_the_doubt() -> None:
    after = rated({}, fact(1, ("a", "b"), (1.5, 1.5)))
    assert after["a"].value == pytest.approx(1500)
    assert after["a"].deviation < 250


def test_the_anchor_stays_where_it_is() -> None:
    now: dict[str, Rating] = {}
    for number in range(30):
        now |= rated(now, fact(number, ("a", ANCHOR), (1, 2)))
    assert (now[ANCHOR].value, now[ANCHOR].games) == (1500, 30)
    assert now["a"].value > 1700
    assert not now["a"].is_provisional


@pytest.mark.parametrize("name", ["cathedral", "forbidden_city", "verbotene_stadt"])
def test_the_levels_begin_where_they_were_measured_and_are_provisional(name: str) -> None:
    begin = beginnings(name)
    levels = [begin[f"ai:{level}"] for level in LEVELS]
    assert [rating.value for rating in levels] == sorted(rating.value for rating in levels)
    assert [level for level, rating in zip(LEVELS, levels, strict=True) if not rating.is_provisional] == ["medium"]
    after = rated({}, fact(1, ("a", "ai:hard"), (1, 2)), begin)
    assert after["a"].value > rated({}, fact(1, ("a", "ai:easy"), (1, 2)), begin)["a"].value, "to win against hard is worth more"
    assert after["ai:hard"].value < begin["ai:hard"].value


def test_stronger_players_come_out_ahead() -> None:
    rng, facts = random.Random(3), []
    for number in range(300):
        strong, weak = sorted(rng.sample(range(5), 2))
        upset = rng.random() < 0.25
        facts.append(fact(number, (f"p{strong}", f"p{weak}"), (2, 1) if upset else (1, 2)))
    final = {subject: passed[-1][1].value for subject, passed in recomputed(facts).items()}
    assert sorted(final, key=lambda one: -final[one]) == ["p0", "p1", "p2", "p3", "p4"]


def test_a_fact_is_read_back() -> None:
    for each in (fact(1, ("a", "b"), (1, 2)), fact(2, ("a", "b", "c", "d"), (1.5, 3.5, 1.5, 3.5), (0, 1, 0, 1))):
        assert load(dump(each)) == each


class Count:
    """Ratings of a store of their own, without any games."""

    def __init__(self, client: Any) -> None:
        self.store = RatingStore(client)

    def count(self, each: Fact) -> bool:
        return self.store.count("cathedral", dump(each), each.order, each.at, lambda ratings: work(each, ratings, BEGIN))

    def values(self) -> dict[str, Rating]:
        return {subject: read(text) for subject, text in self.store.everybody("cathedral").items()}


@pytest.fixture
def count(tmp_path: Path) -> Iterator[Count]:
    with embedded.server(replace(Settings(), data=tmp_path)) as url:
        yield Count(connect(url))


def some(rng: random.Random, number: int) -> list[Fact]:
    everybody, ends = ["a", "b", "c", "ai:medium", "ai:hard"], [(1.0, 2.0), (2.0, 1.0), (1.5, 1.5)]
    return [fact(each, tuple(rng.sample(everybody, 2)), rng.choice(ends)) for each in range(number)]


def test_games_that_are_counted_late_change_what_came_after(count: Count) -> None:
    facts = some(random.Random(1), 40)
    shuffled = facts[:]
    random.Random(2).shuffle(shuffled)
    for each in shuffled:
        assert count.count(each)
    assert count.store.late(["cathedral", "forbidden_city"]) == ["cathedral"]
    again = Ratings.__new__(Ratings)
    again.store = count.store
    again.catch_up("cathedral")
    assert count.store.late(["cathedral"]) == []
    expected = {subject: passed[-1][1] for subject, passed in recomputed(facts, begin=BEGIN).items()}
    assert count.values() == expected
    history = count.store.history("cathedral", "a")
    assert len(history) == expected["a"].games


def test_a_game_counts_once(count: Count) -> None:
    each = fact(1, ("a", "b"), (1, 2))
    assert [count.count(each), count.count(each)] == [True, False]
    assert count.values()["a"].games == 1
    assert not count.count(replace(each, subjects=("a", "c"))), "whatever is said of it afterwards"
    assert count.values()["a"].games == 1


def test_a_game_that_was_counted_twice_is_counted_once_again(count: Count) -> None:
    facts = some(random.Random(7), 10)
    for each in facts:
        count.count(each)
    before = count.values()
    count.count(replace(facts[3], at="2026-01-06T00:00:00.000Z"))  # as servers did before that knew a game by all that was said of it
    assert count.values() != before
    again = Ratings.__new__(Ratings)
    again.store = count.store
    assert again.recompute("cathedral")[0] == 10
    assert count.values() == before
    assert len(count.store.games("cathedral")) == 10


def test_games_that_end_while_ratings_are_worked_out_are_counted(count: Count, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = some(random.Random(8), 12)
    for each in facts[:9]:
        count.count(each)
    later, games = iter(facts[9:]), count.store.games

    def interrupted(ruleset: str) -> list[str]:
        read_before = games(ruleset)
        if (each := next(later, None)) is not None:
            count.count(each)
        return read_before

    monkeypatch.setattr(count.store, "games", interrupted)
    again = Ratings.__new__(Ratings)
    again.store = count.store
    assert again.recompute("cathedral")[0] == 12
    assert count.values() == {subject: passed[-1][1] for subject, passed in recomputed(facts, begin=BEGIN).items()}


def test_working_them_out_again_gives_the_same(count: Count) -> None:
    for each in some(random.Random(5), 30):
        count.count(each)
    before, board = count.store.everybody("cathedral"), count.store.board("cathedral", 0, 10)
    again = Ratings.__new__(Ratings)
    again.store = count.store
    assert again.recompute("cathedral") == (30, 0)
    assert count.store.everybody("cathedral") == before
    assert count.store.board("cathedral", 0, 10) == board
    count.store.client.hset("ratings:{cathedral}", "a", "[9999,1,1]")
    assert again.recompute("cathedral") == (30, 1)
    assert count.store.everybody("cathedral") == before


def test_whoever_wants_is_on_no_leaderboard(count: Count) -> None:
    count.count(fact(1, ("a", "b"), (1, 2)))
    count.store.hide("a", ["cathedral"], {}, hidden=True)
    count.count(fact(2, ("a", "b"), (1, 2)))
    assert [subject for subject, _ in count.store.board("cathedral", 0, 10)] == ["b"]
    count.store.hide("a", ["cathedral"], {"cathedral": count.values()["a"].sure}, hidden=False)
    assert [subject for subject, _ in count.store.board("cathedral", 0, 10)] == ["a", "b"]
