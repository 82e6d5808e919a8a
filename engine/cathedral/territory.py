"""The one hard idea: which regions of the city a placement encloses, and what is in them.

All squares that the mover's buildings do not cover fall into regions, diagonal neighbours joined: a corner contact of two
buildings closes nothing (Notes, 6). Walls and the mover's own buildings bound a region; the Cathedral never does, it is a
foreign piece inside it (Notes, 3). Only regions that the placement cut off or made smaller are judged, and these are
exactly the ones with a square beside the placed building.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cathedral.city import CITY, STRIDE, WALLS
from engine.cathedral.placements import PLACEMENTS, Placement


class Claim(NamedTuple):
    """A region that becomes the mover's territory, at the price of removing `prize`, the one foreign building in it."""

    region: int
    prize: Placement | None


def claims(own: int, placement: Placement, foreign: tuple[Placement, ...]) -> list[Claim]:
    """What the mover may claim now that `own`, the squares of all its buildings, holds this placement too (Rules, 4 and 5).

    Two or more foreign buildings in a region protect each other (Notes, 2 and 4).
    """
    found = []
    for region in regions(CITY & ~own, placement.ring & ~own):
        if not is_open_city(region):
            inside = [building for building in foreign if building.squares & region]
            if len(inside) < 2:
                found.append(Claim(region, inside[0] if inside else None))
    return found


def takers(own: int, placements: Sequence[Placement], foreign: tuple[Placement, ...]) -> Iterator[Placement]:
    """Those of the placements that would claim a region with a prize in it, found with as few floods as can be.

    Where the ground around a placement hangs together, no region is split: the one it is put in only gets smaller.
    """
    lone = [region for region in regions(CITY & ~own, CITY & ~own) if sum(1 for building in foreign if building.squares & region) == 1]
    for placement in placements:
        if (placement.ring & own or placement in ALONE) and not hangs_together(placement.ring & ~own):
            if any(claim.prize for claim in claims(own | placement.squares, placement, foreign)):
                yield placement
        elif any(placement.squares & region and not is_open_city(region & ~placement.squares) for region in lone):
            yield placement


def is_open_city(region: int) -> bool:
    """Ruling: a region that touches all four walls is the open city, never enclosed.

    Otherwise taking a side's only building would give the taker the whole board.
    """
    north, east, south, west = WALLS
    return bool(region & north and region & east and region & south and region & west)


def regions(ground: int, seeds: int) -> Iterator[int]:
    """The regions of the ground that hold the seeds, each once."""
    while seeds:
        region = flooded(ground, seeds & -seeds)
        yield region
        seeds &= ~region


def flooded(ground: int, seed: int) -> int:
    """The squares of the ground that can be reached from the seed, step by step, diagonal steps too."""
    before, region = 0, seed
    while region != before:
        before = region
        wide = region | region << 1 | region >> 1
        region = (wide | wide << STRIDE | wide >> STRIDE) & ground
    return region


def hangs_together(ground: int) -> bool:
    """Whether the ground is at most one region."""
    return flooded(ground, ground & -ground) == ground


ALONE = frozenset(placement for table in PLACEMENTS for placement in table if not hangs_together(placement.ring))
"""The placements that the walls alone help to enclose something."""
