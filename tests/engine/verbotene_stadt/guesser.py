"""Who tells a seat's bribe from what everybody sees, knowing how `hard` plays: the best that an attentive opponent could do."""

from math import exp

from engine.verbotene_stadt.brain.care import DECOY, bribe_likings, openings, shelter
from engine.verbotene_stadt.moves import AnyMove, Slide
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sliding import PAVILION

UNLIKELY = 0.001
"""How likely the seat moves somebody although its bribe could enter."""

MOVES = 300
"""About how many moves there are."""


class Guesser:
    """Watches one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.weights = [1.0] * len(OFFICIALS)

    def choosing(self, position: Position) -> None:
        """The seat is about to choose whom to bribe; it is known how much it likes each official."""
        likings = bribe_likings(position, self.seat)
        self.weights = [liking if cell >= 0 else 0.0 for liking, cell in zip(likings, position.cells, strict=True)]

    def sliding(self, position: Position, move: AnyMove) -> None:
        """The seat is about to make a move that enters no pavilion."""
        assert isinstance(move, Slide)
        assert move.end != PAVILION
        likely = {official: self.likelihood(position, official, move) for official in position.on_board}
        decoy = DECOY * sum(likely.values()) / len(likely)
        for official, chance in likely.items():
            self.weights[official] *= UNLIKELY if position.can_enter(official) else (1 - DECOY) * chance + decoy

    def likelihood(self, position: Position, official: int, move: Slide) -> float:
        """How likely the seat makes this move in order to let the official enter."""
        ways = openings(position, official)
        if not ways:
            return 1 / MOVES
        shelters = [exp(shelter(position, official, way)) for way in ways]
        return sum(weight for way, weight in zip(ways, shelters, strict=True) if way == move) / sum(shelters)

    def guess(self, position: Position) -> int:
        return max(position.on_board, key=lambda official: self.weights[official])
