"""The picture of the city, as far as a test can judge one: well formed, complete, and the same for the same position."""

from xml.etree import ElementTree

from engine.cathedral import RULESET
from engine.cathedral.roofs import loops, outline, slopes
from tests.engine.cathedral.city import city, play, read
from tests.engine.cathedral.test_capture import INFIRMARY
from tests.engine.cathedral.test_turns import CROWDED

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: str) -> list[str]:
    return [title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def test_every_building_in_the_city_is_drawn_once() -> None:
    position = city(CROWDED, to_move="light")
    found = titles(RULESET.draw(position, None))
    for placement in position.standing():
        name = str(placement) if placement.owner == 2 else f"{('light', 'dark')[placement.owner]} {placement}"
        assert found.count(name) == 1


def test_both_boxes_show_all_fourteen_places() -> None:
    found = titles(RULESET.draw(city(CROWDED, to_move="light"), None))
    assert found.count("inn") == 4
    assert found.count("castle") == 2


def test_territory_is_drawn_for_the_side_that_has_it() -> None:
    found = titles(RULESET.draw(city(INFIRMARY, to_move="light"), None))
    assert "dark territory" in found
    assert "light territory" not in found


def test_the_last_placement_and_what_it_took_are_highlighted() -> None:
    before = city(INFIRMARY, to_move="light")
    move = read(before, "inn@d4e")
    after = before.play(0, move)
    plain, marked = RULESET.draw(after, None), RULESET.draw(after, RULESET.move_json(before, 0, move))
    assert 'stroke-dasharray="2 7"' not in plain
    assert 'stroke-dasharray="2 7"' in marked


def test_the_picture_and_the_text_say_how_it_ended() -> None:
    over = play(city(CROWDED, to_move="light"), "square@c2n", "abbey@a4n")
    assert titles(RULESET.draw(over, None))[0] == "Light wins, 10 to 14 squares left."
    assert RULESET.board_text(over).splitlines()[-1] == "Light wins, 10 to 14 squares left."


def test_the_text_names_both_hands_and_who_was_skipped() -> None:
    words = RULESET.board_text(play(city(CROWDED, to_move="light"), "square@c2n"))
    assert "Light, 14 squares left: abbey, infirmary, tower" in words
    assert "Light: place a building. Dark can place nothing." in words


def test_the_outline_goes_around_holes_and_keeps_corners_apart() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(len(loop) for loop in loops(ring)) == [4, 12]
    assert sorted(len(loop) for loop in loops({(0, 0), (1, 1)})) == [4, 4]
    assert outline({(0, 0), (1, 0)}, unit=10, inset=0, radius=0) == "M0 0 L20 0 L20 10 L0 10 Z"


def test_a_roof_is_flat_only_where_four_cells_meet() -> None:
    assert set(slopes({(0, 0), (1, 0)}, 10, 1)) == {"n", "e", "s", "w"}
    assert "flat" in slopes({(0, 0), (1, 0), (0, 1), (1, 1)}, 10, 1)
