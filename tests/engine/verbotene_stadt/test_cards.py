"""What cards are worth, against a search through every way to group them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.verbotene_stadt.cards import CARDS, card_of, grouping, value


def naive_value(cards: tuple[int, ...]) -> int:
    """The best of all partitions into groups of one, two or three."""
    if not cards:
        return 0
    first, rest = cards[0], cards[1:]
    best = 1 + naive_value(rest)
    for one in rest:
        left = tuple(card for card in rest if card != one)
        best = max(best, points((first, one)) + naive_value(left))
        for two in left:
            if two > one:
                best = max(best, points((first, one, two)) + naive_value(tuple(card for card in left if card != two)))
    return best


def points(group: tuple[int, ...]) -> int:
    """What a group of two or three counts as one group; very little if it is none."""
    colours, garments = {card // 3 for card in group}, {card % 3 for card in group}
    if len(colours) == 1:
        return {2: 4, 3: 10}[len(group)]
    return 6 if len(group) == 3 == len(colours) == len(garments) else -99


@settings(max_examples=120, deadline=None)
@given(cards=st.sets(st.integers(0, 23), max_size=9))
def test_the_best_grouping_agrees_with_a_search_through_all(cards: set[int]) -> None:
    assert value(cards) == naive_value(tuple(sorted(cards)))


@settings(deadline=None)
@given(cards=st.sets(st.integers(0, 23)))
def test_the_grouping_uses_each_card_once_and_is_worth_the_value(cards: set[int]) -> None:
    groups = grouping(cards)
    assert sorted(card for group in groups for card in group) == sorted(cards)
    assert sum(value(group) for group in groups) == value(cards)
    assert all(len(group) == 1 or points(tuple(group)) > 0 for group in groups)


def worth(text: str) -> int:
    return value([card_of(name) for name in text.split()])


def test_the_printed_values() -> None:
    assert worth("red-hat") == 1
    assert worth("red-hat red-coat") == 4
    assert worth("red-hat red-coat red-trousers") == 10
    assert worth("red-hat blue-coat green-trousers") == 6
    assert worth("red-hat blue-hat green-trousers") == 3, "two hats are no full dress"
    assert worth("red-hat red-coat green-trousers") == 5, "a full dress has three colours"
    assert worth("") == 0


def test_all_cards_together_are_worth_three_of_every_colour() -> None:
    assert worth(" ".join(CARDS)) == 80
