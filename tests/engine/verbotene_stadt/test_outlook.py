"""Quick games without the board: cards are conserved, the last turn is worth most, and a share is everybody's part of one win."""

import random

import pytest

from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.brain.estimates import bits_of
from engine.verbotene_stadt.brain.outlook import awarded, best_bit, forfeited, lots, outlook, played_on, settled, won
from engine.verbotene_stadt.brain.stakes import bluff_stakes, card_share, entry_share, honest_stakes, idle_share
from engine.verbotene_stadt.cards import CARDS, card_of, value_of
from tests.engine.verbotene_stadt.tables import READY, play, table


def cards(names: str) -> int:
    return sum(1 << card_of(name) for name in names.split())


@pytest.mark.parametrize(("seats", "teams"), [(2, False), (3, False), (4, False), (4, True)])
def test_no_card_is_in_two_hands_at_the_end_of_a_quick_game(seats: int, teams: bool) -> None:
    for game in range(20):
        hands = played_on((1, *[0] * (seats - 1)), teams, 0, game % seats, 0, lots(game))
        assert len(hands) == seats
        assert sum(hand.bit_count() for hand in hands) == sum(hands).bit_count() <= len(CARDS)
        assert sum(won(hands, teams)) == pytest.approx(1)


def test_whoever_has_the_last_turn_is_the_favourite() -> None:
    even = cards("red-hat"), cards("blue-hat")
    assert outlook(even, False, 14, 0)[0] > 0.7 > 0.3 > outlook(even, False, 14, 1)[0]


def test_a_finished_game_is_counted_and_not_played_on() -> None:
    assert outlook((cards("red-hat red-coat"), cards("blue-hat")), False, 15, 0) == (1.0, 0.0)
    assert outlook((cards("red-hat"), cards("blue-hat")), False, 15, 0) == (0.5, 0.5)


def test_partners_win_together() -> None:
    hands = cards("red-hat red-coat"), cards("blue-hat"), 0, cards("white-hat")
    assert won(hands, teams=True) == (0.5, 0.0, 0.5, 0.0)
    assert won(hands, teams=False) == (1.0, 0.0, 0.0, 0.0)


def test_a_partner_is_never_whom_an_entry_concerns() -> None:
    concerned = {settled((1, 2, 4, 8), True, 0, (0.0, 0.5, who / 10, 0.0, 0.0))[0] for who in range(10)}
    assert concerned == {1, 3}
    anybody = {settled((1, 2, 4, 8), False, 0, (0.0, 0.5, who / 10, 0.0, 0.0))[0] for who in range(10)}
    assert anybody == {1, 2, 3}


def test_awards_in_quick_games_are_those_of_the_rules() -> None:
    green = cards("green-hat green-coat green-trousers")
    hands = cards("green-hat"), cards("blue-hat")
    assert awarded(hands, False, 7, True, 1, 0.0) == (cards("green-hat"), cards("blue-hat green-coat green-trousers"))
    assert awarded((green, cards("blue-hat")), False, 7, True, 1, 0.0) == (0, green | cards("blue-hat"))
    assert awarded(hands, False, 7, False, 1, 0.0) == (cards("green-hat"), cards("blue-hat green-coat"))
    assert forfeited(hands, 1, 0) == (0, cards("blue-hat green-hat"))


def test_the_card_to_take_is_the_one_that_counts() -> None:
    own, offered = cards("red-hat red-coat"), cards("blue-hat red-trousers white-coat")
    assert best_bit(own, offered) == cards("red-trousers")
    assert best_bit(own, 0) == 0
    assert value_of(own | best_bit(own, offered)) == 10


def test_stakes_of_a_claim() -> None:
    view = table(["red-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}, exiled=13).view(0)
    believed, doubted = bluff_stakes(view, 0)
    assert believed > idle_share(view, 0) > doubted
    assert honest_stakes(view, 0)[1] == entry_share(view, 0, 0, 1) >= entry_share(view, 0, 0)


def test_after_the_last_entry_the_card_is_taken_that_wins() -> None:
    """Only a card that breaks the other's three of a colour is enough."""
    have = {0: "red-hat red-coat purple-hat", 1: "white-hat white-coat white-trousers orange-hat orange-coat orange-trousers brown-hat"}
    position = table(["red-red", "black-black"], at=READY, cards=have, exiled=14)
    asked = play(position, "0 slide red-red pavilion", "1 doubt")
    shares = {move: won(bits_of(asked.play(0, move)), teams=False)[0] for move in asked.moves(0)}
    assert asked.stage == "forfeit"
    assert {card_share(asked, 0, move) for move in shares} == set(shares.values()) > {1.0}
    assert shares[BRAIN.favourite(asked.view(0), 0, random.Random(1))] == 1.0


def test_the_same_question_has_the_same_answer() -> None:
    hands = tuple(random.Random(3).getrandbits(4) << 4 * seat for seat in range(3))
    first = outlook(hands, False, 6, 2)
    outlook.cache_clear()
    assert outlook(hands, False, 6, 2) == first
