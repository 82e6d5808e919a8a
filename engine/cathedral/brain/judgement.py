"""What makes a position of Cathedral good: squares built on, room for the large buildings left, ground fenced in or nearly so.

The weights were fitted to the results of thousands of games between programs; they change as the city fills.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import copysign, exp, log2

from engine.ai.opponent import SCORE, WIN
from engine.cathedral.box import BUILDINGS, CATHEDRAL, DARK, LIGHT, NOBODY, SQUARES_A_SIDE
from engine.cathedral.brain.fences import fences
from engine.cathedral.brain.opening import booked, favoured
from engine.cathedral.brain.packing import left_by_size, packed
from engine.cathedral.brain.parting import filling
from engine.cathedral.brain.promise import Promise
from engine.cathedral.brain.stages import at, stage_of
from engine.cathedral.city import CITY, STRIDE, WALLS
from engine.cathedral.moves import Move
from engine.cathedral.placements import OF_BUILDING, Placement, found, overlapping
from engine.cathedral.position import Position
from engine.cathedral.territory import flooded

LEFT = (-0.266, -0.300, -0.418, -0.655)
"""A square of a building not yet placed."""
DEAD = (0.000, -0.192, -0.123, -0.297)
"""A square of a building that has no room any more."""
ROOM = (0.0018, 0.0333, 0.0620, 0.0959)
"""A building that has room, for each of its squares and each doubling of the places it could go."""
FENCED = (0.033, 0.092, 0.133, 0.105)
"""A square that is fenced in, or would be if every building reached one square further."""
HOMELESS = (-0.023, -0.109, -0.077, -0.174)
"""A square of a building not yet placed for which there is no territory of one's own."""
TURN = (0.652, 0.348, 0.199, 0.114)
"""To be the one who moves."""
CATCH = (0.026, 0.120, 0.157, 0.367)
"""A square that the side to move can fence in at once."""
LARGEST_PRIZE = 12

WEIGHTS = (LEFT, DEAD, ROOM, FENCED, HOMELESS, TURN)

PATIENCE = 60
"""How many placements are tried to count out a side's end of the game."""

COUNTING = 14
"""The number of buildings in the city from which it is worth looking whether the sides are out of each other's way."""

SURE = 1.5
"""The weight of a square of the lead where the rest of the game was counted out, or is over."""

WON = 3.0
"""What any lead at the end weighs besides, where the game is played for the win: a draw is half of it."""

SHAPES = tuple(tuple((OF_BUILDING[seat][each.name], each.squares, each.name, each.count) for each in BUILDINGS) for seat in (LIGHT, DARK))

NORTH, EAST, SOUTH, WEST = WALLS


