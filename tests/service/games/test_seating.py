"""Seating: who may take which seat, for whom a game is there, and which seat somebody means who holds several."""

from collections.abc import Iterator

import pytest

from service import problems
from service.game import OPEN, RUNNING, Game, Seat
from service.games.changes import Change, frozen
from service.games.referee import Asked
from service.games.seating import acting_seat, seat_of
from service.parts import Parts
from tests.service.clocked import ADA, BOB, game_of, play, standing

EVE = Asked("eve")
FREE, ADAS = Seat("open"), Seat("player", "Ada", "ada")


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    with standing(tmp_path_factory.mktemp("seating")) as made:
        yield made


def opened(parts: Parts, *seats: Seat, visibility: str = "listed", rated: bool = False) -> Game:
    """A game of Ada's making that waits for others."""
    made = parts.referee.create("cathedral", {}, seats, visibility, ADA, lambda _: "", rated=rated)
    assert isinstance(made, Change)
    return made.game


def sits(parts: Parts, game: Game, asked: Asked, seat: int | None = None, code: str | None = None) -> Game:
    made = parts.referee.sit(game.id, seat, asked.player.title(), code, asked, lambda _: "")
    assert isinstance(made, Change)
    return made.game


def test_the_last_one_to_sit_down_starts_the_game(parts: Parts) -> None:
    game = opened(parts, FREE, FREE)
    waiting = sits(parts, game, BOB)
    assert (waiting.status, waiting.seats[0].player, waiting.actors) == (OPEN, "bob", ())
    begun = sits(parts, game, EVE, 1)
    assert (begun.status, begun.seats[1].player, begun.turn) == (RUNNING, "eve", 1)


def test_a_seat_that_is_kept_is_given_to_nobody_else(parts: Parts) -> None:
    game = opened(parts, ADAS, Seat("open", reserved_for="bob"))
    for seat in (None, 1):
        with pytest.raises(problems.SeatTaken):
            sits(parts, game, EVE, seat)
    assert sits(parts, game, BOB).status == RUNNING


def test_a_seat_that_is_kept_comes_before_one_that_is_open(parts: Parts) -> None:
    game = opened(parts, FREE, Seat("open", reserved_for="bob"))
    assert sits(parts, game, BOB).seats[1].player == "bob"


def test_nobody_sits_down_where_somebody_sits(parts: Parts) -> None:
    with pytest.raises(problems.SeatTaken):
        sits(parts, opened(parts, ADAS, FREE), BOB, 0)
    with pytest.raises(problems.SeatTaken):
        sits(parts, game_of(parts, None), EVE)


def test_nobody_plays_a_rated_game_against_itself(parts: Parts) -> None:
    with pytest.raises(problems.SeatTaken):
        sits(parts, opened(parts, ADAS, FREE, rated=True), ADA)
    assert sits(parts, opened(parts, ADAS, FREE), ADA).status == RUNNING


@pytest.mark.parametrize("code", [None, "wrong"])
def test_a_game_that_is_not_listed_asks_for_its_code(parts: Parts, code: str | None) -> None:
    game = opened(parts, ADAS, FREE, visibility="unlisted")
    with pytest.raises(problems.Forbidden):
        sits(parts, game, BOB, code=code)
    assert sits(parts, game, BOB, code=game.join_code).status == RUNNING


def test_a_private_game_is_there_only_for_those_whom_it_concerns(parts: Parts) -> None:
    game = sits(parts, opened(parts, ADAS, Seat("open", reserved_for="bob"), visibility="private"), BOB)
    assert play(parts, game, "cathedral@e5n").turn == 2
    for act in (
        lambda: play(parts, game, "cathedral@e5n", EVE),
        lambda: parts.referee.dry_run(game.id, 1, "cathedral@e5n", None, "eve"),
        lambda: parts.referee.resign(game.id, None, EVE, lambda _: ""),
        lambda: parts.referee.abort(game.id, EVE, lambda _: ""),
        lambda: parts.referee.decline(game.id, EVE, lambda _: ""),
    ):
        with pytest.raises(problems.NotFound):
            act()


def test_a_frozen_game_is_changed_by_nobody(parts: Parts) -> None:
    game = game_of(parts, None)
    stopped = parts.referee.moderate(game.id, lambda found: frozen(found, "We look into it."))
    assert stopped.actors == ()
    for act in (
        lambda: play(parts, stopped, "cathedral@e5n"),
        lambda: parts.referee.dry_run(game.id, 1, "cathedral@e5n", None, "ada"),
        lambda: parts.referee.resign(game.id, None, ADA, lambda _: ""),
        lambda: parts.offers.make(game.id, "draw", None, ADA, lambda _: ""),
    ):
        with pytest.raises(problems.GameFrozen, match="We look into it"):
            act()


def test_a_player_with_one_seat_means_that(parts: Parts) -> None:
    game = game_of(parts, None)
    assert [acting_seat(game, "bob", None), acting_seat(game, "bob", 1), seat_of(game, "bob", None)] == [1, 1, 1]
    for meant in (acting_seat, seat_of):
        with pytest.raises(problems.Forbidden):
            meant(game, "bob", 0)
        with pytest.raises(problems.Forbidden):
            meant(game, "eve", None)


def test_a_player_with_all_seats_means_the_one_that_owes_a_decision_or_has_to_say_which(parts: Parts) -> None:
    alone = game_of(parts, None, seats=(ADAS, ADAS))
    assert [acting_seat(alone, "ada", None), seat_of(alone, "ada", None)] == [0, 0]
    hidden = game_of(parts, None, "verbotene_stadt", (ADAS, ADAS))
    assert hidden.actors == (0, 1), "both bribe at the same time"
    with pytest.raises(problems.Invalid):
        acting_seat(hidden, "ada", None)
    assert acting_seat(hidden, "ada", 1) == 1
