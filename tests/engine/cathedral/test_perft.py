"""The counts of `perft.toml`: every placement in a position, and every pair of a placement and its answer."""

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.city import names
from engine.cathedral.placements import PLACEMENTS, listed
from engine.cathedral.position import Position
from engine.cathedral.setup import start
from tests.engine.cathedral.city import play

COUNTS = tomllib.loads((Path(__file__).parent / "perft.toml").read_text())["cathedral"]


@pytest.fixture(params=COUNTS, ids=lambda count: count["at"])
def count(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture
def position(count: Any) -> Position:
    return play(start(2, {"cathedral": "first"}), count["at"])


def pairs(position: Position) -> int:
    """The number of dark's placements each followed by one of light's."""
    return sum(len(position.play(DARK, move).placements(LIGHT)) for move in position.placements(DARK))


def test_the_cathedral_covers_the_squares_that_were_counted(count: Any, position: Position) -> None:
    assert position.cathedral is not None
    assert names(position.cathedral.squares) == count["squares"]


def test_placements_beside_the_cathedral(count: Any, position: Position) -> None:
    assert position.room[LIGHT].bit_count() == count["light"]
    assert len(position.placements(DARK)) == len(position.moves(DARK)) == count["dark"]


def test_placements_by_building(count: Any, position: Position) -> None:
    for seat in (LIGHT, DARK) if "by_building" in count else ():
        assert Counter(placement.building for placement in listed(PLACEMENTS[seat], position.room[seat])) == count["by_building"]


def test_pairs_of_first_buildings(count: Any, position: Position) -> None:
    assert pairs(position) == count["pairs"]


def test_pairs_if_first_buildings_claimed_ground(count: Any, position: Position) -> None:
    assert pairs(replace(position, begun=(True, True))) == count["pairs_without_first_rule"]


def test_a_side_has_2141_placements_in_the_empty_city() -> None:
    empty = start(2, {"cathedral": "after_dark"})
    assert len(empty.placements(DARK)) == empty.room[LIGHT].bit_count() == 2141
