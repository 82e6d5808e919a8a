"""Rules, 6 to 8: the game ends when neither can place; the fewest unplaced squares win."""

from engine.core import Outcome
from tests.engine.cathedral.city import city, play
from tests.engine.cathedral.test_turns import CROWDED


def test_the_fewest_unplaced_squares_win_and_are_the_points() -> None:
    over = play(city(CROWDED, to_move="light"), "square@c2n", "abbey@a4n")
    assert over.remaining(0) == {"infirmary": 1, "tower": 1}
    assert over.remaining(1) == {"square": 1, "infirmary": 1, "castle": 1}
    assert over.outcome == Outcome(scores=(10, 14), winners=(0,), reason="neither_can_place")


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert city(CROWDED, to_move="light").outcome is None


def test_all_buildings_of_both_sides_and_the_cathedral_can_fill_the_city() -> None:
    full = city(
        """
        cTcCCWWmmm
        cccUC+WWm.
        DDtCC+uW..
        SDDF+++..B
        SDFFF+dIIB
        JJAFMdddIB
        bJAAMMfdii
        bQQAMfffiR
        bQQjqqfaaR
        ssjjqqrraa
        """,
        to_move="dark",
    )
    over = play(full, "tower@j2n")
    assert over.remaining(0) == over.remaining(1) == {}
    assert over.outcome == Outcome(scores=(0, 0), winners=(0, 1), reason="neither_can_place")


def test_a_side_that_has_placed_everything_waits_while_the_other_goes_on() -> None:
    nearly = city(
        """
        cTcCCWWmmm
        ccc.C+WWm.
        DDtCC+uW..
        SDDF+++..B
        SDFFF+dIIB
        JJAFMdddIB
        bJAAMMfdii
        bQQAMfffiR
        bQQjqqfaaR
        ssjjqqrraa
        """,
        to_move="dark",
    )
    after = play(nearly, "tower@j2n")
    assert after.remaining(1) == {}
    assert after.actors == (0,)
