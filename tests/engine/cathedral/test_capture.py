"""Rules, 5: one enclosed building may be removed at once, or left; left once, it waits for another placement."""

from engine.cathedral.box import DARK, LIGHT
from tests.engine.cathedral.city import city, drawn, play, read, refusal, same

INFIRMARY = """
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


def test_a_bare_move_takes_whatever_it_may_take() -> None:
    after = play(city(INFIRMARY, to_move="light"), "inn@d4e")
    assert drawn(after).splitlines()[:4] == same("'''B...... '''B...... '''B...... SSII......").splitlines()


def test_the_taken_building_goes_back_to_its_owner_who_may_place_it_again() -> None:
    after = play(city(INFIRMARY, to_move="light"), "inn@d4e")
    assert after.remaining(DARK)["infirmary"] == 1
    assert drawn(play(after, "infirmary@i2n")).splitlines()[1] == "'''B...fff"


def test_what_is_left_stays_and_its_region_stays_open_to_both() -> None:
    after = play(city(INFIRMARY, to_move="light"), "inn@d4e leave infirmary")
    assert drawn(after).splitlines()[:5] == same(":f.B...... fffB...... .f.B...... SSII...... ..I.......").splitlines()
    assert "infirmary" not in after.remaining(DARK)
    assert read(after, "tavern@c1n") in after.moves(DARK)
    assert read(play(after, "tavern@j10n"), "tavern@c1n") in play(after, "tavern@j10n").moves(LIGHT)


def test_what_was_left_is_not_taken_by_a_placement_elsewhere() -> None:
    left = play(city(INFIRMARY, to_move="light"), "inn@d4e leave infirmary", "tavern@j10n")
    assert [move for move in left.moves(LIGHT) if str(move).startswith("tavern@g1n")] == [read(left, "tavern@g1n")]
    assert drawn(play(left, "tavern@g1n")).splitlines()[:2] == same(":f.B..T... fffB......").splitlines()


def test_what_was_left_may_be_taken_when_a_later_placement_changes_the_region() -> None:
    left = play(city(INFIRMARY, to_move="light"), "inn@d4e leave infirmary", "tavern@j10n")
    assert drawn(play(left, "tavern@c1n")).splitlines()[:3] == same("''TB...... '''B...... '''B......").splitlines()


def test_a_second_building_in_the_region_protects_what_was_left() -> None:
    left = play(city(INFIRMARY, to_move="light"), "inn@d4e leave infirmary", "tavern@c1n")
    assert drawn(play(left, "tavern@c3n")).splitlines()[:3] == same(":ftB...... fffB...... .fTB......").splitlines()


def test_the_moves_list_the_choice_to_leave() -> None:
    moves = [str(move) for move in city(INFIRMARY, to_move="light").moves(LIGHT)]
    at = moves.index("inn@d4e")
    assert moves[at : at + 2] == ["inn@d4e", "inn@d4e leave infirmary"]


def test_the_cathedral_is_taken_like_a_building_and_is_out_for_good() -> None:
    before = city(
        """
        .+.B......
        +++B......
        .+.B......
        .+.M......
        .QQMM.....
        .QQM......
        ..........
        ......m...
        .....mmm..
        ..........
        """,
        to_move="light",
    )
    after = play(before, "inn@a6n")
    assert drawn(after) == same(
        """
        '''B......
        '''B......
        '''B......
        '''M......
        'QQMM.....
        IQQM......
        II........
        ......m...
        .....mmm..
        ..........
        """
    )
    assert after.cathedral is None
    assert refusal(after, "cathedral@h2n") == ("The Cathedral is placed once, by light.", "Rules, 3")


TWO = """
    t.uT......
    SBBB......
    S.........
    ..........
    ..........
    ......m...
    .....mmm..
    ..........
    ..........
    ..........
    """


def test_several_regions_closed_by_one_move_have_a_choice_each() -> None:
    before = city(TWO, to_move="light")
    listed = [str(move) for move in before.moves(LIGHT) if str(move).startswith("tavern@b1n")]
    assert listed == [
        "tavern@b1n",
        "tavern@b1n leave tavern@a1",
        "tavern@b1n leave tavern@c1",
        "tavern@b1n leave tavern@a1, tavern@c1",
    ]
    assert drawn(play(before, listed[0])).splitlines()[0] == "'T'U......"
    assert drawn(play(before, listed[1])).splitlines()[0] == "tT'U......"
    assert drawn(play(before, listed[2])).splitlines()[0] == "'TtU......"
    assert drawn(play(before, listed[3])).splitlines()[0] == "tTuU......"


def test_two_prizes_of_one_name_must_be_told_apart() -> None:
    before = city(TWO, to_move="light")
    assert refusal(before, "tavern@b1n leave tavern") == ("Two taverns could be taken: leave tavern@a1 or tavern@c1.", "Rules, 5")


def test_a_square_that_says_nothing_new_is_dropped() -> None:
    before = city(INFIRMARY, to_move="light")
    assert str(read(before, "inn@d4e leave infirmary@b2")) == "inn@d4e leave infirmary"


def test_only_what_could_be_taken_can_be_left() -> None:
    before = city(INFIRMARY, to_move="light")
    assert refusal(before, "inn@d4e leave manor") == ("The manor could not be taken, so it cannot be left.", "Rules, 5")
    assert refusal(before, "inn@h2n leave infirmary") == ("The infirmary could not be taken, so it cannot be left.", "Rules, 5")
    assert refusal(before, "inn@d4e leave cathedral") == ("The Cathedral could not be taken, so it cannot be left.", "Rules, 5")
