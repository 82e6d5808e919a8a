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
