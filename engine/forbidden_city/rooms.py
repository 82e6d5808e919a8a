"""Rooms: which parts of tiles belong together, when a room is closed, and what it is worth.

A part is a tile, or one half of a diagonal tile: the number `2 * cell`, or `2 * cell + 1` for the second half. Rooms are kept
as a union of parts that grows with each tile; nothing is ever searched for on the board. `joined` leads from a part to the
part that its room is named by; `rooms` holds the rooms by those.

>>> from engine.forbidden_city.compass import read_cell
>>> from engine.forbidden_city.starts import STARTS
>>> from engine.forbidden_city.box import TILES
>>> board = start_board(STARTS["garden"], seats=2)
>>> board, (pink,) = board.lay(read_cell("0,-2"), TILES.tiles["pink7"].turned["w"], seat=1)
>>> board.rooms[pink].advisors, board.rooms[pink].size, board.worth(pink)
((0, 1), 2, 3)
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from operator import add
from typing import NamedTuple

from engine.forbidden_city.compass import OPPOSITE, STEPS
from engine.forbidden_city.tiles import TEMPLE, Turned

DRAGON = 3
"""What a dragon adds to the worth of a room."""


class Placed(NamedTuple):
    """A tile on the table, and the seat that laid it; nobody laid the start tile."""

    turned: Turned
    seat: int | None


class Room(NamedTuple):
    """A maximal set of parts joined through open sides."""

    floor: str
    cells: frozenset[int]
    """A tile counts once, even with both halves in the room."""
    advisors: tuple[int, ...]
    """For each seat."""
    dragons: int
    openings: int
    """How many of its open sides face an empty cell."""
    beyond: tuple[int, ...]
    """The parts that its archways lead to, some perhaps its own by now."""

    @property
    def closed(self) -> bool:
        return not self.openings

    @property
    def size(self) -> int:
        """What it adds to its own worth and to its neighbours' ("The value of a room")."""
        return len(self.cells) + DRAGON * self.dragons


@dataclass(frozen=True)
class Board:
    """The tiles on the table with their rooms."""

    seats: int
    places: Mapping[int, Placed]
    frontier: Mapping[int, int] = field(compare=False)
    """The empty cells next to a tile, each with what it needs of a tile laid there (see `tiles`)."""
    rooms: Mapping[int, Room] = field(compare=False)
    joined: Mapping[int, int] = field(compare=False)

    def room_of(self, part: int) -> int:
        """The name of the room that the part belongs to."""
        return root(self.joined, part)

    def worth(self, name: int) -> int:
        """A room's value: its own size and, once each, the sizes of the rooms its archways reach ("Adjacent rooms")."""
        rooms = self.rooms
        return rooms[name].size + sum([rooms[other].size for other in self.neighbours(name)])

    def neighbours(self, name: int) -> set[int]:
        """The other rooms that the room reaches directly through an archway."""
        joined = self.joined
        found = {root(joined, part) for part in self.rooms[name].beyond}
        found.discard(name)
        return found

    def lay(self, cell: int, turned: Turned, seat: int | None) -> tuple["Board", tuple[int, ...]]:
        """The board with one tile more, and the rooms that it closed, in the order of their first cells."""
        after = Draft(self)
        closed = after.put(cell, turned, seat)
        return after.board, closed

    def listed(self) -> list[int]:
        """The rooms in the order of their first cells."""
        return self.in_order(self.rooms)

    def left_open(self, before: "Board") -> list[int]:
        """The rooms that the tiles laid since then lie in, touch or reach, and that are still open, in the same order."""
        known = before.rooms
        return self.in_order(name for name, room in self.rooms.items() if room.openings and known.get(name) is not room)

    def in_order(self, names: Iterable[int]) -> list[int]:
        return sorted(names, key=lambda name: (min(self.rooms[name].cells), self.rooms[name].floor))


