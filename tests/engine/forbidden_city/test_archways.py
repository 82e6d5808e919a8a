"""What a room is worth: its tiles and dragons, and those of the rooms its archways reach ("Adjacent rooms")."""

from engine.forbidden_city.compass import read_cell
from engine.forbidden_city.position import Position
from tests.engine.forbidden_city.tables import laid


def worth(position: Position, cell: str) -> int:
    return position.board.worth(position.board.room_of(2 * read_cell(cell)))


def neighbours(position: Position, cell: str) -> list[str]:
    board = position.board
    return sorted(board.rooms[name].floor for name in board.neighbours(board.room_of(2 * read_cell(cell))))


def table(*lines: str) -> Position:
    return laid(*lines, turn="purple", hold="greenpink")


def test_a_tile_counts_one_and_a_dragon_three_more() -> None:
    assert worth(table("red white1@-1,-2n"), "-1,-2") == 1
    assert worth(table("red white3@-1,-2n"), "-1,-2") == 4
    assert worth(table("red white3@-1,-2n", "blue white1@-2,-2n"), "-1,-2") == 5


def test_the_temple_counts_as_a_neighbour() -> None:
    assert neighbours(table(), "0,-1") == ["temple"]
    assert worth(table(), "0,-1") == 2


def test_the_rooms_around_the_temple_do_not_count_for_each_other() -> None:
    assert worth(table("red pink1@0,-2n", "blue pink1@0,-3n"), "1,0") == 2


def test_a_garden_never_counts() -> None:
    position = table("red green7@-1,-2e")
    assert position.board.places[read_cell("-1,-2")].turned.sides[2] == "a"
    assert worth(position, "-1,-2") == 1
    assert not [room for room in position.board.rooms.values() if room.floor == "garden"]


def test_an_archway_onto_an_archway_connects() -> None:
    assert neighbours(table("red white7@-1,-2n", "blue green7@0,-2s"), "0,-2") == ["white"]


def test_an_archway_onto_an_open_side_connects_both_rooms() -> None:
    position = table("red pink5@0,-2w", "blue green1@-1,-2n")
    assert neighbours(position, "0,-2") == ["green", "temple"]
    assert neighbours(position, "-1,-2") == ["pink"]


def test_an_archway_blocked_by_a_wall_connects_nothing() -> None:
    position = table("red pink5@0,-2w", "blue green2@-1,-2e")
    assert neighbours(position, "0,-2") == ["temple"]
    assert neighbours(position, "-1,-2") == []


def test_an_archway_facing_an_empty_cell_counts_nothing() -> None:
    assert worth(table("red white7@-1,-2n"), "-1,-2") == 1


def test_an_archway_inside_one_room_counts_nothing() -> None:
    ring = table("red green4@-1,-2n", "blue green1@-2,-2n", "yellow green1@-2,-3n", "red green1@-1,-3n")
    assert ring.board.room_of(2 * read_cell("-1,-2")) == ring.board.room_of(2 * read_cell("-1,-3"))
    assert neighbours(ring, "-1,-2") == []
    assert worth(ring, "-1,-2") == 4


def test_a_room_reached_through_several_archways_counts_once() -> None:
    position = table("red green5@-1,-2n", "blue green5@-2,-2n", "yellow white2@-1,-3n", "red white2@-2,-3n")
    assert neighbours(position, "-1,-2") == ["white"]
    assert worth(position, "-1,-2") == 4


def test_a_room_behind_a_neighbour_does_not_count() -> None:
    behind = table("red pink5@0,-2w", "blue green5@-1,-2n", "yellow white1@-1,-3n")
    assert neighbours(behind, "-1,-2") == ["pink", "white"]
    assert neighbours(behind, "0,-2") == ["green", "temple"]
    assert worth(behind, "0,-2") == 2 + 1 + 1


def test_an_open_neighbour_counts_like_a_closed_one() -> None:
    position = table("red white7@-1,-2n", "blue pink1@0,-2n")
    white = position.board.rooms[position.board.room_of(2 * read_cell("-1,-2"))]
    pink = position.board.rooms[position.board.room_of(2 * read_cell("0,-2"))]
    assert (white.closed, pink.closed) == (False, False)
    assert worth(position, "-1,-2") == 1 + 2
