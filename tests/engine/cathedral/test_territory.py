"""Rules, 4: what a placement encloses, drawn, and held against a plain flood fill on random games."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cathedral.box import LIGHT
from engine.cathedral.city import CITY, cells
from engine.cathedral.placements import PLACEMENTS
from engine.cathedral.position import Position
from engine.cathedral.reading import read
from engine.cathedral.setup import start
from engine.cathedral.territory import claims, regions
from tests.engine.cathedral.city import city, drawn, play, same
from tests.engine.cathedral.playout import any_placement
from tests.engine.cathedral.reference import judged, split


def test_a_region_that_touches_all_four_walls_is_the_open_city_never_enclosed() -> None:
    before = city(
        """
        ..........
        ..........
        ..T.......
        ..........
        ......m...
        .....mmm..
        ..........
        ..........
        ..........
        ..........
        """,
        to_move="dark",
    )
    after = play(before, "castle@e8n")
    assert after.built[LIGHT] == before.built[LIGHT]
    assert after.territory == (0, 0)
    assert all(not move.leave for move in before.moves(1))


def test_a_wall_across_the_city_encloses_what_lies_behind_it() -> None:
    before = city(
        """
        ..........
        ..........
        bbbssrr...
        ..........
        .....T....
        ..........
        ...MMM....
        ....M.....
        ..........
        ..........
        """,
        to_move="dark",
    )
    assert drawn(play(before, "manor@i2n")) == same(
        """
        ::::::::::
        ::::::::m:
        bbbssrrmmm
        ..........
        .....T....
        ..........
        ...MMM....
        ....M.....
        ..........
        ..........
        """
    )


def test_ground_changes_hands_when_the_other_side_encloses_it() -> None:
    before = city(
        """
        ::w.B.....
        :ww.B.....
        ww..B.....
        ....S.....
        ....S.....
        QQRR......
        QQ........
        ......m...
        .....mmm..
        ..........
        """,
        to_move="light",
    )
    assert drawn(play(before, "tavern@e6n")) == same(
        """
        ''''B.....
        ''''B.....
        ''''B.....
        ''''S.....
        ''''S.....
        QQRRT.....
        QQ........
        ......m...
        .....mmm..
        ..........
        """
    )


def test_72_single_placements_on_the_empty_board_enclose_something() -> None:
    counts: dict[str, int] = {}
    for placement in PLACEMENTS[LIGHT]:
        if claims(placement.squares, placement, ()):
            counts[placement.building] = counts.get(placement.building, 0) + 1
    assert counts == {"inn": 4, "manor": 8, "abbey": 4, "infirmary": 4, "castle": 32, "tower": 8, "academy": 12}
    assert sum(counts.values()) == 72


def stages(seed: int) -> list[Position]:
    """The positions of a random game before each building."""
    rng = random.Random(seed)
    position = start(2, {"cathedral": rng.choice(["first", "after_dark"])})
    found = []
    while position.to_move is not None:
        if not (position.cathedral_waits and position.to_move == LIGHT):
            found.append(position)
        position = position.play(position.to_move, any_placement(position, position.to_move, rng))
    return found


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_claims_are_those_of_a_plain_flood_fill(seed: int) -> None:
    for position in stages(seed):
        seat = position.to_move
        assert seat is not None
        for placement in random.Random(seed).sample(position.open_placements(seat), min(8, len(position.open_placements(seat)))):
            found = {(frozenset(cells(region)), prize) for region, prize in position.claims(seat, placement)}
            assert found == judged(position, seat, placement)


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_the_moves_that_may_leave_something_are_those_with_a_prize(seed: int) -> None:
    for position in stages(seed)[::5]:
        seat = position.to_move
        assert seat is not None
        placements = position.open_placements(seat)
        assert position.takers(seat, placements) == {placement for placement in placements if position.prizes(seat, placement)}


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_what_is_carried_along_is_what_follows_from_the_position(seed: int) -> None:
    for position in stages(seed):
        again = read(str(position))
        assert (again.covered, again.room) == (position.covered, position.room)
        assert not position.territory[0] & position.territory[1]
        assert not (position.territory[0] | position.territory[1]) & (position.covered[0] | position.covered[1])


@given(st.integers(0, 2**100))
@settings(max_examples=100, deadline=None)
def test_regions_are_those_of_a_plain_flood_fill(noise: int) -> None:
    ground = sum(1 << place for place in range(CITY.bit_length()) if CITY >> place & 1 and noise >> place % 100 & 1)
    assert {frozenset(cells(region)) for region in regions(ground, ground)} == split(frozenset(cells(ground)))
