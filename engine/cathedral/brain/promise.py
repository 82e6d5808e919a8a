"""What placements promise before they are tried: size, ground, prizes, threats met, and room taken from either side.

Search asks for the few most promising of hundreds at every node, so this is where its time goes.
"""

from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple

from engine.cathedral.brain.fences import as_set, fences
from engine.cathedral.brain.stages import at, stage_of
from engine.cathedral.placements import BARRED, PLACEMENTS, Placement, listed, overlapping
from engine.cathedral.position import Position

SIZE = (0.235, 0.348, 0.498, 1.075)
"""What a placement promises for each square it covers."""
GAIN = (0.032, 0.084, 0.107, 0.194)
"""For each square it fences in."""
PRIZE = (0.300, 0.317, 0.300, 0.300)
"""For each square of a building it takes."""
HARM = (3.500, 3.500, 2.400, 1.820)
"""For the share of the other side's placements that it bars."""
COST = (-1.300, -1.500, -1.300, -2.000)
"""For the share of one's own placements that it bars."""

RELIEF = 0.8
"""For each unit of worth that the other side could have fenced in next, and now cannot."""

THREATS = 40
"""At most so many ways of the other side to fence something in are looked at."""

MANY = 80
"""With so many placements of large buildings to choose from, a smaller one is tried only for what it may fence in or stop."""

SQUARES = tuple(tuple(placement.squares.bit_count() for placement in table) for table in PLACEMENTS)
INDICES = tuple(range(len(table)) for table in PLACEMENTS)


def at_least(squares: int) -> tuple[int, ...]:
    """For each owner, the placements of buildings with so many squares or more."""
    return tuple(as_set([placement for placement in table if placement.squares.bit_count() >= squares]) for table in PLACEMENTS)


LARGE = (at_least(5), at_least(4))


class Gain(NamedTuple):
    """What a placement would fence in."""

    worth: float
    number: int
    """The index of the placement."""
    refuge: int
    """The ground with a single foreign building on it: a second one there would save both."""


class Promise:
    """The promises of one seat's placements in one position."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat
        self.mine, self.theirs = position.room[seat], position.room[1 - seat]
        stage, blend = stage_of(position)
        self.size = at(SIZE, stage, blend)
        self.gain, self.prize = at(GAIN, stage, blend), at(PRIZE, stage, blend)
        self.harm = at(HARM, stage, blend) / (1 + self.theirs.bit_count())
        self.cost = at(COST, stage, blend) / (1 + self.mine.bit_count())

    def best(self, count: int) -> list[Placement]:
        """The most promising placements, best first."""
        extras, room = self.extras(), self.mine
        for large in (room & sizes[self.seat] for sizes in LARGE):
            if large.bit_count() >= MANY:
                room = large | sum(1 << index for index in extras)
                break
        promises = [(promise + extras.get(index, 0.0), index) for promise, index in self.of(room)] if extras else self.of(room)
        return [PLACEMENTS[self.seat][index] for _, index in nlargest(count, promises)]

    def all(self) -> dict[int, float]:
        """What every placement promises, by its index."""
        extras = self.extras()
        return {index: promise + extras.get(index, 0.0) for promise, index in self.of(self.mine)}

    def of(self, chosen: int) -> list[tuple[float, int]]:
        """What the placements of a set promise by their size and by the room they take, each with its index."""
        size, harm, cost, mine, theirs = self.size, self.harm, self.cost, self.mine, self.theirs
        squares, barred_mine, barred_theirs = SQUARES[self.seat], BARRED[self.seat][self.seat], BARRED[1 - self.seat][self.seat]
        return [
            (
                size * squares[index] + harm * (theirs & barred_theirs[index]).bit_count() + cost * (mine & barred_mine[index]).bit_count(),
                index,
            )
            for index in listed(INDICES[self.seat], chosen)
        ]

    def extras(self) -> dict[int, float]:
        """By the index of each placement that fences something in or keeps the other side from it, what that is worth."""
        extras = self.saved()
        for gain in self.gains(self.seat):
            extras[gain.number] = extras.get(gain.number, 0.0) + gain.worth
        return extras

    def gains(self, seat: int) -> list[Gain]:
        """What the placements of a seat would fence in, those that would fence in nothing left out."""
        position = self.position
        if not position.begun[seat]:
            return []
        elsewhere, foreign = ~position.territory[seat], position.foreign(seat)
        gains = []
        for _, placement, regions in fences(seat, position.covered[seat]).among(position.room[seat]):
            if placement.squares & elsewhere:
                worth, refuge = 0.0, 0
                for region in regions:
                    inside = [building for building in foreign if building.squares & region]
                    if len(inside) < 2:
                        worth += self.gain * (region & elsewhere).bit_count()
                    if len(inside) == 1:
                        worth += self.prize * inside[0].squares.bit_count()
                        refuge |= region
                gains.append(Gain(worth, placement.index, refuge))
        return gains

    def saved(self) -> dict[int, float]:
        """By the index of each placement that stops the most the other side could fence in next, what that saves."""
        threats = nlargest(THREATS, self.gains(1 - self.seat))
        saved: dict[int, float] = {}
        if not threats:
            return saved
        indices, barred, most, stopping = INDICES[self.seat], BARRED[self.seat][1 - self.seat], threats[0].worth, self.mine
        for threat in threats:
            stops = barred[threat.number] | within(self.seat, threat.refuge)
            if threat.worth < most and stopping & ~stops:
                saved |= dict.fromkeys(listed(indices, stopping & ~stops), RELIEF * (most - threat.worth))
            stopping &= stops
            if not stopping:
                return saved
        return saved | dict.fromkeys(listed(indices, stopping), RELIEF * most)


@lru_cache(maxsize=1 << 14)
def within(seat: int, ground: int) -> int:
    """The set of a seat's placements that stand on any of the ground."""
    return overlapping(seat, ground)
