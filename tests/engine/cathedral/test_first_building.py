"""Rules, 4: neither side claims anything by its own first building."""

from engine.cathedral.box import DARK
from engine.cathedral.setup import start
from tests.engine.cathedral.city import city, drawn, play, same

EMPTY = """
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    """


def test_a_first_building_claims_nothing() -> None:
    position = play(start(2, {"cathedral": "first"}), "cathedral@e4n", "tower@c1n")
    assert position.territory == (0, 0)
    assert play(position, "tower@j8e").territory == (0, 0)


def test_a_pocket_closed_by_a_first_building_stays_open_until_a_later_placement_changes_it() -> None:
    position = play(start(2, {"cathedral": "first"}), "cathedral@e4n", "tower@c1n", "manor@h8n")
    elsewhere = play(position, "manor@h2n")
    assert drawn(elsewhere).splitlines()[:3] == same("..w....... .ww....m.. ww....mmm.").splitlines()
    inside = play(position, "tavern@a1n")
    assert drawn(inside).splitlines()[:3] == same("t:w....... :ww....... ww........").splitlines()


def test_the_opponent_may_build_in_such_a_pocket() -> None:
    position = play(start(2, {"cathedral": "first"}), "cathedral@e4n", "tower@c1n")
    assert drawn(play(position, "tavern@a1n")).splitlines()[0] == "T.w......."


def test_a_side_whose_buildings_were_all_taken_has_had_its_first_building() -> None:
    position = city(EMPTY, to_move="dark", begun=(True, True))
    assert play(position, "tower@c1n").territory[DARK].bit_count() == 3
    fresh = city(EMPTY, to_move="dark", begun=(True, False))
    assert play(fresh, "tower@c1n").territory == (0, 0)


def test_the_cathedral_is_no_building_so_lights_first_building_claims_nothing_either() -> None:
    position = play(start(2, {"cathedral": "after_dark"}), "manor@h8n", "cathedral@e4n", "inn@a2w")
    assert position.territory == (0, 0)
