"""What uniform random play looks like over a thousand and more games: a wrong rule would move these figures."""

import random
from collections import Counter

from engine.cathedral.setup import start
from tests.engine.cathedral.playout import any_placement, playout

GAMES = 1500


def test_random_play_has_the_known_figures() -> None:
    rng, ends = random.Random(1978), Counter[tuple[int, ...]]()
    placements = captures = choices = 0
    for _ in range(GAMES):
        position = start(2, {"cathedral": "first"})
        while position.to_move is not None:
            after = position.play(position.to_move, any_placement(position, position.to_move, rng))
            captures += len(position.standing()) + 1 - len(after.standing())
            choices += 224 if position.cathedral_waits else position.room[position.to_move].bit_count()
            placements += 1
            position = after
        assert position.outcome is not None
        ends[position.outcome.winners] += 1
    assert abs(placements / GAMES - 24) < 0.5
    assert abs(captures / GAMES - 0.42) < 0.07
    assert abs(choices / placements - 463) < 15
    assert abs(ends[(1,)] / GAMES - 0.55) < 0.05
    assert abs(ends[(0,)] / GAMES - 0.30) < 0.05
    assert abs(ends[(0, 1)] / GAMES - 0.15) < 0.04


def test_any_placement_is_one_of_the_placements_and_reaches_them_all() -> None:
    rng, position = random.Random(7), start(2, {"cathedral": "first"})
    while position.to_move is not None and len(position.placements(position.to_move)) > 12:
        position = position.play(position.to_move, any_placement(position, position.to_move, rng))
    assert position.to_move is not None
    listed = position.placements(position.to_move)
    drawn = Counter(any_placement(position, position.to_move, rng) for _ in range(200 * len(listed)))
    assert set(drawn) == set(listed)
    assert all(120 < count < 290 for count in drawn.values())


def test_a_playout_ends_the_game_and_leaves_its_argument_alone() -> None:
    position = start(2, {"cathedral": "after_dark"})
    assert playout(position, random.Random(2)).outcome is not None
    assert position == start(2, {"cathedral": "after_dark"})
