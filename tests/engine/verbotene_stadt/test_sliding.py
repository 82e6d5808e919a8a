"""Sliding: drawn cases, and everything against a search that walks cell by cell."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.verbotene_stadt.box import AREA, BOX, SIZE, STEPS
from engine.verbotene_stadt.sliding import PAVILION, City, cell_of, end_name
from tests.engine.verbotene_stadt.tables import listed, play, table

taken_cells = st.lists(st.sampled_from(BOX.streets), min_size=1, max_size=25, unique=True)
pavilions = st.integers(0, 8)


def naive_slide(taken: set[int], cell: int, side: str, pavilion: int) -> int:
    """One cell after the other, until something is in the way; PAVILION through an open door."""
    while BOX.open(cell, side) and cell + STEPS[side] not in taken:
        cell += STEPS[side]
    through = any(door.cell == cell and door.side == side and door.pavilion == pavilion for door in BOX.doors)
    return PAVILION if through else cell


def naive_legs(taken: list[int], start: int, pavilion: int) -> dict[int, int]:
    """Every end with the least number of legs, by trying all ways, leg by leg."""
    others = set(taken) - {start}
    legs = {PAVILION: 99} | dict.fromkeys(range(AREA), 99)
    wave, seen, count = {(start, "")}, {(start, "")}, 0
    while wave:
        count += 1
        reached = set()
        for cell, came in wave:
            for side in "nesw":
                axis = "ns" if side in "ns" else "ew"
                stop = naive_slide(others, cell, side, pavilion)
                if axis == came or stop == cell:
                    continue
                legs[stop] = min(legs[stop], count)
                if stop != PAVILION:
                    reached.add((stop, axis))
        wave = reached - seen
        seen |= wave
    if BOX.mark(start) in "yg":
        legs |= {cell: 1 for cell in BOX.neighbours[start] if cell not in others}
    return {end: count for end, count in sorted(legs.items()) if count < 99 and end != start}


@settings(max_examples=150, deadline=None)
@given(taken=taken_cells, pavilion=pavilions)
def test_sliding_agrees_with_a_search_that_walks_cell_by_cell(taken: list[int], pavilion: int) -> None:
    city = City.of(taken)
    for start in taken:
        assert list(city.ends(start, pavilion)) == list(naive_legs(taken, start, pavilion))


@settings(max_examples=60, deadline=None)
@given(taken=taken_cells, pavilion=pavilions, data=st.data())
def test_a_path_is_a_shortest_one_and_can_be_walked(taken: list[int], pavilion: int, data: st.DataObject) -> None:
    city, start = City.of(taken), data.draw(st.sampled_from(taken))
    for end, legs in naive_legs(taken, start, pavilion).items():
        path = city.path(start, end, pavilion)
        assert (path[0], len(path) - 1) == (start, legs)
        assert path[-1] == end or path[-1] >= PAVILION == end
        assert can_be_walked(set(taken) - {start}, path, pavilion)


def can_be_walked(taken: set[int], path: list[int], pavilion: int) -> bool:
    """Whether each leg of a path ends where a slide ends and turns at a right angle; a single step is a path too."""
    if len(path) == 2 and path[1] in BOX.neighbours[path[0]] and BOX.mark(path[0]) in "yg":
        return True
    axes = []
    for here, there in itertools.pairwise(path):
        sides = [side for side in "nesw" if naive_slide(taken, here, side, pavilion) == min(there, PAVILION)]
        sides = [side for side in sides if there < AREA or any(d.side == side and d.pavilion == pavilion for d in BOX.doors)]
        if not sides:
            return False
        axes.append({"ns" if side in "ns" else "ew" for side in sides})
    return all(len(one | two) == 2 for one, two in itertools.pairwise(axes))


@settings(max_examples=100, deadline=None)
@given(taken=taken_cells)
def test_that_no_official_can_move_never_happens(taken: list[int]) -> None:
    city = City.of(taken)
    assert any(city.ends(start) for start in taken)


def test_at_the_opening_four_officials_can_enter_each_corner_pavilion_and_six_each_side_pavilion() -> None:
    counts = [sum(PAVILION in City.of(BOX.yellow).ends(cell, number) for cell in BOX.yellow) for number in BOX.pavilions]
    assert counts == [4, 6, 4, 6, 4, 6, 4, 6]


def drawn(text: str) -> tuple[list[int], int, list[str]]:
    """From a drawing of the board: the taken cells `o`, the start `A`, and the cells marked `x`, which the start may reach."""
    marks = [row.split() for row in text.strip().splitlines()]
    cells = {x + SIZE * y: mark for y, row in enumerate(marks) for x, mark in enumerate(row)}
    (start,) = [cell for cell, mark in cells.items() if mark == "A"]
    return [cell for cell, mark in cells.items() if mark in "oA"], start, [end_name(cell) for cell, mark in cells.items() if mark == "x"]


def test_a_dead_end_is_the_end_of_the_move() -> None:
    taken, start, ends = drawn("""
        1 1 x . . . 2 2 2 . . . . 3 3
        1 1 . . . . 2 2 2 . . . . 3 3
        . o A o . . . . . . . . . . .
        . . o . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        8 8 . . . . . . . . . . . 4 4
        8 8 . . . . . . . . . . . 4 4
        8 8 . . . . . . . . . . . 4 4
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        7 7 . . . . 6 6 6 . . . . 5 5
        7 7 . . . . 6 6 6 . . . . 5 5
    """)
    assert [end_name(end) for end in City.of(taken).ends(start)] == ends


def test_from_a_yellow_space_one_step_is_a_whole_move() -> None:
    taken, start, ends = drawn("""
        1 1 . . . . 2 2 2 . . . . 3 3
        1 1 . . . . 2 2 2 . . . . 3 3
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . o . . . . . . .
        8 8 . . . . o x o . . . . 4 4
        8 8 . . . . o A o . . . . 4 4
        8 8 . . . . . o . . . . . 4 4
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        7 7 . . . . 6 6 6 . . . . 5 5
        7 7 . . . . 6 6 6 . . . . 5 5
    """)
    assert [end_name(end) for end in City.of(taken).ends(start)] == ends
    alone = City.of([cell_of("h8")])
    assert {"h7", "g8", "i8", "h9"} <= {end_name(end) for end in alone.ends(cell_of("h8"))}
    assert "h5" not in {end_name(end) for end in City.of([cell_of("h4")]).ends(cell_of("h4"))}, "h4 is a street"


def test_a_single_step_goes_neither_through_an_official_nor_on_at_an_angle() -> None:
    city = City.of([cell_of(name) for name in ("h5", "h4", "g5", "i5")])
    assert city.steps(cell_of("h5")) == [cell_of("h6")]
    assert city.path(cell_of("h5"), cell_of("h6")) == [cell_of("h5"), cell_of("h6")]


def test_its_start_at_this_turn_means_the_start_of_this_move() -> None:
    before = table(["red-red", "blue-blue"], at={"black-black": "e4"})
    assert "slide black-black e4" not in listed(before, 0)
    moved = play(before, "0 slide black-black a4", "* roll red", "0 slide black-black o4", "* roll red")
    again = {end for end in listed(moved, 0) if end.startswith("slide black-black ")}
    assert "slide black-black a4" in again, "where an earlier move of the same turn began"
    assert "slide black-black o4" not in again


def test_a_move_may_pass_its_start_but_not_end_there() -> None:
    for start in BOX.streets:
        assert start not in City.of([start]).ends(start)


@pytest.mark.parametrize(("name", "wrong"), [("a1", "roof"), ("p3", "no column"), ("a16", "no row")])
def test_only_streets_are_cells(name: str, wrong: str) -> None:
    with pytest.raises(ValueError, match="is not a street"):
        cell_of(name)
