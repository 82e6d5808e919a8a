"""Tiles with a diagonal wall: two rooms on one tile, which counts for both ("Adjacent rooms")."""

import pytest

from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import STEPS, read_cell
from engine.forbidden_city.rooms import Board, start_board
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import FLOORS, Turned, made
from tests.engine.forbidden_city.tables import laid, paid, play

AROUND = {
    "n": ("green", "green", "pink", "pink"),
    "e": ("pink", "green", "green", "pink"),
    "s": ("pink", "pink", "green", "green"),
    "w": ("green", "pink", "pink", "green"),
}


@pytest.mark.parametrize("facing", AROUND)
def test_a_diagonal_turned_any_way_asks_of_each_neighbour_the_floor_on_its_side(facing: str) -> None:
    board, _ = Board(2, {}, {}, {}, {}).lay(0, TILES.tiles["greenpink"].turned[facing], 0)
    asked = [next(floor for floor in FLOORS[1:] if TILES.tiles[f"{floor}1"].fitting[board.frontier[step]]) for step in STEPS]
    assert tuple(asked) == AROUND[facing]


def test_a_diagonal_counts_as_a_tile_for_the_rooms_on_both_sides_of_its_wall() -> None:
    position = laid("red greenpink@0,-2n", "blue green1@1,-2n", turn="purple", hold="pink1")
    board, cell = position.board, read_cell("0,-2")
    green, pink = board.rooms[board.room_of(2 * cell)], board.rooms[board.room_of(2 * cell + 1)]
    assert (green.floor, len(green.cells)) == ("green", 2)
    assert (pink.floor, len(pink.cells)) == ("pink", 2)


def test_a_diagonal_closes_a_room_in_the_corner_that_its_wall_cuts_off() -> None:
    before = laid("yellow pink7@-1,-2s", turn="purple", hold="greenpink")
    after = play(before, "lay greenpink@0,-2n")
    assert paid(after) == [("pink", 4, (0, 4, 0, 0))]


def test_the_same_diagonal_turned_the_other_way_joins_the_arm_to_the_east() -> None:
    before = laid("yellow pink7@1,-2n", turn="purple", hold="greenpink")
    after = play(before, "lay greenpink@0,-2w")
    assert paid(after) == [("pink", 4, (0, 4, 0, 0))]


def test_a_diagonal_wall_separates_without_an_archway() -> None:
    board = laid("red greenpink@0,-2n", turn="purple", hold="pink1").board
    cell = read_cell("0,-2")
    assert board.room_of(2 * cell) not in board.neighbours(board.room_of(2 * cell + 1))


def test_a_tile_with_both_halves_in_one_room_counts_once() -> None:
    twin = made(Turned("twin", "n", "oooo", ("green", "green"), (0, 0, 1, 1), (1, 0), (0, 1)), "gg", False).turned["n"]
    plain = made(Turned("plain", "n", "oooo", ("green",), (0, 0, 0, 0), (0,), (0,)), "g1", False).turned["n"]
    board: Board = start_board(STARTS["garden"], 2)
    board, _ = board.lay(read_cell("2,0"), twin, 0)
    assert board.room_of(2 * read_cell("2,0")) != board.room_of(2 * read_cell("2,0") + 1)
    for name in ("2,1", "3,1", "3,0"):
        board, _ = board.lay(read_cell(name), plain, 0)
    room = board.rooms[board.room_of(2 * read_cell("2,0"))]
    assert board.room_of(2 * read_cell("2,0")) == board.room_of(2 * read_cell("2,0") + 1)
    assert (len(room.cells), room.dragons, room.advisors) == (5, 1, (1, 0))
