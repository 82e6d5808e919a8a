"""Offers, aborting, staying away and rematches: what takes effect when, and that the record still holds."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.record import read
from service import problems
from service.ai import draws
from service.commands.verify import verify
from service.game import FINISHED, OPEN, RUNNING, Game, Seat
from service.games import offers as rules_of_offers
from service.games import visibility
from service.games.changes import Change
from service.games.referee import Asked
from service.games.rematch import rematch
from service.parts import Parts
from service.time_control import TimeControl
from tests.service.clocked import ADA, BOB, game_of, left, passed, play, standing, until

AI = (Seat("player", "Ada", "ada"), Seat("ai", "hard", ai="hard"))


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    with standing(tmp_path_factory.mktemp("offers")) as made:
        yield made


def changed(made: Change | str) -> Game:
    assert isinstance(made, Change)
    return made.game


def offer(parts: Parts, game: Game, kind: str, asked: Asked = ADA) -> Game:
    return changed(parts.offers.make(game.id, kind, None, asked, lambda _: ""))


def reply(parts: Parts, game: Game, kind: str, word: str, asked: Asked = BOB) -> Game:
    return changed(parts.offers.reply(game.id, kind, word, None, asked, lambda _: ""))


def opened(parts: Parts, time_control: TimeControl | None = None) -> Game:
    """A game in which both have moved, and it is Ada's turn."""
    return play(parts, play(parts, game_of(parts, time_control), "cathedral@e5n"), "castle@c3n", BOB)


def holds(parts: Parts, game: Game) -> bool:
    return verify(visibility.export(game, parts.entries(game.id)))[0]


def test_a_draw_is_agreed_and_both_keep_what_they_have(parts: Parts) -> None:
    game = offer(parts, opened(parts), "draw")
    assert visibility.snapshot(game, 1)["offers"][0]["awaiting"] == [1]
    over = reply(parts, game, "draw", "accept")
    assert over.outcome is not None
    assert (over.status, over.outcome.reason, over.outcome.winners, over.outcome.scores) == (FINISHED, "draw_agreed", (0, 1), (47, 42))
    assert (over.offers, over.actors) == ((), ())
    assert holds(parts, over)


THREE = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"), Seat("player", "Cy", "cy"))


def test_whoever_had_resigned_has_no_part_in_a_draw_and_its_stand_in_is_asked(parts: Parts) -> None:
    game = game_of(parts, None, "forbidden_city", THREE)
    changed(parts.referee.resign(game.id, None, Asked("cy"), lambda _: ""))
    asked = offer(parts, game, "draw")
    assert asked.asked_by(0) == (1, 2), "Cy's stand-in plays on, and is asked like any AI"
    agreed = reply(parts, game, "draw", "accept")
    assert agreed.status == RUNNING
    parts.offers.reply_of_ai(game.id, agreed.turn, 2, accepts=True)
    over = parts.referee.load(game.id)
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners) == ("draw_agreed", (0, 1))
    assert holds(parts, over)
    record = read(visibility.export(over, parts.entries(game.id)))
    older = replace(record, outcome=replace(over.outcome, scores=over.rules.scores(over.position), winners=(0, 1, 2)))
    assert verify(str(older))[0], "what an older record says stays true"
    assert not verify(str(replace(record, outcome=replace(over.outcome, winners=(1,)))))[0]


def test_a_draw_against_stand_ins_is_not_granted_at_once(parts: Parts) -> None:
    game = game_of(parts, None, "forbidden_city", THREE)
    for who in ("bob", "cy"):
        changed(parts.referee.resign(game.id, None, Asked(who), lambda _: ""))
    assert offer(parts, game, "draw").status == RUNNING
    parts.offers.reply_of_ai(game.id, parts.referee.load(game.id).turn, 1, accepts=False)
    assert parts.referee.load(game.id).offers == ()


def test_what_was_declined_is_not_offered_again_in_the_same_turn(parts: Parts) -> None:
    game = reply(parts, offer(parts, opened(parts), "draw"), "draw", "decline")
    assert game.offers == ()
    with pytest.raises(problems.NotOffered):
        offer(parts, game, "draw")
    later = play(parts, game, "inn@g7n")
    assert offer(parts, later, "draw").offers[0].seat == 0


