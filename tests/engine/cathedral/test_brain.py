"""What the brain thinks is worth having."""

from engine.ai.brain import brain
from engine.cathedral.box import DARK, LIGHT
from tests.engine.cathedral.city import city, play
from tests.engine.cathedral.test_capture import INFIRMARY

BRAIN = brain("cathedral")


def test_the_shares_of_the_win_add_up() -> None:
    shares = BRAIN.evaluate(city(INFIRMARY, to_move="light"))
    assert sum(shares) == 1
    assert all(0 < share < 1 for share in shares)


def test_a_capture_is_worth_more_to_light_than_leaving_it() -> None:
    before = city(INFIRMARY, to_move="light")
    taken, left = play(before, "inn@d4e"), play(before, "inn@d4e leave infirmary")
    assert BRAIN.evaluate(taken)[LIGHT] > BRAIN.evaluate(left)[LIGHT]
    assert BRAIN.evaluate(taken)[DARK] < BRAIN.evaluate(left)[DARK]


def test_a_capture_is_tried_before_anything_else() -> None:
    before = city(INFIRMARY, to_move="light")
    ordered = BRAIN.order(before, LIGHT, before.moves(LIGHT))
    assert set(ordered) <= set(before.moves(LIGHT))
    after = before.play(LIGHT, ordered[0])
    assert "infirmary" in after.remaining(DARK)
