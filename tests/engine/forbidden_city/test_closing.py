"""When a room is closed ("Closing off rooms"), and that it is then scored once, on the board as it stands."""

from engine.core import CHANCE
from engine.forbidden_city.moves import Draw
from engine.forbidden_city.position import Position
from engine.forbidden_city.rooms import scored_rooms
from tests.engine.forbidden_city.tables import laid, paid, play


def closed_rooms(position: Position) -> list[tuple[str, int]]:
    board = position.board
    return [(board.rooms[name].floor, len(board.rooms[name].cells)) for name in board.listed() if board.rooms[name].closed]


def test_a_room_with_an_open_side_to_an_empty_cell_is_open() -> None:
    position = play(laid(turn="purple", hold="pink2"), "lay pink2@0,-2n")
    assert paid(position) == []
    assert closed_rooms(position) == [("temple", 1)]


def test_a_room_is_closed_by_walls_with_or_without_archways() -> None:
    position = play(laid(turn="purple", hold="pink7"), "lay pink7@0,-2w")
    assert paid(position) == [("pink", 3, (3, 0, 0, 0))]
    assert closed_rooms(position) == [("pink", 2), ("temple", 1)]


def test_a_room_may_be_closed_by_a_neighbours_wall_and_pays_those_present_whoever_closed_it() -> None:
    before = laid("yellow pink4@0,-2n", turn="purple", hold="green3")
    after = play(before, "lay green3@-1,-2e")
    assert paid(after) == [("pink", 3, (0, 3, 0, 0))]
    assert after.history[0].seat == 0


def test_a_room_may_be_closed_by_a_neighbours_archway() -> None:
    before = laid("yellow pink4@0,-2n", turn="purple", hold="green7")
    assert paid(play(before, "lay green7@-1,-2n")) == [("pink", 4, (0, 4, 0, 0))]


def test_a_closed_room_without_advisors_pays_nobody() -> None:
    position = play(laid(turn="purple", hold="white2"), "lay white2@0,-2s")
    assert paid(position) == [("pink", 2, (0, 0, 0, 0))]


def test_a_tile_may_be_a_closed_room_of_its_own() -> None:
    before = laid("yellow green3@-1,-2e", turn="purple", hold="pink7")
    after = play(before, "lay pink7@0,-2n")
    assert paid(after) == [("pink", 1, (1, 0, 0, 0)), ("pink", 2, (0, 0, 0, 0))]


def test_a_tile_that_closes_several_rooms_scores_each_separately_in_the_order_of_their_first_cells() -> None:
    before = laid("yellow pink4@0,-2n", "blue green7@-2,-1n", "red white7@-2,-2s", turn="purple", hold="green5")
    after = play(before, "lay green5@-1,-2e")
    assert paid(after) == [("white", 1, (0, 0, 1, 0)), ("pink", 4, (0, 4, 0, 0))]
    assert after.scores == (0, 4, 1, 0)


def test_a_closed_room_is_scored_once_and_later_only_counts_as_a_neighbour() -> None:
    closed = play(laid("yellow pink4@0,-2n", turn="purple", hold="green3"), "lay green3@-1,-2e")
    after = play(closed.play(CHANCE, Draw("green2")), "lay green1@1,-2n")
    assert after.history == closed.history
    assert after.scores == (0, 3, 0, 0)


def test_the_temple_is_closed_from_the_beginning_and_never_scored_itself() -> None:
    position = laid("red green2@2,0e", turn="purple", hold="green1")
    assert closed_rooms(position) == [("temple", 1)]
    assert "temple" not in [position.board.rooms[name].floor for name in scored_rooms(position.board)]
