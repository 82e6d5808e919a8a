"""The rooms that grow tile by tile against a plain flood of the whole table, on random tables."""

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.forbidden_city.compass import place_of
from engine.forbidden_city.rooms import Board, start_board
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import TILES, Turned

WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
ORDER = list(WAYS)


class Seen(NamedTuple):
    """What somebody who looks at the table can say of a room."""

    floor: str
    cells: tuple[tuple[int, int], ...]
    advisors: tuple[int, ...]
    dragons: int
    closed: bool
    worth: int


class Flood:
    """Rooms found by walking over the table, with none of the engine's bookkeeping."""

    def __init__(self, board: Board) -> None:
        self.table = {place_of(cell): placed for cell, placed in board.places.items()}
        self.seats = board.seats
        self.parts = [(place, part) for place, placed in self.table.items() for part in range(len(placed.turned.floors))]
        self.rooms = self.flooded()

    def sides(self, place: tuple[int, int], part: int) -> Iterator[tuple[str, tuple[int, int], str]]:
        turned = self.table[place].turned
        for index, way in enumerate(ORDER):
            if turned.parts[index] == part:
                x, y = WAYS[way]
                yield turned.sides[index], (place[0] + x, place[1] + y), ORDER[(index + 2) % 4]

    def across(self, place: tuple[int, int], back: str) -> tuple[str, tuple[tuple[int, int], int]] | None:
        if place not in self.table:
            return None
        turned = self.table[place].turned
        return turned.sides[ORDER.index(back)], (place, turned.parts[ORDER.index(back)])

    def flooded(self) -> list[set[tuple[tuple[int, int], int]]]:
        rooms: list[set[tuple[tuple[int, int], int]]] = []
        for part in self.parts:
            if any(part in room for room in rooms):
                continue
            room, edge = {part}, [part]
            while edge:
                place, number = edge.pop()
                for side, beyond, back in self.sides(place, number):
                    far = self.across(beyond, back)
                    if side == "o" and far and far[0] == "o" and far[1] not in room:
                        room.add(far[1])
                        edge.append(far[1])
            rooms.append(room)
        return rooms

    def size(self, room: set[tuple[tuple[int, int], int]]) -> int:
        return len({place for place, _ in room}) + 3 * sum(self.table[place].turned.dragons[part] for place, part in room)

    def seen(self, room: set[tuple[tuple[int, int], int]]) -> Seen:
        faces = [(side, self.across(beyond, back)) for place, part in room for side, beyond, back in self.sides(place, part)]
        reached = [far[1] for side, far in faces if far and {side, far[0]} in ({"a"}, {"a", "o"})]
        others = [other for other in self.rooms if other is not room and any(part in other for part in reached)]
        place, part = min(room)
        advisors = [0] * self.seats
        for where, which in room:
            owner = self.table[where].seat
            if owner is not None:
                advisors[owner] += self.table[where].turned.advisors[which]
        return Seen(
            self.table[place].turned.floors[part],
            tuple(sorted({where for where, _ in room})),
            tuple(advisors),
            sum(self.table[where].turned.dragons[which] for where, which in room),
            not any(side == "o" and far is None for side, far in faces),
            self.size(room) + sum(map(self.size, others)),
        )


def kept(board: Board) -> list[Seen]:
    """The engine's rooms, in the same words."""
    return [
        Seen(room.floor, tuple(sorted(map(place_of, room.cells))), room.advisors, room.dragons, room.closed, board.worth(name))
        for name, room in board.rooms.items()
    ]


def candidates(board: Board, name: str) -> list[tuple[int, Turned]]:
    return [(cell, turned) for cell in sorted(board.frontier) for turned in TILES.tiles[name].fitting[board.frontier[cell]]]


@st.composite
def tables(draw: st.DrawFn) -> list[Board]:
    """The boards of a random row of layings, crowded so that rooms meet."""
    seats = draw(st.integers(2, 4))
    boards = [start_board(STARTS[draw(st.sampled_from(sorted(STARTS)))], seats)]
    for name in draw(st.lists(st.sampled_from(sorted(TILES.tiles)), min_size=1, max_size=30)):
        found = candidates(boards[-1], name)
        found = sorted(found, key=lambda choice: sum(abs(part) for part in place_of(choice[0])))[:24]
        if found:
            cell, turned = found[draw(st.integers(0, len(found) - 1))]
            boards.append(boards[-1].lay(cell, turned, draw(st.integers(0, seats - 1)))[0])
    return boards


@given(tables())
@settings(max_examples=60, deadline=None)
def test_the_rooms_kept_are_those_that_a_flood_of_the_table_finds(boards: list[Board]) -> None:
    for board in boards[-1:] + boards[::5]:
        flood = Flood(board)
        assert sorted(kept(board)) == sorted(flood.seen(room) for room in flood.rooms)


@given(tables())
@settings(max_examples=30, deadline=None)
def test_a_tile_closes_exactly_the_rooms_that_are_closed_after_it_and_were_not_before(boards: list[Board]) -> None:
    before = boards[-1]
    for name in ("green7", "white4", "pinkwhite"):
        for cell, turned in candidates(before, name)[:12]:
            after, closed = before.lay(cell, turned, 0)
            old = {room.cells for room in before.rooms.values() if room.closed}
            fresh = {after.rooms[room].cells for room in after.rooms if after.rooms[room].closed} - old
            assert {after.rooms[room].cells for room in closed} == fresh
            assert len(set(closed)) == len(closed)


@given(tables())
@settings(max_examples=30, deadline=None)
def test_the_empty_cells_kept_are_those_next_to_a_tile_and_need_what_opens_onto_them(boards: list[Board]) -> None:
    flood = Flood(boards[-1])
    empty = {(x + dx, y + dy) for x, y in flood.table for dx, dy in WAYS.values()} - flood.table.keys()
    assert {place_of(cell) for cell in boards[-1].frontier} == empty
    for cell, need in boards[-1].frontier.items():
        x, y = place_of(cell)
        for index, (dx, dy) in enumerate(WAYS.values()):
            there = flood.table.get((x + dx, y + dy))
            back = (index + 2) % 4
            opens = there.turned.floor(back) if there and there.turned.sides[back] == "o" else ""
            assert ("", "green", "pink", "white")[need >> 2 * index & 3] == opens


def test_laying_a_tile_leaves_the_board_before_alone() -> None:
    board = start_board(STARTS["grand"], 2)
    places, rooms, frontier = dict(board.places), dict(board.rooms), dict(board.frontier)
    board.lay(min(board.frontier), TILES.tiles["pink5"].turned["n"], 0)
    assert (board.places, board.rooms, board.frontier) == (places, rooms, frontier)