def test_an_offer_lapses_when_who_is_asked_moves_and_not_when_who_made_it_does(parts: Parts) -> None:
    game = play(parts, offer(parts, opened(parts), "draw"), "inn@g7n")
    assert [each.kind for each in game.offers] == ["draw"]
    assert play(parts, game, "inn@c8n", BOB).offers == ()


def test_only_who_made_an_offer_withdraws_it_and_only_the_others_answer(parts: Parts) -> None:
    game = offer(parts, opened(parts), "pause")
    with pytest.raises(problems.Forbidden):
        reply(parts, game, "pause", "accept", ADA)
    with pytest.raises(problems.Forbidden):
        reply(parts, game, "pause", "withdraw", BOB)
    assert reply(parts, game, "pause", "withdraw", ADA).offers == ()
    with pytest.raises(problems.NoOffer):
        reply(parts, game, "pause", "accept")


def test_a_takeback_goes_back_before_the_move_with_its_clock_and_the_record_holds(parts: Parts) -> None:
    game = opened(parts, TimeControl("fischer", 60, 2))
    before = left(game, 0)
    assert game.clocks is not None
    passed(game.clocks.at + 200)
    moved = play(parts, game, "inn@g7n")
    back = reply(parts, offer(parts, moved, "takeback"), "takeback", "accept")
    assert (back.notation, back.actors, back.turn, back.entries) == (game.notation, (0,), moved.turn + 1, 4)
    assert back.last == game.last
    assert back.clocks is not None
    assert (left(back, 0), until(back, 0)) == (before, back.clocks.at + before)
    again = play(parts, back, "tavern@a1n")
    over = changed(parts.referee.resign(again.id, None, BOB, lambda _: ""))
    assert [entry["move"] for entry in parts.entries(game.id)][3] == "takeback 2"
    assert holds(parts, over)
    assert visibility.replayed(over, parts.entries(game.id), over.revision).notation == again.notation


def test_the_reply_is_taken_back_with_the_move(parts: Parts) -> None:
    game = opened(parts)
    back = reply(parts, offer(parts, game, "takeback"), "takeback", "accept")
    assert (back.actors, back.entries, back.last) == ((0,), 3, None)
    with pytest.raises(problems.NotOffered):
        offer(parts, back, "takeback")


def test_an_ai_lets_a_move_be_taken_back_and_its_late_answer_is_dropped(parts: Parts) -> None:
    game = play(parts, game_of(parts, None, seats=AI), "cathedral@e5n")
    back = offer(parts, game, "takeback")
    assert (back.actors, back.turn) == ((0,), 3)
    assert parts.referee.play_for_ai(game.id, game.turn, 1, "castle@c3n") is None


@pytest.mark.parametrize("ruleset", ["forbidden_city", "verbotene_stadt"])
def test_nothing_is_taken_back_past_chance_or_a_secret(parts: Parts, ruleset: str) -> None:
    game = game_of(parts, None, ruleset)
    for _ in range(12):
        seat = game.actors[0]
        who = Asked(str(game.seats[seat].player))
        game = play(parts, game, str(visibility.legal_moves(game, seat)[0]), who, seat)
        entries = parts.entries(game.id)
        gone = rules_of_offers.undone(seat, entries)
        if any(entry["seat"] is None or "heard" in entry for entry in gone):
            with pytest.raises(problems.NotOffered):
                offer(parts, game, "takeback", who)


def test_a_record_that_takes_back_a_roll_does_not_hold(parts: Parts) -> None:
    game = game_of(parts, None, "verbotene_stadt")
    over = changed(parts.referee.resign(game.id, None, ADA, lambda _: ""))
    text = visibility.export(over, parts.entries(game.id))
    number = len(parts.entries(game.id))
    forged = text.replace(f"{number} 0 resign", f"{number} 0 takeback 3\n{number + 1} 0 resign")
    assert forged != text
    told, verdict = verify(forged)
    assert not told
    assert "taken back" in verdict


