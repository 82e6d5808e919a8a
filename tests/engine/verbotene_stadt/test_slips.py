"""How the lower levels err: they overlook what is on the board, the more the lower; what they are asked they answer with open eyes."""

import random

import pytest

from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.brain.care import openings
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, AnyMove, slide
from engine.verbotene_stadt.officials import number_of
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION
from tests.engine.verbotene_stadt.tables import READY, play, table

OWN = slide(number_of("red-red"), PAVILION)


def chosen(level: str, position: Position, seat: int, seed: int) -> AnyMove:
    view, budget = View(RULESET, seat, position.view(seat)), Budget(nodes=0, seed=seed)
    move: AnyMove = opponent("verbotene_stadt", level).choose(view, position.moves(seat), budget)
    return move


def test_the_lower_the_level_the_oftener_an_entry_is_overlooked() -> None:
    position = table(["red-red", "black-black"], at=READY, cards={0: "red-hat"})
    entered = {level: sum(chosen(level, position, 0, seed) == OWN for seed in range(40)) for level in ("easy", "medium", "hard")}
    assert 2 < entered["easy"] < entered["medium"] < entered["hard"] == 40


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_whoever_overlooks_its_entry_still_makes_a_move_that_leaves_it_open(level: str) -> None:
    position = table(["red-red", "black-black"], at=READY, cards={0: "red-hat"})
    moves = {chosen(level, position, 0, seed) for seed in range(30)}
    assert moves > {OWN}
    assert moves - {OWN} <= set(openings(position, OWN.official))


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_no_answer_is_given_by_oversight(level: str) -> None:
    """Whoever was always honest is believed, whoever always bluffed is doubted."""
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), "0 slide red-red pavilion")
    known = {BELIEVE: (60, 0), DOUBT: (0, 60)}
    for answer, claims in known.items():
        said = [chosen(level, asked.but(claims=(claims, (0, 0))), 1, seed) for seed in range(20)]
        assert said.count(answer) >= 18


def test_an_official_that_reaches_less_is_bribed_by_who_sees_less() -> None:
    position = table(["red-red", "black-black"]).but(stage="bribe", sealed=(False, False))
    choices = {chosen("easy", position, 0, random.Random(seed).getrandbits(32)) for seed in range(20)}
    assert len(choices) > 4
