"""What clients get as JSON: positions, moves and the box."""

from engine.cathedral import RULESET
from engine.cathedral.box import DARK, LIGHT
from tests.engine.cathedral.city import city, play, read
from tests.engine.cathedral.test_capture import INFIRMARY, TWO


def test_a_position_says_what_stands_where_and_whose_the_ground_is() -> None:
    said = RULESET.to_json(city(INFIRMARY, to_move="light"))
    assert (said["size"], said["to_move"], said["skipped"], said["cathedral"]) == (10, 0, None, "removed")
    assert said["territory"] == [[], ["a1"]]
    assert {"seat": 1, "building": "infirmary", "square": "b2", "facing": "n", "cells": ["b1", "a2", "b2", "c2", "b3"]} in said["buildings"]
    assert [side["squares_left"] for side in said["sides"]] == [42, 38]
    assert said["sides"][DARK]["remaining"]["tavern"] == 2
    assert "infirmary" not in said["sides"][DARK]["remaining"]


def test_a_move_says_what_it_covers_and_takes() -> None:
    before = city(INFIRMARY, to_move="light")
    said = RULESET.move_json(before, LIGHT, read(before, "inn@d4e"))
    assert (said["kind"], said["building"], said["square"], said["facing"], said["email"]) == ("place", "inn", "d4", "e", "INeD4")
    assert said["cells"] == ["c4", "d4", "c5"]
    assert [(taken["seat"], taken["building"]) for taken in said["takes"]] == [(DARK, "infirmary")]
    assert said["takes"][0]["region"] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert said["leaves"] == []
    assert said["claims"] == []


def test_a_move_says_what_it_leaves() -> None:
    before = city(TWO, to_move="light")
    said = RULESET.move_json(before, LIGHT, read(before, "tavern@b1n leave tavern@a1"))
    assert [left["cells"] for left in said["leaves"]] == [["a1"]]
    assert [taken["cells"] for taken in said["takes"]] == [["c1"]]


def test_a_move_says_what_ground_it_claims() -> None:
    before = city(INFIRMARY, to_move="dark")
    assert RULESET.move_json(before, DARK, read(before, "castle@g2n"))["claims"] == []
    assert RULESET.move_json(before, DARK, read(before, "castle@j3n"))["claims"] == [["j4"]]


def test_the_cathedral_is_a_kind_of_move_of_its_own() -> None:
    start = RULESET.start(2, {"cathedral": "first"})
    said = RULESET.move_json(start, LIGHT, read(start, "cathedral@f5n"))
    assert (said["kind"], said["email"]) == ("cathedral", "CAnF5")
    standing = RULESET.to_json(play(start, "cathedral@f5n"))
    assert standing["cathedral"] == "standing"
    assert standing["buildings"][0]["seat"] is None


def test_the_box_has_all_that_is_needed_to_draw_it() -> None:
    box = RULESET.components()
    assert [building["name"] for building in box["buildings"]][:3] == ["tavern", "stable", "inn"]
    assert sum(building["count"] * building["squares"] for building in box["buildings"]) == 47
    abbey = next(building for building in box["buildings"] if building["name"] == "abbey")
    assert abbey["drawings"] == [["*.", "##", ".#"], [".*", "##", "#."]]
    assert abbey["shapes"][LIGHT]["n"] == [[0, 0], [0, 1], [1, 1], [1, 2]]
    assert box["cathedral"]["squares"] == 6
    assert len(box["sides"]) == 2
