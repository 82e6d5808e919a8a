"""A site: all that a tile laid on an empty cell would meet, in numbers alone, so that like sites are judged once.

The rooms at its sides are numbered as they are met; the rooms that archways join to those are numbered from `FAR` on. What a site says
does not depend on where it lies: a bare wall is the same site everywhere, in every position.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from engine.forbidden_city.compass import OPPOSITE, STEPS
from engine.forbidden_city.rooms import Board, Room, root

EMPTY, WALL, OPEN, ARCHWAY = range(4)
"""What is at a side of a site; twice the room's number is added to the last two."""

FAR = 4
"""The first number of a room that the site does not touch."""


class Near(NamedTuple):
    """A room that a site touches or, with less to say, one that an archway joins to such a room."""

    size: int
    worth: int
    advisors: tuple[int, ...]
    openings: int
    reaches: tuple[int, ...] = ()
    """The numbers of the rooms that its archways lead to."""


class Site(NamedTuple):
    """What a tile would meet."""

    sides: tuple[int, ...]
    touched: tuple[Near, ...]
    far: tuple[Near, ...]


class Survey(NamedTuple):
    """A site as it was found on a board, with the names of the rooms that it touches, and of all that it depends on."""

    site: Site
    touched: Sequence[int]
    read: frozenset[int]


def surveyed(board: Board, cell: int) -> Survey:
    """The site of an empty cell."""
    sides, names = met(board, cell)
    rooms = [board.rooms[name] for name in names]
    near = [neighbours(board, name) if room.beyond else () for name, room in zip(names, rooms, strict=True)]
    if not any(near):
        touched = tuple([Near(room.size, room.size, room.advisors, room.openings) for room in rooms])
        return Survey(Site(sides, touched, ()), names, frozenset(names))
    outside = [name for name in dict.fromkeys(chain(*near)) if name not in names]
    beyond = [neighbours(board, name) if at_stake(board.rooms[name]) else () for name in outside]
    far = tuple([described(board, board.rooms[name], there) for name, there in zip(outside, beyond, strict=True)])
    number = {name: index for index, name in enumerate(names)} | {name: index for index, name in enumerate(outside, FAR)}
    reached = [tuple([number[name] for name in there]) for there in near]
    touched = tuple([described(board, *each) for each in zip(rooms, near, reached, strict=True)])
    return Survey(Site(sides, touched, far), names, frozenset(names).union(outside, *beyond))


def met(board: Board, cell: int) -> tuple[tuple[int, ...], list[int]]:
    """What is at the four sides of a cell, and the names of the rooms there."""
    places, joined = board.places, board.joined
    sides, names = [], list[int]()
    for direction, step in enumerate(STEPS):
        neighbour = places.get(cell + step)
        if neighbour is None:
            sides.append(EMPTY)
            continue
        there, back = neighbour.turned, OPPOSITE[direction]
        if there.sides[back] == "w":
            sides.append(WALL)
            continue
        name = root(joined, 2 * (cell + step) + there.parts[back])
        if name not in names:
            names.append(name)
        sides.append((OPEN if there.sides[back] == "o" else ARCHWAY) + 2 * names.index(name))
    return tuple(sides), names


def at_stake(room: Room) -> bool:
    """Whether anybody may still be paid for it."""
    return room.openings > 0 and any(room.advisors)


def neighbours(board: Board, name: int) -> Sequence[int]:
    """The other rooms that the room reaches through archways, in the order of the archways."""
    beyond, joined = board.rooms[name].beyond, board.joined
    return [other for other in dict.fromkeys([root(joined, part) for part in beyond]) if other != name]


def described(board: Board, room: Room, near: Sequence[int], reaches: tuple[int, ...] = ()) -> Near:
    rooms, size = board.rooms, room.size
    return Near(size, size + sum([rooms[other].size for other in near]), room.advisors, room.openings, reaches)
