"""The picture of the city, as far as a test can judge one: well formed, complete, and the same for the same position."""

from xml.etree import ElementTree

from engine.cathedral import RULESET
from engine.cathedral.roofs import loops, outline, slopes
from engine.core import Outcome, Scene
from tests.engine.cathedral.city import city, play, read
from tests.engine.cathedral.test_capture import INFIRMARY
from tests.engine.cathedral.test_turns import CROWDED

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: str) -> list[str]:
    return [title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def test_every_building_in_the_city_is_drawn_once() -> None:
    position = city(CROWDED, to_move="light")
    found = titles(RULESET.draw(position, Scene()))
    for placement in position.standing():
        name = str(placement) if placement.owner == 2 else f"{('light', 'dark')[placement.owner]} {placement}"
        assert found.count(name) == 1


def test_both_boxes_show_all_fourteen_places() -> None:
    found = titles(RULESET.draw(city(CROWDED, to_move="light"), Scene()))
    assert found.count("inn") == 4
    assert found.count("castle") == 2


def test_territory_is_drawn_for_the_side_that_has_it() -> None:
    found = titles(RULESET.draw(city(INFIRMARY, to_move="light"), Scene()))
    assert "dark territory" in found
    assert "light territory" not in found


def test_the_last_placement_and_what_it_took_are_highlighted() -> None:
    before = city(INFIRMARY, to_move="light")
    move = read(before, "inn@d4e")
    after = before.play(0, move)
    plain, marked = RULESET.draw(after, Scene()), RULESET.draw(after, Scene(last=RULESET.move_json(before, 0, move)))
    assert 'stroke-dasharray="2 7"' not in plain
    assert 'stroke-dasharray="2 7"' in marked


def test_the_picture_and_the_text_say_how_it_ended() -> None:
    over = play(city(CROWDED, to_move="light"), "square@c2n", "abbey@a4n")
    assert titles(RULESET.draw(over, Scene()))[0] == "Light wins, 10 to 14 squares left."
    assert RULESET.board_text(over, Scene()).splitlines()[-1] == "Light wins, 10 to 14 squares left."


def test_a_game_that_was_given_up_does_not_look_running() -> None:
    scene, over = Scene(names=("Ada", "Bo")), city(CROWDED, to_move="light").ended(Outcome((0, 1), (1,), "resigned"))
    for said in (RULESET.draw(over, scene), RULESET.board_text(over, scene)):
        assert "Dark (Bo) wins: Light (Ada) has resigned." in said
        assert "to move" not in said
        assert "place a building" not in said


def test_the_picture_says_who_plays_who_looks_and_who_won() -> None:
    running = RULESET.draw(city(CROWDED, to_move="light"), Scene(viewer=1, names=("Ada", "A & B")))
    assert ">Ada</text>" in running
    assert ">A &amp; B · you</text>" in running
    assert running.count('class="b-card b-turn"') == running.count('class="b-card b-you"') == 1
    over = play(city(CROWDED, to_move="light"), "square@c2n", "abbey@a4n")
    assert RULESET.draw(over, Scene(viewer=0)).count('class="b-card b-won b-you"') == 1


def test_the_cathedral_lies_in_lights_box_until_it_is_placed() -> None:
    beginning = RULESET.start(2, {"cathedral": "first"})
    assert titles(RULESET.draw(beginning, Scene())).count("cathedral") == 1
    assert titles(RULESET.draw(play(beginning, "cathedral@e5n"), Scene())).count("cathedral") == 0


def test_the_text_names_both_hands_and_who_was_skipped() -> None:
    words = RULESET.board_text(play(city(CROWDED, to_move="light"), "square@c2n"), Scene())
    assert "Light, 14 squares left: abbey, infirmary, tower" in words
    assert "Light: place a building. Dark can place nothing." in words


def test_the_outline_goes_around_holes_and_keeps_corners_apart() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(len(loop) for loop in loops(ring)) == [4, 12]
    assert sorted(len(loop) for loop in loops({(0, 0), (1, 1)})) == [4, 4]
    assert outline({(0, 0), (1, 0)}, unit=10, inset=0, radius=0) == "M0 0L20 0L20 10L0 10Z"


def test_a_roof_is_flat_only_where_four_cells_meet() -> None:
    assert set(slopes({(0, 0), (1, 0)}, 10, 1)) == {"n", "e", "s", "w"}
    assert "flat" in slopes({(0, 0), (1, 0), (0, 1), (1, 1)}, 10, 1)
