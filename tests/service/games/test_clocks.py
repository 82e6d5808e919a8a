"""Clocks: what a decision leaves, who is out of time, and that whoever reads sees it at once."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from service import problems
from service.commands.verify import verify
from service.config import load
from service.game import FINISHED, RUNNING, Seat
from service.games import clocks, visibility
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store import keys
from service.time_control import AI, FORFEIT, RANDOM_MOVE, TimeControl
from tests.service.clocked import ADA, BOB, game_of, lapse, left, passed, play, seen, standing, until

BLITZ = TimeControl("fischer", 60, 5)
SECOND = TimeControl("per_decision", 1)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    with standing(tmp_path_factory.mktemp("clocks")) as made:
        yield made


def test_only_the_seat_that_owes_a_decision_has_a_deadline_and_it_is_told_with_what_is_left(parts: Parts) -> None:
    game = game_of(parts, BLITZ)
    told = visibility.snapshot(game, 0)
    assert game.clocks is not None
    assert told["clock"]["seats"] == [
        {"seat": 0, "left_ms": 60_000, "deadline": told["decisions"][0]["deadline"]},
        {"seat": 1, "left_ms": 60_000, "deadline": None},
    ]
    assert until(game, 0) == game.clocks.at + 60_000
    assert visibility.owed_json(game, 0)["deadline"] == told["decisions"][0]["deadline"]


def test_a_decision_costs_the_time_it_took_and_earns_the_increment(parts: Parts) -> None:
    began = time.monotonic()
    game = game_of(parts, BLITZ)
    assert game.clocks is not None
    passed(game.clocks.at + 300)
    after = play(parts, game, "cathedral@e5n")
    assert after.clocks is not None
    used = after.clocks.at - until(game, 0) + 60_000
    assert 300 <= used <= 1000 * (time.monotonic() - began) + 1
    assert left(after, 0) == 60_000 - used + 5000
    assert after.clocks.until == (None, after.clocks.at + 60_000)
    assert parts.referee.load(game.id) == after


def test_with_time_for_each_decision_nothing_is_saved(parts: Parts) -> None:
    game = game_of(parts, TimeControl("per_decision", 10))
    assert game.clocks is not None
    passed(game.clocks.at + 200)
    after = play(parts, game, "cathedral@e5n")
    assert (left(after, 0), left(after, 1)) == (10_000, 10_000)


def test_those_who_choose_at_once_have_a_clock_each_and_one_who_has_chosen_has_none(parts: Parts) -> None:
    game = game_of(parts, BLITZ, "verbotene_stadt")
    assert game.actors == (0, 1)
    chosen = play(parts, game, str(visibility.legal_moves(game, 0)[0]))
    assert chosen.clocks is not None
    assert chosen.clocks.until == (None, until(game, 1))
    assert left(chosen, 1) == until(game, 1) - chosen.clocks.at


def test_a_move_after_the_deadline_is_refused_and_the_game_is_lost(parts: Parts) -> None:
    game = game_of(parts, SECOND)
    lapse(game)
    with pytest.raises(problems.GameOver):
        play(parts, game, "cathedral@e5n")
    over = parts.referee.load(game.id)
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners, over.outcome.scores) == ("out_of_time", (1,), (47, 47))


def test_whoever_reads_a_game_whose_time_is_over_sees_its_end(parts: Parts) -> None:
    game = game_of(parts, SECOND)
    assert seen(parts, game).revision == game.revision
    lapse(game)
    over = seen(parts, game)
    assert (over.status, over.actors, over.seats[0].resigned) == (FINISHED, (), True)
    assert over.clocks is not None
    assert over.clocks.until == (None, None)
    holds, verdict = verify(visibility.export(over, parts.entries(game.id)))
    assert holds, verdict


def test_an_ai_takes_the_seat_and_has_no_clock(parts: Parts) -> None:
    game = game_of(parts, TimeControl("per_decision", 1, on_expiry=AI))
    lapse(game)
    after = seen(parts, game)
    assert (after.status, after.actors, after.seats[0].kind, after.seats[0].ai) == (RUNNING, (0,), "ai", "medium")
    assert after.clocks is not None
    assert (after.clocks.left[0], after.clocks.until) == (None, (None, None))
    moved = parts.referee.play_for_ai(game.id, after.turn, 0, "cathedral@e5n")
    assert moved is not None
    assert until(moved.game, 1) > 0


def test_an_ai_whose_time_is_over_cannot_be_replaced_by_one_so_a_move_is_played_for_it(parts: Parts) -> None:
    seats = (Seat("ai", "hard", ai="hard"), Seat("player", "Ada", "ada"))
    game = game_of(parts, TimeControl("per_decision", 1, on_expiry=AI), seats=seats)
    lapse(game)
    after = seen(parts, game)
    assert [entry["move"].partition("@")[0] for entry in parts.entries(game.id)] == ["timeout", "cathedral"]
    assert (after.status, after.actors, after.seats[0]) == (RUNNING, (1,), replace(seats[0], late=True))


def test_a_move_is_played_by_chance_and_the_journal_says_why(parts: Parts) -> None:
    game = game_of(parts, TimeControl("per_decision", 1, on_expiry=RANDOM_MOVE))
    lapse(game)
    after = seen(parts, game)
    words = [(entry["seat"], entry["move"].partition("@")[0]) for entry in parts.entries(game.id)]
    assert words == [(0, "timeout"), (0, "cathedral")]
    assert (after.actors, after.entries, left(after, 0)) == ((1,), 2, 1000)


def test_the_sweep_finds_what_nobody_reads_and_forgets_what_is_done(parts: Parts) -> None:
    late, early = game_of(parts, SECOND), game_of(parts, TimeControl("per_decision", 60))
    answered = play(parts, game_of(parts, SECOND), "cathedral@e5n")
    lapse(late)
    parts.expiry.sweep()
    assert parts.referee.load(late.id).status == FINISHED
    assert parts.referee.load(early.id).revision == early.revision
    lapse(answered)
    for _ in range(2):
        parts.expiry.sweep()
    assert parts.referee.load(answered.id).status == FINISHED
    index = dict(parts.store.client.zrange(keys.DEADLINES, 0, -1, withscores=True))
    assert late.id not in index
    assert answered.id not in index
    assert round(index[early.id] * 1000) == pytest.approx(until(early, 0), abs=50)


def test_two_who_notice_at_once_end_the_game_once(parts: Parts) -> None:
    game = game_of(parts, SECOND)
    lapse(game)
    stale = parts.referee.load(game.id)
    assert parts.expiry.expire(game.id)
    change = Change(stale.with_position(stale.position, revision=stale.revision + 1), [])
    assert parts.referee.commit(stale, change, lapsed=until(stale, 0)) is None
    assert len(parts.entries(game.id)) == 1


def test_people_have_seven_days_a_decision_unless_they_or_the_operator_say_otherwise() -> None:
    usual = {"people": 2, "seats": 2, "default_days": load({}).clock_days}
    assert clocks.agreed(None, **usual) == TimeControl("days", 7 * 24 * 3600, on_expiry=FORFEIT)
    assert clocks.agreed(None, **usual | {"seats": 4}) == TimeControl("days", 7 * 24 * 3600, on_expiry=AI)
    assert clocks.agreed({"kind": "none"}, **usual) is None
    assert clocks.agreed(None, **usual | {"default_days": 2}) == TimeControl("days", 2 * 24 * 3600)
    assert clocks.agreed(None, **usual | {"people": 1}) is None, "nobody waits for a person who plays against AIs"


def test_a_game_that_nobody_joins_is_forgotten_and_one_that_is_joined_stays(parts: Parts) -> None:
    game = game_of(parts, None, seats=(Seat("player", "Ada", "ada"), Seat("open")))
    days = parts.settings.lobby_days * 24 * 3600
    assert days - 60 < parts.store.client.ttl(keys.game_key(game.id)) <= days
    assert isinstance(parts.referee.sit(game.id, None, "Bob", None, BOB, lambda _: ""), Change)
    assert parts.store.client.ttl(keys.game_key(game.id)) == -1


def test_nothing_ends_before_its_deadline(parts: Parts) -> None:
    game = game_of(parts, TimeControl("per_decision", 5))
    assert not parts.expiry.expire(game.id)
    early = Change(game.with_position(game.position, revision=game.revision + 1), [])
    assert parts.referee.commit(game, early, lapsed=until(game, 0)) is None
    assert parts.referee.load(game.id) == game


def test_the_answer_kept_for_a_repeated_request_has_the_same_clocks(parts: Parts) -> None:
    game = game_of(parts, BLITZ)
    asked = Asked("ada", "key", "digest")

    def answer(change: Change) -> str:
        return visibility.snapshot_head(change.game, 0).decode()

    first = parts.referee.play(game.id, 1, "cathedral@e5n", 0, asked, answer)
    assert isinstance(first, Change)
    again = parts.referee.play(game.id, 1, "cathedral@e5n", 0, asked, answer)
    assert again == answer(first)


def test_a_hosted_ai_is_never_given_more_time_than_its_clock_has(parts: Parts) -> None:
    seats = (Seat("ai", "hard", ai="hard"), Seat("player", "Ada", "ada"))
    one = game_of(parts, TimeControl("per_decision", 1), seats=seats)
    assert clocks.thinking_time(one, 0, 30) < 1
    long = game_of(parts, TimeControl("fischer", 60), seats=seats)
    assert clocks.thinking_time(long, 0, 30) < 5
    assert clocks.thinking_time(game_of(parts, None, seats=seats), 0, 30) == 30


def test_an_ai_may_wait_for_its_processor_but_never_past_its_clock_or_its_lease(parts: Parts) -> None:
    seats = (Seat("ai", "hard", ai="hard"), Seat("player", "Ada", "ada"))
    free = clocks.thinking_budget(game_of(parts, None, seats=seats), 0, parts.settings.ai_seconds)
    assert free.seconds == parts.settings.ai_seconds
    assert free.wall == 3 * free.seconds
    assert free.wall + parts.settings.lease_margin <= parts.store.leases.seconds
    hurried = clocks.thinking_budget(game_of(parts, TimeControl("per_decision", 20), seats=seats), 0, 10)
    assert hurried.seconds == 10
    assert hurried.wall is not None
    assert 10 < hurried.wall < 20


def test_the_index_of_deadlines_can_be_made_again(parts: Parts) -> None:
    game = game_of(parts, BLITZ)
    parts.store.client.delete(keys.DEADLINES)
    for each in parts.store.every_game():
        parts.store.commits.announce(None, each)
    index = dict(parts.store.client.zrange(keys.DEADLINES, 0, -1, withscores=True))
    assert index[game.id] == until(game, 0) / 1000


def test_who_resigns_has_every_square_and_the_other_what_it_has_not_placed(parts: Parts) -> None:
    game = play(parts, play(parts, game_of(parts, None), "cathedral@e5n"), "castle@c3n", BOB)
    made = parts.referee.resign(game.id, None, ADA, lambda _: "")
    assert isinstance(made, Change)
    assert made.game.outcome is not None
    assert (made.game.outcome.scores, made.game.outcome.winners) == ((47, 42), (1,))
    assert verify(visibility.export(made.game, parts.entries(game.id)))[0]
