"""What a move would do to everybody's prospects, without laying the tile: only what it would meet is looked at."""

from operator import add

from engine.forbidden_city.box import TILES
from engine.forbidden_city.brain.plots import Hand, Plot, plot
from engine.forbidden_city.brain.prospects import expected, leftover, shares, spread, stage_of
from engine.forbidden_city.brain.sites import surveyed
from engine.forbidden_city.moves import UNKNOWN, Lay
from engine.forbidden_city.position import Position
from engine.forbidden_city.rules import without


class Foresight:
    """A position from which many moves of one seat are judged."""

    def __init__(self, position: Position, seat: int) -> None:
        self.seat, self.board = seat, position.board
        tile = position.hands[seat]
        rests = [without(rest, tile) if owner == seat and tile in rest else rest for owner, rest in enumerate(position.rest)]
        self.spread, stage = spread(rests), stage_of(rests)
        self.hand = Hand(tile or UNKNOWN, seat, position.seats, stage)
        self.coins = expected(position.board, position.scores, stage)
        self.left = list(map(leftover, rests))
        self.plots: dict[int, Plot] = {}
        self.felt: dict[tuple[float, ...], tuple[float, ...]] = {}

    def share(self, move: Lay) -> float:
        """What the seat has of the win after the move, as far as can be told."""
        return self.shares(move)[self.seat]

    def shares(self, move: Lay) -> tuple[float, ...]:
        """What each seat has of the win after the move; moves that change as much are alike."""
        change = self.change(move)
        found = self.felt.get(change)
        if found is None:
            found = self.felt[change] = shares(list(map(add, map(add, self.coins, change), self.left)), self.spread)
        return found

    def change(self, move: Lay) -> tuple[float, ...]:
        """The coins that the move would bring each seat or cost it."""
        found = self.plots.get(move.cell)
        if found is None:
            site = surveyed(self.board, move.cell).site
            found = self.plots[move.cell] = plot(site, self.board.frontier[move.cell])
        return found.change(TILES.tiles[move.tile].turned[move.facing], self.hand)
