"""Round robins: everybody meets the same number of others, twice, from both sides."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.contests.contest import FINISHED, Entrant, Facts
from service.contests.field_rules import Unfit, settled, ways
from service.contests.schedule import begun, next_games
from tests.service.contests.playing import by_strength, contest, meetings, played, run


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 14), st.sampled_from(["partial", "full"]), st.one_of(st.none(), st.integers(0, 9)))
def test_everybody_meets_the_same_number_of_others(count: int, odd: str, opponents: int | None) -> None:
    done, facts = played(begun(contest(count, odd=odd, opponents=opponents), strict=False), by_strength(random.Random(count)))
    met = meetings(done)
    assert len(met) == len(set(met)), "a meeting is repeated"
    degrees = Counter(one for pair in met for one in pair)
    assert set(degrees.values()) == ({done.opponents} if done.opponents else set())
    assert len(facts.results) == 2 * len(met)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 12))
def test_two_games_with_sides_exchanged(count: int) -> None:
    _, facts = run(count)
    sides = Counter(result.entrants for result in facts.results.values())
    assert set(sides.values()) == {1}
    assert all(sides[other, one] == 1 for one, other in sides)


def test_a_field_plays_ten_games_by_default() -> None:
    _, facts = run(12)
    games = Counter(one for result in facts.results.values() for one in result.entrants)
    assert set(games.values()) == {10}


def test_nobody_waits_for_a_meeting_that_is_not_its_own() -> None:
    running = begun(contest(6, opponents=None))
    slow = running.drawn[0][0]
    facts = Facts({})
    while True:
        specs = [spec for spec in next_games(running, facts) if set(spec.entrants) != set(slow.entrants)]
        if not specs:
            break
        play = by_strength(random.Random(1))
        facts = Facts({**facts.results, **{spec.game_id(running.id): play(spec) for spec in specs}})
    others = {pairing.entrants for pairings in running.drawn for pairing in pairings if not set(pairing.entrants) & set(slow.entrants)}
    over = {frozenset(result.entrants) for result in facts.results.values()}
    assert over == {frozenset(pair) for pair in others}


def test_an_odd_field_has_three_ways() -> None:
    assert [(way.odd, way.opponents) for way in ways(9, 2) if way.format == "round_robin"] == [("partial", 4), ("house_ai", 5), ("full", 8)]
    partial = begun(contest(9, odd="partial"))
    assert len(partial.drawn) == 1
    assert len(partial.drawn[0]) == 9 * 4 // 2
    house = begun(contest(9, odd="house_ai"), house=Entrant("house", "The house", ai="medium", house=True))
    assert len(house.entrants) == 10
    assert [len(pairings) for pairings in house.drawn] == [5] * 5
    full = begun(contest(9, odd="full"))
    assert [len([one for one in pairings if one.is_bye]) for pairings in full.drawn] == [1] * 9
    assert Counter(one.entrants for pairings in full.drawn for one in pairings if one.is_bye).most_common(1)[0][1] == 1


def test_what_does_not_fit_the_field_is_refused_with_what_does() -> None:
    with pytest.raises(Unfit, match="one of the numbers must be even") as refusal:
        settled(contest(7, opponents=3))
    assert refusal.value.ways == ways(7, 2)
    with pytest.raises(Unfit, match="3 opponents for everybody, not 5"):
        settled(contest(4, opponents=5))
    with pytest.raises(Unfit, match="too small"):
        settled(contest(1))


def test_one_opponent_each_of_an_odd_field_that_begins_by_itself_is_two() -> None:
    assert settled(contest(3, opponents=1), strict=False).opponents == 2
    assert settled(contest(7, opponents=3), strict=False).opponents == 2
    done, facts = played(begun(contest(3, opponents=1), strict=False), by_strength(random.Random(1)))
    assert (done.status, len(facts.results)) == (FINISHED, 6)
