"""Drawing, taking turns, and a tile that fits nowhere ("Preparations", "Starting the game")."""

from dataclasses import replace

import pytest

from engine.core import CHANCE, settle_options
from engine.errors import BadOption
from engine.forbidden_city import RULESET
from engine.forbidden_city.moves import Aside, Draw, First, read_move
from engine.forbidden_city.position import Position
from engine.forbidden_city.setup import start
from tests.engine.forbidden_city.tables import FOUR, laid, play, refused


def table(seats: int, **options: object) -> Position:
    return start(seats, settle_options(RULESET, seats, options))


def test_chance_says_who_begins_unless_an_option_does() -> None:
    position = table(3)
    assert position.odds() == [(First(0), 1), (First(1), 1), (First(2), 1)]
    assert position.play(CHANCE, First(2)) == table(3, first=2)


def test_at_the_beginning_the_seats_draw_in_seat_order_once_it_is_known_who_begins() -> None:
    position = table(3, first=2)
    for seat in range(3):
        assert (position.actors, position.drawing) == ((CHANCE,), seat)
        position = position.play(CHANCE, Draw("green3"))
    assert position.actors == (2,)
    assert position.hands == ("green3",) * 3


def test_a_draw_can_be_any_tile_that_is_left_all_alike_likely() -> None:
    odds = table(2, first=0).odds()
    assert len(odds) == 30
    assert {weight for _, weight in odds} == {1}
    assert len(table(4, first=0).odds()) == 24


def test_a_seat_draws_at_the_end_of_its_turn_and_the_next_clockwise_lays() -> None:
    position = play(laid(turn="blue", hold="green2"), "lay green2@2,0n")
    assert (position.actors, position.drawing) == ((CHANCE,), 3)
    assert position.play(CHANCE, Draw("pink1")).actors == (0,)


def test_the_moves_of_chance_are_what_it_can_draw() -> None:
    position = play(laid(turn="purple", hold="green2"), "lay green2@2,0n")
    assert list(position.moves(CHANCE)) == [move for move, _ in position.odds()]
    assert position.moves(0) == position.moves(3) == ()


def test_a_seat_lays_all_its_tiles_but_two() -> None:
    for seats, count in ((2, 28), (3, 22), (4, 22)):
        position = table(seats, first=0)
        while position.actors:
            (actor,) = position.actors
            position = position.play(actor, position.odds()[0][0] if actor == CHANCE else position.moves(actor)[0])
        assert position.laid == seats * count
        assert [len(rest) for rest in position.rest] == [2] * seats


def test_nothing_is_drawn_after_the_last_tile() -> None:
    position = laid(turn="purple", hold="green2")
    ending = replace(position, rest=(("green2", "pink1", "pink2"), *position.rest[1:]))
    after = play(ending, "lay green2@2,0n")
    assert (after.hands[0], after.actors) == (None, (1,))


def nowhere(rest: tuple[str, ...] | None = None) -> Position:
    """A table around which every empty cell has a pink floor opening onto it; purple holds a green tile open on all sides."""
    gardens = ["-1,-2n", "1,-2n", "-1,2n", "1,2n", "-2,-1e", "-2,1e", "2,-1w", "2,1w"]
    arms = ["0,-2s", "0,2n", "-2,0e", "2,0w"]
    tiles = [f"{colour} pink1@{where}" for colour, where in zip(FOUR, gardens[:4], strict=True)]
    tiles += [f"{colour} pink2@{where}" for colour, where in zip(FOUR, gardens[4:], strict=True)]
    tiles += [f"{colour} pink3@{where}" for colour, where in zip(FOUR, arms, strict=True)]
    position = laid(*tiles, turn="purple", hold="green1")
    return position if rest is None else replace(position, rest=(rest, *position.rest[1:]))


def test_a_tile_that_fits_nowhere_is_set_aside_by_its_owner_as_the_only_move_and_others_learn_of_it_then() -> None:
    position = nowhere()
    assert list(position.moves(0)) == [Aside("green1")]
    assert position.decision(0) == laid(turn="purple", hold="green1").decision(0)
    assert position.view(1).actors == (0,)
    assert refused(position, "lay green1@0,-3n") == "A green floor would open onto a pink one, south."
    after = play(position, "aside green1")
    assert after.aside == (("green1",), (), (), ())
    assert after.view(1).aside == after.aside
    assert after.history == ()


def test_whoever_sets_a_tile_aside_draws_the_next_one_and_plays_on() -> None:
    after = play(nowhere(), "aside green1")
    assert (after.actors, after.drawing) == ((CHANCE,), 0)
    assert Draw("green1") not in [move for move, _ in after.odds()]
    assert after.play(CHANCE, Draw("green2")).actors == (0,)
    assert RULESET.read(str(after)) == after


def test_the_last_tile_set_aside_ends_the_seats_laying() -> None:
    after = play(nowhere(rest=("green1", "white1", "white2")), "aside green1")
    assert after.actors == (1,)
    assert after.revealed[0] == 2 * 3 + 2 * 2


def test_a_seat_that_has_laid_its_last_tile_is_passed_over() -> None:
    position = laid(turn="blue", hold="green2")
    early = replace(position, hands=(None, *position.hands[1:]), rest=(("white1", "white2"), *position.rest[1:]))
    assert play(early, "lay green2@2,0n").turn == 1


def test_a_view_accepts_any_tile_that_the_other_seat_may_hold() -> None:
    view = laid(turn="purple", hold="green2").view(1)
    assert view.moves(0) == ()
    assert view.refusal(0, read_move("lay green5@2,0w")) is None
    assert view.refusal(0, read_move("lay green5@2,2w")) is not None
    assert view.play(0, read_move("lay green5@2,0w")).hands[0] is None


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"colours": ["yellow", "purple"]}),
        (3, {"colours": ["blue", "yellow", "red"]}),
        (4, {"first": 3, "start_side": "grand"}),
        (2, {"first": "random", "colours": None}),
    ],
)
def test_possible_options(seats: int, options: dict[str, object]) -> None:
    position = table(seats, **options)
    colours = options.get("colours") or ["purple", "yellow", "red", "blue"][:seats]
    assert list(position.setup.colours) == colours


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"colours": ["red", "blue"]}),
        (2, {"colours": ["yellow", "yellow"]}),
        (3, {"colours": ["yellow", "purple"]}),
        (3, {"colours": "red"}),
        (3, {"colours": [["red"], "blue", 3]}),
        (2, {"first": 2}),
        (2, {"first": True}),
        (2, {"first": -1}),
        (2, {"start_side": "back"}),
        (5, {}),
    ],
)
def test_impossible_options(seats: int, options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        table(seats, **options)