def test_in_a_pause_nobody_owes_anything_and_no_clock_runs(parts: Parts) -> None:
    game = opened(parts, TimeControl("fischer", 60))
    quiet = reply(parts, offer(parts, game, "pause"), "pause", "accept")
    assert quiet.clocks is not None
    assert (quiet.actors, quiet.clocks.until, quiet.owed) == ((), (None, None), {})
    with pytest.raises(problems.GamePaused):
        play(parts, quiet, "inn@g7n")
    passed(quiet.clocks.at + 200)
    on = reply(parts, offer(parts, quiet, "resume"), "resume", "accept")
    assert on.clocks is not None
    assert (on.actors, left(on, 0), until(on, 0)) == ((0,), left(quiet, 0), on.clocks.at + left(quiet, 0))
    assert play(parts, on, "inn@g7n").actors == (1,)


def test_a_pause_of_a_week_can_be_ended_alone(parts: Parts) -> None:
    game = reply(parts, offer(parts, opened(parts), "pause"), "pause", "accept")
    old = parts.referee.commit(game, Change(replace(game, paused_at="2026-01-01T00:00:00.000Z", revision=game.revision + 1), []))
    assert old is not None
    assert offer(parts, old.game, "resume").status == RUNNING
    assert parts.referee.load(game.id).actors == (0,)


