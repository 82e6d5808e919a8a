"""What happens next in a contest: series, withdrawals, and everything that must not hold it up."""

import random
from dataclasses import replace

import pytest

from service.contests.contest import (
    CANCELLED,
    FINISHED,
    KICKED,
    REGISTERING,
    RUNNING,
    SERIES,
    SWISS,
    WITHDRAWN,
    Contest,
    Entrant,
    Facts,
    Pairing,
    Result,
    Spec,
    dump,
    dump_result,
    load,
    load_result,
)  # fmt: skip
from service.contests.schedule import begun, called_off, ended, is_over, next_games, to_resign, wants_round
from service.contests.standings import standings
from tests.service.contests.playing import by_strength, contest, played, result, run


def series(games: int, seats: int = 2, tie: str = "share") -> Contest:
    more = {"ruleset": "cathedral"} if seats == 2 else {"ruleset": "forbidden_city", "points": "rank"}
    return begun(contest(seats, format=SERIES, games=games, seats=seats, tie=tie, **more))


def test_a_series_has_one_game_at_a_time_with_alternating_sides() -> None:
    running, seen = series(4), []
    done, facts = played(running, lambda spec: seen.append(spec.entrants) or result(spec.entrants, (10, 12)))
    assert seen == [("e000", "e001"), ("e001", "e000")] * 2
    assert (done.status, len(facts.results)) == (FINISHED, 4)
    first = Facts({}, frozenset({running.game_id(1, 1, 1)}))
    assert next_games(running, first) == [], "one at a time"


def test_seats_of_three_go_round() -> None:
    seen: list[tuple[str, ...]] = []
    played(series(3, seats=3), lambda spec: seen.append(spec.entrants) or Result(spec.entrants, (3, 2, 1), (0,)))
    assert seen == [("e000", "e001", "e002"), ("e001", "e002", "e000"), ("e002", "e000", "e001")]


def test_a_tie_stays_a_tie() -> None:
    done, facts = played(series(2), lambda spec: result(spec.entrants, (10, 12)))
    assert [line.place for line in standings(done, facts.results)] == [1, 1]
    assert len(facts.results) == 2


def test_a_series_that_plays_on_goes_on_until_one_is_ahead() -> None:
    def play(spec: Spec) -> Result:
        return result(spec.entrants, (10, 12) if spec.leg < 5 else (10, 12) if spec.leg == 5 else (9, 12))

    done, facts = played(series(2, tie="play_on"), play)
    assert len(facts.results) == 6
    assert [line.place for line in standings(done, facts.results)] == [1, 2]


def test_a_series_that_is_level_for_ever_ends_all_the_same() -> None:
    _, facts = played(series(2, tie="play_on"), lambda spec: result(spec.entrants, (10, 12)))
    assert len(facts.results) == 100


def test_both_games_of_a_meeting_may_run_at_once_and_no_other_beside_them() -> None:
    running = begun(contest(4, opponents=None, at_once=True))
    first = next_games(running, Facts())
    assert sorted((spec.pair, spec.leg) for spec in first) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    games = {spec.game_id(running.id): spec for spec in first}
    assert next_games(running, Facts({}, frozenset(games))) == []
    over, *others = sorted(games)
    one_over = Facts({over: result(games[over].entrants, (10, 12))}, frozenset(others))
    assert next_games(running, one_over) == [], "the other game of the meeting still runs"
    leaver = games[over].entrants[0]
    assert len(to_resign(running.with_left(leaver, WITHDRAWN), Facts({}, frozenset(games)))) == 2, "both are given up"
    done, facts = played(running, by_strength(random.Random(1)))
    assert (done.status, len(facts.results)) == (FINISHED, 12)
    swiss, found = played(begun(contest(5, format=SWISS, rounds=2, at_once=True)), by_strength(random.Random(2)))
    assert (swiss.status, len(found.results)) == (FINISHED, 8)


def test_whoever_withdraws_gives_up_the_running_game_and_is_waited_for_by_nobody() -> None:
    running = begun(contest(4, opponents=None))
    first = next_games(running, Facts())
    going = frozenset(spec.game_id(running.id) for spec in first)
    gone = running.with_left("e001", KICKED)
    (mine,) = [spec for spec in first if "e001" in spec.entrants]
    assert to_resign(gone, Facts({}, going)) == [(mine, "e001")]
    assert not is_over(gone, Facts({}, going))
    done, facts = played(gone, by_strength(random.Random(1)))
    assert done.status == FINISHED
    assert all("e001" not in each.entrants for each in facts.results.values())
    assert len(facts.results) == 6


def test_a_game_created_just_before_somebody_left_is_looked_for() -> None:
    running = begun(contest(4, opponents=None))
    gone = running.with_left("e001", WITHDRAWN)
    assert {spec.entrants for spec in called_off(gone, Facts())} == {
        pairing.entrants for pairings in running.drawn for pairing in pairings if "e001" in pairing.entrants
    }


@pytest.mark.parametrize("form", ["round_robin", SWISS])
def test_everybody_withdraws(form: str) -> None:
    running = begun(contest(4, format=form))
    for one in running.entrants:
        running = running.with_left(one.id, WITHDRAWN)
    assert is_over(running, Facts())
    assert ended(running, Facts()).status == CANCELLED
    assert not wants_round(running, Facts())


def test_a_swiss_goes_on_without_those_who_left() -> None:
    running, facts = played(begun(contest(9, format=SWISS, rounds=4)), by_strength(random.Random(1)), rounds=2)
    for one in ("e001", "e002", "e003", "e004", "e005", "e006"):
        running = running.with_left(one, WITHDRAWN)
    done, after = played(running, by_strength(random.Random(1)), results=dict(facts.results))
    assert (done.status, len(done.drawn)) == (FINISHED, 4)
    later = [pairing for pairings in done.drawn[2:] for pairing in pairings]
    assert all(set(pairing.entrants) <= {"e000", "e007", "e008"} for pairing in later)
    assert len(after.results) == len(facts.results) + 4


def test_one_entrant_who_is_left_has_nobody_to_wait_for() -> None:
    running, facts = played(begun(contest(4, format=SWISS, rounds=2)), by_strength(random.Random(1)), rounds=1)
    for one in ("e001", "e002", "e003"):
        running = running.with_left(one, WITHDRAWN)
    assert is_over(running, facts)
    assert ended(running, facts).status == FINISHED


def test_nothing_happens_before_it_begins() -> None:
    assert contest(4).status == REGISTERING
    assert next_games(contest(4), Facts()) == []


def test_game_ids_are_always_the_same_and_never_shared() -> None:
    one, other = run(8)[0], run(8)[0]
    ids = [one.game_id(number, place, leg) for number in range(1, 6) for place in range(1, 5) for leg in (1, 2)]
    assert ids == [other.game_id(number, place, leg) for number in range(1, 6) for place in range(1, 5) for leg in (1, 2)]
    assert len(set(ids)) == len(ids)
    assert replace(one, id="other").game_id(1, 1, 1) != one.game_id(1, 1, 1)


def test_a_contest_is_read_back_from_its_text() -> None:
    done, facts = run(7, odd="full")
    done = replace(done, entrants=(*done.entrants, Entrant("p", "Ada", player="p", left=KICKED, since=3)), invited=("p",))
    assert load(dump(done)) == done
    assert all(load_result(dump_result(each)) == each for each in facts.results.values())
    assert load(dump(done)).status == FINISHED
    assert RUNNING not in (done.status,)
    assert Pairing(("a",), 0).is_bye
