"""What everybody has seen tells of what a seat hides: whether its claim is true, and whom it probably bribes.

The weights were fitted to a few thousand claims of games played at sight, with and without lapses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.verbotene_stadt.box import TERRACE
from engine.verbotene_stadt.estimates import BLUFFS_BEFORE, HONEST_BEFORE, TURN, award_gain, forfeit_gain
from engine.verbotene_stadt.policy import bribe_promises

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def claim_is_true(position: Position) -> float:
    """How likely the official inside is the one that the active seat bribes.

    Officials led up to the door are seldom somebody else's; a seat that kept moving another one is likely to bluff, and
    where many could have entered the bribed one is likely to be among them.
    """
    seat, claimed = position.active, position.entered
    earlier = position.moved[seat][:-1]
    this_turn = earlier[len(earlier) - (position.made - 1) :] if position.made > 1 else ()
    before = earlier[: len(earlier) - len(this_turn)]
    others = max((earlier.count(official) for official in earlier if official != claimed and position.cells[official] >= 0), default=0)
    could_enter = sum(position.can_enter(official) for official in position.on_board)
    true, bluffs = position.claims[seat]
    log_odds = (
        0.7 * math.log((true / HONEST_BEFORE + 1) / (bluffs / BLUFFS_BEFORE + 1))
        + 2.5 * (claimed in this_turn)
        + 1.0 * (claimed in before)
        - 0.35 * min(3, others)
        + 0.2 * could_enter
        - 0.8 * (position.made > 2)
        - 0.04 * award_gain(position, seat, seat)
        + 0.8 * (len(position.exile) == TERRACE - 1)
        + 0.3
    )
    return 1 / (1 + math.exp(-log_odds))


def sees_through(position: Position, seat: int) -> bool:
    """Whether the seat does better to doubt the claim, by what it has seen.

    If the claim is true and the seat bribes the same official, believing brings the award to the seat itself.
    """
    active, honest = position.active, claim_is_true(position)
    to_active, to_seat = award_gain(position, active, seat), award_gain(position, seat, seat)
    another_turn = TURN * (len(position.exile) < TERRACE - 1)
    believed = honest * (to_seat if position.bribes[seat] == position.entered else to_active) + (1 - honest) * to_active * (
        1 + another_turn
    )
    if_true = to_active + forfeit_gain(position, active, seat, seat)
    if_bluff = to_seat + forfeit_gain(position, seat, active, seat)
    return honest * if_true + (1 - honest) * if_bluff > believed


def bribe_weights(position: Position, seat: int, officials: Sequence[int]) -> list[float]:
    """How likely the seat bribes each of the officials, one against the other: those that reach much, and those it moved."""
    promises, moved = bribe_promises(position, seat), position.moved[seat]
    weights = [(0.02 + promises[official] ** 3) ** 0.4 for official in officials]
    for place, official in enumerate(officials):
        times = moved.count(official)
        if times:
            weights[place] *= 4.0 * 5.0 ** min(2, times - 1) * (2.0 if moved[-1] == official else 1.0)
    return weights
