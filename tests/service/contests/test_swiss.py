"""Swiss rounds: no meeting twice, a bye goes round, and no field is stuck."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.contests import swiss
from service.contests.contest import SWISS, WITHDRAWN, Contest, Entrant, Facts
from service.contests.field_rules import Unfit, settled
from service.contests.rounds import drawn, in_order
from service.contests.schedule import begun
from service.contests.swiss import Candidate, pair
from tests.service.contests.playing import by_strength, contest, meetings, played


def byes(done: Contest) -> Counter[str]:
    return Counter(pairing.entrants[0] for pairings in done.drawn for pairing in pairings if pairing.is_bye)


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 33), st.integers(0, 10**6))
def test_no_meeting_is_repeated_and_nobody_has_two_byes(count: int, seed: int) -> None:
    rounds = min(7, count // 2)
    done, _ = played(begun(contest(count, format=SWISS, rounds=rounds)), by_strength(random.Random(seed)))
    met = meetings(done)
    assert len(met) == len(set(met))
    assert len(done.drawn) == rounds
    assert all(len([one for one in pairings if one.is_bye]) == count % 2 for pairings in done.drawn)
    assert not byes(done) or max(byes(done).values()) == 1
    assert all(len({one for pairing in pairings for one in pairing.entrants}) == count for pairings in done.drawn)


@pytest.mark.parametrize("seed", range(10))
def test_as_many_rounds_as_the_rule_allows_are_never_stuck(seed: int) -> None:
    for count in (8, 9, 14):
        done, _ = played(begun(contest(count, format=SWISS, rounds=count // 2)), by_strength(random.Random(seed)))
        assert len(meetings(done)) == len(set(meetings(done))) == count // 2 * (count // 2)


def test_more_rounds_than_half_the_field_are_refused_with_a_round_robin() -> None:
    with pytest.raises(Unfit, match="a round robin has more") as refusal:
        settled(contest(8, format=SWISS, rounds=5))
    assert {way.format for way in refusal.value.ways} == {"round_robin"}


def test_the_best_meet_the_best() -> None:
    running, facts = played(begun(contest(32, format=SWISS, rounds=7)), by_strength(random.Random(4)), rounds=4)
    order = in_order(running, facts.results)
    after = drawn(running, facts)
    apart = [abs(order.index(one) - order.index(other)) for one, other in (pairing.entrants for pairing in after.drawn[-1])]
    assert sum(apart) / len(apart) < 6


def test_after_withdrawals_the_oldest_meeting_is_repeated_rather_than_that_a_round_is_stuck() -> None:
    field = [
        Candidate("a", Fraction(4), 0, {"b": 3, "c": 1, "d": 2}),
        Candidate("b", Fraction(3), 0, {"a": 3, "c": 2, "d": 1}),
        Candidate("c", Fraction(2), 0, {"a": 1, "b": 2, "d": 3}),
        Candidate("d", Fraction(1), 0, {"a": 2, "b": 1, "c": 3}),
    ]
    assert pair(field) == ([("a", "c"), ("b", "d")], None)
    assert pair(field[:2]) == ([("a", "b")], None)


def test_everybody_has_a_bye_before_anybody_has_two() -> None:
    running = begun(contest(5, format=SWISS, rounds=2))
    running = replace(running, rounds=10)
    done, _ = played(running, by_strength(random.Random(3)))
    assert sorted(byes(done).values()) == [2] * 5
    first = [next(one.entrants[0] for one in pairings if one.is_bye) for pairings in done.drawn[:5]]
    assert len(set(first)) == 5


def test_leaving_and_coming_back_does_not_bring_a_second_bye() -> None:
    running, facts = played(begun(contest(7, format=SWISS, rounds=3)), by_strength(random.Random(2)), rounds=1)
    (idle,) = byes(running)
    gone = running.with_left(idle, WITHDRAWN)
    back = replace(gone, entrants=tuple(replace(one, left=None) for one in gone.entrants))
    after, _ = played(back, by_strength(random.Random(2)), results=dict(facts.results))
    assert byes(after)[idle] == 1


def test_whoever_comes_late_is_drawn_from_then_on() -> None:
    running, facts = played(begun(contest(8, format=SWISS, rounds=3)), by_strength(random.Random(2)), rounds=1)
    late = Entrant("e100", "Late", ai="easy", since=2)
    after, _ = played(replace(running, entrants=(*running.entrants, late)), by_strength(random.Random(2)), results=dict(facts.results))
    assert all("e100" in {one for pairing in pairings for one in pairing.entrants} for pairings in after.drawn[1:])


def test_two_hundred_entrants_are_paired_by_offering_each_only_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time that a matching takes grows with the meetings that it may choose from."""
    offered, offers = list[int](), swiss.offers
    monkeypatch.setattr(swiss, "offers", lambda *field, **how: offered.append(len(found := offers(*field, **how))) or found)
    running, facts = played(begun(contest(200, format=SWISS, rounds=3)), by_strength(random.Random(2)), rounds=2)
    offered.clear()
    drawn(running, Facts(facts.results))
    assert len(offered) == 1, "and nobody was left over"
    assert offered[0] <= 200 * swiss.NEAREST
