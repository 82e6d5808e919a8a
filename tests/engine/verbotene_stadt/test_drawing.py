"""The drawings show what is on the table, and are well-formed."""

import random
import re
from xml.etree import ElementTree

from engine.core import CHANCE, Outcome, Scene
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.moves import Roll, Slide, read_move
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.turn import die_due
from tests.engine.verbotene_stadt.tables import sensible_game
from tests.engine.verbotene_stadt.test_problem import PROBLEM


def titles(drawing: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}title")]


def test_every_picture_of_a_game_is_well_formed_and_has_all_officials() -> None:
    for position, _, _ in list(sensible_game(3, {}, seed=1))[25::9]:
        shown = titles(RULESET.draw(position.view(None), Scene()))
        assert set(OFFICIALS) <= set(shown)


def test_the_way_of_the_last_slide_is_drawn_under_the_officials() -> None:
    position = RULESET.read(PROBLEM)
    move = read_move("slide red-red pavilion")
    with_way = RULESET.draw(position.play(0, move), Scene(last=RULESET.move_json(position, 0, move)))
    assert with_way.count("<polyline") == 2
    assert with_way.rindex("<polyline") < with_way.index("data-official")
    assert "<polyline" not in RULESET.draw(position, Scene())
    assert "<polyline" not in RULESET.draw(position, Scene(last={"kind": "believe"}))


def test_the_active_pavilion_has_a_golden_frame_and_golden_doors() -> None:
    drawing = RULESET.draw(RULESET.read(PROBLEM), Scene())
    assert drawing.count('stroke="#e0a100" stroke-width="6"') == 3


def at_stage(stage: str, seats: int = 3) -> Position:
    """The first position of a game at that stage in which an official has entered."""
    return next(step.position for step in sensible_game(seats, {}, seed=1) if step.position.stage == stage)


def test_while_an_entry_is_answered_the_garments_at_stake_are_shown() -> None:
    position = at_stage("answer")
    root = ElementTree.fromstring(RULESET.draw(position.view(None), Scene()))
    wanted = {CARDS[card] for card in position.left} or {take["card"] for take in RULESET.to_json(position)["entry_pays"]["cards"]}
    assert wanted
    assert {node.attrib["data-card"] for node in root.iter() if node.get("data-place") == "stake"} == wanted
    (pavilion,) = [node for node in root.iter() if node.get("data-pavilion") == str(position.pavilion)]
    initials = " ".join(name.rsplit("-", 1)[1][0].upper() for name in CARDS if name in wanted)
    assert initials in [node.text for node in pavilion.iter()]


def test_the_viewer_sees_which_official_is_its_own_and_nobody_elses() -> None:
    position = at_stage("move")
    for seat in range(3):
        root = ElementTree.fromstring(RULESET.draw(position.view(seat), Scene(viewer=seat)))
        (mark,) = [node for node in root.iter() if node.get("class") == "b-bribed"]
        marked = [node.attrib["data-official"] for node in mark.iter() if "data-official" in node.attrib]
        assert marked == [OFFICIALS[position.bribes[seat]]]
    assert "b-bribed" not in RULESET.draw(position.view(None), Scene())


def test_no_bribe_of_a_game_that_was_given_up_is_said_to_be_sealed() -> None:
    start = next(step.position for step in sensible_game(2, {}, seed=1) if step.position.stage == "bribe")
    sealed = start.play(0, start.moves(0)[0])
    assert ">sealed<" in RULESET.draw(sealed.view(None), Scene())
    assert ">sealed<" not in RULESET.draw(sealed.ended(Outcome((0, 0), (0,), "resigned")), Scene())


def test_every_card_of_a_full_hand_can_be_read() -> None:
    rng = random.Random(3)
    for count in (*range(1, 25), 24, 20, 20, 12, 12):
        owners = [0] * count + [rng.randrange(1, 4) for _ in range(24 - count)]
        rng.shuffle(owners)
        root = ElementTree.fromstring(RULESET.draw(at_stage("move", 4).but(owners=tuple(owners)), Scene()))
        corners = [(float(node[1].attrib["x"]), float(node[1].attrib["y"])) for node in root.iter() if "data-card" in node.attrib]
        assert len(set(corners)) == 24
        for x, y in corners:
            assert all(abs(x - other) >= 22 or abs(y - below) >= 30 for other, below in corners if (other, below) != (x, y))
        lowest = max(float(node.attrib["y"]) for node in root.iter() if "y" in node.attrib and node.tag.endswith("text"))
        assert lowest < float(root.attrib["height"])


def test_the_die_that_was_rolled_is_the_one_that_shows_its_face() -> None:
    """Also the one that ended the turn before, which only the last slide can tell."""
    seen = set()
    for table in ((2, 1), (3, 4), (4, 2)):
        rolls, last = [], None
        for position, actor, move in sensible_game(table[0], {}, seed=table[1]):
            if actor == CHANCE and isinstance(move, Roll) and position.stage == "fate":
                rolls.append((die_due(position), move.face))
            elif isinstance(move, Slide):
                last = RULESET.move_json(position, actor, move)
                rolls = rolls if position.made else []
            after = position.play(actor, move)
            if after.stage in ("move", "dragon", "answer") and rolls:
                root = ElementTree.fromstring(RULESET.draw(after.view(None), Scene(last=last)))
                shown = [(node.attrib["data-die"], node.attrib["data-face"]) for node in root.iter() if "data-face" in node.attrib]
                shown = [die for die in shown if die[0] != "blue"]
                assert shown == rolls[-1:] or (after.made == 0 and rolls[-1][1] != "black" and not shown)
                seen |= set(shown)
    assert len(seen) > 6


def test_letters_on_hats_and_robes_are_large_enough_for_a_phone() -> None:
    drawing = RULESET.draw(RULESET.read(PROBLEM), Scene())
    board = float(ElementTree.fromstring(drawing).attrib["data-board"].split()[2])
    letters = re.findall(r'id="intramuros-(?:hat|robe)-\w+">.*?font-size="([\d.]+)"', drawing)
    assert len(letters) == 10
    assert all(float(size) * 390 / board >= 8 for size in letters)


def test_the_text_shows_walls_doors_officials_and_what_is_due() -> None:
    lines = RULESET.board_text(RULESET.read(PROBLEM).view(1), Scene()).splitlines()
    assert lines[2] == " 1 |11 11= .| . ky  .|22 22 22| .  .  .| .=33 33|"
    assert lines[16] == " 8 |88 88|rr| .  '  '  '  '  '  '  '  .| .|44 44|"
    assert lines[30] == "15 |7* 7*= .| .  .  .|66 66 66| .  .  .| .=55 55|"
    assert "> seat 0   0 points  bribes an unknown official; no cards" in lines
    assert lines[-1].startswith("seat 0: Move an official: your first move. Pavilion 7 is active")
