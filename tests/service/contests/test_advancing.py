"""Contests on a real store, without HTTP: whatever is lost or done twice in between, each game is there once and the contest goes on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service import clock, problems
from service.config import Settings, load
from service.contests import beginning
from service.contests.advancing import Contests
from service.contests.arranging import game_wanted, result_of
from service.contests.contest import (
    CANCELLED,
    FINISHED,
    GONE,
    REGISTERING,
    RUNNING,
    SERIES,
    SWISS,
    TABLES,
    WITHDRAWN,
    Contest,
    Entrant,
    Spec,
    dump_result,
)
from service.contests.entering import call_off, enter, leave
from service.contests.schedule import AIS_AT_ONCE, begun, called_off, is_waiting, next_games
from service.game import FINISHED as GAME_OVER
from service.game import Game
from service.parts import Parts
from service.store import embedded, identifiers, keys
from tests.service.contests.playing import contest


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with embedded.server(replace(Settings(), data=tmp_path)) as url:
        yield Parts(replace(Settings(), data=tmp_path, store_url=url, queue_url=url))


def made(parts: Parts, count: int, **more: Any) -> Contest:
    """A stored contest of so many players that has begun."""
    players = [parts.players.create(f"Player {number}")[0] for number in range(count)]
    entrants = tuple(Entrant(one.id, one.name, player=one.id) for one in players)
    now = clock.stamp()
    fresh = replace(
        contest(0, id=identifiers.fresh_id(), organiser=players[0].id, created_at=now, updated_at=now, **more), entrants=entrants
    )
    parts.contests.create(fresh)
    parts.contests.change(fresh.id, lambda found, _: beginning.begun(found, strict=True))
    parts.contests.advance(fresh.id, fully=True)
    return parts.contests.load(fresh.id)[0]


def running(parts: Parts, cup: Contest) -> list[Game]:
    return parts.store.load_many(sorted(parts.contests.load(cup.id)[1].running))


def give_up(parts: Parts, game: Game, seat: int = 1) -> None:
    parts.referee.vacate(game.id, seat)


def to_the_end(parts: Parts, cup: Contest) -> Contest:
    for _ in range(200):
        for game in running(parts, cup):
            give_up(parts, game)
        parts.contests.advance(cup.id, fully=True)
        found = parts.contests.load(cup.id)[0]
        if found.status != RUNNING:
            return found
    raise AssertionError("stuck")


def all_games(parts: Parts) -> list[Game]:
    return list(parts.store.every_game())


def test_many_who_advance_at_once_create_each_game_once(parts: Parts) -> None:
    cup = made(parts, 8, format=SWISS, rounds=3)
    for _ in range(100):
        games = running(parts, cup)
        if not games:
            break
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda game: give_up(parts, game), games))
            list(pool.map(lambda _: parts.contests.advance(cup.id, fully=True), range(6)))
    done, facts = parts.contests.load(cup.id)
    assert (done.status, len(done.drawn), len(facts.results)) == (FINISHED, 3, 24)
    assert len(all_games(parts)) == 24, "a pairing was created twice"


def of_ais(parts: Parts, count: int, people: int = 0) -> Contest:
    """A stored round robin of AIs, and of some people, that has begun."""
    there = [parts.players.create(f"Player {number}")[0] for number in range(people)]
    entrants = [Entrant(f"ai-{number}", f"easy {number}", ai="easy") for number in range(count)]
    entrants += [Entrant(one.id, one.name, player=one.id) for one in there]
    now = clock.stamp()
    fresh = replace(
        contest(0, id=identifiers.fresh_id(), organiser="eve", created_at=now, updated_at=now, opponents=3), entrants=tuple(entrants)
    )
    parts.contests.create(fresh)
    parts.contests.change(fresh.id, lambda found, _: beginning.begun(found, strict=True))
    parts.contests.advance(fresh.id, fully=True)
    return parts.contests.load(fresh.id)[0]


def is_of_ais(game: Game) -> bool:
    return not any(seat.player for seat in game.seats)


def test_of_games_between_ais_few_run_at_a_time_and_the_contest_comes_to_its_end(parts: Parts) -> None:
    cup = of_ais(parts, 26, people=2)
    assert sum(map(is_of_ais, running(parts, cup))) == AIS_AT_ONCE
    assert sum(not is_of_ais(game) for game in running(parts, cup)) >= 1, "people do not wait for them"
    assert not is_waiting(*parts.contests.load(cup.id))
    give_up(parts, next(filter(is_of_ais, running(parts, cup))))
    assert sum(map(is_of_ais, running(parts, cup))) == AIS_AT_ONCE, "the next one has begun"
    assert to_the_end(parts, cup).status == FINISHED


def test_games_of_ais_end_when_their_contest_is_called_off(parts: Parts) -> None:
    cup = of_ais(parts, 8, people=2)
    parts.contests.change(cup.id, lambda found, _: call_off(found, ""))
    parts.contests.advance(cup.id)
    games = all_games(parts)
    assert {game.outcome.reason for game in games if is_of_ais(game) and game.outcome} == {"aborted"}
    assert {game.status for game in games if is_of_ais(game)} == {GAME_OVER}
    assert {game.status for game in games if not is_of_ais(game)} == {RUNNING}


def test_games_created_just_before_a_crash_are_adopted(parts: Parts) -> None:
    cup = made(parts, 4, opponents=None)
    for game in running(parts, cup):
        parts.store.client.hdel(keys.contest_games_key(cup.id), game.id)  # created, but the process died before it noted that
    before = {game.id for game in all_games(parts)}
    parts.contests.look_after(cup.id)
    assert {game.id for game in running(parts, cup)} == before
    assert to_the_end(parts, cup).status == FINISHED
    assert len(all_games(parts)) == 12


def test_a_game_that_ended_unnoticed_is_noticed(parts: Parts) -> None:
    cup = made(parts, 4, opponents=None)
    parts.referee.on_end.clear()  # whoever made the last move died before it could tell
    for game in running(parts, cup):
        give_up(parts, game)
    assert parts.contests.load(cup.id)[1].results == {}
    parts.contests.look_after(cup.id)
    assert len(parts.contests.load(cup.id)[1].results) == 2
    assert len(parts.contests.load(cup.id)[1].running) == 2


def test_a_game_that_the_store_has_lost_is_played_again(parts: Parts) -> None:
    cup = made(parts, 4, opponents=None)
    lost = running(parts, cup)[0]
    parts.store.client.delete(keys.game_key(lost.id), keys.journal_key(lost.id))
    parts.contests.look_after(cup.id)
    assert parts.store.load(lost.id) is not None
    assert to_the_end(parts, cup).status == FINISHED


def test_a_deleted_player_is_not_paired(parts: Parts) -> None:
    cup = made(parts, 6, format=SWISS, rounds=3)
    gone = cup.entrants[2].id
    for game in running(parts, cup):
        give_up(parts, game)
    for game in running(parts, cup):
        parts.store.client.delete(keys.player_key(gone))
        give_up(parts, game)
    done = to_the_end(parts, cup)
    assert done.entrant(gone).left == GONE
    assert all(gone not in pairing.entrants for pairings in done.drawn[1:] for pairing in pairings)


def test_a_game_created_in_the_moment_somebody_left_is_given_up(parts: Parts) -> None:
    cup = made(parts, 4, opponents=None)
    found, facts = parts.contests.load(cup.id)
    leaver = found.entrants[0].id
    for game in running(parts, cup):
        give_up(parts, game)
    late = next(spec for spec in next_games(replace(found, status=RUNNING), replace(facts, running=frozenset())) if leaver in spec.entrants)
    parts.contests.change(cup.id, lambda contest, _: leave(contest, leaver))
    parts.contests.advance(cup.id, fully=True)
    parts.referee.arrange(**game_wanted(found, replace(late, leg=2, entrants=late.entrants[::-1])))  # by a process that was slower
    parts.contests.look_after(cup.id)
    assert parts.contests.load(cup.id)[0].entrant(leaver).left == WITHDRAWN
    assert all(
        leaver not in {seat.player for seat in game.seats if not seat.resigned} for game in all_games(parts) if game.status == RUNNING
    )
    assert to_the_end(parts, cup).status == FINISHED


def test_who_leaves_after_a_game_that_ended_unnoticed_ends_the_contest_at_once(parts: Parts) -> None:
    cup = made(parts, 2, opponents=None)
    (game,) = running(parts, cup)
    parts.referee.on_end.remove(parts.contests.conclude)  # whoever ended the game has not come to it yet
    give_up(parts, game)
    parts.referee.on_end.append(parts.contests.conclude)
    parts.contests.change(cup.id, lambda found, _: leave(found, cup.entrants[1].id))
    parts.contests.advance(cup.id)
    found, facts = parts.contests.load(cup.id)
    assert (found.status, set(facts.results)) == (FINISHED, {game.id})


def test_a_game_with_a_stand_in_is_not_rated() -> None:
    cup = begun(contest(3, format=TABLES, ruleset="forbidden_city", seats=3, rated=True, rounds=1))
    people = tuple(replace(one, player=one.id, ai=None) for one in cup.entrants)
    spec = Spec(1, 1, 1, tuple(one.id for one in people))
    assert game_wanted(replace(cup, entrants=people), spec)["rated"]
    assert not game_wanted(replace(cup, entrants=people).with_left(people[1].id, WITHDRAWN), spec)["rated"]


def test_a_withdrawal_is_dealt_with_in_one_go_and_without_the_archive(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = made(parts, 8, opponents=None)
    contests, step, depth, deepest = parts.contests, parts.contests.step, 0, 0

    def watched(*given: Any, **more: Any) -> bool:
        nonlocal depth, deepest
        depth += 1
        deepest = max(deepest, depth)
        try:
            return step(*given, **more)
        finally:
            depth -= 1

    monkeypatch.setattr(contests, "step", watched)
    for leaver in cup.entrants[:3]:
        contests.change(cup.id, lambda found, _, leaver=leaver: leave(found, leaver.id))
        contests.advance(cup.id)
    assert deepest == 1, "a game that a step ended is no reason for steps of its own"
    monkeypatch.setattr(parts.store.removal, "archive", NoArchive())
    found, facts = contests.load(cup.id)
    assert len(called_off(found, facts)) > 10
    contests.clear(found, facts)


class NoArchive:
    def find(self, game: str) -> None:
        raise AssertionError(f"nobody need look for {game} in the archive")


def test_leaving_and_coming_back_is_the_same_entrant(parts: Parts) -> None:
    cup = made(parts, 5, format=SWISS, rounds=2, late_until=2)
    (idle,) = [pairing.entrants[0] for pairing in cup.drawn[0] if pairing.is_bye]
    parts.contests.change(cup.id, lambda found, _: leave(found, idle))
    parts.contests.change(cup.id, lambda found, _: enter(found, Entrant(idle, "Again", player=idle)))
    done = to_the_end(parts, cup)
    assert len(done.entrants) == 5
    byes = [pairing.entrants[0] for pairings in done.drawn for pairing in pairings if pairing.is_bye]
    assert len(byes) == len(set(byes)) == 2


def test_a_lost_answer_does_not_change_a_contest_twice(parts: Parts) -> None:
    cup = made(parts, 4, opponents=None)
    before = parts.contests.store.load(cup.id)
    assert before is not None
    first = parts.contests.store.change(cup.id, before.revision, "{}")
    assert parts.contests.store.change(cup.id, before.revision, "{}") == first, "sent again, it finds what it has written"
    assert parts.contests.store.change(cup.id, before.revision, "[]") == 0, "somebody else was faster"


def test_a_result_is_never_overwritten(parts: Parts) -> None:
    cup = made(parts, 2)
    (game,) = running(parts, cup)
    give_up(parts, game)
    over = parts.store.load(game.id)
    assert over is not None
    other = replace(result_of(over, cup.spec(1, 1, 1).entrants), scores=(0, 0))
    assert not parts.contests.store.note(cup.id, game.id, dump_result(other))
    assert not parts.contests.store.note(cup.id, game.id, "")
    assert parts.contests.load(cup.id)[1].results[game.id].scores != (0, 0)


def test_reindexing_finds_every_contest(parts: Parts) -> None:
    cup = made(parts, 4, opponents=None)
    listed = (keys.CONTESTS, keys.contests_key("tournament"), keys.organised_key(cup.organiser), keys.contests_of_player_key(cup.organiser))
    before = [members(parts, key) for key in listed]
    assert all(cup.id in found for found in before)
    parts.store.client.delete(*listed)
    assert parts.contests.reindex() == 1
    assert [members(parts, key) for key in listed] == before


def members(parts: Parts, key: str) -> set[str]:
    kind = parts.store.client.type(key)
    return set(parts.store.client.smembers(key) if kind == "set" else parts.store.client.zrange(key, 0, -1))


def test_a_field_that_is_too_large_when_its_time_comes_is_refused_as_at_the_creation(parts: Parts) -> None:
    soon = clock.written(clock.seconds(clock.stamp()) - 1)
    for name, more in (("by time", {"start": soon}), ("by count", {"start_count": 91})):
        parts.contests.create(contest(91, id=name, created_at=clock.stamp(), updated_at=clock.stamp(), opponents=None, odd="full", **more))
        parts.contests.advance(name)
        found = parts.contests.load(name)[0]
        assert (found.status, found.why) == (CANCELLED, "It could not begin. That would be 8190 games; a tournament has 4000 at most.")


def test_late_entries_do_not_make_a_tournament_too_large() -> None:
    cup = replace(begun(contest(160, format=SWISS, rounds=25)), late_until=25)
    with pytest.raises(problems.ContestFull):
        enter(cup, Entrant("late", "Late", player="late"))
    smaller = replace(begun(contest(158, format=SWISS, rounds=25)), late_until=25)
    assert len(enter(smaller, Entrant("late", "Late", player="late")).entrants) == 159


def test_a_contest_that_only_registers_is_cancelled_when_nobody_has_entered_for_long(parts: Parts) -> None:
    ada = parts.players.create("Ada")[0].id
    old, now = clock.written(clock.seconds(clock.stamp()) - 8 * 24 * 3600), clock.stamp()
    later = clock.written(clock.seconds(now) + 3600)
    for name, changed, start, form in (
        ("series", old, "manual", SERIES), ("cup", old, "manual", SWISS), ("fresh", now, "manual", SWISS), ("timed", old, later, SWISS)
    ):  # fmt: skip
        made = contest(1, id=name, organiser=ada, created_at=old, updated_at=changed, start=start, format=form, start_count=2)
        parts.contests.create(made)
    assert parts.contests.store.organised(ada) == 4
    parts.contests.sweep()
    found = {name: parts.contests.load(name)[0] for name in ("series", "cup", "fresh", "timed")}
    assert {name: one.status for name, one in found.items()} == {
        "series": CANCELLED, "cup": CANCELLED, "fresh": REGISTERING, "timed": REGISTERING
    }  # fmt: skip
    assert found["series"].why == "It had not begun, and for 7 days nobody had entered."
    assert parts.contests.store.organised(ada) == 2


def test_a_contest_that_is_over_is_kept_as_long_as_the_operator_says(parts: Parts) -> None:
    for seconds, kept in ((0, -1), (3600, 3600)):
        parts.contests.keep_over = seconds
        cup = to_the_end(parts, made(parts, 2))
        assert cup.status == FINISHED
        assert [parts.store.client.ttl(key) for key in (keys.contest_key(cup.id), keys.contest_games_key(cup.id))] == [kept, kept]
    assert load({}).keep_contests_days == 365


def test_a_contest_that_nobody_begins_stays_as_it_is(parts: Parts) -> None:
    fresh = replace(contest(4, id="waits", created_at=clock.stamp(), updated_at=clock.stamp()), start="manual")
    parts.contests.create(fresh)
    parts.contests.sweep()
    assert parts.contests.load("waits")[0].status == REGISTERING
    assert isinstance(parts.contests, Contests)