@dataclass(frozen=True)
class Mind:
    """Sees a win as likely as the weights make it; counts out what is decided, where more squares are always better than fewer."""

    goal: str = WIN

    def evaluate(self, position: Position) -> tuple[float, ...]:
        squares = counted_out(position)
        if squares is not None:
            return self.decided(squares)
        stage, blend = stage_of(position)
        lead = standing(position, LIGHT, stage, blend) - standing(position, DARK, stage, blend)
        if position.to_move is not None:
            caught = at(CATCH, stage, blend) * catch(position, position.to_move)
            lead += caught if position.to_move == LIGHT else -caught
        return shared(lead)

    def final(self, position: Position) -> tuple[float, ...]:
        """What a finished game is worth: so that a lost one is lost by little, and a won one won by much."""
        light, dark = position.scores()
        return self.decided(dark - light)

    def decided(self, squares: int) -> tuple[float, ...]:
        """What it is worth to end so many squares ahead of dark."""
        return shared(SURE * squares + (copysign(WON, squares) if squares and self.goal == WIN else 0.0))

    def aiming(self, goal: str) -> "Mind":
        return MINDS[goal]

    def solution(self, position: Position, seat: int, tries: int) -> tuple[Move, float] | None:
        """What the book says; or where neither side can disturb the other any more, the first of the placements that cover most."""
        reply = self.reply(position, seat)
        if reply:
            return reply, self.evaluate(position.play(seat, reply))[seat]
        found = filling(position, seat, tries)
        return (found.first.move, self.decided(found.lead)[LIGHT]) if found else None

    def reply(self, position: Position, seat: int) -> Move | None:
        return booked(position, seat)

    def order(self, position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        if moves[0].building == CATHEDRAL.name:
            return [move for move in moves if placement_of(NOBODY, move).squares in favoured()] or moves
        promises = Promise(position, seat).all()
        bold = [move for move in moves if not move.leave] or moves
        return sorted(bold, key=lambda move: promises[placement_of(seat, move).index], reverse=True)

    def shortlist(self, position: Position, seat: int, count: int) -> Sequence[Move]:
        if seat == LIGHT and position.cathedral_waits:
            return self.order(position, seat, position.moves(seat))[:count]
        return [placement.move for placement in Promise(position, seat).best(count)]

    def guess(self, view: Position, seat: int, rng: random.Random) -> Position:
        """Nothing is hidden."""
        return view


def shared(lead: float) -> tuple[float, float]:
    """Each side's share of the win for a lead of light's, in the units of the weights."""
    light = 1 / (1 + exp(-lead))
    return light, 1 - light


def counted_out(position: Position) -> int | None:
    """Light's lead in squares where the sides are out of each other's way and simply fill their ground; None where they are not."""
    if len(position.built[LIGHT]) + len(position.built[DARK]) < COUNTING or position.cathedral_waits:
        return None
    shared = CITY & ~(position.covered[LIGHT] | position.covered[DARK] | position.territory[LIGHT] | position.territory[DARK])
    if position.cathedral:
        shared &= ~position.cathedral.squares
    if all(position.room[seat] & overlapping(seat, shared) for seat in (LIGHT, DARK)):
        return None
    light, dark = (position.squares_left(seat) - filled(position, seat) for seat in (LIGHT, DARK))
    return dark - light


def filled(position: Position, seat: int) -> int:
    """The squares that the seat can still cover by itself."""
    return packed(seat, position.room[seat], left_by_size(position.built[seat]), PATIENCE)


def standing(position: Position, seat: int, stage: int, blend: float) -> float:
    """What a side has, in the units of the weights."""
    room, left = position.room[seat], SQUARES_A_SIDE - position.covered[seat].bit_count()
    dead, freedom = 0, 0.0
    for places, squares, count in waiting(seat, position.built[seat]):
        free = (room & places).bit_count()
        if free:
            freedom += squares * log2(1 + free)
        else:
            dead += count * squares
    homeless = max(0, left - dead - position.territory[seat].bit_count())
    amounts = (left, dead, freedom, fenced(position, seat), homeless, position.to_move == seat)
    return sum(at(weight, stage, blend) * amount for weight, amount in zip(WEIGHTS, amounts, strict=True))


def catch(position: Position, seat: int) -> int:
    """The most that the seat could fence in with its next placement, in squares; those of a building it takes count twice more."""
    if not position.begun[seat]:
        return 0
    most, elsewhere, foreign = 0, ~position.territory[seat], position.foreign(seat)
    for squares, placement, regions in fences(seat, position.covered[seat]).among(position.room[seat]):
        if squares + LARGEST_PRIZE * len(regions) <= most:
            break
        if placement.squares & elsewhere:
            most = max(most, sum(spoils(region, elsewhere, foreign) for region in regions))
    return most


def spoils(region: int, elsewhere: int, foreign: tuple[Placement, ...]) -> int:
    """What a region brings to the side that encloses it; nothing if several foreign buildings protect each other."""
    prize = 0
    for building in foreign:
        if building.squares & region:
            if prize:
                return 0
            prize = 2 * building.squares.bit_count()
    return (region & elsewhere).bit_count() + prize


def fenced(position: Position, seat: int) -> float:
    """The squares fenced in, or nearly so; half of them where one foreign building stands inside."""
    own = position.covered[seat]
    reach = (own | own << 1 | own >> 1 | own << STRIDE | own >> STRIDE) & CITY & ~position.territory[1 - seat]
    rest, total, foreign = CITY & ~(reach | position.territory[seat]), 0.0, position.foreign(seat)
    while rest:
        region = flooded(rest, rest & -rest)
        rest &= ~region
        if not (region & NORTH and region & EAST and region & SOUTH and region & WEST):
            strangers = 0
            for building in foreign:
                if building.squares & region:
                    strangers += 1
                    if strangers > 1:
                        break
            total += (1.0, 0.5, 0.0)[strangers] * region.bit_count()
    return total


def placement_of(seat: int, move: Move) -> Placement:
    placement = found(seat, move)
    assert placement is not None
    return placement


@lru_cache(maxsize=1 << 14)
def waiting(seat: int, built: tuple[Placement, ...]) -> tuple[tuple[int, int, int], ...]:
    """Of each building that a side still has: all its placements, its squares, and how many there are."""
    standing = [placement.move.building for placement in built]
    left = [(places, squares, count - standing.count(name)) for places, squares, name, count in SHAPES[seat]]
    return tuple(each for each in left if each[2])


MINDS = {goal: Mind(goal) for goal in (WIN, SCORE)}

BRAIN = MINDS[WIN]
