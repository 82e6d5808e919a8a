"""The pictures: well-formed SVG that shows every tile, advisor and dragon, and nothing that is hidden."""

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

from engine.core import Scene
from engine.forbidden_city import RULESET
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import place_of
from engine.forbidden_city.moves import read_move
from engine.forbidden_city.pictures import COLOUR, SPOTS, back_svg, definitions_svg, tile_svg
from engine.forbidden_city.position import Position
from engine.forbidden_city.worths import CELL, INSET, TALL, tags_svg
from tests.engine.forbidden_city.tables import laid, play
from tests.engine.forbidden_city.test_games import GAMES, positions

BEFORE = laid("yellow pink4@0,-2n", "red green3@2,0e", turn="purple", hold="green1")
LAST = RULESET.move_json(BEFORE, 0, read_move("lay green1@2,-1n"))

GAME = positions(GAMES[0])
OVER, NEARLY = GAME[-1], GAME[-20]


def test_the_picture_is_well_formed_and_has_a_size() -> None:
    root = ElementTree.fromstring(RULESET.draw(BEFORE, Scene()))
    assert root.tag.endswith("svg")
    assert int(root.attrib["width"]) > int(root.attrib["height"]) > 300


def test_every_tile_can_be_drawn_turned_any_way() -> None:
    for tile in TILES.tiles.values():
        for turned in tile.turned.values():
            drawn = tile_svg(turned, "blue")
            ElementTree.fromstring(f"<g>{drawn}</g>")
            groups = re.findall(r'"#intramuros-advisors-(\d)-blue"', drawn)
            assert drawn.count('"#intramuros-advisor-blue"') + sum(map(int, groups)) == sum(turned.advisors)
            assert drawn.count('"#intramuros-dragon"') == sum(turned.dragons)
            assert '"#intramuros-seal-blue"' in drawn or "#intramuros-advisor" in drawn


def test_everything_that_is_used_is_defined() -> None:
    used = set(re.findall(r'href="#([^"]+)"', RULESET.draw(BEFORE, Scene(last=LAST))))
    assert used <= set(re.findall(r' id="([^"]+)"', definitions_svg() + tags_svg()))
    named = {"archway-n", "wall-e", "dragon", "temple", "garden", "advisor-yellow", "floor-pink", "worth", "lead-yellow"}
    assert {f"intramuros-{name}" for name in named} <= used


def test_the_last_tile_is_highlighted() -> None:
    after = play(BEFORE, "lay green1@2,-1n")
    drawn = RULESET.draw(after, Scene(last=LAST))
    assert drawn.count('class="b-last"') == 1
    assert not any(colour in drawn[drawn.index('class="b-last"') :].partition("</g>")[0] for colour in COLOUR.values())
    assert 'class="b-last"' not in RULESET.draw(after, Scene())


def test_the_open_rooms_show_what_they_are_worth() -> None:
    texts = [element.text for element in ElementTree.fromstring(RULESET.draw(BEFORE, Scene())).iter() if element.tag.endswith("text")]
    pink, green = "3", "6"
    assert {pink, green} <= set(texts)


def tags(position: Position) -> dict[str, dict[str, str]]:
    """What the tags of the rooms say, by room."""
    root = ElementTree.fromstring(RULESET.draw(position, Scene()))
    return {node.attrib["data-room"]: node.attrib for node in root.iter() if node.get("class") == "b-tag"}


def test_a_closed_room_shows_what_it_paid_also_when_the_game_is_over() -> None:
    for position in (NEARLY, OVER):
        paid = {f"{scoring.floor}@{','.join(map(str, place_of(scoring.cell)))}": str(scoring.worth) for scoring in position.history}
        assert len(paid) > 3
        assert {room: found["data-paid"] for room, found in tags(position).items() if "data-paid" in found} == paid
        assert any("data-worth" in found for found in tags(position).values())


