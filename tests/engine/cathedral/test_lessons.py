"""What a finished game of Cathedral teaches about a slip, in sentences that say what is plain to see on the board."""

from engine.ai.lessons import Slip, expected, lessons
from engine.cathedral.box import DARK, LIGHT
from tests.engine.cathedral.city import city, read

NEARLY_FENCED = """
    :f.B......
    fffB......
    .f.B......
    SS........
    ..........
    ..........
    ......m...
    .....mmm..
    ..........
    ..........
    """


def taught(seat: int, played: str, better: str, reply: str | None = None) -> list[str]:
    """The sentences about a slip on that board; a reply is the other side's."""
    board = city(NEARLY_FENCED, to_move="light" if seat == LIGHT else "dark")
    move = read(board, played)
    answer = None if reply is None else (1 - seat, read(board.play(seat, move), reply))
    return [said.text for said in lessons("cathedral", Slip(board, seat, move, read(board, better), answer))]


def test_a_building_that_could_have_been_taken_is_named() -> None:
    assert taught(LIGHT, "tavern@j10n", "inn@d4e") == ["With inn@d4e the infirmary would have been taken."]


def test_a_building_left_to_be_taken_is_named_with_the_move_that_takes_it() -> None:
    assert taught(DARK, "tavern@j10n", "tavern@d4n", reply="inn@d4e")[0] == "It left the infirmary to be taken by inn@d4e."


def test_where_nothing_is_plain_to_see_the_better_move_is_named() -> None:
    assert taught(LIGHT, "tavern@j10n", "tavern@j9n") == ["Better was tavern@j9n."]


def test_each_side_may_expect_the_squares_that_are_left_when_both_go_on() -> None:
    board = city(NEARLY_FENCED, to_move="light")
    before = expected("cathedral", board.play(LIGHT, read(board, "tavern@j10n")))
    taken = expected("cathedral", board.play(LIGHT, read(board, "inn@d4e")))
    assert before is not None
    assert taken is not None
    assert 0 <= min(*before, *taken) <= max(*before, *taken) <= 47
    assert taken[LIGHT] - taken[DARK] < before[LIGHT] - before[DARK]
