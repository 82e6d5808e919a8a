"""Whole games of uniformly random placements that take whatever they may: the measure of the engine's speed.

>>> from engine.cathedral.setup import start
>>> playout(start(2, {"cathedral": "first"}), random.Random(1)).outcome is not None
True
"""

import random

from engine.cathedral.moves import Move
from engine.cathedral.placements import MOVES, nth
from engine.cathedral.position import Position


def playout(position: Position, rng: random.Random) -> Position:
    """The end of a random game that goes on from the position."""
    while position.to_move is not None:
        position = position.play(position.to_move, any_placement(position, position.to_move, rng))
    return position


def any_placement(position: Position, seat: int, rng: random.Random) -> Move:
    """One of `position.placements(seat)`, each as likely as the others, without listing them."""
    choices = position.open(seat)
    return MOVES[position.table(seat)][nth(choices, rng.randrange(choices.bit_count()))]