def test_floors_of_closed_rooms_differ_by_a_lattice_not_only_by_shade() -> None:
    drawn = RULESET.draw(OVER, Scene())
    for floor in ("green", "pink", "white"):
        start = drawn.index(f'id="intramuros-closed-{floor}"')
        assert "url(#intramuros-lattice)" in drawn[start:].partition("</g>")[0]


def test_the_cells_where_the_tile_in_hand_fits_are_marked_for_whoever_may_know_it() -> None:
    for seat in range(4):
        moves = [str(move) for move in replace(BEFORE, turn=seat).moves(seat)]
        assert sorted(fitting(BEFORE.view(seat), Scene(viewer=seat))) == sorted(moves)
    assert sorted(fitting(BEFORE, Scene())) == sorted(str(move) for move in BEFORE.moves(0))
    assert fitting(BEFORE.view(None), Scene()) == []


def test_no_other_cell_is_framed_and_none_when_the_game_is_over() -> None:
    for position, scene in ((BEFORE.view(0), Scene(viewer=0)), (BEFORE.view(None), Scene()), (OVER, Scene(viewer=0))):
        root = ElementTree.fromstring(RULESET.draw(position, scene))
        framed = [node for node in root.iter() if "b-open" in node.get("class", "") and "stroke-dasharray" in node.attrib]
        assert len(framed) == len([node for node in root.iter() if "data-fits" in node.attrib])
        assert (framed == []) == (scene.viewer is None or position is OVER)


def fitting(view: Position, scene: Scene) -> list[str]:
    """The moves that the marked cells stand for."""
    held = view.hands[scene.viewer or 0]
    root = ElementTree.fromstring(RULESET.draw(view, scene))
    marked = [(node.attrib["data-cell"], node.attrib["data-fits"]) for node in root.iter() if "data-fits" in node.attrib]
    return [f"lay {held}@{cell}{facing}" for cell, facings in marked for facing in facings]


def test_tags_stand_where_no_advisor_and_no_dragon_does() -> None:
    for tile in TILES.tiles.values():
        if len(tile.floors) == 1 and tile.advisors[0]:
            highest = min(y for _, y in SPOTS[tile.advisors[0]]) - 22
            assert highest * CELL / 100 >= INSET + TALL


def test_the_last_payment_and_the_gain_from_the_last_tile_are_said() -> None:
    after = next(b for a, b in pairwise(GAME) if b.history and len(b.history) > len(a.history) and sum(b.history[-1].paid))
    scoring = after.history[-1]
    seat = next(seat for seat, coins in enumerate(scoring.paid) if coins)
    drawn = RULESET.draw(after.view(0), Scene())
    assert f"Last paid: a {scoring.floor} room worth {scoring.worth}" in " ".join(words(drawn))
    assert f"+{sum(each.paid[seat] for each in after.history if each.number == after.laid)}" in words(drawn)


def words(drawn: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(drawn).iter() if node.tag.endswith("text")]


def test_colours_come_with_their_letters() -> None:
    for colour in COLOUR:
        for name in ("advisor", "seal", "lead"):
            defined = (definitions_svg() + tags_svg()).partition(f'id="intramuros-{name}-{colour}"')[2].partition("</g>")[0]
            assert f">{colour[0].upper()}</text>" in defined


def test_a_hidden_tile_is_drawn_face_down() -> None:
    shown, hidden = RULESET.draw(BEFORE, Scene()), RULESET.draw(BEFORE.view(1), Scene())
    assert shown != hidden
    assert hidden.count(back_svg("purple")) == 1
    assert back_svg("purple") not in shown
    assert hidden == RULESET.draw(RULESET.read(str(BEFORE.view(1))), Scene())


def test_the_text_for_a_terminal_names_seats_open_rooms_and_whose_turn_it_is() -> None:
    text = RULESET.board_text(BEFORE, Scene())
    assert "purple    0 coins, 23 tiles face down, holds green1 <- to lay" in text
    assert "pink room at 0,-2: worth 3, 1 open side, advisors: yellow 2" in text
    assert "Yp4n**" in text
