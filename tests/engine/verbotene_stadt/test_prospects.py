"""Who will probably win: cards count, and what they are worth only before the last entry."""

import pytest

from engine.verbotene_stadt.officials import EXILED
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.prospects import prospects
from tests.engine.verbotene_stadt.tables import table

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