class Draft:
    """A copy of a board on which tiles are laid in place: one in the game, or many in thought."""

    __slots__ = ("board", "frontier", "joined", "places", "rooms")

    def __init__(self, board: Board) -> None:
        self.places, self.frontier = dict(board.places), dict(board.frontier)
        self.rooms, self.joined = dict(board.rooms), dict(board.joined)
        self.board = Board(board.seats, self.places, self.frontier, self.rooms, self.joined)
        """The board as it now stands; it changes with every tile."""

    def put(self, cell: int, turned: Turned, seat: int | None) -> tuple[int, ...]:
        """Lays one tile more; the rooms that it closed, in the order of their first cells."""
        seats, places, frontier, rooms, joined = self.board.seats, self.places, self.frontier, self.rooms, self.joined
        places[cell] = Placed(turned, seat)
        frontier.pop(cell, None)
        for part, floor in enumerate(turned.floors):
            advisors = standing(seats, seat, turned.advisors[part])
            rooms[2 * cell + part] = Room(floor, frozenset((cell,)), advisors, turned.dragons[part], turned.openings[part], ())
        shut = [2 * cell + part for part in range(len(turned.floors))]
        for direction, step in enumerate(STEPS):
            beyond = cell + step
            neighbour = places.get(beyond)
            if neighbour is None:
                frontier[beyond] = frontier.get(beyond, 0) | turned.opens[direction]
                continue
            there, back = neighbour.turned, OPPOSITE[direction]
            side, other = turned.sides[direction], there.sides[back]
            if side != "w" or other != "w":
                theirs = 2 * beyond + there.parts[back]
                meet(rooms, joined, 2 * cell + turned.parts[direction], side, theirs, other)
                if other == "o":
                    shut.append(theirs)
        return closed_among(shut, rooms, joined)


def meet(rooms: dict[int, Room], joined: dict[int, int], mine: int, side: str, theirs: int, other: str) -> None:
    """Lets two sides meet: open ones join their rooms, archways connect them, a wall separates ("Closing off rooms")."""
    if side == "o" == other:
        join(rooms, joined, root(joined, mine), root(joined, theirs))
        return
    reached = side != "w" and other != "w"
    for part, its_side, far in ((mine, side, theirs), (theirs, other, mine)):
        shut = its_side == "o"
        if shut or reached:
            name = root(joined, part)
            floor, cells, advisors, dragons, openings, beyond = rooms[name]
            rooms[name] = Room(floor, cells, advisors, dragons, openings - shut, (*beyond, far) if reached else beyond)


def join(rooms: dict[int, Room], joined: dict[int, int], one: int, two: int) -> None:
    """Makes one room of two, or shuts two open sides of a room that meet each other."""
    here = rooms[one]
    if one == two:
        rooms[one] = here._replace(openings=here.openings - 2)
        return
    there = rooms[two]
    larger, smaller = (one, two) if len(here.cells) >= len(there.cells) else (two, one)
    joined[smaller] = larger
    del rooms[smaller]
    rooms[larger] = Room(
        here.floor,
        here.cells | there.cells,
        tuple(map(add, here.advisors, there.advisors)),
        here.dragons + there.dragons,
        here.openings + there.openings - 2,
        here.beyond + there.beyond,
    )


def root(joined: Mapping[int, int], part: int) -> int:
    """The part that the part's room is named by."""
    while part in joined:
        part = joined[part]
    return part


def closed_among(parts: list[int], rooms: dict[int, Room], joined: dict[int, int]) -> tuple[int, ...]:
    """The rooms of those parts that are closed, each once, in the order of their first cells.

    The parts are those of a tile just laid, and those with a side that was open until then, so none was closed before.
    """
    closed = []
    for part in parts:
        name = root(joined, part)
        if not rooms[name].openings and name not in closed:
            closed.append(name)
    if len(closed) > 1:
        closed.sort(key=lambda name: (min(rooms[name].cells), rooms[name].floor))
    return tuple(closed)


@cache
def standing(seats: int, seat: int | None, count: int) -> tuple[int, ...]:
    """So many advisors of one seat."""
    return tuple(count if other == seat else 0 for other in range(seats))


def start_board(cells: Mapping[int, Turned], seats: int) -> Board:
    """The table with the start tile alone."""
    board = Board(seats, {}, {}, {}, {})
    for cell, turned in cells.items():
        board, _ = board.lay(cell, turned, None)
    return board


def scored_rooms(board: Board) -> Iterator[int]:
    """Every room but the Temple, which is never scored itself."""
    return (name for name in board.listed() if board.rooms[name].floor != TEMPLE)
