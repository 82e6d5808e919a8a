"""What a good player knows of Forbidden City: who is ahead, in coins and in the rooms still open.

An open room counts as what it would pay now, times the chance that it will be closed at all, which falls with each of its
openings. So a player who trusts this keeps rooms with a majority small and nearly closed, lets them reach large neighbours
through archways, and opens up the rooms of others.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.forbidden_city.moves import UNKNOWN, Move
from engine.forbidden_city.rules import LEFT_OVER, Position
from engine.forbidden_city.scoring import coins_left, pay

CLOSING = tuple(round(0.65**openings * 1024) / 1024 for openings in range(20))
"""How likely a room with so many openings is to be closed; over 80 games of two seats each, 0.75 and 0.6 beat 0.9, and 0.65 beat 0.5.

In whole 1024ths, so that sums come out the same to the last bit in whatever order the rooms are added up."""

SURE, UNSURE = 4.0, 0.5
"""How many coins ahead are e times as likely to win: at the end, and more for each tile left."""


class ForbiddenCityBrain:
    """Knowledge of the ruleset for search that has none."""

    def evaluate(self, position: Position) -> tuple[float, ...]:
        """Each seat's share of the win, from the coins that it may expect in the end."""
        coins = prospects(position)
        spread = SURE + UNSURE * sum(map(len, position.rest))
        best = max(coins)
        weights = [math.exp((mine - best) / spread) for mine in coins]
        whole = sum(weights)
        return tuple(weight / whole for weight in weights)

    def order(self, position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves by what the position is worth after them."""
        if len(moves) < 2:
            return moves
        values = {move: self.evaluate(position.play(seat, move))[seat] for move in moves}
        return sorted(moves, key=values.__getitem__, reverse=True)

    def guess(self, view: Position, seat: int, rng: random.Random) -> Position:
        """Each unknown tile in hand is any of those that the seat has, all alike likely."""
        hands = tuple(rng.choice(rest) if held == UNKNOWN else held for held, rest in zip(view.hands, view.rest, strict=True))
        return replace(view, hands=hands)


def prospects(position: Position) -> list[float]:
    """The coins that each seat may expect in the end, but for the rooms that nobody is in yet."""
    board = position.board
    coins = [float(score) for score in position.scores]
    nobody = (0,) * len(coins)
    for name, room in board.rooms.items():
        if room.openings and room.advisors != nobody:
            worth = board.worth(name) if room.beyond else room.size
            for seat, expected in stakes(worth, room.advisors, room.openings):
                coins[seat] += expected
    return [ahead + leftover(rest) for ahead, rest in zip(coins, position.rest, strict=True)]


@lru_cache(maxsize=1 << 16)
def stakes(worth: int, advisors: tuple[int, ...], openings: int) -> tuple[tuple[int, float], ...]:
    """What each seat that would be paid for an open room may expect of it."""
    likely = CLOSING[min(openings, len(CLOSING) - 1)]
    return tuple((seat, likely * paid) for seat, paid in enumerate(pay(worth, advisors)) if paid)


@lru_cache(maxsize=1 << 14)
def leftover(rest: tuple[str, ...]) -> float:
    """What the tiles that stay with a seat bring on average."""
    return LEFT_OVER * sum(map(coins_left, rest)) / len(rest)


BRAIN = ForbiddenCityBrain()
