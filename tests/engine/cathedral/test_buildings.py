"""The box: totals, mirror images, and the buildings' places in the city."""

from collections import Counter

from engine.cathedral.box import BUILDINGS, CATHEDRAL, DARK, KINDS, LIGHT, SQUARES_A_SIDE
from engine.cathedral.city import CITY, SIZE, cells
from engine.cathedral.placements import BY_SQUARES, PLACEMENTS
from engine.grid import turned


def test_a_side_has_fourteen_buildings_of_47_squares_and_all_fill_the_city() -> None:
    assert sum(building.count for building in BUILDINGS) == 14
    assert SQUARES_A_SIDE == 47
    assert CATHEDRAL.squares == 6
    assert 2 * SQUARES_A_SIDE + CATHEDRAL.squares == CITY.bit_count() == SIZE * SIZE


def test_both_sides_have_as_many_squares_of_each_building() -> None:
    for building in BUILDINGS:
        assert len(building.shape(LIGHT)) == len(building.shape(DARK)) == building.squares


def test_only_abbey_and_academy_differ_between_the_sides_and_are_mirror_images() -> None:
    for building in BUILDINGS:
        light, dark = building.shape(LIGHT), building.shape(DARK)
        if building.name in ("abbey", "academy"):
            assert dark == {(-x, y) for x, y in light}
            assert all(sorted(moved(turned(light, facing))) != sorted(moved(dark)) for facing in "nesw")
        else:
            assert dark == light


def moved(shape: frozenset[tuple[int, int]]) -> set[tuple[int, int]]:
    """The shape pushed into the corner."""
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return {(x - left, y - top) for x, y in shape}


def test_codes_and_letters_name_one_building_each() -> None:
    letters = "".join(building.letters for building in KINDS.values())
    assert len(set(letters)) == len(letters)
    assert len({building.code for building in KINDS.values()}) == len(KINDS)


def test_every_building_covers_its_squares_wherever_it_lies() -> None:
    for table in PLACEMENTS:
        for placement in table:
            assert placement.squares.bit_count() == KINDS[placement.building].squares
            assert placement.squares & ~CITY == 0


def test_no_two_placements_of_a_building_cover_the_same_squares() -> None:
    for table, by_squares in zip(PLACEMENTS, BY_SQUARES, strict=True):
        assert len(by_squares) == len(table)


def test_the_cathedral_has_28_places_up_to_turning_and_mirroring() -> None:
    places = {frozenset(cells(placement.squares)) for placement in PLACEMENTS[2]}
    assert len({tuple(min(sorted(image) for image in images(place))) for place in places}) == 28


def images(place: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    """The eight ways to look at the city."""
    found = []
    for _ in range(4):
        place = frozenset((SIZE - 1 - y, x) for x, y in place)
        found += [place, frozenset((SIZE - 1 - x, y) for x, y in place)]
    return found


def test_placements_of_each_building_on_the_empty_board() -> None:
    expected = {"tavern": 100, "stable": 180, "inn": 324, "bridge": 160, "square": 81, "manor": 288, "abbey": 144}
    expected |= {"infirmary": 64, "castle": 288, "tower": 256, "academy": 256}
    for side in (LIGHT, DARK):
        assert Counter(placement.building for placement in PLACEMENTS[side]) == expected
    assert Counter(placement.building for placement in PLACEMENTS[2]) == {"cathedral": 224}
