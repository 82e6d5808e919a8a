"""Refusals go from one process to another with everything they know."""

import pickle

import pytest

from engine.errors import BadNotation, BadOption, GameError, GameOver, IllegalMove, NotYourTurn, OtherBox

ERRORS = [
    BadNotation("That is no move."),
    BadOption("There is no option 'size'.", name="size"),
    OtherBox("The game was begun with another board."),
    GameOver("The game is over."),
    NotYourTurn("Seat 1 owes nothing."),
    IllegalMove("The castle would cover e8, which is taken.", rule="Rules, 2"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.slug)
def test_a_refusal_says_the_same_in_another_process(error: GameError) -> None:
    error.add_note("It was the last of its kind.")
    there = pickle.loads(pickle.dumps(error))
    assert (type(there), str(there), vars(there)) == (type(error), str(error), vars(error))
