"""What search needs to know about Cathedral: squares already placed and ground that only one side can use decide."""

import math
import random
from collections.abc import Sequence

from engine.cathedral.buildings import DARK, KINDS, LIGHT, NOBODY
from engine.cathedral.moves import Move
from engine.cathedral.placements import found
from engine.cathedral.rules import Position

WORTH_OF_GROUND = 0.7
"""A square of territory against a square built on."""

SCALE = 6.0
"""The lead in squares that makes a win about three times as likely as a loss."""


class CathedralBrain:
    """Leftovers and territory, the largest and most valuable placements first."""

    def evaluate(self, position: Position) -> tuple[float, ...]:
        lead = (standing(position, LIGHT) - standing(position, DARK)) / SCALE
        light = 1 / (1 + math.exp(-lead))
        return light, 1 - light

    def order(self, position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        return sorted(moves, key=lambda move: -promise(position, seat, move))

    def guess(self, view: Position, seat: int, rng: random.Random) -> Position:
        """Nothing is hidden."""
        return view


def standing(position: Position, seat: int) -> float:
    """What a side has: squares built on, ground of its own that it can still fill, and a trace of room elsewhere."""
    left = position.squares_left(seat)
    ground = min(position.territory[seat].bit_count(), left)
    return WORTH_OF_GROUND * ground - left + position.room[seat].bit_count() / 500


def promise(position: Position, seat: int, move: Move) -> float:
    """What a placement promises: its size, the ground it claims and the buildings it takes."""
    placement = found(seat, move)
    if placement is None or placement.owner == NOBODY:
        return 0.0
    fresh = [claim for claim in position.claims(seat, placement) if claim.prize or claim.region & ~position.territory[seat]]
    ground = sum((claim.region & ~position.territory[seat]).bit_count() for claim in fresh)
    taken = sum(KINDS[claim.prize.building].squares for claim in fresh if claim.prize)
    wasted = (placement.squares & position.territory[seat]).bit_count()
    return KINDS[move.building].squares + ground + 2 * taken - wasted - (5 if move.leave else 0)


BRAIN = CathedralBrain()
