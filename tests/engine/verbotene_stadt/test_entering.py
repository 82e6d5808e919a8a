"""Entering while bluffing is closed, and when it opens."""

from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.sliding import end_name
from tests.engine.verbotene_stadt.tables import READY, hand, listed, play, refusal, table


def test_while_bluffing_is_closed_only_the_own_bribed_official_may_enter() -> None:
    position = table(["red-blue", "red-red"], at=READY)
    assert refusal(position, 0, "slide red-red pavilion") == (
        "While bluffing is closed, only the official you bribe may enter; that is not red-red."
    )
    assert "slide red-red pavilion" in listed(table(["red-red", "red-blue"], at=READY), 0)


def test_an_honest_entry_is_rewarded_at_once_and_shown() -> None:
    after = play(table(["red-red", "blue-blue"], at=READY), "0 slide red-red pavilion")
    assert after.shown == (True, False)
    assert [str(move) for move, _ in after.odds()] == ["garment hat", "garment coat", "garment trousers"]
    after = play(after, "* garment coat")
    assert hand(after, 0) == ["green-coat"]
    assert (after.exile, after.stage) == ((0,), "bribe")


def test_bluffing_opens_when_the_active_seat_and_another_own_a_card() -> None:
    owned = [{}, {0: "red-hat"}, {1: "red-hat"}, {1: "red-hat", 2: "red-coat"}, {0: "red-hat", 2: "red-coat"}]
    assert [table(["red-red"] * 3, cards=cards).bluffing for cards in owned] == [False, False, False, False, True]


def test_a_door_that_the_official_may_use_is_no_place_to_stop_at() -> None:
    at = {"red-red": "b4", "blue-blue": "a6"}
    mine, another = (table([bribe, "blue-red"], at=at, pavilion=8) for bribe in ("red-red", "red-blue"))
    assert "slide red-red pavilion" in listed(mine, 0)
    assert refusal(mine, 0, "slide red-red b6") == "Red-red cannot slide to b6."
    assert "slide red-red b6" in listed(another, 0)


def test_doors_of_other_pavilions_are_like_roofs() -> None:
    entered = set()
    for number in BOX.pavilions:
        position = table(["red-red", "blue-red"], at={"red-red": "a13"}, pavilion=number)
        for move in position.moves(0):
            if str(move) == "slide red-red pavilion":
                door = RULESET.move_json(position, 0, move)["door"]
                entered.add(number)
                assert [d.pavilion for d in BOX.doors if (end_name(d.cell), d.side) == (door["cell"], door["side"])] == [number]
    assert 7 in entered
