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


CROWDED = """
    ...ii.WW.t
    .bbbiWW...
    ..RRJWmmm.
    B..JJu.mjj
    BS.+..I..j
    BS+++.IIcc
    DD.+....c.
    .DD+.CC.cc
    .D.qqC....
    ...qqCC...
    """
NEARLY_FULL = """
    s::ii.WW.t
    sbbbiWW.rr
    wwRRJWmmm:
    BwwJJu.mjj
    BSw+..I..j
    BS+++.IIcc
    DD.+..T.c.
    .DD+.CC.cc
    .D.qqC..M.
    ...qqCCMMM
    """
EARLY = """
    ..........
    .bbb......
    ......mmm.
    .......m..
    .S.+..I...
    .S+++.IIcc
    DD.+....c.
    .DD+....cc
    .D........
    ..........
    """


def taught(seat: int, played: str, better: str, reply: str | None = None, drawing: str = NEARLY_FENCED) -> list[str]:
    """The sentences about a slip on that board; a reply is the other side's."""
    board = city(drawing, to_move="light" if seat == LIGHT else "dark")
    move = read(board, played)
    answer = None if reply is None else (1 - seat, read(board.play(seat, move), reply))
    return [said.text for said in lessons("cathedral", Slip(board, seat, move, read(board, better), answer))]


def test_a_building_that_could_have_been_taken_is_named() -> None:
    assert taught(LIGHT, "tavern@j10n", "inn@d4e") == ["With inn@d4e the infirmary would have been taken."]


def test_a_building_left_to_be_taken_is_named_with_the_move_that_takes_it() -> None:
    assert taught(DARK, "tavern@j10n", "tavern@d4n", reply="inn@d4e")[0] == "It left the infirmary to be taken by inn@d4e."


def test_a_building_whose_last_room_the_reply_takes_is_named() -> None:
    said = taught(DARK, "stable@a1n", "infirmary@h9n", reply="infirmary@h9n", drawing=CROWDED)
    assert said[0] == "It let light take the last room of the infirmary with infirmary@h9n."


def test_a_building_that_the_other_side_could_not_have_placed_any_more_is_named() -> None:
    said = taught(LIGHT, "tavern@i5n", "tavern@f7n", drawing=NEARLY_FULL)
    assert said == ["With tavern@f7n dark would have had no room left for the abbey."]


def test_where_nothing_is_plain_yet_it_is_told_who_will_find_room() -> None:
    board = city(EARLY, to_move="dark")
    said = taught(DARK, "inn@e2s", "infirmary@f9n", drawing=EARLY)
    assert said[0] == "Played on at a glance, the abbey, infirmary would have found room after infirmary@f9n, and does not after this."
    assert said[1].startswith("Played on at a glance, light would have found no room for the ")
    slip, better = (expected("cathedral", board.play(DARK, read(board, move))) for move in ("inn@e2s", "infirmary@f9n"))
    assert slip is not None
    assert better is not None
    assert better[DARK] < slip[DARK]


def test_where_nothing_is_plain_to_see_the_better_move_is_named() -> None:
    assert taught(LIGHT, "tavern@f1n", "tavern@i1n", drawing=NEARLY_FULL) == ["Better was tavern@i1n."]


def test_each_side_may_expect_the_squares_that_are_left_when_both_go_on() -> None:
    board = city(NEARLY_FENCED, to_move="light")
    before = expected("cathedral", board.play(LIGHT, read(board, "tavern@j10n")))
    taken = expected("cathedral", board.play(LIGHT, read(board, "inn@d4e")))
    assert before is not None
    assert taken is not None
    assert 0 <= min(*before, *taken) <= max(*before, *taken) <= 47
    assert taken[LIGHT] - taken[DARK] < before[LIGHT] - before[DARK]
