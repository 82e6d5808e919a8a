"""A turn: moves, fate dice, the dragon and the pavilion symbol."""

import pytest

from tests.engine.verbotene_stadt.tables import hand, listed, play, refusal, table

BRIBES = ["red-red", "blue-blue", "green-green"]
OUT = {"black-black": "e4"}
MOVES = ["0 slide black-black a4", "0 slide black-black o4", "0 slide black-black a4", "0 slide black-black o4"]


def test_each_move_is_followed_by_a_larger_die() -> None:
    position = table(BRIBES, at=OUT)
    seen = []
    for move, face in zip(MOVES, ["* roll red", "* roll red", "* roll red", None], strict=True):
        position = play(position, move)
        if face:
            seen.append({str(roll): weight for roll, weight in position.odds()})
            position = play(position, face)
    assert seen == [
        {"roll black": 1, "roll red": 3, "roll red-dragon": 1, "roll red-pavilion": 1},
        {"roll black": 3, "roll red": 1, "roll red-dragon": 1, "roll red-pavilion": 1},
        {"roll black": 5, "roll red": 1},
    ]
    assert (position.active, position.made, position.stage) == (1, 0, "move"), "the fourth move is the last"


def test_black_ends_the_turn_and_the_pavilion_stays() -> None:
    after = play(table(BRIBES, at=OUT, active=2), "2 slide black-black a4", "* roll black")
    assert (after.active, after.made, after.pavilion, after.stage) == (0, 0, 7, "move")


def test_an_extra_move_must_be_made() -> None:
    position = play(table(BRIBES, at=OUT), MOVES[0], "* roll red")
    assert refusal(position, 0, "stop") == "Now an official is to be moved."


def test_with_the_option_may_an_extra_move_can_be_declined_but_not_the_first() -> None:
    first = table(BRIBES, at=OUT, extra_move="may")
    assert "stop" not in listed(first, 0)
    second = play(first, MOVES[0], "* roll red")
    assert listed(second, 0)[-1] == "stop"
    after = play(second, "0 stop")
    assert (after.active, after.made, after.stage) == (1, 0, "move")


def test_a_pavilion_on_the_die_has_the_active_seat_roll_a_new_pavilion_before_it_moves_again() -> None:
    rolling = play(table(BRIBES, at=OUT), MOVES[0], "* roll red-pavilion")
    assert [str(move) for move, _ in rolling.odds()] == [f"roll {number}" for number in range(1, 9)]
    after = play(rolling, "* roll 2")
    assert (after.active, after.made, after.pavilion, after.stage) == (0, 1, 2, "move")


def test_a_dragon_lets_the_left_neighbour_take_a_card_of_any_other_seat_or_decline() -> None:
    before = table(BRIBES, at=OUT, cards={0: "red-hat", 1: "red-coat", 2: "blue-hat"})
    asked = play(before, MOVES[0], "* roll red-dragon")
    assert asked.actors == (1,)
    assert listed(asked, 1) == ["take seat 0 red-hat", "take seat 2 blue-hat", "decline"]
    taken, declined = play(asked, "1 take seat 2 blue-hat"), play(asked, "1 decline")
    assert hand(taken, 1) == ["red-coat", "blue-hat"]
    assert declined.owners == before.owners
    for after in (taken, declined):
        assert (after.actors, after.made, after.stage) == ((0,), 1, "move")


@pytest.mark.parametrize("cards", [{}, {1: "red-coat"}])
def test_with_no_card_at_any_other_seat_the_dragon_does_nothing(cards: dict[int, str]) -> None:
    assert play(table(BRIBES, at=OUT, cards=cards), MOVES[0], "* roll red-dragon").stage == "move"


def test_entering_ends_the_turn_without_a_fate_die() -> None:
    position = table(["red-red", "blue-blue"], at={"red-red": "a13"})
    after = play(position, "0 slide red-red pavilion", "* garment hat", "0 bribe red-blue", "1 bribe blue-blue", "* roll 1")
    assert (after.active, after.made) == (1, 0)


def test_what_is_not_due_is_refused_in_words() -> None:
    position = table(BRIBES, at=OUT, exiled=1)
    assert refusal(position, 0, "believe") == "Now an official is to be moved."
    assert refusal(position, 0, "slide red-yellow h3") == "Red-yellow is in exile."
    assert refusal(position, 0, "slide black-black e4") == "Black-black must end on another cell than e4, where it began."
    assert refusal(position, 0, "slide black-black h3") == "Black-black cannot slide to h3."
