"""What cards and awards are worth to a seat, in points of lead; asked again and again in playing at sight, so remembered.

>>> red, blue = 0b011, 0b011 << 6
>>> round(lead((red, blue), False, 0), 2), round(award_gain((red, blue), False, 1, False, 0, 0), 2)
(0.0, 6.4)
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from engine.verbotene_stadt.cards import CARDS, pavilion_cards, value_of

PROMISE = 0.4
"""What a card promises beyond its present worth: it may become part of a group."""

Hands = tuple[int, ...]
"""Every seat's cards as bits."""


@lru_cache(maxsize=1 << 16)
def worth(hand: int) -> float:
    """What a seat's cards are worth, with their promise."""
    return value_of(hand) + PROMISE * hand.bit_count()


def standing(bits: Hands, teams: bool) -> list[float]:
    """What every side's cards are worth, with their promise; partners have the sum."""
    own = [worth(hand) for hand in bits]
    return [own[seat] + own[(seat + 2) % 4] for seat in range(4)] if teams else own


@lru_cache(maxsize=1 << 15)
def lead(bits: Hands, teams: bool, seat: int) -> float:
    """How far a side is ahead of the best and, a little, of the average of the others."""
    values = standing(bits, teams)
    best, average = others(values, teams, seat)
    return values[seat] - best - average


def others(values: Sequence[float], teams: bool, seat: int) -> tuple[float, float]:
    """What the best of the others counts against a seat, and their average."""
    found = [values[other] for other in rivals(len(values), teams, seat)]
    return 0.7 * max(found), 0.3 * sum(found) / len(found)


@cache
def rivals(seats: int, teams: bool, seat: int) -> tuple[int, ...]:
    """The seats on other sides."""
    return tuple(other for other in range(seats) if other != seat and not (teams and (other - seat) % 2 == 0))


def handed(bits: Hands, cards: Sequence[int], seat: int) -> Hands:
    """The hands after the seat has got the cards."""
    return moved(bits, sum([1 << card for card in cards]), seat)


def moved(bits: Hands, cards: int, taker: int) -> Hands:
    """The hands after those cards, as bits, have come to the taker."""
    return tuple([hand | cards if seat == taker else hand & ~cards for seat, hand in enumerate(bits)])


def best_card(bits: Hands, teams: bool, cards: Sequence[int], taker: int) -> int:
    """The card that the taker would take."""
    return best_of(bits, teams, tuple(cards), taker)


@lru_cache(maxsize=1 << 12)
def best_of(bits: Hands, teams: bool, cards: tuple[int, ...], taker: int) -> int:
    """The same, remembered."""
    return max(cards, key=lambda card: lead(moved(bits, 1 << card, taker), teams, taker))


def gain(bits: Hands, teams: bool, cards: Sequence[int], taker: int, seat: int) -> float:
    """What it does to a seat's lead if the taker gets the cards."""
    return lead(handed(bits, cards, taker), teams, seat) - lead(bits, teams, seat)


@lru_cache(maxsize=1 << 15)
def award_gain(bits: Hands, teams: bool, pavilion: int, generous: bool, taker: int, seat: int) -> float:
    """What it does to a seat's lead if the taker gets the award of the pavilion, and takes from others only what helps it."""
    owned = sum(bits)
    left = [card for card in pavilion_cards(pavilion) if not owned >> card & 1]
    if left:
        if generous:
            return gain(bits, teams, left, taker, seat)
        return sum([gain(bits, teams, [card], taker, seat) for card in left]) / len(left)
    spared = bits[taker] | (bits[(taker + 2) % 4] if teams and generous else 0)
    prey = [card for card in pavilion_cards(pavilion) if owned & ~spared & 1 << card]
    taken = prey if generous else [best_card(bits, teams, prey, taker)] if prey else []
    return gain(bits, teams, taken, taker, seat) if taken and gain(bits, teams, taken, taker, taker) > 0 else 0.0


@lru_cache(maxsize=1 << 12)
def own_award_gains(bits: Hands, teams: bool, generous: bool, seat: int) -> list[float]:
    """What it does to a seat's lead if it gets the award of each pavilion, pavilion 1 first; all at once, since much is the same."""
    values = standing(bits, teams)
    best, average = others(values, teams, seat)
    now = values[seat] - best - average
    own, partner, left = bits[seat], worth(bits[(seat + 2) % 4]) if teams else 0.0, ALL & ~sum(bits)
    gains = []
    # Colours do not differ in worth: where as much is left and the seat has as much of it, it gains as much.
    alike: dict[int, float] = {}
    for number, drawn in enumerate(DRAWN, 1):
        garments = left >> 3 * number - 3 & 7
        if not garments:
            gains.append(award_gain(bits, teams, number, generous, seat, seat))
            continue
        kind = garments << 3 | own >> 3 * number - 3 & 7
        if kind not in alike:
            # A garment that is left is taken from nobody, so the others keep what they have.
            bundles = drawn[garments][-1:] if generous else drawn[garments][:-1]
            alike[kind] = sum([worth(own | bundle) + partner - best - average - now for bundle in bundles]) / len(bundles)
        gains.append(alike[kind])
    return gains


def bundles_of(cards: int) -> tuple[int, ...]:
    """Each of the cards, as bits, and then all of them; nothing if there is none."""
    return (*(1 << card for card in range(len(CARDS)) if cards >> card & 1), cards) if cards else ()


ALL = (1 << len(CARDS)) - 1
DRAWN = [[bundles_of(garments << 3 * number) for garments in range(8)] for number in range(len(CARDS) // 3)]
"""For each pavilion and each set of garments left there what can be drawn: one by one, and at last all at once."""


@lru_cache(maxsize=1 << 14)
def forfeit_gain(bits: Hands, teams: bool, taker: int, loser: int, seat: int) -> float:
    """What it does to a seat's lead if the taker takes a card of the loser."""
    cards = [card for card in range(bits[loser].bit_length()) if bits[loser] >> card & 1]
    return gain(bits, teams, [best_card(bits, teams, cards, taker)], taker, seat) if cards else 0.0
