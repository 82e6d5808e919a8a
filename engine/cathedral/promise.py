"""What placements promise before they are tried: size, ground, prizes, and room taken from either side.

Search asks for the few most promising of hundreds at every node, so this is where its time goes.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import nlargest

from engine.cathedral.city import CITY, STRIDE, WALLS
from engine.cathedral.placements import BARRED, PLACEMENTS, Placement, listed
from engine.cathedral.rules import Position
from engine.cathedral.stages import at, stage_of
from engine.cathedral.territory import ALONE, is_open_city, regions

SIZE = (0.157, 0.232, 0.332, 0.717)
"""What a placement promises for each square it covers."""
GAIN = (0.032, 0.084, 0.107, 0.194)
"""For each square it fences in."""
PRIZE = (0.300, 0.317, 0.300, 0.300)
"""For each square of a building it takes."""
HARM = (3.500, 3.500, 2.400, 1.820)
"""For the share of the other side's placements that it bars."""
COST = (-2.600, -3.000, -2.600, -4.000)
"""For the share of one's own placements that it bars."""

MANY = 80
"""With so many placements of large buildings to choose from, a smaller one is tried only for what it may fence in."""

BORDER = WALLS[0] | WALLS[1] | WALLS[2] | WALLS[3]


def beside(squares: int) -> int:
    """The squares that share an edge with some squares; some may lie in the gutter or beyond the last row."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


def as_set(placements: Sequence[Placement]) -> int:
    return sum(1 << placement.index for placement in placements)


SQUARES = tuple(tuple(placement.squares.bit_count() for placement in table) for table in PLACEMENTS)
EDGES = tuple(tuple(beside(placement.squares) for placement in table) for table in PLACEMENTS)
INDICES = tuple(range(len(table)) for table in PLACEMENTS)


def at_least(squares: int) -> tuple[int, ...]:
    """For each owner, the placements of buildings with so many squares or more."""
    return tuple(as_set([placement for placement in table if placement.squares.bit_count() >= squares]) for table in PLACEMENTS)


LARGE = (at_least(5), at_least(4))
WALLED = tuple(as_set([placement for placement in table if placement in ALONE]) for table in PLACEMENTS)
"""The placements that the walls alone help to enclose something."""


def sets_around(owner: int) -> list[int]:
    """For each square, the set of placements that stand around it."""
    sets = [0] * (STRIDE * STRIDE)
    for placement in PLACEMENTS[owner]:
        ring = placement.ring
        while ring:
            lowest = ring & -ring
            sets[lowest.bit_length() - 1] |= 1 << placement.index
            ring ^= lowest
    return sets


AROUND = tuple(sets_around(owner) for owner in range(len(PLACEMENTS)))


class Promise:
    """The promises of one seat's placements in one position."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat
        self.own, self.claimed_ground = position.covered[seat], position.territory[seat]
        self.mine, self.theirs = position.room[seat], position.room[1 - seat]
        stage, blend = stage_of(position)
        self.size = at(SIZE, stage, blend)
        self.gain = at(GAIN, stage, blend)
        self.prize = at(PRIZE, stage, blend)
        self.harm = at(HARM, stage, blend) / (1 + self.theirs.bit_count())
        self.cost = at(COST, stage, blend) / (1 + self.mine.bit_count())
        self.barred_mine, self.barred_theirs = BARRED[seat][seat], BARRED[1 - seat][seat]
        self.rooted, self.islands = chains(self.own)
        self.regions, self.foreign = parts_of_city(self.own), position.foreign(seat)

    def of(self, chosen: int) -> list[tuple[float, int]]:
        """What the placements of a set promise beside what they may fence in, each with its index."""
        size, harm, cost, mine, theirs = self.size, self.harm, self.cost, self.mine, self.theirs
        squares, barred_mine, barred_theirs = SQUARES[self.seat], self.barred_mine, self.barred_theirs
        return [
            (
                size * squares[index] + harm * (theirs & barred_theirs[index]).bit_count() + cost * (mine & barred_mine[index]).bit_count(),
                index,
            )
            for index in listed(INDICES[self.seat], chosen)
        ]

    def best(self, count: int) -> list[Placement]:
        """The most promising placements, best first."""
        gains, room = self.gains(), self.mine
        for large in (room & sizes[self.seat] for sizes in LARGE):
            if large.bit_count() >= MANY:
                room = large | sum(1 << index for index in gains)
                break
        promises = [(promise + gains.get(index, 0.0), index) for promise, index in self.of(room)] if gains else self.of(room)
        return [PLACEMENTS[self.seat][index] for _, index in nlargest(count, promises)]

    def all(self) -> dict[int, float]:
        """What every placement promises, by its index."""
        gains = self.gains()
        return {index: promise + gains.get(index, 0.0) for promise, index in self.of(self.mine)}

    def gains(self) -> dict[int, float]:
        """By the index of each placement that fences something in, what that is worth."""
        own, elsewhere, edges, table = self.own, ~self.claimed_ground, EDGES[self.seat], PLACEMENTS[self.seat]
        gains = {}
        for index in listed(INDICES[self.seat], self.beside_own()):
            placement = table[index]
            if placement.squares & elsewhere:
                gaps = parted(placement.ring, placement.ring & own)
                if len(gaps) > 1 and len(gaps) > self.chains_met(placement, edges[index] & own):
                    gains[index] = self.claimed(placement, gaps)
        return gains

    def beside_own(self) -> int:
        """The set of placements that stand beside own buildings, or need only the walls to enclose something."""
        if not self.position.begun[self.seat]:
            return 0
        near, own, around = WALLED[self.seat], self.own, AROUND[self.seat]
        while own:
            lowest = own & -own
            near |= around[lowest.bit_length() - 1]
            own ^= lowest
        return near & self.mine

    def chains_met(self, placement: Placement, met: int) -> int:
        """How many different chains of own buildings a placement meets; all that reach the walls are one."""
        chains = 1 if placement.squares & BORDER or met & self.rooted else 0
        for island in self.islands:
            if met & island:
                chains += 1
        return chains

    def claimed(self, placement: Placement, gaps: tuple[int, ...]) -> float:
        """The worth of what the placement would fence in."""
        worth = 0.0
        for region in self.cut_off(placement.squares, gaps):
            if not is_open_city(region):
                inside = [building for building in self.foreign if building.squares & region]
                if len(inside) < 2:
                    worth += self.gain * (region & ~self.claimed_ground).bit_count()
                    worth += sum(self.prize * building.squares.bit_count() for building in inside)
        return worth

    def cut_off(self, squares: int, gaps: tuple[int, ...]) -> Iterable[int]:
        """The regions that a placement parts; of two, only the one that is sooner flooded is flooded."""
        (ground,) = [region & ~squares for region in self.regions if region & squares]
        if len(gaps) > 2:
            return regions(ground, sum(gaps))
        one, other = gaps
        while True:
            wide = one | one << 1 | one >> 1
            grown = (wide | wide << STRIDE | wide >> STRIDE) & ground
            if grown == one:
                return one, ground & ~one
            if grown & other:
                return (ground,)
            one, other = other, grown


@lru_cache(maxsize=1 << 17)
def parted(ring: int, own: int) -> tuple[int, ...]:
    """The parts into which own buildings part the squares around a placement; where there are two, it may cut something off."""
    return tuple(regions(ring & ~own, ring & ~own))


@lru_cache(maxsize=1 << 14)
def chains(own: int) -> tuple[int, tuple[int, ...]]:
    """The own squares that hang together with a wall, edge to edge, and the chains of those that do not."""
    rooted = chained(own, own & BORDER)
    rest, islands = own & ~rooted, []
    while rest:
        island = chained(own, rest & -rest)
        islands.append(island)
        rest &= ~island
    return rooted, tuple(islands)


@lru_cache(maxsize=1 << 14)
def parts_of_city(own: int) -> tuple[int, ...]:
    """The regions into which own buildings part the city."""
    return tuple(regions(CITY & ~own, CITY & ~own))


def chained(own: int, seed: int) -> int:
    """The own squares that hang together with the seed, edge to edge."""
    before = 0
    while seed != before:
        before = seed
        seed = (seed | beside(seed)) & own
    return seed
