"""Who stands where: points per game played, what the tied have against each other, and what their opponents have."""

import random
from dataclasses import replace
from fractions import Fraction

from service.contests.contest import FINISHED, WITHDRAWN, Entrant, Facts, Result
from service.contests.describing import tournament_json
from service.contests.standings import standings
from tests.service.contests.playing import contest, result, run

NAMES = ("ada", "bo", "cy", "di")


def table(results: list[Result], *, left: str = "", entrants: tuple[str, ...] = NAMES, **more: str) -> list[tuple[int, str]]:
    field = tuple(Entrant(name, name, ai="easy", left=WITHDRAWN if name == left else None) for name in entrants)
    made = replace(contest(0, **more), entrants=field)
    return [(line.place, line.entrant) for line in standings(made, {str(number): each for number, each in enumerate(results)})]


def test_the_fewest_squares_for_each_game_win() -> None:
    results = [result(("ada", "bo"), (12, 8)), result(("bo", "ada"), (20, 4)), result(("cy", "ada"), (3, 30))]
    assert table(results, entrants=NAMES[:3]) == [(1, "cy"), (2, "bo"), (3, "ada")]


def test_the_most_coins_win() -> None:
    results = [Result(("ada", "bo"), (12, 8), (0,)), Result(("cy", "bo"), (20, 4), (0,))]
    assert table(results, ruleset="forbidden_city", entrants=NAMES[:3]) == [(1, "cy"), (2, "ada"), (3, "bo")]


def test_a_bye_is_neither_good_nor_bad() -> None:
    field, more = ("ada", "bo", "cy"), [result(("ada", "bo"), (10, 20)), result(("bo", "cy"), (5, 20))]
    before = table([result(("ada", "cy"), (10, 30)), *more], entrants=field)
    assert before[0] == (1, "ada"), "who sat out a round is ranked by the games it has played"


def test_whoever_has_not_played_comes_last_and_whoever_left_after_those_who_stayed() -> None:
    results = [result(("ada", "bo"), (2, 30)), result(("bo", "ada"), (30, 2)), result(("bo", "cy"), (30, 31))]
    assert table(results, left="ada") == [(1, "bo"), (2, "cy"), (3, "ada"), (4, "di")]


def test_the_house_plays_for_no_place_however_well_it_plays() -> None:
    field = (Entrant("house", "The house", ai="medium", house=True), *(Entrant(name, name) for name in NAMES[:3]))
    results = [result(("house", "ada"), (0, 30)), result(("bo", "house"), (20, 0)), result(("cy", "house"), (10, 0))]
    facts = Facts({str(number): each for number, each in enumerate(results)})
    cup = replace(contest(0), entrants=field, status=FINISHED)
    assert [(line.place, line.entrant) for line in standings(cup, facts.results)] == [(1, "cy"), (2, "bo"), (3, "ada"), (4, "house")]
    assert [line["player"]["id"] for line in tournament_json(cup, facts)["podium"]] == ["cy", "bo", "ada"]


def test_the_direct_meeting_decides_between_equals() -> None:
    results = [
        *(result(("ada", "bo"), (10, 12)), result(("bo", "ada"), (12, 10))),
        *(result(("ada", "cy"), (14, 9)), result(("bo", "cy"), (10, 9))),
    ]
    lines = standings(
        replace(contest(0), entrants=tuple(Entrant(name, name) for name in NAMES[:3])), {str(n): each for n, each in enumerate(results)}
    )
    assert [(line.place, line.entrant) for line in lines] == [(1, "cy"), (2, "ada"), (3, "bo")]
    assert (lines[1].per_game, lines[1].direct) == (Fraction(34, 3), 10)
    tied = [result(("ada", "bo"), (10, 12)), result(("cy", "ada"), (30, 14)), result(("bo", "cy"), (12, 31))]
    assert table(tied, entrants=NAMES[:3]) == [(1, "ada"), (2, "bo"), (3, "cy")]


def test_then_the_opponents_points_and_equals_share_a_place() -> None:
    results = [result(("ada", "cy"), (10, 20)), result(("bo", "di"), (10, 30))]
    assert table(results) == [(1, "ada"), (2, "bo"), (3, "cy"), (4, "di")]
    even = [result(("ada", "cy"), (10, 20)), result(("bo", "di"), (10, 20))]
    assert table(even) == [(1, "ada"), (1, "bo"), (3, "cy"), (3, "di")]


def test_whoever_gave_up_fewer_games_stands_before_the_other_at_the_very_end() -> None:
    given_up = [Result(("ada", "bo"), (0, 0), (1,), (0,), played_out=False), Result(("bo", "ada"), (0, 0), (0,), (1,), played_out=False)]
    assert table(given_up, ruleset="forbidden_city", format="series", entrants=NAMES[:2]) == [(1, "bo"), (2, "ada")]


def test_the_order_in_which_games_end_does_not_matter() -> None:
    done, facts = run(9, seed=5)
    games = list(facts.results.items())
    random.Random(1).shuffle(games)
    assert standings(done, dict(games)) == standings(done, facts.results)
