"""The drawings show what is on the table, and are well-formed."""

from xml.etree import ElementTree

from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.moves import read_move
from engine.verbotene_stadt.officials import OFFICIALS
from tests.engine.verbotene_stadt.tables import sensible_game
from tests.engine.verbotene_stadt.test_problem import PROBLEM


def titles(drawing: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}title")]


def test_every_picture_of_a_game_is_well_formed_and_has_all_officials() -> None:
    for position, _, _ in list(sensible_game(3, {}, seed=1))[25::9]:
        shown = titles(RULESET.draw(position.view(None), None))
        assert set(OFFICIALS) <= set(shown)


def test_the_way_of_the_last_slide_is_drawn() -> None:
    position = RULESET.read(PROBLEM)
    move = read_move("slide red-red pavilion")
    with_way = RULESET.draw(position.play(0, move), RULESET.move_json(position, 0, move))
    assert with_way.count("<polyline") == 2
    assert "<polyline" not in RULESET.draw(position, None)
    assert "<polyline" not in RULESET.draw(position, {"kind": "believe"})


def test_the_active_pavilion_has_a_golden_frame_and_golden_doors() -> None:
    drawing = RULESET.draw(RULESET.read(PROBLEM), None)
    assert drawing.count('stroke="#e0a100" stroke-width="6"') == 3


def test_the_text_shows_walls_doors_officials_and_what_is_due() -> None:
    lines = RULESET.board_text(RULESET.read(PROBLEM).view(1)).splitlines()
    assert lines[2] == " 1 |11 11= .| . ky  .|22 22 22| .  .  .| .=33 33|"
    assert lines[16] == " 8 |88 88|rr| .  '  '  '  '  '  '  '  .| .|44 44|"
    assert lines[30] == "15 |7* 7*= .| .  .  .|66 66 66| .  .  .| .=55 55|"
    assert "> seat 0   0 points  bribes an unknown official; no cards" in lines
    assert lines[-1].startswith("seat 0: Move an official: your first move. Pavilion 7 is active")
