"""Once the sides are out of each other's way, each fills its ground as well as it can be filled, ahead or behind."""

import random
from functools import cache
from itertools import islice

import pytest

from engine.ai.levels import opponent
from engine.ai.opponent import SCORE, WIN, Budget, View
from engine.cathedral import RULESET
from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.brain.judgement import BRAIN, MINDS
from engine.cathedral.brain.packing import left_by_size, packed
from engine.cathedral.brain.parting import filling, is_parted
from engine.cathedral.position import Position
from engine.cathedral.setup import start


@cache
def parted(seed: int) -> Position:
    """The first position of a game of promising moves in which the sides are parted and have several placements left."""
    rng = random.Random(seed)
    position = start(2, {"cathedral": "first"})
    while not is_parted(position):
        assert position.to_move is not None
        position = position.play(position.to_move, rng.choice(BRAIN.shortlist(position, position.to_move, 4)))
    return position


PARTED = [seed for seed in range(8) if parted(seed).to_move is not None]


def played_out(position: Position, level: str) -> Position:
    while position.to_move is not None:
        seat = position.to_move
        view = View(RULESET, seat, position)
        position = position.play(seat, opponent("cathedral", level).choose(view, position.moves(seat), Budget(nodes=30, seed=1)))
    return position


@pytest.mark.parametrize("seed", PARTED)
def test_a_strong_opponent_covers_all_that_can_be_covered(seed: int) -> None:
    position = parted(seed)
    over = played_out(position, "hard")
    for seat in (LIGHT, DARK):
        can = packed(seat, position.room[seat], left_by_size(position.built[seat]), 100_000)
        assert position.squares_left(seat) - over.squares_left(seat) == can


@pytest.mark.parametrize("seed", PARTED)
def test_the_lead_is_known_as_soon_as_the_sides_are_parted(seed: int) -> None:
    position = parted(seed)
    assert position.to_move is not None
    found = filling(position, position.to_move, 4000)
    light, dark = played_out(position, "hard").scores()
    assert found is not None
    assert found.lead == (dark - light if position.to_move == LIGHT else light - dark)


def test_sides_that_share_ground_are_not_parted() -> None:
    assert not is_parted(start(2, {"cathedral": "first"}))


def over(seeds: int) -> list[Position]:
    return [played_out(parted(seed), "easy") for seed in islice(PARTED, seeds)]


@pytest.mark.parametrize("goal", [WIN, SCORE])
def test_every_square_of_the_lead_counts(goal: str) -> None:
    shares = [MINDS[goal].decided(squares)[LIGHT] for squares in range(-12, 13)]
    assert shares == sorted(set(shares))
    assert shares[12] == 0.5


def test_for_the_win_a_narrow_one_is_nearly_worth_a_wide_one() -> None:
    assert MINDS[WIN].decided(1)[LIGHT] > 0.95
    assert MINDS[SCORE].decided(1)[LIGHT] < 0.9


def test_a_finished_game_is_worth_its_lead() -> None:
    for end in over(3):
        light, dark = end.scores()
        assert BRAIN.final(end) == BRAIN.decided(dark - light)
