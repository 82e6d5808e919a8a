"""What an award, a bluff or a doubt is probably worth to a seat, in points of lead, not shares of the win."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.verbotene_stadt.box import BOX, TERRACE
from engine.verbotene_stadt.brain import hands
from engine.verbotene_stadt.brain.credulity import doubtfulness
from engine.verbotene_stadt.moves import Take
from engine.verbotene_stadt.turn import FATE_DICE

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

LUCK = 3
"""How many things must go well, each as likely as that a bluff is believed, for a bluff to be followed by another."""

TURN = 0.8
"""How much of an award a whole new turn brings."""

HONEST_BEFORE, BLUFFS_BEFORE = 4.0, 1.0
"""What is thought of a seat before it has shown anything, as if it had been seen so often."""

FORGIVING = 0.85
"""How much trust in a seat is left after one more bluff of it was shown."""

RED = [sum(face != "black" for face in BOX.dice[die]) / len(BOX.dice[die]) for die in FATE_DICE] + [0.0]
"""The chance of another move after the first, second, third and fourth."""


def bits_of(position: Position) -> hands.Hands:
    """Every seat's cards."""
    return position.hands


def best_take(position: Position, takings: list[Take], seat: int) -> tuple[float, Take]:
    """The card that the seat would take, and what that does to its lead."""
    bits = bits_of(position)
    owners = {take.card: take for take in takings}
    card = hands.best_card(bits, position.teams, list(owners), seat)
    return hands.gain(bits, position.teams, [card], seat, seat), owners[card]


def award_gain(position: Position, taker: int, seat: int, pavilion: int = 0) -> float:
    """What it does to a seat's lead if the taker gets the award of the pavilion, or of the active one."""
    if taker == seat:
        return hands.own_award_gains(position.hands, position.teams, position.generous, seat)[(pavilion or position.pavilion) - 1]
    return hands.award_gain(position.hands, position.teams, pavilion or position.pavilion, position.generous, taker, seat)


def forfeit_gain(position: Position, taker: int, loser: int, seat: int) -> float:
    """What it does to a seat's lead if the taker takes a card of the loser."""
    return hands.forfeit_gain(bits_of(position), position.teams, taker, loser, seat)


def honesty(position: Position, seat: int, rng: random.Random, trust: float = 0.0) -> float:
    """How likely the seat's next claim is true: drawn from what its claims so far allow, so that play is mixed.

    Trust counts as honest claims before those that were seen; each bluff takes some of it away.
    """
    true, bluffs = position.claims[seat]
    return rng.betavariate(true + HONEST_BEFORE + trust * FORGIVING**bluffs, bluffs + BLUFFS_BEFORE)


def ends_well(position: Position, gain: float, seat: int) -> bool:
    """Whether the seat wants an entry that changes its lead so: not if it would lose the game by it."""
    if len(position.exile) < TERRACE - 1:
        return gain > 0
    values = hands.standing(bits_of(position), position.teams)
    others = [values[other] for other in range(position.seats) if other != seat and not position.partners(other, seat)]
    return values[seat] + gain >= max(others)


def first_doubter(position: Position, seat: int) -> int:
    """The seat that answers the seat's claim first."""
    return next(other for other in seats_after(position, seat) if position.hands[other] and not position.partners(other, seat))


def bluff_gain(position: Position, seat: int, rng: random.Random) -> float:
    """What a bluff brings the seat: the award and a turn if believed; else the doubter gets it, and a card."""
    doubted = doubtfulness(position, seat, rng)
    return expected(bluff_stakes(position, seat, turns_in_a_row(position, doubted)), doubted)


def bluff_stakes(position: Position, seat: int, turns: float = 1.0) -> tuple[float, float]:
    """What a bluff does to the seat's lead if it is believed, with so many turns to come for it, and if it is doubted."""
    doubter = first_doubter(position, seat)
    believed_gain = award_gain(position, seat, seat) * (1 + TURN * turns * (len(position.exile) < TERRACE - 1))
    return believed_gain, award_gain(position, doubter, seat) + forfeit_gain(position, doubter, seat, seat)


def turns_in_a_row(position: Position, doubted: float) -> float:
    """What a turn won by a bluff is worth, in turns: who is believed every time has one after another, until the last exile."""
    return min(TERRACE - 1.0 - len(position.exile), 1 / max(0.01, 1 - (1 - doubted) ** LUCK))


def expected(stakes: tuple[float, float], doubted: float) -> float:
    """What to expect of a claim that is believed for the first stake and doubted, with this chance, for the second."""
    return (1 - doubted) * stakes[0] + doubted * stakes[1]


def seats_after(position: Position, seat: int) -> list[int]:
    """The other seats in turn order."""
    return [position.after(seat, steps) for steps in range(1, position.seats)]


def doubts(position: Position, seat: int, rng: random.Random, trust: float = 0.0) -> bool:
    """Whether the seat doubts the entry it is asked about."""
    honest = honesty(position, position.active, rng, trust)
    award_to_active, if_true, if_bluff = doubt_gains(
        position.hands, position.teams, position.pavilion, position.generous, position.active, seat
    )
    if_believed = award_to_active * (1 + TURN * (1 - honest) * (len(position.exile) < TERRACE - 1))
    return honest * if_true + (1 - honest) * if_bluff > if_believed


@lru_cache(maxsize=1 << 13)
def doubt_gains(bits: hands.Hands, teams: bool, pavilion: int, generous: bool, active: int, seat: int) -> tuple[float, float, float]:
    """What it does to a seat's lead if the active seat gets the award, and if the seat doubts a true claim, or a bluff."""
    to_active = hands.award_gain(bits, teams, pavilion, generous, active, seat)
    if_true = to_active + hands.forfeit_gain(bits, teams, active, seat, seat)
    to_seat = hands.award_gain(bits, teams, pavilion, generous, seat, seat)
    return to_active, if_true, to_seat + hands.forfeit_gain(bits, teams, seat, active, seat)
