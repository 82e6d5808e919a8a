"""Whoever does not come is put out after so many games, whatever its clock does for it; whoever has resigned is no such."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.contests.arranging import no_shows, result_of
from service.contests.contest import RUNNING, Facts
from service.game import Game, Seat
from service.games.changes import out_of_time, played, resigned
from service.parts import Parts
from service.time_control import TimeControl
from tests.service.clocked import standing
from tests.service.contests.playing import contest

THREE = ("e000", "e001", "e002")


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    folder: Path = tmp_path_factory.mktemp("no_shows")
    with standing(folder) as made:
        yield made


def game(parts: Parts, policy: str, count: int = 3) -> Game:
    people = tuple(Seat("player", f"Player {number}", f"p{number}") for number in range(count))
    control = TimeControl("per_decision", 60, on_expiry=policy)
    name = "forbidden_city" if count > 2 else "cathedral"
    return parts.referee.fresh("a game", name, {}, people, "listed", "p0", time=control).game


def over(played_on: Game) -> Game:
    """The game as if it had come to its end like this."""
    last = resigned(replace(played_on, seats=tuple(replace(seat, kind="ai") for seat in played_on.seats)), 2).game
    assert last.outcome is not None
    return replace(last, seats=played_on.seats)


def put_out(*games: Game, **more: Any) -> list[str]:
    cup = replace(contest(3, **more), status=RUNNING)
    return no_shows(cup, Facts({str(number): result_of(each, THREE[: len(each.seats)]) for number, each in enumerate(games)}))


def test_an_ai_that_took_the_seat_does_not_hide_who_was_late(parts: Parts) -> None:
    late = over(out_of_time(game(parts, "ai"), 1).game)
    assert late.seats[1].kind == "ai"
    assert (put_out(late), put_out(late, late)) == ([], ["e001"])
    assert put_out(late, late, no_shows=0) == []


def test_a_move_played_by_chance_does_not_either_unless_the_player_came_back(parts: Parts) -> None:
    begun = game(parts, "random_move")
    late = begun.actors[0]
    moved = out_of_time(begun, late).game
    assert put_out(over(moved), no_shows=1) == [THREE[late]]
    while late not in moved.actors:
        moved = out_of_time(moved, moved.actors[0]).game
    back = played(moved, late, str(moved.position.moves(late)[0])).game
    assert THREE[late] not in put_out(over(back), no_shows=1)


def test_who_had_resigned_before_another_was_late_is_no_such(parts: Parts) -> None:
    begun = resigned(game(parts, "forfeit"), 0).game
    ended = out_of_time(begun, 1).game
    assert ended.outcome is not None
    assert result_of(ended, THREE).quitters == (0, 1)
    assert put_out(ended, no_shows=1) == ["e001"]


def test_a_lost_game_of_two_counts_as_before(parts: Parts) -> None:
    assert put_out(out_of_time(game(parts, "forfeit", 2), 0).game, no_shows=1) == ["e000"]
    assert put_out(resigned(game(parts, "forfeit", 2), 0).game, no_shows=1) == []


def test_a_stand_in_that_moves_does_not_make_up_for_it(parts: Parts) -> None:
    late = game(parts, "ai")
    seat = late.actors[0]
    left = out_of_time(late, seat).game
    moved = played(left, seat, str(left.position.moves(seat)[0])).game
    assert put_out(over(moved), no_shows=1) == [THREE[seat]]
