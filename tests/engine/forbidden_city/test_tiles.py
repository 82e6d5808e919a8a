"""The tiles against the facts printed on the box and in the rulebook."""

import pytest

from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import cell_at
from engine.forbidden_city.starts import STARTS

PLAIN = [tile for tile in TILES.tiles.values() if not tile.marked]
MARKED = [tile for tile in TILES.tiles.values() if tile.marked]


def test_a_player_has_24_tiles_and_30_with_two_players() -> None:
    assert [len(TILES.names(seats)) for seats in (2, 3, 4)] == [30, 24, 24]


def test_the_box_holds_108_tiles() -> None:
    colours, double = len(TILES.colours), len(TILES.two_player_colours)
    assert colours * len(PLAIN) + double * len(MARKED) == 108
    assert TILES.two_player_colours == ("purple", "yellow")


def test_the_box_holds_84_coins() -> None:
    assert TILES.box["coins"] == {"1": 14, "2": 29, "10": 14, "20": 27}
    assert sum(TILES.box["coins"].values()) == 84


def test_advisors_and_dragons_are_as_many_as_reported() -> None:
    assert sum(sum(tile.advisors) for tile in PLAIN) == 30
    assert sum(sum(tile.advisors) for tile in PLAIN + MARKED) == 39
    assert sum(sum(tile.dragons) for tile in PLAIN + MARKED) == 3
    assert sum(not sum(tile.advisors) and not sum(tile.dragons) for tile in PLAIN) == 3


@pytest.mark.parametrize(
    ("name", "sides", "advisors", "dragons"),
    [("green3", "wooo", 0, 1), ("pink7", "wawo", 1, 0), ("white2", "wooo", 2, 0)],
)
def test_the_printed_tiles(name: str, sides: str, advisors: int, dragons: int) -> None:
    north = TILES.tiles[name].turned["n"]
    assert (north.sides, north.advisors, north.dragons) == (sides, (advisors,), (dragons,))


@pytest.mark.parametrize("floor", ["green", "pink", "white"])
def test_the_reconstructed_tiles(floor: str) -> None:
    drawn = {number: (TILES.tiles[floor + number].turned["n"].sides, sum(TILES.tiles[floor + number].advisors)) for number in "1456789"}
    assert drawn == {
        "1": ("oooo", 3),
        "4": ("awoo", 2),
        "5": ("aowo", 1),
        "6": ("waoo", 1),
        "7": ("wawo", 1),
        "8": ("aooo", 1),
        "9": ("wwoo", 2),
    }


def test_a_diagonal_has_its_first_floor_in_the_north_and_east() -> None:
    turned = TILES.tiles["greenpink"].turned
    assert [[turned[facing].floor(side) for side in range(4)] for facing in "ne"] == [
        ["green", "green", "pink", "pink"],
        ["pink", "green", "green", "pink"],
    ]


def test_a_tile_turned_east_has_its_north_side_in_the_east() -> None:
    assert {facing: turned.sides for facing, turned in TILES.tiles["green4"].turned.items()} == {
        "n": "awoo",
        "e": "oawo",
        "s": "ooaw",
        "w": "wooa",
    }


def test_a_tile_with_four_equal_sides_looks_the_same_turned_any_way() -> None:
    assert set(TILES.tiles["white1"].facings.values()) == {"n"}
    assert all(TILES.tiles[name].facings == dict(zip("nesw", "nesw", strict=True)) for name in ("white2", "white5", "greenpink"))


def test_a_tile_fits_where_no_other_floor_opens_onto_its_open_sides() -> None:
    for tile in TILES.tiles.values():
        for need, fitting in enumerate(tile.fitting):
            wanted = [("", "green", "pink", "white")[need >> 2 * d & 3] for d in range(4)]
            for facing in {tile.facings[f] for f in "nesw"}:
                turned = tile.turned[facing]
                clash = any(turned.sides[d] == "o" and wanted[d] and wanted[d] != turned.floor(d) for d in range(4))
                assert (turned in fitting) is not clash


@pytest.mark.parametrize(
    ("side", "cells"),
    [
        ("garden", {(0, -1): ("pink", "owaw"), (-1, 0): ("green", "wawo"), (1, 0): ("green", "wowa"), (0, 1): ("white", "awow")}),
        (
            "grand",
            {
                (-1, -1): ("pink", "oowo"),
                (0, -1): ("pink", "owao"),
                (1, -1): ("green", "ooow"),
                (1, 0): ("green", "oowa"),
                (1, 1): ("white", "wooo"),
                (0, 1): ("white", "aoow"),
                (-1, 1): ("green", "owoo"),
                (-1, 0): ("green", "waoo"),
            },
        ),
    ],
)
def test_the_start_sides(side: str, cells: dict[tuple[int, int], tuple[str, str]]) -> None:
    drawn = {(x, y): STARTS[side][cell_at(x, y)] for x in (-1, 0, 1) for y in (-1, 0, 1)}
    assert (drawn[0, 0].name, drawn[0, 0].sides) == ("temple", "aaaa")
    rest = {place: (turned.name, turned.sides) for place, turned in drawn.items() if turned.name not in ("temple", "garden")}
    assert rest == cells
    assert all(turned.sides == "wwww" for turned in drawn.values() if turned.name == "garden")
