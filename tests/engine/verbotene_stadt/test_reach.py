"""Who can enter which pavilion: the quick answers agree with listing all ends, and what is remembered with what is found anew."""

import gc
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.verbotene_stadt import sliding
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.brain.policy import preparing
from engine.verbotene_stadt.memo import Memo
from engine.verbotene_stadt.reach import reach
from engine.verbotene_stadt.sliding import PAVILION, City
from tests.engine.walk import Table, walk

crowds = st.lists(st.sampled_from(BOX.streets), min_size=1, max_size=25, unique=True)


@settings(max_examples=150, deadline=None)
@given(taken=crowds)
def test_entries_agree_with_listing_all_ends(taken: list[int]) -> None:
    city = City.of(taken)
    for pavilion in BOX.pavilions:
        assert [city.can_enter(cell, pavilion) for cell in taken] == [PAVILION in city.ends(cell, pavilion) for cell in taken]


@settings(max_examples=60, deadline=None)
@given(taken=crowds, come=st.sampled_from(BOX.streets))
def test_a_changed_city_is_the_one_of_the_changed_cells(taken: list[int], come: int) -> None:
    gone, *others = taken
    if come not in others:
        assert City.of(taken).changed(gone, come).lines == City.of([*others, come]).lines
    assert City.of(taken).changed(gone, -1).lines == City.of(others).lines


@settings(max_examples=150, deadline=None)
@given(taken=crowds, gone=st.integers(0, 24), come=st.sampled_from(BOX.streets), pavilion=st.integers(0, 8))
def test_what_is_remembered_of_one_city_is_true_of_another(taken: list[int], gone: int, come: int, pavilion: int) -> None:
    city, left = City.of(taken), taken[gone % len(taken)]
    city.all_entries(taken)
    after = city.changed(left, come) if come not in taken else city.changed(left, -1)
    for cell in [cell for cell in BOX.streets if after.taken(cell)]:
        found, _ = reach(after.lines, cell, pavilion)
        entering = [PAVILION] if found.doors >> pavilion & 1 else []
        assert after.ends(cell, pavilion) == (*sorted({*found.stops, *after.steps(cell)} - {cell}), *entering)
        assert after.entries(cell) == found.doors


@settings(max_examples=60, deadline=None)
@given(taken=crowds, come=st.sampled_from(BOX.streets))
def test_only_a_move_that_matters_changes_what_an_official_can_enter(taken: list[int], come: int) -> None:
    city, (gone, *others) = City.of(taken), taken
    if come not in taken:
        after = City.of([*others, come])
        left = [cell for cell in others if not city.known(cell).touches & (1 << gone | 1 << come)]
        assert [city.entries(cell) for cell in left] == [reach(after.lines, cell, 0)[0].doors for cell in left]


@settings(max_examples=60, deadline=None)
@given(taken=crowds, pavilion=st.sampled_from(list(BOX.pavilions)))
def test_preparing_moves_are_those_after_which_it_can_enter(taken: list[int], pavilion: int) -> None:
    city, start = City.of(taken), taken[0]
    ready = [end for end in city.ends(start, pavilion) if end != PAVILION and city.changed(start, end).can_enter(end, pavilion)]
    assert list(preparing(city, start, pavilion)) == ready


def test_all_is_forgotten_once_too_much_is_remembered() -> None:
    memo: Memo[str] = Memo(most=2)
    for line in (1, 2, 3):
        memo.keep(0, [0], [line], str(line))
    assert [memo.find(0, [line]) for line in (1, 2, 3)] == [None, None, "3"]


def test_cities_are_forgotten_after_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sliding, "MOST_CITIES", 64)
    before = kept()
    for seed in range(2):
        assert sum(1 for _ in walk(Table("verbotene_stadt", 2, {}), seed)) > 200
    gc.collect()
    assert kept() - before < 2 * sliding.MOST_CITIES


def test_cities_are_forgotten_although_the_one_they_came_of_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sliding, "MOST_CITIES", 64)
    free = [cell for cell in BOX.streets if cell not in BOX.yellow][:20]
    city, before = City.of(BOX.yellow), kept()
    for first, second in permutations(free, 2):
        for _ in "once", "again":
            city.changed(BOX.yellow[0], first).changed(BOX.yellow[1], second)
    gc.collect()
    assert kept() - before < 4 * sliding.MOST_CITIES


def kept() -> int:
    """How many cities there are."""
    return sum(isinstance(each, City) for each in gc.get_objects())
