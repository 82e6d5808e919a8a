"""The pictures: well-formed SVG that shows every tile, advisor and dragon, and nothing that is hidden."""

import re
from xml.etree import ElementTree

from engine.forbidden_city import RULESET
from engine.forbidden_city.moves import read_move
from engine.forbidden_city.pictures import COLOUR, back_svg, definitions_svg, tile_svg
from engine.forbidden_city.tiles import TILES
from tests.engine.forbidden_city.tables import laid, play

BEFORE = laid("yellow pink4@0,-2n", "red green3@2,0e", turn="purple", hold="green1")
LAST = RULESET.move_json(BEFORE, 0, read_move("lay green1@2,-1n"))


def test_the_picture_is_well_formed_and_has_a_size() -> None:
    root = ElementTree.fromstring(RULESET.draw(BEFORE, None))
    assert root.tag.endswith("svg")
    assert int(root.attrib["width"]) > int(root.attrib["height"]) > 300


def test_every_tile_can_be_drawn_turned_any_way() -> None:
    for tile in TILES.tiles.values():
        for turned in tile.turned.values():
            drawn = tile_svg(turned, "blue")
            ElementTree.fromstring(f"<g>{drawn}</g>")
            assert drawn.count('"#advisor-blue"') == sum(turned.advisors)
            assert drawn.count('"#dragon"') == sum(turned.dragons)
            assert COLOUR["blue"] in drawn or '"#advisor-blue"' in drawn


def test_everything_that_is_used_is_defined() -> None:
    used = set(re.findall(r'href="#([^"]+)"', RULESET.draw(BEFORE, LAST)))
    assert used <= set(re.findall(r' id="([^"]+)"', definitions_svg()))
    assert {"archway", "wall", "dragon", "temple", "garden", "advisor-yellow", "floor-pink"} <= used


def test_the_last_tile_is_highlighted() -> None:
    after = play(BEFORE, "lay green1@2,-1n")
    assert RULESET.draw(after, LAST).count("#0b7fab") == 1
    assert "#0b7fab" not in RULESET.draw(after, None)


def test_the_open_rooms_show_what_they_are_worth() -> None:
    texts = [element.text for element in ElementTree.fromstring(RULESET.draw(BEFORE, None)).iter() if element.tag.endswith("text")]
    pink, green = "3", "6"
    assert {pink, green} <= set(texts)


def test_a_hidden_tile_is_drawn_face_down() -> None:
    shown, hidden = RULESET.draw(BEFORE, None), RULESET.draw(BEFORE.view(1), None)
    assert shown != hidden
    assert hidden.count(back_svg("purple")) == 1
    assert back_svg("purple") not in shown
    assert hidden == RULESET.draw(RULESET.read(str(BEFORE.view(1))), None)


def test_the_text_for_a_terminal_names_seats_open_rooms_and_whose_turn_it_is() -> None:
    text = RULESET.board_text(BEFORE)
    assert "purple    0 coins, 23 tiles face down, holds green1 <- to lay" in text
    assert "pink room at 0,-2: worth 3, 1 open sides, advisors: yellow 2" in text
    assert "Yp4n**" in text
