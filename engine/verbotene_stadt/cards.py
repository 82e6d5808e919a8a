"""Garment cards and what they are worth: every card counts once, in the grouping worth most (Rules, end and score).

>>> value([card_of("red-hat"), card_of("red-coat"), card_of("blue-coat"), card_of("green-trousers")])
7
>>> [[card_name(card) for card in group] for group in grouping([card_of("red-hat"), card_of("red-coat"), card_of("blue-coat")])]
[['red-hat', 'red-coat'], ['blue-coat']]
"""

from collections.abc import Iterable, Iterator
from functools import cache

from engine.errors import BadNotation
from engine.sentences import quoted
from engine.verbotene_stadt.box import BOX, GARMENTS
from engine.verbotene_stadt.sentences import SENTENCES

THREE_OF_A_COLOUR = 10
FULL_DRESS = 6
"""Hat, coat and trousers in three different colours."""
TWO_OF_A_COLOUR = 4
SINGLE = 1

CARDS = tuple(f"{colour}-{garment}" for colour in BOX.pavilion_colours for garment in GARMENTS)
"""Card n is of pavilion n // 3 + 1 and garment n % 3."""

NUMBERS = {name: number for number, name in enumerate(CARDS)}

Wardrobe = tuple[int, ...]
"""Per colour a set of garments as bits (hat 1, coat 2, trousers 4), the fullest first: colours do not differ in worth."""


def card_of(name: str) -> int:
    """The card of that name; raises BadNotation."""
    if name not in NUMBERS:
        raise BadNotation.of(SENTENCES.say("notation.card", {"text": quoted(name), "card": CARDS[0]}))
    return NUMBERS[name]


def card_name(card: int) -> str:
    return CARDS[card]


def pavilion_cards(pavilion: int) -> range:
    """The three cards of a pavilion's colour."""
    return range(3 * pavilion - 3, 3 * pavilion)


def value(cards: Iterable[int]) -> int:
    """What the cards are worth in their best grouping."""
    return value_of(sum(1 << card for card in cards))


def value_of(cards: int) -> int:
    """The same for cards as a set of bits."""
    return worth_of_counts(COUNTS[cards & 0xFFF] + COUNTS[cards >> 12])


COUNTS = [sum(1 << 4 * (half >> shift & 7) for shift in (0, 3, 6, 9)) for half in range(1 << 12)]
"""For the cards of four colours as bits: how many colours have each set of garments, four bits a set."""


@cache
def worth_of_counts(counts: int) -> int:
    """What cards are worth of which it is known how many colours have each set of garments."""
    return worth(tuple(garments for garments in range(7, 0, -1) for _ in range(counts >> 4 * garments & 15)))


def wardrobe(colours: Wardrobe) -> Wardrobe:
    """The same garments with colours in standard order and empty ones left out."""
    return tuple(sorted((garments for garments in colours if garments), reverse=True))


@cache  # at most 6435 wardrobes of eight colours exist
def worth(colours: Wardrobe) -> int:
    """The worth of a wardrobe: its first garment goes into some group, the others are grouped as well as possible."""
    return max((points + worth(wardrobe(rest)) for points, _, rest in first_groups(colours)), default=0)


def first_groups(colours: Wardrobe) -> Iterator[tuple[int, list[tuple[int, int]], Wardrobe]]:
    """Every group that the first garment can be in: points, its cards as (colour, garment bit), and what is left."""
    if not any(colours):
        return
    place, garments = next((place, garments) for place, garments in enumerate(colours) if garments)
    first = garments & -garments
    same = [bit for bit in (1, 2, 4) if garments & bit and bit != first]
    groups = [(SINGLE, [(place, first)])] + [(TWO_OF_A_COLOUR, [(place, first), (place, bit)]) for bit in same]
    if garments == 7:
        groups.append((THREE_OF_A_COLOUR, [(place, bit) for bit in (1, 2, 4)]))
    left, right = (bit for bit in (1, 2, 4) if bit != first)
    others = range(place + 1, len(colours))
    groups += [
        (FULL_DRESS, [(place, first), (one, left), (two, right)])
        for one in others
        if colours[one] & left
        for two in others
        if two != one and colours[two] & right
    ]
    for points, cards in groups:
        rest = list(colours)
        for colour, bit in cards:
            rest[colour] -= bit
        yield points, cards, tuple(rest)


def grouping(cards: Iterable[int]) -> list[list[int]]:
    """The cards in their best grouping, groups worth most first."""
    bits = sum(1 << card for card in cards)
    colours = tuple(bits >> 3 * colour & 7 for colour in range(len(BOX.pavilion_colours)))
    groups: list[tuple[int, list[int]]] = []
    while any(colours):
        best = worth(wardrobe(colours))
        points, parts, colours = next(found for found in first_groups(colours) if found[0] + worth(wardrobe(found[2])) == best)
        groups.append((points, sorted(3 * colour + bit.bit_length() - 1 for colour, bit in parts)))
    return [group for _, group in sorted(groups, key=lambda found: (-found[0], found[1]))]
