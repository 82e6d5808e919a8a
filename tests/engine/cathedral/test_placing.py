"""Rules, 2: a building goes on free squares inside the walls, none of them in the opponent's territory."""

from engine.cathedral.box import LIGHT
from engine.cathedral.city import names
from engine.cathedral.moves import read_text
from engine.cathedral.placements import PLACEMENTS, found
from tests.engine.cathedral.city import city, drawn, play, read, refusal, same

CORNER = """
    ::w.......
    :ww.......
    ww........
    ......m...
    .....mmm..
    ....II....
    ..M.I.....
    .MMM......
    ..........
    ..........
    """


def squares(text: str) -> list[str]:
    """The squares that a move of light's covers."""
    placement = found(LIGHT, read_text(text))
    assert placement is not None
    return names(placement.squares)


def test_the_prime_cell_turns_with_the_building() -> None:
    assert squares("bridge@g3n") == ["g3", "g4", "g5"]
    assert squares("bridge@g3e") == ["e3", "f3", "g3"]
    assert squares("castle@e8n") == ["d8", "e8", "d9", "d10", "e10"]
    assert squares("castle@e8e") == ["c7", "d7", "e7", "c8", "e8"]
    assert squares("cathedral@f5n") == ["f5", "e6", "f6", "g6", "f7", "f8"]


def test_a_building_must_stand_inside_the_walls() -> None:
    position = city(CORNER, to_move="light")
    assert refusal(position, "bridge@g9n") == ("The bridge would stand outside the walls.", "Rules, 2")
    assert refusal(position, "bridge@b6e") == ("The bridge would stand outside the walls.", "Rules, 2")


def test_a_building_must_not_cover_another() -> None:
    position = city(CORNER, to_move="light")
    assert refusal(position, "bridge@g3n") == ("The bridge would cover g4, where the dark manor stands.", "Rules, 2")
    assert refusal(position, "square@c7n") == ("The square would cover c7, where the light manor stands.", "Rules, 2")


def test_a_building_must_not_stand_on_the_opponents_ground() -> None:
    position = city(CORNER, to_move="light")
    assert refusal(position, "tavern@a1n") == ("The tavern would cover a1, which is dark's territory.", "Rules, 4")


def test_a_side_may_build_on_its_own_ground_and_keeps_the_rest() -> None:
    after = play(city(CORNER, to_move="dark"), "stable@b1e")
    assert drawn(after).splitlines()[:3] == same("ssw....... :ww....... ww........").splitlines()


def test_a_building_may_stand_half_on_own_half_on_free_ground() -> None:
    before = city(
        """
        ::........
        ::........
        ..........
        ......m...
        .....mmm..
        ..........
        ..M.......
        .MMM......
        ..........
        ..........
        """,
        to_move="dark",
    )
    assert drawn(play(before, "bridge@c1e")).splitlines()[:3] == same("bbb....... ::........ ..........").splitlines()


def test_every_open_placement_lies_on_free_squares_and_every_such_placement_is_open() -> None:
    position = city(CORNER, to_move="light")
    taken = position.covered[0] | position.covered[1] | position.territory[1]
    free = [placement for placement in PLACEMENTS[LIGHT] if not placement.squares & taken and placement.building != "manor"]
    assert [placement.move for placement in free] == position.placements(LIGHT)
    assert read(position, "tavern@j10n") in position.moves(LIGHT)


def test_a_building_can_be_placed_as_often_as_the_box_has_it() -> None:
    position = city(CORNER, to_move="light")
    assert refusal(position, "manor@h9n") == ("Your manor stands in the city already.", "Rules, 2")
    after = play(position, "inn@h8n", "tavern@d1n")
    assert refusal(after, "inn@h2n") == ("Both your inns stand in the city already.", "Rules, 2")
