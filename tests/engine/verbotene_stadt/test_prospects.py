"""Who will probably win: cards count, and what they are worth only before the last entry."""

import pytest

from engine.verbotene_stadt.brain.estimates import bits_of
from engine.verbotene_stadt.brain.prospects import award, prospects
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.officials import EXILED
from engine.verbotene_stadt.position import Position
from tests.engine.verbotene_stadt.tables import READY, table

MANY, DEAR = "red-hat blue-hat white-hat brown-hat", "green-hat green-coat green-trousers"


def with_exiles(position: Position, count: int) -> Position:
    """The position between two turns, with so many officials on the terrace."""
    gone = [official for official in position.on_board if official not in position.bribes][:count]
    return position.but(
        stage="pavilion", exile=tuple(gone), cells=tuple(EXILED if n in gone else cell for n, cell in enumerate(position.cells))
    )


@pytest.mark.parametrize("exiles", [2, 6, 10])
def test_the_side_with_more_cards_is_ahead_before_the_end(exiles: int) -> None:
    first, second = prospects(with_exiles(table(["red-red", "blue-blue"], cards={0: MANY, 1: DEAR}), exiles))
    assert first > second
    assert first + second == pytest.approx(1)


def test_before_the_last_entry_points_count() -> None:
    first, second = prospects(with_exiles(table(["red-red", "blue-blue"], cards={0: MANY, 1: DEAR}), 14))
    assert second > first


def test_a_card_more_tells_more_later() -> None:
    position = table(["red-red", "blue-blue"], cards={0: "red-hat blue-hat", 1: "white-hat"})
    assert 0.5 < prospects(with_exiles(position, 2))[0] < prospects(with_exiles(position, 9))[0]


@pytest.mark.parametrize(("version", "got"), [(2, "green-hat green-trousers"), (1, "green-hat green-coat green-trousers")])
def test_after_the_tenth_exile_a_partner_keeps_its_cards(version: int, got: str) -> None:
    """By the rules of version 2; by the older ones everybody's cards were taken."""
    cards = {1: "green-hat", 2: "green-coat", 3: "green-trousers"}
    bribes = ["red-red", "blue-blue", "green-green", "black-black"]
    position = table(bribes, at=READY, cards=cards, exiled=10, teams=True, version=version)
    assert " ".join(CARDS[card] for card in award(position, bits_of(position))) == got
