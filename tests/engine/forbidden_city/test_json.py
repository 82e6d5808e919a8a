"""The JSON: everything that a client without the rules needs to show what is at stake."""

import json

import pytest

from engine.core import CHANCE
from engine.forbidden_city import RULESET
from engine.forbidden_city.box import TILES
from engine.forbidden_city.moves import Draw, First, Lay, read_move
from tests.engine.forbidden_city.tables import laid, play
from tests.engine.walk import Table, walk

BEFORE = laid("yellow pink4@0,-2n", "blue green7@-2,-1n", "red white7@-2,-2s", turn="purple", hold="green5")


def test_a_room_says_who_is_in_it_what_it_is_worth_and_who_would_be_paid() -> None:
    rooms = {room["id"]: room for room in RULESET.to_json(BEFORE)["rooms"]}
    assert rooms["pink@0,-2"] == {
        "id": "pink@0,-2",
        "floor": "pink",
        "cells": [[0, -2], [0, -1]],
        "tiles": 2,
        "dragons": 0,
        "advisors": [0, 2, 0, 0],
        "closed": False,
        "openings": 1,
        "neighbours": ["temple@0,0"],
        "size": 2,
        "worth": 3,
        "payouts": [0, 3, 0, 0],
    }
    assert rooms["temple@0,0"]["worth"] is None
    assert not [name for name in rooms if name.startswith("garden")]


def test_a_seat_says_what_it_has_laid_and_what_is_left() -> None:
    purple, yellow, *_ = RULESET.to_json(BEFORE.view(1))["seats"]
    assert (purple["colour"], purple["held"], purple["laid"], len(purple["left"])) == ("purple", "?", 0, 24)
    assert (yellow["held"], yellow["laid"]) == ("green1", 1)
    assert "pink4" not in yellow["left"]
    assert RULESET.to_json(play(BEFORE, "lay green5@-1,-2e"))["seats"][0]["held"] is None


def test_a_laid_tile_says_which_rooms_it_closes_and_what_they_pay() -> None:
    entry = RULESET.move_json(BEFORE.view(1), 0, read_move("lay green5@-1,-2e"))
    assert {key: entry[key] for key in ("kind", "tile", "x", "y", "facing", "sides", "seat", "paid")} == {
        "kind": "lay",
        "tile": "green5",
        "x": -1,
        "y": -2,
        "facing": "e",
        "sides": "oaow",
        "seat": 0,
        "paid": [0, 4, 1, 0],
    }
    assert [(closed["room"], closed["worth"], closed["paid"]) for closed in entry["closes"]] == [
        ("white@-2,-2", 1, [0, 0, 1, 0]),
        ("pink@0,-2", 4, [0, 4, 0, 0]),
    ]


def test_a_room_about_to_be_closed_says_where_it_lies_who_is_in_it_and_which_rooms_it_reaches() -> None:
    white, pink = RULESET.move_json(BEFORE, 0, read_move("lay green5@-1,-2e"))["closes"]
    assert (white["cells"], white["advisors"], white["neighbour_rooms"]) == ([[-2, -2]], [0, 0, 1, 0], [])
    assert (pink["cells"], pink["advisors"]) == ([[0, -2], [0, -1]], [0, 2, 0, 0])
    assert (pink["neighbours"], pink["neighbour_rooms"]) == ([1, 1], ["green@-1,-2", "temple@0,0"])


def test_a_laid_tile_says_what_the_rooms_are_worth_that_it_leaves_open() -> None:
    entry = RULESET.move_json(BEFORE, 0, read_move("lay green5@-1,-2e"))
    assert [room["id"] for room in entry["opens"]] == ["green@-1,-2"]
    (green,) = entry["opens"]
    assert (green["cells"], green["advisors"], green["openings"]) == ([[-1, -2]], [1, 0, 0, 0], 1)
    assert (green["worth"], green["payouts"]) == (3, [3, 0, 0, 0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_tile_closes_and_leaves_open_are_rooms_of_the_position_after_it(seats: int) -> None:
    """Every room of the next position that the tile lies in is foretold, and each as it is then."""
    for step in walk(Table("forbidden_city", seats, {}), seats):
        if not isinstance(step.move, Lay):
            continue
        entry, after = RULESET.move_json(step.position, step.actor, step.move), RULESET.to_json(step.position.play(step.actor, step.move))
        rooms = {(room["id"], room["openings"]): room for room in after["rooms"]}
        assert [rooms[room["id"], room["openings"]] for room in entry["opens"]] == entry["opens"]
        shut = [rooms[closed["room"], 0] for closed in entry["closes"]]
        for name, same in (("cells", "cells"), ("advisors", "advisors"), ("worth", "worth"), ("paid", "payouts")):
            assert [closed[name] for closed in entry["closes"]] == [room[same] for room in shut]
        assert [sorted(closed["neighbour_rooms"]) for closed in entry["closes"]] == [room["neighbours"] for room in shut]
        told = [*entry["opens"], *shut]
        assert all(room in told for room in after["rooms"] if [entry["x"], entry["y"]] in room["cells"])


def test_the_history_repeats_what_the_moves_said() -> None:
    entry = RULESET.move_json(BEFORE, 0, read_move("lay green5@-1,-2e"))
    after = RULESET.to_json(play(BEFORE, "lay green5@-1,-2e"))
    assert after["history"] == [{name: closed[name] for name in after["history"][0]} for closed in entry["closes"]]
    assert [seat["score"] for seat in after["seats"]] == entry["paid"]


def test_what_chance_does_says_for_whom() -> None:
    drawing = play(BEFORE, "lay green5@-1,-2e")
    assert RULESET.move_json(drawing, CHANCE, Draw("?")) == {"kind": "draw", "tile": "?", "seat": 0}
    assert RULESET.move_json(drawing, CHANCE, First(2)) == {"kind": "first", "seat": 2}


def test_the_empty_cells_that_touch_a_tile_are_listed() -> None:
    assert [0, -3] in RULESET.to_json(BEFORE)["open_cells"]
    assert [0, -2] not in RULESET.to_json(BEFORE)["open_cells"]


def test_the_components_have_every_tile_coin_and_start_side_and_the_notice() -> None:
    parts = json.loads(json.dumps(RULESET.components()))
    assert parts["notice"].startswith("Tiles and start sides are a reconstruction")
    assert [tile["tile"] for tile in parts["tiles"]] == list(TILES.tiles)
    assert sum(parts["coins"].values()) == 84
    assert {side: len(cells) for side, cells in parts["start_sides"].items()} == {"garden": 9, "grand": 9}
    assert next(tile["looks"] for tile in parts["tiles"] if tile["tile"] == "pink1") == ["n"]
