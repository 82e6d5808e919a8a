"""What a move would do to everybody's prospects, without laying the tile: only the rooms that it changes are looked at.

A tile changes the rooms that it touches and, because a room counts its neighbours, those that archways join to them. Everything
else is taken from the position as it stands; so hundreds of moves are judged in the time that playing a few takes.

What a move would change stays the same until one of those rooms is another: most moves are judged by what is remembered of them
from the position before, or from one that a search has looked at.
"""

from itertools import chain
from operator import add
from typing import NamedTuple

from engine.forbidden_city.box import TILES
from engine.forbidden_city.brain.prospects import leftover, shares, spread, stage_of, stakes
from engine.forbidden_city.compass import OPPOSITE, STEPS, WIDTH
from engine.forbidden_city.moves import Lay
from engine.forbidden_city.position import Position
from engine.forbidden_city.rooms import DRAGON, Placed, Room, root, standing
from engine.forbidden_city.rules import without
from engine.forbidden_city.scoring import pay
from engine.forbidden_city.tiles import Turned


class Sketch:
    """A room as it would be after the move."""

    __slots__ = ("advisors", "beyond", "openings", "size")

    def __init__(self, size: int, advisors: tuple[int, ...], openings: int, beyond: tuple[int, ...]) -> None:
        self.size, self.advisors, self.openings, self.beyond = size, advisors, openings, beyond

    def join(self, other: "Sketch") -> None:
        """Takes in another room. The two floors of a tile differ, so no tile is in both."""
        self.size += other.size
        self.advisors = tuple([mine + theirs for mine, theirs in zip(self.advisors, other.advisors, strict=True)])
        self.openings += other.openings - 2
        self.beyond += other.beyond


class Change(NamedTuple):
    """The coins that a move would bring each seat or cost it, and all that this depends on."""

    coins: tuple[float, ...]
    around: tuple[Placed | None, ...]
    """What lies at the four sides of the cell."""
    rooms: tuple[tuple[int, Room], ...]
    """The rooms that were looked at, by their names. A room that changes is another object."""


MOST = 1 << 14
"""So many changes are remembered before all are forgotten."""

CHANGES: dict[tuple[int, int, Lay], Change] = {}
"""The last change found at a stage of the game, by the seat that moves and its move."""