def test_an_ai_takes_a_draw_only_when_it_finds_the_game_level(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    game = offer(parts, play(parts, game_of(parts, None, seats=AI), "cathedral@e5n"), "draw")
    assert not draws.is_level(game, 1, 0.05)  # two moves are no game
    late = replace(game, turn=20)
    monkeypatch.setattr(draws, "share", lambda *_: 0.53)
    assert draws.is_level(late, 1, 0.05)
    monkeypatch.setattr(draws, "share", lambda *_: 0.65)
    assert not draws.is_level(late, 1, 0.05)
    parts.offers.reply_of_ai(game.id, game.turn, 1, accepts=False)
    refused = parts.referee.load(game.id)
    assert (refused.offers, refused.refused) == ((), ("draw 0",))


def test_the_search_is_asked_from_both_sides_of_the_table(parts: Parts) -> None:
    game = opened(parts)
    shares = [draws.share(game, seat, 0.1) for seat in (0, 1)]
    assert all(0 <= share <= 1 for share in shares)
    assert abs(sum(shares) - 1) < 0.5


def test_a_game_is_aborted_until_a_second_seat_has_moved(parts: Parts) -> None:
    game = play(parts, game_of(parts, None), "cathedral@e5n")
    over = changed(parts.referee.abort(game.id, BOB, lambda _: ""))
    assert over.outcome is not None
    assert (over.status, over.outcome.reason, over.outcome.winners) == (FINISHED, "aborted", ())
    assert holds(parts, over)
    with pytest.raises(problems.TooLate):
        parts.referee.abort(opened(parts).id, BOB, lambda _: "")


def test_who_created_an_open_game_cancels_it_and_nobody_else(parts: Parts) -> None:
    game = game_of(parts, None, seats=(Seat("player", "Ada", "ada"), Seat("open")))
    with pytest.raises(problems.Forbidden):
        parts.referee.abort(game.id, BOB, lambda _: "")
    assert changed(parts.referee.abort(game.id, ADA, lambda _: "")).status == FINISHED
    with pytest.raises(problems.SeatTaken):
        parts.referee.sit(game.id, None, "Bob", None, BOB, lambda _: "")


def test_a_seat_kept_for_somebody_is_declined_and_open_to_others(parts: Parts) -> None:
    game = game_of(parts, None, seats=(Seat("player", "Ada", "ada"), Seat("open", reserved_for="bob")))
    with pytest.raises(problems.Forbidden):
        parts.referee.decline(game.id, Asked("cleo"), lambda _: "")
    assert changed(parts.referee.decline(game.id, BOB, lambda _: "")).seats[1] == Seat("open")
    assert changed(parts.referee.sit(game.id, None, "Cleo", None, Asked("cleo"), lambda _: "")).status == RUNNING


def test_who_gave_up_a_seat_that_an_ai_played_on_is_invited_again(parts: Parts) -> None:
    people = tuple(Seat("player", name, name.lower()) for name in ("Ada", "Bob", "Cleo"))
    game = game_of(parts, None, "forbidden_city", people)
    left = changed(parts.referee.resign(game.id, None, ADA, lambda _: ""))
    assert (left.seats[0].kind, left.seats[0].name, left.seats[0].left_by) == ("ai", "medium for Ada", "ada")
    for asked in (BOB, Asked("cleo")):
        parts.referee.resign(game.id, None, asked, lambda _: "")
    waiting = changed(rematch(parts.referee, game.id, "Bob", BOB, lambda _: ""))
    assert waiting.seats[0] == Seat("player", "Bob", "bob")
    assert waiting.seats[1:] == (Seat("open", reserved_for="cleo"), Seat("open", reserved_for="ada"))
    again = changed(rematch(parts.referee, game.id, "Ada", ADA, lambda _: ""))
    assert again.seats[2] == Seat("player", "Ada", "ada")


def test_the_seat_of_somebody_who_left_the_server_is_open_in_a_rematch(parts: Parts) -> None:
    ada, bob, cleo = (parts.players.create(name)[0] for name in ("Ada", "Bob", "Cleo"))
    people = tuple(Seat("player", one.name, one.id) for one in (ada, bob, cleo))
    for ruleset, seats in (("cathedral", people[:2]), ("forbidden_city", people)):
        made = changed(parts.referee.create(ruleset, {}, seats, "listed", Asked(ada.id), lambda _: ""))
        for one in (bob, cleo, ada)[: 1 if len(seats) == 2 else 3]:
            parts.referee.resign(made.id, None, Asked(one.id), lambda _: "")
    games = [game for game in parts.store.every_game() if game.creator == ada.id]
    parts.departures.leave(bob.id, "Bob")
    for game in games:
        waiting = changed(rematch(parts.referee, game.id, "Ada", Asked(ada.id), lambda _: ""))
        assert bob.id not in str(parts.store.load(game.id))
        assert waiting.seats[0] == Seat("open"), "whoever comes"
        assert waiting.status == OPEN


def test_a_rated_game_is_followed_by_a_rated_one_where_that_may_be(parts: Parts) -> None:
    people = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
    for ratable in (True, False):
        made = changed(parts.referee.create("cathedral", {}, people, "listed", ADA, lambda _: "", rated=True, hints=False))
        parts.referee.resign(made.id, None, ADA, lambda _: "")
        again = changed(rematch(parts.referee, made.id, "Bob", BOB, lambda _: "", lambda _, may=ratable: may))  # type: ignore[misc]
        assert (again.rated, again.hints) == (ratable, False)


def test_a_rematch_is_one_game_with_seats_exchanged_whoever_asks_first(parts: Parts) -> None:
    over = changed(parts.referee.resign(opened(parts, TimeControl("fischer", 60)).id, None, ADA, lambda _: ""))
    waiting = changed(rematch(parts.referee, over.id, "Bob", BOB, lambda _: ""))
    assert (waiting.status, waiting.seats[0].player, waiting.seats[1].reserved_for) == (OPEN, "bob", "ada")
    assert parts.referee.load(over.id).rematch == waiting.id
    assert changed(rematch(parts.referee, over.id, "Bob", BOB, lambda _: "")).id == waiting.id
    both = changed(rematch(parts.referee, over.id, "Ada", ADA, lambda _: ""))
    assert (both.id, both.status, both.time, both.rematch_of) == (waiting.id, RUNNING, over.time, over.id)
    with pytest.raises(problems.Forbidden):
        rematch(parts.referee, over.id, "Cleo", Asked("cleo"), lambda _: "")
    with pytest.raises(problems.GameRunning):
        rematch(parts.referee, both.id, "Ada", ADA, lambda _: "")
