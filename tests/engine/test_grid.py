"""Squares and shapes: names read back, shapes turn clockwise around their prime cell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadNotation
from engine.grid import FACINGS, read_shape, read_square, square_name, turned

cells = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
shapes = st.frozensets(cells, min_size=1, max_size=8)


@given(st.integers(0, 25), st.integers(0, 98))
@settings(deadline=None)
def test_a_squares_name_reads_back(x: int, y: int) -> None:
    assert read_square(square_name(x, y)) == (x, y)


@pytest.mark.parametrize("text", ["", "e", "8", "8e", "E8", "e0", "e08", "e100", "ee8", "e8 ", "e8\n", "é8", "e٣"])
def test_a_text_that_names_no_square_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a square"):
        read_square(text)


def test_a_drawing_is_read_from_its_prime_cell() -> None:
    assert read_shape(".*./###") == {(0, 0), (-1, 1), (0, 1), (1, 1)}


@pytest.mark.parametrize("drawing", ["", "##", "**", "*x", "* #", "#/#"])
def test_a_drawing_without_one_prime_cell_is_refused(drawing: str) -> None:
    with pytest.raises(BadNotation, match="is not a shape"):
        read_shape(drawing)


@given(shapes)
@settings(deadline=None)
def test_four_turns_bring_a_shape_back(shape: frozenset[tuple[int, int]]) -> None:
    assert turned(shape, "n") == shape
    assert turned(turned(shape, "e"), "w") == shape
    assert turned(turned(shape, "s"), "s") == shape


@given(shapes, st.sampled_from(FACINGS))
@settings(deadline=None)
def test_a_turned_shape_keeps_its_size_and_its_prime_cell(shape: frozenset[tuple[int, int]], facing: str) -> None:
    assert len(turned(shape, facing)) == len(shape)
    assert ((0, 0) in turned(shape, facing)) == ((0, 0) in shape)


def test_turning_is_clockwise() -> None:
    north = frozenset({(0, -1)})
    assert [turned(north, facing) for facing in FACINGS] == [{(0, -1)}, {(1, 0)}, {(0, 1)}, {(-1, 0)}]