class Foresight:
    """A position from which many moves of one seat are judged."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat, self.board = position, seat, position.board
        self.felt: dict[tuple[float, ...], tuple[float, ...]] = {}
        self.seats = position.seats
        self.nobody = (0,) * position.seats
        tile = position.hands[seat]
        rests = [without(rest, tile) if owner == seat and tile in rest else rest for owner, rest in enumerate(position.rest)]
        self.left = list(map(leftover, rests))
        self.spread, self.stage = spread(rests), stage_of(rests)
        self.near: dict[int, set[int]] = {}
        self.expected: dict[int, tuple[tuple[int, float], ...]] = {}
        self.coins = [float(score) for score in position.scores]
        for name, room in self.board.rooms.items():
            if room.openings and room.advisors != self.nobody:
                worth = self.board.worth(name) if room.beyond else room.size
                self.expected[name] = stakes(worth, room.advisors, room.openings, self.stage)
                for paid, coins in self.expected[name]:
                    self.coins[paid] += coins

    def share(self, move: Lay) -> float:
        """What the seat has of the win after the move, as far as can be told."""
        return self.shares(move)[self.seat]

    def shares(self, move: Lay) -> tuple[float, ...]:
        """What each seat has of the win after the move; moves that change as much are alike."""
        change = self.change(move)
        found = self.felt.get(change)
        if found is None:
            found = self.felt[change] = shares(list(map(add, map(add, self.coins, change), self.left)), self.spread)
        return found

    def change(self, move: Lay) -> tuple[float, ...]:
        """The coins that the move would bring each seat or cost it, remembered where everything around is as it was."""
        key, places, rooms, cell = (self.stage, self.seat, move), self.board.places, self.board.rooms, move.cell
        known = CHANGES.get(key)
        if known is not None:
            north, east, south, west = known.around
            if (
                places.get(cell - WIDTH) is north
                and places.get(cell + 1) is east
                and places.get(cell + WIDTH) is south
                and places.get(cell - 1) is west
            ):
                for name, room in known.rooms:
                    if rooms.get(name) is not room:
                        break
                else:
                    return known.coins
        if len(CHANGES) >= MOST:
            CHANGES.clear()
        found = CHANGES[key] = self.found(move)
        return found.coins

    def found(self, move: Lay) -> Change:
        """The change that the move would make, worked out."""
        turned = TILES.tiles[move.tile].turned[move.facing]
        rooms, names, shut = self.sketched(move.cell, turned)
        coins = [0.0] * self.seats
        for name in [*rooms, *names]:
            for paid, amount in self.expected.get(name, ()):
                coins[paid] -= amount
        watching = self.watching(rooms, names)
        for name in watching:
            room = self.board.rooms[name]
            for paid, amount in self.expected[name]:
                coins[paid] -= amount
            for paid, amount in stakes(self.worth(name, room.size, room.beyond, rooms, names), room.advisors, room.openings, self.stage):
                coins[paid] += amount
        closed = {names.get(part, part) for part in shut}
        for name, sketch in rooms.items():
            if sketch.advisors == self.nobody or (not sketch.openings and name not in closed):
                continue
            worth = self.worth(name, sketch.size, sketch.beyond, rooms, names)
            if sketch.openings:
                for paid, amount in stakes(worth, sketch.advisors, sketch.openings, self.stage):
                    coins[paid] += amount
            else:
                for paid, whole in enumerate(pay(worth, sketch.advisors)):
                    coins[paid] += whole
        return Change(tuple(coins), self.around(move.cell), self.looked_at(rooms, names, watching))

    def around(self, cell: int) -> tuple[Placed | None, ...]:
        places = self.board.places
        return tuple([places.get(cell + step) for step in STEPS])

    def looked_at(self, rooms: dict[int, Sketch], names: dict[int, int], watching: set[int]) -> tuple[tuple[int, Room], ...]:
        """The rooms on which a change depends: those touched, those that archways join to them, and those joined to one that watches."""
        known = self.board.rooms
        touched = {name for name in chain(rooms, names) if name in known}
        near = touched.union(*map(self.neighbours, chain(touched, watching)))
        return tuple([(name, known[name]) for name in near])

    def watching(self, rooms: dict[int, Sketch], names: dict[int, int]) -> set[int]:
        """The rooms that the tile does not touch, but that count one whose size it changes."""
        known = self.board.rooms
        resized = [name for name, sketch in rooms.items() if name in known and sketch.size != known[name].size]
        found = {far for name in [*resized, *names] for far in self.neighbours(name)}
        return {name for name in found if name in self.expected and name not in rooms and name not in names}

    def sketched(self, cell: int, turned: Turned) -> tuple[dict[int, Sketch], dict[int, int], list[int]]:
        """The rooms that the tile touches as they would be, the names they had before where those differ, and those it may close."""
        places, joined, known = self.board.places, self.board.joined, self.board.rooms
        names: dict[int, int] = {}
        rooms = {
            2 * cell + part: Sketch(1 + DRAGON * turned.dragons[part], standing(self.seats, self.seat, count), turned.openings[part], ())
            for part, count in enumerate(turned.advisors)
        }
        shut = list(rooms)
        for direction, step in enumerate(STEPS):
            neighbour = places.get(cell + step)
            if neighbour is None:
                continue
            there, back = neighbour.turned, OPPOSITE[direction]
            side, other = turned.sides[direction], there.sides[back]
            if side == "w" == other:
                continue
            far = 2 * (cell + step) + there.parts[back]
            mine = 2 * cell + turned.parts[direction]
            mine = names.get(mine, mine)
            if other == "w":
                rooms[mine].openings -= side == "o"
                continue
            old = root(joined, far)
            theirs = names.get(old, old)
            if theirs not in rooms:
                rooms[theirs] = sketch_of(known[theirs])
            if other == "o":
                shut.append(old)
            if side == "o" == other:
                merge(rooms, names, mine, theirs)
                continue
            rooms[mine].openings -= side == "o"
            rooms[theirs].openings -= other == "o"
            if side != "w":
                rooms[mine].beyond += (far,)
                rooms[theirs].beyond += (mine,)
        return rooms, names, shut

    def worth(self, name: int, size: int, beyond: tuple[int, ...], rooms: dict[int, Sketch], names: dict[int, int]) -> int:
        """A room's value after the move."""
        if not beyond:
            return size
        joined, known = self.board.joined, self.board.rooms
        reached = set()
        for part in beyond:
            other = root(joined, part)
            reached.add(names.get(other, other))
        reached.discard(name)
        return size + sum([rooms[other].size if other in rooms else known[other].size for other in reached])

    def neighbours(self, name: int) -> set[int]:
        """The rooms that archways join to a room now; none to one that is not there yet."""
        found = self.near.get(name)
        if found is None:
            found = self.near[name] = self.board.neighbours(name) if name in self.board.rooms else set()
        return found


def sketch_of(room: Room) -> Sketch:
    return Sketch(room.size, room.advisors, room.openings, room.beyond)


def merge(rooms: dict[int, Sketch], names: dict[int, int], one: int, two: int) -> None:
    """Makes one room of two, or shuts two open sides of a room that meet each other."""
    if one == two:
        rooms[one].openings -= 2
        return
    rooms[two].join(rooms.pop(one))
    for old, name in names.items():
        if name == one:
            names[old] = two
    names[one] = two
