"""Who will probably win: until the last entry, by how many cards each side has, hardly by what they are worth so far.

From the tenth exile on whole colours change hands, complete ones as well, so the groups of the moment say little about those
of the end. The weights were fitted to 500 games played at sight.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.verbotene_stadt.awards import prey
from engine.verbotene_stadt.box import TERRACE
from engine.verbotene_stadt.brain.estimates import bits_of
from engine.verbotene_stadt.brain.hands import Hands, best_card, handed
from engine.verbotene_stadt.cards import value_of

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

CARD, CARD_LATE, CARD_GROWS = 0.1, 0.28, 0.025
"""What a card adds to the logarithm of the odds at the start and at most, and by how much that grows with each exile."""

POINT_LAST, POINT = 0.07, 0.01
"""What a point of the present worth adds before the last entry, and earlier."""

NEAR = 0.7
"""How much of an award counts that the active seat could enter for at once."""


def prospects(position: Position) -> tuple[float, ...]:
    """Each seat's share of the win."""
    bits, exiled, active = bits_of(position), len(position.exile), position.active
    totals = strengths(bits, exiled, position.teams)
    if position.stage in ("move", "fate", "dragon") and position.bribes[active] >= 0 and position.can_enter(position.bribes[active]):
        after = strengths(handed(bits, award(position, bits), active), exiled, position.teams)
        totals = [now + NEAR * (then - now) for now, then in zip(totals, after, strict=True)]
    best = max(totals)
    weights = [math.exp(total - best) for total in totals]
    return tuple(weight / sum(weights) for weight in weights)


def strengths(bits: Hands, exiled: int, teams: bool) -> list[float]:
    """Each side's part in the logarithm of the odds; partners have the sum."""
    card = min(CARD_LATE, CARD + CARD_GROWS * exiled)
    point = POINT_LAST if exiled == TERRACE - 1 else POINT
    own = [card * hand.bit_count() + point * value_of(hand) for hand in bits]
    return [own[seat] + own[(seat + 2) % 4] for seat in range(4)] if teams else own


def award(position: Position, bits: Hands) -> list[int]:
    """The cards that the active seat would get for an entry now; of an empty pavilion's those that the rules let it take."""
    if position.left:
        return position.left if position.generous else position.left[:1]
    cards = [take.card for take in prey(position, position.active)]
    if position.generous:
        return cards
    return [best_card(bits, position.teams, cards, position.active)] if cards else []
