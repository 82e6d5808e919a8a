"""The fifteenth exile ends the game."""

from engine.core import Outcome
from tests.engine.verbotene_stadt.tables import READY, play, table

ENTER = "0 slide red-red pavilion"


def test_the_fifteenth_exile_ends_the_game_after_its_award() -> None:
    before = table(["red-red", "blue-blue"], at=READY, exiled=14, cards={1: "blue-hat blue-coat"})
    assert before.outcome is None
    after = play(before, ENTER)
    assert after.outcome == Outcome((10, 4), (0,), "fifteen_exiled")
    assert after.actors == ()
    assert after.moves(0) == after.moves(1) == ()


def test_a_successful_bluff_at_the_end_gives_no_further_turn() -> None:
    before = table(["blue-red", "blue-blue"], at=READY, exiled=14, cards={0: "red-hat", 1: "blue-hat"})
    after = play(before, ENTER, "1 believe")
    assert (after.stage, after.again) == ("over", False)


def test_equal_totals_share_the_win() -> None:
    gone = "green-hat green-coat green-trousers"
    before = table(["red-red", "blue-blue", "blue-blue"], at=READY, exiled=14, cards={0: gone, 1: "white-hat white-coat white-trousers"})
    assert play(before, ENTER, "1 believe").outcome == Outcome((10, 10, 0), (0, 1), "fifteen_exiled")


def test_the_fifteenth_entry_is_settled_whole_with_the_card_for_a_doubt() -> None:
    before = table(["red-red", "blue-blue"], at=READY, exiled=14, cards={0: "red-hat", 1: "blue-hat"})
    asked = play(before, ENTER, "1 doubt")
    assert asked.outcome is None
    assert play(asked, "0 take seat 1 blue-hat").outcome == Outcome((12, 0), (0,), "fifteen_exiled")


def test_the_fourteenth_exile_does_not_end_it() -> None:
    assert play(table(["red-red", "blue-blue"], at=READY, exiled=13), ENTER).stage == "bribe"
