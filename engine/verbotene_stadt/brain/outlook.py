"""Who wins from here, by quick games without the board: only hands, exiles and whose turn it is are played on.

Nearly every turn ends with an entry, so what decides is who gets which award, and who has the turn when whole colours change hands.
How often a turn goes which way was counted in games played at sight. All positions are tried with the same luck.

>>> first, second = outlook((1, 8), False, exiled=14, active=0), outlook((1, 8), False, exiled=14, active=1)
>>> first[0] > 0.7 > 0.3 > second[0], sum(first)
(True, 1.0)
"""

import random
from functools import cache, lru_cache

from engine.verbotene_stadt.box import BOX, GENEROUS, TERRACE
from engine.verbotene_stadt.brain.hands import Hands, moved
from engine.verbotene_stadt.cards import value_of

GAMES = 32

IDLE, SHARED = 0.1, 0.1
"""How often a turn ends without an entry, and how often the official inside is another seat's as well."""

BELIEVED, CAUGHT, DOUBTED = 0.1, 0.05, 0.2
"""How often, while bluffing is open, a bluff is believed, a bluff is doubted, an honest entry is doubted."""

CLAIMED = SHARED + BELIEVED + CAUGHT + DOUBTED

COLOUR = 7
"""The three cards of a colour as bits."""

TURNS = 6
"""After so many turns without an entry there is one."""

Luck = tuple[float, float, float, float, float]
"""What decides a turn: which pavilion, whether anybody enters, who else is concerned, what becomes of the entry, which garment."""


@cache
def lots(game: int) -> list[list[Luck]]:
    """The luck of a quick game: for every exile that of some turns, so that positions which differ in one thing differ by it alone."""
    rng = random.Random(game)
    return [[(rng.random(), rng.random(), rng.random(), rng.random(), rng.random()) for _ in range(TURNS)] for _ in range(TERRACE)]


@lru_cache(maxsize=1 << 14)
def outlook(bits: Hands, teams: bool, exiled: int, active: int, pavilion: int = 0) -> tuple[float, ...]:
    """Each seat's share of the win if the active seat's turn begins; the pavilion is the active one, 0 if it is rolled for."""
    if exiled == TERRACE:
        return won(bits, teams)
    ends = [won(played_on(bits, teams, exiled, active, pavilion, lots(game)), teams) for game in range(GAMES)]
    return tuple(sum(shares) / GAMES for shares in zip(*ends, strict=True))


def won(bits: Hands, teams: bool) -> tuple[float, ...]:
    """Each seat's share of the win when these are the hands at the end; partners share theirs."""
    values = [value_of(hand) for hand in bits]
    totals = [values[seat] + values[(seat + 2) % 4] for seat in range(4)] if teams else values
    best = max(totals)
    return tuple([(total == best) / totals.count(best) for total in totals])


def played_on(bits: Hands, teams: bool, exiled: int, active: int, pavilion: int, luck: list[list[Luck]]) -> Hands:
    """The hands at the end of one quick game."""
    hands, seats = bits, len(bits)
    while exiled < TERRACE:
        number = pavilion or 1 + int(luck[exiled][0][0] * len(BOX.pavilions))
        pavilion = 0
        for turn in luck[exiled]:
            if turn[1] >= IDLE:
                break
            active = (active + 1) % seats
        taker, loser, again = settled(hands, teams, active, turn)
        hands = awarded(hands, teams, number, exiled >= GENEROUS, taker, turn[4])
        if loser >= 0:
            hands = forfeited(hands, taker, loser)
        exiled += 1
        active = active if again else (active + 1) % seats
    return hands


def settled(hands: Hands, teams: bool, active: int, luck: Luck) -> tuple[int, int, bool]:
    """Who gets the award of an entry, who loses a card by a doubt (-1 for nobody), and whether the active seat plays again."""
    _, _, who, case, _ = luck
    step = 1 if teams or len(hands) == 2 else 1 + int(who * (len(hands) - 1))
    other = (active + (3 if teams and who < 0.5 else step)) % len(hands)
    if case < SHARED:
        return other, -1, False
    if case >= CLAIMED or not (hands[active] and hands[other]):
        return active, -1, False
    if case < SHARED + BELIEVED:
        return active, -1, True
    return (other, active, False) if case < SHARED + BELIEVED + CAUGHT else (active, other, False)


def awarded(hands: Hands, teams: bool, pavilion: int, generous: bool, taker: int, luck: float) -> Hands:
    """The hands after an award: one garment that is left, or all; from an empty pavilion what others have of its colour."""
    colour = COLOUR << 3 * pavilion - 3
    spared = hands[taker] | (hands[(taker + 2) % 4] if teams and generous else 0)
    owned = 0
    for hand in hands:
        owned |= hand
    left = colour & ~owned
    if generous:
        return moved(hands, left or colour & ~spared, taker)
    if left:
        garments = bits_in(left)
        return moved(hands, garments[int(luck * len(garments))], taker)
    return moved(hands, best_bit(hands[taker], colour & ~spared), taker)


def forfeited(hands: Hands, taker: int, loser: int) -> Hands:
    """The hands after the taker has chosen a card of the loser."""
    return moved(hands, best_bit(hands[taker], hands[loser]), taker)


@lru_cache(maxsize=1 << 16)
def best_bit(own: int, offered: int) -> int:
    """The card that is worth most to take, for what it adds and what its owner loses; 0 where none is offered."""
    return max(bits_in(offered), key=lambda bit: value_of(own | bit) - value_of(offered & ~bit), default=0)


def bits_in(cards: int) -> list[int]:
    """Every card of a set of bits, as a bit."""
    return [1 << card for card in range(cards.bit_length()) if cards >> card & 1]
