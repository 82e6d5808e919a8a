"""What everybody has seen tells of what a seat hides: whether its claim is true, and whom it probably bribes.

The weights were fitted to a few thousand claims of games played at sight, with and without lapses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.verbotene_stadt.box import TERRACE
from engine.verbotene_stadt.brain.policy import bribe_promises
from engine.verbotene_stadt.brain.stakes import entry_share, idle_share

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


HONEST_BEFORE, BLUFFS_BEFORE = 3.0, 0.8
"""What is thought of a claim before the seat has made any, as if it had been seen so often; every claim is shown in the end."""

LED = 1.0
"""How much less likely, as the logarithm of odds, a claim of a seat that has bluffed is true if it has led the official to the door."""

WAITING = 0.5
"""How much of an award a seat gets, on average, that goes on instead of bluffing."""

LEAST = 0.02
"""So much of the win is at stake at least, as far as doubts are concerned."""

SHARPNESS = 0.2
"""By what share of the stakes doubting must be better, or worse, to be clearly likelier, or less likely, than is fair."""


def claim_is_true(position: Position) -> float:
    """How likely the official inside is the one that the active seat bribes.

    What the seat has shown in the end of its claims so far says most. While it has never bluffed, an official led up to the
    door is likely its own; once it has, it may have led it there to be believed, and one that could enter at once is likelier.
    """
    seat, claimed = position.active, position.entered
    this_turn = position.moved[seat][-position.made : -1]
    true, bluffs = position.claims[seat]
    led = (0.3 if not bluffs else -LED) * (claimed in this_turn)
    last = 0.5 * (len(position.exile) == TERRACE - 1)
    return 1 / (1 + (bluffs + BLUFFS_BEFORE) / (true + HONEST_BEFORE) * math.exp(-led - last))


def fair_doubt(position: Position, seat: int) -> float:
    """How often the seat must doubt a claim so that its bluffer had done as well to go on: no habit of bluffing pays against that."""
    active = position.active
    believed, doubted = entry_share(position, active, active, again=True), entry_share(position, active, seat, active)
    waiting = WAITING * entry_share(position, active, active) + (1 - WAITING) * idle_share(position, active)
    return min(0.6, max(0.1, (believed - waiting) / max(LEAST, believed - doubted)))


def doubt_chance(position: Position, seat: int) -> float:
    """How likely the seat doubts the claim: about as often as leaves a bluffer nothing to gain, the more the likelier it lies.

    If the claim is true and the seat bribes the same official, believing brings the award to the seat itself.
    """
    active, honest = position.active, claim_is_true(position)
    true_believed = entry_share(position, seat, seat if position.bribes[seat] == position.entered else active)
    true_doubted = entry_share(position, seat, active, seat)
    bluff_believed, bluff_doubted = entry_share(position, seat, active, again=True), entry_share(position, seat, seat, active)
    gain = honest * (true_doubted - true_believed) + (1 - honest) * (bluff_doubted - bluff_believed)
    swing = max(LEAST, bluff_doubted - true_doubted)
    fair = fair_doubt(position, seat)
    return 1 / (1 + math.exp(-math.log(fair / (1 - fair)) - gain / (SHARPNESS * swing)))


def bribe_weights(position: Position, seat: int, officials: Sequence[int]) -> list[float]:
    """How likely the seat bribes each of the officials, one against the other: those that reach much, and those it moved."""
    promises, moved = bribe_promises(position, seat), position.moved[seat]
    weights = [(0.02 + promises[official] ** 3) ** 0.4 for official in officials]
    for place, official in enumerate(officials):
        times = moved.count(official)
        if times:
            weights[place] *= 4.0 * 5.0 ** min(2, times - 1) * (2.0 if moved[-1] == official else 1.0)
    return weights
