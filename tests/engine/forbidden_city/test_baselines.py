"""The sampler looks two moves ahead, plays legally with any number of seats, and repeats where nodes are counted."""

import random

import pytest

from engine.ai.contest import Entrant, contest
from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.core import CHANCE
from engine.forbidden_city import RULESET
from engine.forbidden_city.brain import BASELINES, BRAIN
from engine.forbidden_city.brain.baselines import answered
from engine.forbidden_city.moves import Lay
from tests.engine.walk import Table, walk


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sampler_plays_a_whole_game(seats: int) -> None:
    others = [Entrant(opponent("forbidden_city", "random"))] * (seats - 1)
    game = contest("forbidden_city", [Entrant(BASELINES["sampler"], nodes=20), *others], {}, seats)
    assert game.outcome.reason == "all_laid"
    assert game.shares[0] == 1


def test_the_next_seat_answers_with_what_is_best_for_it() -> None:
    position, seat, move = [step for step in walk(Table("forbidden_city", 2, {}), 3) if isinstance(step.move, Lay)][20]
    after, rng = position.play(seat, move), random.Random(1)
    drawn = after.play(CHANCE, rng.choice(after.odds())[0])
    other = 1 - seat
    best = max(BRAIN.evaluate(drawn.play(other, reply))[other] for reply in drawn.moves(other))
    assert answered(after, random.Random(1))[other] == best


def test_the_same_nodes_and_seed_give_the_same_choice() -> None:
    position, seat, _ = [step for step in walk(Table("forbidden_city", 2, {}), 3) if isinstance(step.move, Lay)][20]
    view = View(RULESET, seat, position.view(seat))
    assert len({BASELINES["sampler"].choose(view, position.moves(seat), Budget(nodes=80, seed=4)) for _ in range(2)}) == 1
