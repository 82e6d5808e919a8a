"""Positions as text: drawn as one would see them, and read back exactly."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import CHANCE, settle_options
from engine.errors import BadNotation
from engine.forbidden_city import RULESET
from engine.forbidden_city.blocks import draw_block, read_block
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import cell_at, cell_name, place_of, read_cell
from engine.forbidden_city.moves import Draw, read_move
from engine.forbidden_city.notation import picture
from engine.forbidden_city.position import Position
from engine.forbidden_city.setup import start
from tests.engine.forbidden_city.tables import laid, play

AFTER_ONE_TILE = """\
forbidden_city
side garden
first 1
turn 0
purple holds ? has HALF
yellow holds - has REST
scored 1 by yellow: pink@0,-2 2 tiles, 0 dragons, beyond 1, paid 0 3

         -2       -1        0        1        2

  -3                        .

                        +--( )--+
  -2               .    |Yp7w*  |    .
                        +       +
               +-------++       ++-------+
  -1      .    | garden|| pink  || garden|    .
               +-------++--( )--++-------+
               +-------++--( )--++-------+
   0      .      green :: Temple:: green      .
               +-------++--( )--++-------+
               +-------++--( )--++-------+
   1      .    | garden|| white || garden|    .
               +-------++       ++-------+

   2               .        .        .
"""


@pytest.fixture
def position() -> Position:
    table = start(2, settle_options(RULESET, 2, {"first": 1}))
    for tile in ("green3", "pink7"):
        table = table.play(CHANCE, Draw(tile))
    return play(table, "lay pink7@0,-2w")


def test_a_position_is_drawn_with_walls_and_archways(position: Position) -> None:
    names = TILES.names(2)
    text = AFTER_ONE_TILE.replace("HALF", " ".join(names)).replace("REST", " ".join(name for name in names if name != "pink7"))
    assert str(position.view(1)) == text
    assert RULESET.read(text) == position.view(1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("side garden", "side back"),
        ("side garden", "side grand"),
        ("first 1", "first 2"),
        ("turn 0", "turn x"),
        ("holds green3", "holds green4 "),
        ("holds green3", "holds blue3"),
        ("yellow holds", "mauve holds"),
        ("yellow holds", "purple holds"),
        (" pinkwhite", ""),
        ("has green1", "has green1 green1"),
        ("has green1", "has red1"),
        ("has green1", "had green1"),
        ("paid 0 3", "paid 0 3 0"),
        ("paid 0 3", "paid 0 x"),
        ("by yellow", "by red"),
        ("Yp7w*", "Yp7e*"),
        ("Yp7w*", "Yp7w "),
        ("Yp7w*", "Yp2w*"),
        ("Yp7w*", "Rp7w*"),
        ("|Yp7w*  |", "|Yp7w*   "),
        ("--( )--", "-------"),
        ("Temple", "temple"),
        ("  -2  ", "  -4  "),
        ("  -2       -1 ", "  -3       -1 "),
        ("    .\n", "     \n"),
        ("turn 0\n", "turn 0\n\n"),
    ],
)
def test_a_text_with_one_thing_wrong_cannot_be_read(position: Position, old: str, new: str) -> None:
    text = str(position)
    assert old in text
    with pytest.raises(BadNotation):
        RULESET.read(text.replace(old, new, 1))


def test_a_tile_that_could_not_lie_where_it_is_drawn_cannot_be_read() -> None:
    text = str(laid("yellow green2@2,0e", "red white4@2,-1s", turn="purple", hold="green1"))
    assert RULESET.read(text)
    with pytest.raises(BadNotation, match="cannot lie there"):
        RULESET.read(text.replace("Yg2e**", "Yp2e**").replace(" green2", " pink2"))


def test_a_seat_that_has_finished_cannot_hold_a_tile() -> None:
    position = laid(turn="purple", hold="green2")
    with pytest.raises(BadNotation):
        RULESET.read(str(replace(position, rest=(("green2", "green1"), *position.rest[1:]))))


def test_diagonals_are_drawn_with_their_wall_as_they_are_turned() -> None:
    turned = TILES.tiles["greenpink"].turned
    assert [picture(turned[facing]) for facing in "nesw"] == ["p\\g", "p/g", "g\\p", "g/p"]


def test_no_two_tiles_turned_any_way_are_drawn_alike() -> None:
    drawn = [(turned.sides, picture(turned)) for tile in TILES.tiles.values() for turned in tile.turned.values()]
    assert len(set(drawn)) == len(drawn)


@given(st.text("owa", min_size=4, max_size=4), st.text("YPgpw123n*D", max_size=7))
def test_a_block_reads_back(sides: str, inside: str) -> None:
    assert read_block(draw_block(sides, inside).split("\n")) == (sides, inside)


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_a_cell_reads_back(x: int, y: int) -> None:
    assert read_cell(cell_name(cell_at(x, y))) == cell_at(x, y)
    assert place_of(cell_at(x, y)) == (x, y)


@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(["garden", "grand"]), st.integers(0, 60))
@settings(max_examples=25, deadline=None)
def test_positions_and_views_of_random_games_read_back(seed: int, seats: int, side: str, length: int) -> None:
    rng = random.Random(seed)
    position = start(seats, settle_options(RULESET, seats, {"start_side": side}))
    for _ in range(length):
        (actor,) = position.actors
        position = position.play(actor, rng.choice(position.odds())[0] if actor == CHANCE else rng.choice(position.moves(actor)))
    for view in (position, position.view(0), position.view(None)):
        assert RULESET.read(str(view)) == view


@given(st.text())
def test_no_text_breaks_the_readers(text: str) -> None:
    for reader in (RULESET.read, read_move):
        with pytest.raises(BadNotation):
            reader(text)
