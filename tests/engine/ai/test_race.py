"""A race says which move is the only right one, and says nothing where two are about as good."""

import random
from typing import Any

import pytest

from engine.ai.search.race import led_by, race
from tests.engine.ai.test_rehearsal import Hasty
from tests.engine.ai.toys import Bets


def winner(bets: tuple[int, ...], gap: float = 0.05, **more: Any) -> str | None:
    found = race(Hasty(), Bets(bets), 0, gap, random.Random(1), **more)
    return found.move if found else None


@pytest.mark.parametrize(("bets", "right"), [((2, 9, 4), "bet 9"), ((9, 1, 1, 1), "bet 9"), ((1, 2, 8), "bet 8")])
def test_a_move_that_is_clearly_better_than_every_other_wins(bets: tuple[int, ...], right: str) -> None:
    assert winner(bets) == right


def test_where_two_are_as_good_nobody_wins() -> None:
    assert winner((9, 8, 1), gap=0.2) is None
    assert winner((9, 4, 1), gap=0.2) == "bet 9"


def test_a_winner_that_is_not_wanted_is_none() -> None:
    assert winner((2, 9, 4), wanted=lambda move: move != "bet 9") is None


def test_how_far_one_is_ahead_is_counted_game_by_game() -> None:
    assert led_by([1, 0, 1, 0], [0, 0, 0, 0]) == (0.5, pytest.approx(0.2887, abs=1e-4))
    assert led_by([0.6, 0.1], [0.5, 0.0]) == (pytest.approx(0.1), pytest.approx(0.0))
