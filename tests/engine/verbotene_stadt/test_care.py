"""The careful first choice: legal, honest where it can be, and not taken in by claims that do not fit what was seen."""

import random

import pytest

from engine.core import CHANCE
from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.care import clearings
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, slide
from engine.verbotene_stadt.officials import number_of
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION
from engine.verbotene_stadt.suspicion import bribe_weights, claim_is_true
from tests.engine.verbotene_stadt.tables import READY, play, sensible_game, table

OTHER = number_of("black-black")


def claimed(moved: tuple[int, ...] = (), made: int = 1) -> Position:
    """Seat 1 is asked about red-red, which seat 0 took in after it had moved those officials."""
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    return asked.but(moved=((*moved, asked.entered), ()), made=made)


@pytest.mark.parametrize(("seats", "options"), [(2, {"extra_move": "may"}), (3, {}), (4, {"teams": True})])
def test_a_favourite_is_legal(seats: int, options: dict[str, object]) -> None:
    rng = random.Random(4)
    for position, actor, _ in list(sensible_game(seats, options, seed=7))[::3]:
        if actor != CHANCE:
            move = BRAIN.favourite(position.view(actor), actor, rng)
            assert position.refusal(actor, move) is None


def test_an_official_led_to_the_door_is_believed() -> None:
    entered = claimed().entered
    assert claim_is_true(claimed((entered,), made=2)) > 0.9
    assert BRAIN.favourite(claimed((entered,), made=2).view(1), 1, random.Random(1)) == BELIEVE


def test_a_seat_that_kept_moving_another_official_is_doubted() -> None:
    suspect = claimed((OTHER, OTHER, OTHER), made=3)
    assert claim_is_true(suspect) < claim_is_true(claimed()) < claim_is_true(claimed((claimed().entered,)))
    assert BRAIN.favourite(suspect.view(1), 1, random.Random(1)) == DOUBT


def test_an_official_that_a_seat_moved_is_probably_its_bribe() -> None:
    position = table(["red-red", "blue-blue"]).but(moved=((), (3,)))
    weights = dict(zip(position.on_board, bribe_weights(position, 1, position.on_board), strict=True))
    still = dict(zip(position.on_board, bribe_weights(position.but(moved=((), ())), 1, position.on_board), strict=True))
    assert weights[3] > 4 * still[3]
    assert all(weights[official] == still[official] for official in position.on_board if official != 3)


def test_after_a_move_that_clears_the_way_the_bribed_official_can_enter() -> None:
    seen = 0
    for position, _, _ in sensible_game(2, {}, seed=8):
        bribed = position.bribes[position.active] if position.stage == "move" else -1
        if bribed >= 0 and not position.can_enter(bribed):
            for move in clearings(position.cells, position.pavilion, bribed)[::5]:
                cells = tuple(move.end if official == move.official else cell for official, cell in enumerate(position.cells))
                assert slide(bribed, PAVILION) in position.but(cells=cells).moves(position.active)
                seen += 1
    assert seen > 5
