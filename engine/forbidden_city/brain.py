"""What a good player knows of Forbidden City: who is ahead, in coins and in the rooms still open."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from engine.forbidden_city.moves import UNKNOWN, Move
from engine.forbidden_city.rooms import pay
from engine.forbidden_city.rules import Position


class ForbiddenCityBrain:
    """Knowledge of the ruleset for search that has none."""

    def evaluate(self, position: Position) -> tuple[float, ...]:
        coins = [float(score) for score in position.scores]
        board = position.board
        for name, room in board.rooms.items():
            if room.openings and any(room.advisors):
                likely = 0.9**room.openings
                for seat, paid in enumerate(pay(board.worth(name), room.advisors)):
                    coins[seat] += likely * paid
        spread = 4 + 0.5 * sum(map(len, position.rest))
        weights = [math.exp((mine - max(coins)) / spread) for mine in coins]
        return tuple(weight / sum(weights) for weight in weights)

    def order(self, position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        if len(moves) < 2:
            return moves
        values = {move: self.evaluate(position.play(seat, move))[seat] for move in moves}
        return sorted(moves, key=lambda move: -values[move])

    def guess(self, view: Position, seat: int, rng: random.Random) -> Position:
        """Each unknown tile in hand is any of those that the seat has, all alike likely."""
        hands = tuple(rng.choice(rest) if held == UNKNOWN else held for held, rest in zip(view.hands, view.rest, strict=True))
        return replace(view, hands=hands)


BRAIN = ForbiddenCityBrain()
