"""How likely a claim is doubted, by what sort of people the others have shown themselves to be: trusting, suspicious, or such as weigh.

Whoever weighs doubts the more, the more often it has seen the claimant bluff. So a bluff that was believed says little about the next one,
and one that was believed after three others says nearly all.

>>> round(doubted_by_weighing(0, 0), 2), round(doubted_by_weighing(0, 2), 2), round(doubted_by_weighing(6, 0), 2)
(0.39, 0.89, 0.09)
>>> likely = types((0, 4), (4, 0))
>>> round(likely[0], 2)
0.99
"""

from __future__ import annotations

import random
from functools import cache
from math import comb, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

TRUSTING, SUSPICIOUS = 0.05, 0.75
"""How often either sort doubts, whatever it has seen."""

COMMON = 0.25, 0.6, 0.15
"""How many are trusting, weigh, and are suspicious."""

ENOUGH = 0.21
"""How likely a bluff must be for a doubt to pay, about."""

ALIKE = 4.0
"""After so many answers what was seen of somebody counts as much as what is usual."""

HONEST_BEFORE, BLUFFS_BEFORE = 4, 1
"""What is thought of a seat before it has made a claim, by who weighs, as if it had been seen so often."""

Counts = tuple[int, int]


def doubtfulness(position: Position, seat: int, rng: random.Random) -> float:
    """How likely somebody doubts the seat's next claim, each of the others taken for a sort drawn from those that its answers allow."""
    believing = 1.0
    for other in range(position.seats):
        if other != seat and position.hands[other] and not position.partners(other, seat):
            record = position.claims[seat]
            (sort,) = rng.choices(range(len(COMMON)), types(record, position.answers[other]))
            believing *= 1 - (TRUSTING, own_way(record, position.answers[other]), SUSPICIOUS)[sort]
    return 1 - believing


def own_way(record: Counts, answers: Counts) -> float:
    """How likely a seat that weighs doubts the next claim, the likelier, the more it has doubted: everybody weighs a little differently."""
    return (ALIKE * doubted_by_weighing(*record) + answers[1]) / (ALIKE + sum(answers))


@cache
def types(record: Counts, answers: Counts) -> tuple[float, ...]:
    """How likely a seat is of each sort that has so often believed and doubted, of claims of which so many were true and so many bluffs."""
    believed, doubted = answers
    weights = [
        common * (1 - chance) ** believed * chance**doubted
        for common, chance in zip(COMMON, (TRUSTING, weighed(record, believed + doubted), SUSPICIOUS), strict=True)
    ]
    return tuple(weight / sum(weights) for weight in weights)


@cache
def weighed(record: Counts, times: int) -> float:
    """How often who weighs doubts on average, from the first of so many claims to the last, if bluffs were spread evenly among them."""
    parts = [part / max(1, times) for part in range(times)] or [0.0]
    return 1 - prod([1 - doubted_by_weighing(round(record[0] * part), round(record[1] * part)) for part in parts]) ** (1 / len(parts))


@cache
def doubted_by_weighing(true: int, bluffs: int) -> float:
    """How likely who weighs doubts the next claim after so many true ones and bluffs: where a bluff seems likely enough."""
    lies = bluffs + BLUFFS_BEFORE
    seen = lies + true + HONEST_BEFORE - 1
    return sum(comb(seen, less) * ENOUGH**less * (1 - ENOUGH) ** (seen - less) for less in range(lies))
