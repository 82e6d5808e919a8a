"""Where a tile may lie ("Starting the game")."""

import pytest

from engine.core import CHANCE, check
from engine.errors import BadNotation, IllegalMove, NotYourTurn
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import cell_name
from engine.forbidden_city.moves import Draw, Lay, read_move
from engine.forbidden_city.position import Position
from tests.engine.forbidden_city.tables import crossed, drawn, laid, play, refused

TWO_TILES = r"""
         -2       -1        0        1        2        3

  -3                        x

                        +-------+
  -2               x    :Yp4w**      .
                        +       +
               +-------++       ++-------+
  -1      x    | garden|| pink  || garden|    .
               +-------++--( )--++-------+
               +-------++--( )--++-------++       +
   0      .      green :: Temple:: green   Pg1n***     .
               +-------++--( )--++-------++       +
               +-------++--( )--++-------+
   1      x    | garden|| white || garden|    .
               +-------++       ++-------+

   2               x        x        x
"""


@pytest.fixture
def start() -> Position:
    return laid(turn="purple", hold="green2")


def test_two_open_sides_that_meet_have_the_same_floor(start: Position) -> None:
    assert refused(start, "lay green2@0,-2n") == "A green floor would open onto a pink one, south."
    assert refused(start, "lay green2@0,2s") == "A green floor would open onto a white one, north."
    assert start.refusal(0, read_move("lay green2@2,0n")) is None


@pytest.mark.parametrize(("cell", "facing", "side", "floor"), [("0,-2", "n", "south", "pink"), ("0,2", "w", "north", "white")])
def test_the_refusal_names_both_floors_and_the_side(start: Position, cell: str, facing: str, side: str, floor: str) -> None:
    assert refused(start, f"lay green2@{cell}{facing}") == f"A green floor would open onto a {floor} one, {side}."


def test_a_wall_on_either_tile_separates_different_floors(start: Position) -> None:
    assert start.refusal(0, read_move("lay green2@0,-2s")) is None
    walled = laid("yellow pink2@0,-2n", turn="purple", hold="green1")
    assert walled.refusal(0, read_move("lay green1@0,-3n")) is None


def test_an_archway_on_either_tile_separates_different_floors() -> None:
    assert laid(turn="purple", hold="white7").refusal(0, read_move("lay white7@2,0s")) is None
    assert (
        laid("yellow pink8@0,-2n", turn="purple", hold="green1", colours=("purple", "yellow")).refusal(0, read_move("lay green1@0,-3n"))
        is None
    )


def test_a_tile_must_lie_next_to_another(start: Position) -> None:
    assert refused(start, "lay green2@3,0n") == "A tile must lie next to another one, and there is none beside 3,0."
    assert "none beside 2,2" in refused(start, "lay green2@2,2n")


def test_a_tile_may_lie_next_to_a_garden(start: Position) -> None:
    assert start.refusal(0, read_move("lay green2@-1,-2n")) is None


def test_a_tile_cannot_lie_on_another(start: Position) -> None:
    assert refused(start, "lay green2@0,0n") == "There is a tile at 0,0 already."
    assert refused(start, "lay green2@1,1n") == "There is a tile at 1,1 already."


def test_a_tile_that_is_not_held_cannot_be_laid(start: Position) -> None:
    assert refused(start, "lay pink2@0,-2n") == "You do not hold pink2."
    assert refused(start, "aside pink2") == "You do not hold pink2."


def test_a_tile_that_fits_cannot_be_set_aside(start: Position) -> None:
    assert refused(start, "aside green2") == "The tile green2 fits on the table, so it must be laid."


def test_a_seat_cannot_draw_or_say_who_begins(start: Position) -> None:
    assert refused(start, "draw pink2") == refused(start, "first 0") == "Only chance draws tiles and says who begins."


def test_the_checked_door_raises_with_the_sentence_and_the_rule(start: Position) -> None:
    with pytest.raises(IllegalMove, match="A green floor would open onto a pink one, south") as caught:
        check(start, 0, read_move("lay green2@0,-2n"))
    assert caught.value.rule == "Starting the game, 2"
    with pytest.raises(NotYourTurn):
        check(start, 1, read_move("lay green2@2,0n"))


def test_a_white_tile_open_on_all_sides_goes_where_no_green_or_pink_floor_opens() -> None:
    position = drawn(TWO_TILES, turn="red", hold="white1")
    assert {cell_name(move.cell) for move in position.moves(2) if isinstance(move, Lay)} == crossed(TWO_TILES)


def test_moves_are_listed_row_by_row_from_the_west() -> None:
    cells = [move.cell for move in laid(turn="red", hold="pink7").moves(2) if isinstance(move, Lay)]
    assert cells == sorted(cells)


def test_a_tile_that_looks_the_same_turned_several_ways_is_written_with_the_first_of_n_e_s_w_and_read_in_any() -> None:
    position = laid(turn="purple", hold="green1")
    assert {str(read_move(f"lay green1@2,0{facing}")) for facing in "nesw"} == {"lay green1@2,0n"}
    assert sum(str(move).startswith("lay green1@2,0") for move in position.moves(0)) == 1
    refusal = position.refusal(0, Lay("green1", 2, "e"))
    assert refusal is not None
    assert refusal.sentence == "Facing e, green1 looks as it does facing n; write n."


@pytest.mark.parametrize(
    "text",
    [
        "lay",
        "lay green3",
        "lay green3@2,-1",
        "lay green3@2,-1x",
        "lay green0@2,-1n",
        "lay green3@2,-100n",
        "lay green3@02,1n",
        "lay green3@-0,1n",
        "lay ?@1,1n",
    ],
)
def test_a_text_that_is_no_move_cannot_be_read(text: str) -> None:
    with pytest.raises(BadNotation):
        read_move(text)


def test_every_move_can_be_refused_or_played_by_chance_only_when_listed() -> None:
    position = play(laid(turn="purple", hold="green2"), "lay green2@2,0n")
    assert position.actors == (CHANCE,)
    assert position.refusal(CHANCE, Draw("green1")) is None
    assert position.refusal(CHANCE, Draw("green2")) is not None
    assert set(TILES.names(4)) - {move.tile for move, _ in position.odds() if isinstance(move, Draw)} == {"green2"}
