"""What placements promise before they are tried: size, ground, prizes, and room taken from either side.

Search asks for the few most promising of hundreds at every node, so this is where its time goes.
"""

from collections.abc import Sequence
from functools import cache
from heapq import nlargest

from engine.cathedral.city import STRIDE, WALLS
from engine.cathedral.placements import BARRED, PLACEMENTS, Placement, listed
from engine.cathedral.rules import Position
from engine.cathedral.stages import at, stage_of
from engine.cathedral.territory import ALONE, regions

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

MANY = 60
"""With so many placements of large buildings to choose from, a small one is tried only for what it may fence in."""

LARGE = 4
"""The squares of a large building."""

BORDER = WALLS[0] | WALLS[1] | WALLS[2] | WALLS[3]


def beside(squares: int) -> int:
    """The squares that share an edge with some squares; some may lie in the gutter or beyond the last row."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


def as_set(placements: Sequence[Placement]) -> int:
    return sum(1 << placement.index for placement in placements)


SQUARES = tuple(tuple(placement.squares.bit_count() for placement in table) for table in PLACEMENTS)
EDGES = tuple(tuple(beside(placement.squares) for placement in table) for table in PLACEMENTS)
INDICES = tuple(range(len(table)) for table in PLACEMENTS)

LARGE_ONES = tuple(as_set([placement for placement in table if placement.squares.bit_count() >= LARGE]) for table in PLACEMENTS)
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

    def of(self, index: int) -> float:
        return (
            self.size * SQUARES[self.seat][index]
            + self.harm * (self.theirs & self.barred_theirs[index]).bit_count()
            + self.cost * (self.mine & self.barred_mine[index]).bit_count()
        )

    def best(self, count: int) -> list[Placement]:
        """The most promising placements, best first."""
        seat, room = self.seat, self.mine
        closing = self.closing()
        large = room & LARGE_ONES[seat]
        if large.bit_count() >= MANY:
            room = large | closing
        promises = [(self.of(index), index) for index in listed(INDICES[seat], room & ~closing)]
        promises += self.claiming(closing)
        return [PLACEMENTS[seat][index] for _, index in nlargest(count, promises)]

    def all(self) -> dict[int, float]:
        """What every placement promises, by its index."""
        closing = self.closing()
        promises = {index: self.of(index) for index in listed(INDICES[self.seat], self.mine & ~closing)}
        return promises | {index: promise for promise, index in self.claiming(closing)}

    def closing(self) -> int:
        """The set of placements that may close something off: they meet what bounds a region in two places or more."""
        if not self.position.begun[self.seat]:
            return 0
        near, own, around = WALLED[self.seat], self.own, AROUND[self.seat]
        while own:
            lowest = own & -own
            near |= around[lowest.bit_length() - 1]
            own ^= lowest
        return near & self.mine

    def claiming(self, closing: int) -> list[tuple[float, int]]:
        """The promises of placements that may close something off, with their indices."""
        own, elsewhere, edges, table = self.own, ~self.claimed_ground, EDGES[self.seat], PLACEMENTS[self.seat]
        promises = []
        for index in listed(INDICES[self.seat], closing):
            placement, promise = table[index], self.of(index)
            if placement.squares & elsewhere:
                gaps = parted(placement.ring, placement.ring & own)
                if gaps > 1 and gaps > self.chains_met(placement, edges[index] & own):
                    promise += self.claimed(placement)
            promises.append((promise, index))
        return promises

    def chains_met(self, placement: Placement, met: int) -> int:
        """How many different chains of own buildings a placement meets; all that reach the walls are one."""
        chains = 1 if placement.squares & BORDER or met & self.rooted else 0
        for island in self.islands:
            if met & island:
                chains += 1
        return chains

    def claimed(self, placement: Placement) -> float:
        """The worth of what the placement would fence in."""
        worth = 0.0
        for region, prize in self.position.claims(self.seat, placement):
            worth += self.gain * (region & ~self.claimed_ground).bit_count()
            if prize:
                worth += self.prize * prize.squares.bit_count()
        return worth


@cache
def parted(ring: int, own: int) -> int:
    """Into how many parts own buildings part the squares around a placement; from two on it may cut something off."""
    return sum(1 for _ in regions(ring & ~own, ring & ~own))


@cache
def chains(own: int) -> tuple[int, tuple[int, ...]]:
    """The own squares that hang together with a wall, edge to edge, and the chains of those that do not."""
    rooted = chained(own, own & BORDER)
    rest, islands = own & ~rooted, []
    while rest:
        island = chained(own, rest & -rest)
        islands.append(island)
        rest &= ~island
    return rooted, tuple(islands)


def chained(own: int, seed: int) -> int:
    """The own squares that hang together with the seed, edge to edge."""
    before = 0
    while seed != before:
        before = seed
        seed = (seed | beside(seed)) & own
    return seed
