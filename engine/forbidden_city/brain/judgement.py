"""What search may ask about Forbidden City; what a good player knows of it is in `prospects`."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.forbidden_city.box import LEFT_OVER
from engine.forbidden_city.brain.foresight import Foresight
from engine.forbidden_city.brain.playing_on import Runs
from engine.forbidden_city.brain.prospects import prospects, shares, spread
from engine.forbidden_city.moves import UNKNOWN, Lay, Move
from engine.forbidden_city.position import Position


class ForbiddenCityBrain:
    """Knowledge of the ruleset for search that has none."""

    def evaluate(self, position: Position) -> tuple[float, ...]:
        """Each seat's share of the win, from the coins that it may expect in the end."""
        return shares(prospects(position), spread(position.rest))

    def order(self, position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves by what the position is worth after them."""
        if len(moves) < 2:
            return moves
        share = Foresight(position, seat).share
        values = {move: share(move) for move in moves if isinstance(move, Lay)}
        return sorted(moves, key=lambda move: values[move] if isinstance(move, Lay) else 0.0, reverse=True)

    def foresee(self, position: Position, seat: int) -> Callable[[Lay], float] | None:
        """How to judge a move without playing it; None where it may end the game, or lays nothing."""
        tiles = sum(max(0, len(rest) - LEFT_OVER) for rest in position.rest)
        held = position.hands[seat]
        if tiles < 2 or held is None or held == UNKNOWN or not isinstance(position.moves(seat)[0], Lay):
            return None
        return Foresight(position, seat).share

    def guess(self, view: Position, seat: int, rng: random.Random) -> Position:
        """Each unknown tile in hand is any of those that the seat has, all alike likely."""
        hands = tuple(rng.choice(rest) if held == UNKNOWN else held for held, rest in zip(view.hands, view.rest, strict=True))
        return replace(view, hands=hands)

    def runs(self, view: Position, seat: int, steps: int) -> Runs:
        """How games are played on from the seat's moves."""
        return Runs(view, seat, steps)


BRAIN = ForbiddenCityBrain()
