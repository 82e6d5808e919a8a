"""What each placement of a side would cut off from the city, given where its buildings stand.

Nothing else matters for it, so it is worked out once for each set of own squares, placement by placement, when first asked
for: while the other side moves it stays the same, and search comes by the same sets again and again.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from engine.cathedral.city import CITY, STRIDE, WALLS
from engine.cathedral.placements import PLACEMENTS, Placement, listed
from engine.cathedral.territory import ALONE, is_open_city, regions

SQUARES = attrgetter("squares")
BORDER = WALLS[0] | WALLS[1] | WALLS[2] | WALLS[3]


def beside(squares: int) -> int:
    """The squares that share an edge with some squares; some may lie in the gutter or beyond the last row."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


def as_set(placements: Sequence[Placement]) -> int:
    return sum(1 << placement.index for placement in placements)


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


EDGES = tuple(tuple(beside(placement.squares) for placement in table) for table in PLACEMENTS)
WALLED = tuple(as_set([placement for placement in table if placement in ALONE]) for table in PLACEMENTS)
"""The placements that the walls alone help to enclose something."""
AROUND = tuple(sets_around(owner) for owner in range(len(PLACEMENTS)))


class Closing(NamedTuple):
    """A placement that would enclose something."""

    squares: int
    """How many squares it would enclose, with what stands on them."""
    placement: Placement
    regions: tuple[int, ...]


class Fences:
    """The placements of a seat that would enclose something together with its squares, as far as anybody asked."""

    def __init__(self, seat: int, own: int) -> None:
        self.seat, self.own = seat, own
        self.near = beside_own(seat, own)
        self.rooted, self.islands = chains(own)
        self.ground = tuple(regions(CITY & ~own, CITY & ~own))
        self.asked = 0
        self.closing: list[Closing] = []

    def among(self, room: int) -> Iterator[Closing]:
        """Those of a set of placements that would enclose something, what encloses most first."""
        new = room & self.near & ~self.asked
        if new:
            self.asked |= new
            known = len(self.closing)
            for placement in listed(PLACEMENTS[self.seat], new):
                self.examine(placement)
            if len(self.closing) > known:
                self.closing.sort(key=SQUARES, reverse=True)
        return (closing for closing in self.closing if room >> closing.placement.index & 1)

    def examine(self, placement: Placement) -> None:
        gaps = parted(placement.ring, placement.ring & self.own)
        if len(gaps) > 1 and len(gaps) > self.chains_met(placement):
            regions = tuple(region for region in self.cut_off(placement.squares, gaps) if not is_open_city(region))
            if regions:
                self.closing.append(Closing(sum(region.bit_count() for region in regions), placement, regions))

    def chains_met(self, placement: Placement) -> int:
        """How many different chains of own buildings a placement meets; all that reach the walls are one."""
        met = EDGES[self.seat][placement.index] & self.own
        chains = 1 if placement.squares & BORDER or met & self.rooted else 0
        for island in self.islands:
            if met & island:
                chains += 1
        return chains

    def cut_off(self, squares: int, gaps: tuple[int, ...]) -> Iterable[int]:
        """The regions that a placement parts; of two, only the one that is sooner flooded is flooded."""
        (ground,) = [region & ~squares for region in self.ground if region & squares]
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


@lru_cache(maxsize=1 << 13)
def fences(seat: int, own: int) -> Fences:
    """What a seat with these squares could enclose."""
    return Fences(seat, own)


def beside_own(seat: int, own: int) -> int:
    """The set of placements that stand beside own buildings, or need only the walls to enclose something."""
    near, around = WALLED[seat], AROUND[seat]
    while own:
        lowest = own & -own
        near |= around[lowest.bit_length() - 1]
        own ^= lowest
    return near


@lru_cache(maxsize=1 << 17)
def parted(ring: int, own: int) -> tuple[int, ...]:
    """The parts into which own buildings part the squares around a placement; where there are two, it may cut something off."""
    return tuple(regions(ring & ~own, ring & ~own))


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
