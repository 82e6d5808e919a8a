"""The brain: sensible about what is at stake, and good enough to beat a player who only takes what is to be had now."""

import random

import pytest

from engine.core import CHANCE
from engine.forbidden_city import RULESET
from engine.forbidden_city.brain.judgement import BRAIN, prospects
from engine.forbidden_city.moves import Move
from engine.forbidden_city.position import Position
from engine.forbidden_city.setup import start
from tests.engine.forbidden_city.tables import laid

TWO = ("purple", "yellow")


def test_the_shares_of_the_win_add_up_to_one() -> None:
    shares = BRAIN.evaluate(laid("red pink2@0,-2n", turn="purple", hold="green1"))
    assert sum(shares) == pytest.approx(1)
    assert max(shares) == shares[2]


def test_a_room_with_fewer_openings_promises_more() -> None:
    wide = laid("purple pink2@0,-2n", turn="yellow", hold="green1", colours=TWO)
    narrow = laid("purple pink4@0,-2n", turn="yellow", hold="green1", colours=TWO)
    assert prospects(narrow)[0] > prospects(wide)[0]


def test_closing_the_own_room_is_tried_first() -> None:
    position = laid("purple pink4@0,-2n", turn="purple", hold="pink7", colours=TWO)
    ordered = BRAIN.order(position, 0, position.moves(0))
    assert position.play(0, ordered[0]).scores == (4, 0)
    assert sorted(map(str, ordered)) == sorted(map(str, position.moves(0)))


def test_a_position_read_from_text_is_judged_the_same_to_the_last_bit() -> None:
    rng = random.Random(5)
    position = start(3, {"start_side": "grand", "first": 0, "colours": None})
    while position.actors:
        (actor,) = position.actors
        position = position.play(actor, rng.choice(position.odds())[0] if actor == CHANCE else rng.choice(position.moves(actor)))
        assert BRAIN.evaluate(RULESET.read(str(position))) == BRAIN.evaluate(position)


def greedy(view: Position, seat: int) -> Move:
    return BRAIN.order(view, seat, view.moves(seat))[0]


def grasping(view: Position, seat: int, rng: random.Random) -> Move:
    """The move that brings most at once; any of them when several do."""
    gains = [(view.play(seat, move).scores[seat], rng.random(), move) for move in view.moves(seat)]
    return max(gains)[2]


def test_the_best_move_by_the_brain_beats_taking_what_is_to_be_had_now() -> None:
    rng, won = random.Random(1), 0
    for game in range(4):
        position = start(2, {"start_side": "garden", "first": game % 2, "colours": None})
        while position.actors:
            (actor,) = position.actors
            if actor == CHANCE:
                move = rng.choice(position.odds())[0]
            else:
                view = position.view(actor)
                move = greedy(view, actor) if actor == 0 else grasping(view, actor, rng)
            position = position.play(actor, move)
        assert position.outcome is not None
        won += position.outcome.winners == (0,)
    assert won >= 3
