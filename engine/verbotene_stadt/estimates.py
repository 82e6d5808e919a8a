"""What things are probably worth to a seat: cards, awards, a bluff, a doubt. Points of lead, not shares of the win."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.verbotene_stadt.awards import prey
from engine.verbotene_stadt.box import BOX, TERRACE
from engine.verbotene_stadt.cards import value_of
from engine.verbotene_stadt.moves import Take
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.turn import FATE_DICE

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

PROMISE = 0.4
"""What a card promises beyond its present worth: it may become part of a group."""

TURN = 0.8
"""How much of an award a whole new turn brings."""

HONEST_BEFORE, BLUFFS_BEFORE = 4.0, 1.0
BELIEVED_BEFORE, DOUBTED_BEFORE = 3.0, 2.0
"""What is thought of a seat before it has shown anything, as if it had been seen so often."""

RED = [sum(face != "black" for face in BOX.dice[die]) / len(BOX.dice[die]) for die in FATE_DICE] + [0.0]
"""The chance of another move after the first, second, third and fourth."""


def hands(position: Position) -> list[int]:
    """Every seat's cards as bits."""
    bits = [0] * position.seats
    for card, owner in enumerate(position.owners):
        if owner != NOBODY:
            bits[owner] |= 1 << card
    return bits


def standing(position: Position, bits: list[int]) -> list[float]:
    """What every side's cards are worth, with their promise; partners have the sum."""
    own = [value_of(hand) + PROMISE * hand.bit_count() for hand in bits]
    return [own[seat] + own[(seat + 2) % 4] for seat in range(4)] if position.teams else own


def lead(position: Position, bits: list[int], seat: int) -> float:
    """How far a side is ahead of the best and, a little, of the average of the others."""
    values = standing(position, bits)
    others = [values[other] for other in range(position.seats) if other != seat and not position.partners(other, seat)]
    return values[seat] - 0.7 * max(others) - 0.3 * sum(others) / len(others)


def handed(bits: list[int], cards: list[int], seat: int) -> list[int]:
    """The hands after the seat has got the cards."""
    bundle = sum(1 << card for card in cards)
    return [hand | bundle if other == seat else hand & ~bundle for other, hand in enumerate(bits)]


def best_take(position: Position, bits: list[int], takings: list[Take], taker: int, seat: int) -> tuple[float, Take]:
    """The card that the taker would take, and what that does to a seat's lead."""
    now = lead(position, bits, seat)
    wanted = max(takings, key=lambda take: lead(position, handed(bits, [take.card], taker), taker))
    return lead(position, handed(bits, [wanted.card], taker), seat) - now, wanted


def award_gain(position: Position, taker: int, seat: int) -> float:
    """What it does to a seat's lead if the taker gets the award of the active pavilion."""
    bits = hands(position)
    now = lead(position, bits, seat)
    owned = prey(position, taker)
    if position.generous:
        cards = position.left or [take.card for take in owned]
        return lead(position, handed(bits, cards, taker), seat) - now
    if position.left:
        return sum(lead(position, handed(bits, [card], taker), seat) - now for card in position.left) / len(position.left)
    return best_take(position, bits, owned, taker, seat)[0] if owned else 0.0


def forfeit_gain(position: Position, taker: int, loser: int, seat: int) -> float:
    """What it does to a seat's lead if the taker takes a card of the loser."""
    bits = hands(position)
    takings = [Take(loser, card) for card in position.hand(loser)]
    return best_take(position, bits, takings, taker, seat)[0] if takings else 0.0


def honesty(position: Position, seat: int, rng: random.Random) -> float:
    """How likely the seat's next claim is true: drawn from what its claims so far allow, so that play is mixed."""
    true, bluffs = position.claims[seat]
    return rng.betavariate(true + HONEST_BEFORE, bluffs + BLUFFS_BEFORE)


def doubtfulness(position: Position, seat: int, rng: random.Random) -> float:
    """How likely somebody doubts the seat's next claim, drawn in the same way."""
    believing = 1.0
    for other in range(position.seats):
        if other != seat and other in position.owners and not position.partners(other, seat):
            believed, doubted = position.answers[other]
            believing *= rng.betavariate(believed + BELIEVED_BEFORE, doubted + DOUBTED_BEFORE)
    return 1 - believing


def ends_well(position: Position, gain: float, seat: int) -> bool:
    """Whether the seat wants an entry that changes its lead so: not if it would lose the game by it."""
    if len(position.exile) < TERRACE - 1:
        return gain > 0
    bits = hands(position)
    values = standing(position, bits)
    others = [values[other] for other in range(position.seats) if other != seat and not position.partners(other, seat)]
    return values[seat] + gain >= max(others)


def bluff_gain(position: Position, seat: int, rng: random.Random) -> float:
    """What a bluff brings the seat: the award and a turn if believed; else the doubter gets it, and a card."""
    doubter = next(other for other in seats_after(position, seat) if other in position.owners and not position.partners(other, seat))
    doubted = doubtfulness(position, seat, rng)
    believed_gain = award_gain(position, seat, seat) * (1 + TURN * (len(position.exile) < TERRACE - 1))
    doubted_gain = award_gain(position, doubter, seat) + forfeit_gain(position, doubter, seat, seat)
    return (1 - doubted) * believed_gain + doubted * doubted_gain


def seats_after(position: Position, seat: int) -> list[int]:
    """The other seats in turn order."""
    return [position.after(seat, steps) for steps in range(1, position.seats)]


def doubts(position: Position, seat: int, rng: random.Random) -> bool:
    """Whether the seat doubts the entry it is asked about."""
    honest = honesty(position, position.active, rng)
    award_to_active = award_gain(position, position.active, seat)
    if_believed = award_to_active * (1 + TURN * (1 - honest) * (len(position.exile) < TERRACE - 1))
    if_true = award_to_active + forfeit_gain(position, position.active, seat, seat)
    if_bluff = award_gain(position, seat, seat) + forfeit_gain(position, seat, position.active, seat)
    return honest * if_true + (1 - honest) * if_bluff > if_believed
