"""Who can enter which pavilion: the quick answers agree with listing all ends."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.reach import Streets
from engine.verbotene_stadt.sliding import PAVILION, City

crowds = st.lists(st.sampled_from(BOX.streets), min_size=1, max_size=25, unique=True)


@settings(max_examples=150, deadline=None)
@given(taken=crowds)
def test_entries_agree_with_listing_all_ends(taken: list[int]) -> None:
    streets = Streets.of(tuple(taken))
    for pavilion in BOX.pavilions:
        city = City.of(taken, pavilion)
        assert [streets.entries(cell) >> pavilion & 1 for cell in taken] == [PAVILION in city.ends(cell) for cell in taken]


@settings(max_examples=60, deadline=None)
@given(taken=crowds, pavilion=st.sampled_from(list(BOX.pavilions)))
def test_spots_agree_with_putting_the_official_there(taken: list[int], pavilion: int) -> None:
    leaving, *others = taken
    spots = Streets.of(tuple(taken)).spots_before(pavilion, leaving)
    free = [cell for cell in BOX.streets if cell not in others]
    assert spots == {cell for cell in free if PAVILION in City.of([*others, cell], pavilion).ends(cell)}


@settings(max_examples=60, deadline=None)
@given(taken=crowds, come=st.sampled_from(BOX.streets))
def test_a_changed_city_is_the_one_of_the_changed_cells(taken: list[int], come: int) -> None:
    gone, *others = taken
    if come not in others:
        assert City.of(taken, 3).changed(gone, come) == City.of([*others, come], 3)
    assert City.of(taken).changed(gone, -1) == City.of(others)
