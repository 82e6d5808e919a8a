"""Counting out the end of a game gives what playing it out would."""

import random

from engine.ai.brain import brain
from engine.cathedral.box import DARK, LIGHT
from engine.cathedral.brain.packing import left_by_size, packed
from engine.cathedral.position import Position
from engine.cathedral.setup import start


def ends(seed: int) -> tuple[Position, Position]:
    """A late position of a game of promising moves, and how that game ended."""
    rng, mind = random.Random(seed), brain("cathedral")
    position = late = start(2, {"cathedral": "first"})
    while position.to_move is not None:
        position = position.play(position.to_move, rng.choice(mind.order(position, position.to_move, position.moves(position.to_move))[:4]))
        if len(position.built[LIGHT]) + len(position.built[DARK]) <= 17:
            late = position
    return late, position


def test_nothing_more_than_what_is_left_is_packed() -> None:
    for seed in range(4):
        late, over = ends(seed)
        for seat in (LIGHT, DARK):
            assert 0 <= packed(seat, late.room[seat], left_by_size(late.built[seat]), 60) <= late.squares_left(seat)
            assert packed(seat, over.room[seat], left_by_size(over.built[seat]), 60) == 0


def test_alone_a_side_packs_its_whole_box_into_the_empty_city() -> None:
    city = start(2, {"cathedral": "first"})
    assert packed(LIGHT, city.room[LIGHT], left_by_size(()), 500) == 47


def test_more_tries_never_pack_less() -> None:
    late, _ = ends(9)
    counts = [packed(DARK, late.room[DARK], left_by_size(late.built[DARK]), tries) for tries in (1, 5, 25, 125)]
    assert counts == sorted(counts)
