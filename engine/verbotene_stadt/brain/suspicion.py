"""What everybody has seen tells of what a seat hides: whether its claim is true, and whom it probably bribes.

The weights were fitted to a few thousand claims of games played at sight, with and without lapses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.verbotene_stadt.box import TERRACE
from engine.verbotene_stadt.brain.policy import bribe_promises

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


HONEST_BEFORE, BLUFFS_BEFORE = 3.0, 0.8
"""What is thought of a claim before the seat has made any, as if it had been seen so often; every claim is shown in the end."""

LED = 1.0
"""How much less likely, as the logarithm of odds, a claim of a seat that has bluffed is true if it has led the official to the door."""

USUAL, FAIR = 0.21, 0.25
"""How many claims are bluffs, as far as nothing is known, and how often they are doubted: there a doubt is worth about as much as none."""

SHARPNESS = 0.12
"""By how much likelier claims must be bluffs to be doubted clearly more often."""

SHARING = 0.3
"""How much less a seat doubts a claim that would bring the award to itself."""


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


def doubt_chance(position: Position, seat: int) -> float:
    """How likely the seat doubts the claim: the likelier, the more of the claims that were shown were bluffs.

    What is at stake does not matter, nor who was moved: whoever could work out where doubts are seldom would bluff there.
    If the seat bribes the same official, believing brings it the award of a claim that is true.
    """
    true, bluffs = position.claims[position.active]
    lies = (bluffs + BLUFFS_BEFORE) / (true + HONEST_BEFORE + bluffs + BLUFFS_BEFORE)
    often = 1 / (1 + math.exp(-math.log(FAIR / (1 - FAIR)) - (lies - USUAL) / SHARPNESS))
    return SHARING * often if position.bribes[seat] == position.entered else often


def bribe_weights(position: Position, seat: int, officials: Sequence[int]) -> list[float]:
    """How likely the seat bribes each of the officials, one against the other: those that reach much, and those it moved."""
    promises, moved = bribe_promises(position, seat), position.moved[seat]
    weights = [(0.02 + promises[official] ** 3) ** 0.4 for official in officials]
    for place, official in enumerate(officials):
        times = moved.count(official)
        if times:
            weights[place] *= 4.0 * 5.0 ** min(2, times - 1) * (2.0 if moved[-1] == official else 1.0)
    return weights
