"""The rooms that grow tile by tile against a plain flood of the whole table, on random tables."""

from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import cell_name, place_of
from engine.forbidden_city.rooms import Board, start_board
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import Turned

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


class Row(list[Board]):
    """The boards of a row of layings, which it is printed as: `grand, 2 seats: pink5@1,0n by 1, …`."""

    def __init__(self, start: str, seats: int) -> None:
        super().__init__([start_board(STARTS[start], seats)])
        self.layings: list[str] = []
        self.head = f"{start}, {seats} seats"

    def lay(self, cell: int, turned: Turned, seat: int) -> None:
        self.append(self[-1].lay(cell, turned, seat)[0])
        self.layings.append(f"{turned.name}@{cell_name(cell)}{turned.facing} by {seat}")

    def __repr__(self) -> str:
        return f"{self.head}: {', '.join(self.layings)}"


@st.composite
def tables(draw: st.DrawFn) -> Row:
    """The boards of a random row of layings, crowded so that rooms meet."""
    seats = draw(st.integers(2, 4))
    boards = Row(draw(st.sampled_from(sorted(STARTS))), seats)
    for name in draw(st.lists(st.sampled_from(sorted(TILES.tiles)), min_size=1, max_size=30)):
        found = candidates(boards[-1], name)
        found = sorted(found, key=lambda choice: sum(abs(part) for part in place_of(choice[0])))[:24]
        if found:
            cell, turned = found[draw(st.integers(0, len(found) - 1))]
            boards.lay(cell, turned, draw(st.integers(0, seats - 1)))
    return boards


def closed_rooms(board: Board) -> dict[frozenset[int], int]:
    """The closed rooms by the parts of tiles they are made of; two halves of one tile may belong to two rooms."""
    found: dict[int, set[int]] = {}
    for cell, place in board.places.items():
        for part in range(len(place.turned.floors)):
            found.setdefault(board.room_of(2 * cell + part), set()).add(2 * cell + part)
    return {frozenset(made_of): name for name, made_of in found.items() if board.rooms[name].closed}


@given(tables())
@settings(max_examples=60, deadline=None)
def test_the_rooms_kept_are_those_that_a_flood_of_the_table_finds(boards: Row) -> None:
    for board in boards[-1:] + boards[::5]:
        flood = Flood(board)
        assert sorted(kept(board)) == sorted(flood.seen(room) for room in flood.rooms)


@given(tables())
@settings(max_examples=30, deadline=None)
def test_a_tile_closes_exactly_the_rooms_that_are_closed_after_it_and_were_not_before(boards: Row) -> None:
    before = boards[-1]
    for name in ("green7", "white4", "pinkwhite"):
        for cell, turned in candidates(before, name)[:12]:
            after, closed = before.lay(cell, turned, 0)
            old, new = closed_rooms(before), closed_rooms(after)
            assert sorted(closed) == sorted(name for made_of, name in new.items() if made_of not in old)


@given(tables())
@settings(max_examples=30, deadline=None)
def test_the_empty_cells_kept_are_those_next_to_a_tile_and_need_what_opens_onto_them(boards: Row) -> None:
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
