"""A game played on in thought: every seat lays what it draws where it gains most on the others at sight.

Nothing is copied from tile to tile, and only what a tile has changed is looked at again before the next.
"""

import random
from collections.abc import Iterator, Sequence
from math import inf

from engine.ai.brain import Run
from engine.forbidden_city.box import LEFT_OVER, TILES
from engine.forbidden_city.brain.plots import Hand, Laid, Plot, plot
from engine.forbidden_city.brain.prospects import ALL_LAID, EIGHTHS, expected, leftover, shares, spread
from engine.forbidden_city.brain.sites import Survey, surveyed
from engine.forbidden_city.compass import STEPS
from engine.forbidden_city.moves import Lay
from engine.forbidden_city.position import Position
from engine.forbidden_city.rooms import Board, Draft
from engine.forbidden_city.scoring import pay
from engine.forbidden_city.tiles import Turned

Ground = dict[int, tuple[Plot, Survey]]
"""The empty cells, with what is remembered of their sites."""


def looked_at(board: Board, cell: int) -> tuple[Plot, Survey]:
    survey = surveyed(board, cell)
    return plot(survey.site, board.frontier[cell]), survey


def stacked(view: Position, seat: int, rng: random.Random) -> list[tuple[str, ...]]:
    """For each seat, the tiles that it may hold and draw, in that order; all orders are as likely."""
    held = view.hands[seat]
    stacks = [tuple(rng.sample(rest, len(rest))) for rest in view.rest]
    stacks[seat] = tuple(sorted(stacks[seat], key=lambda tile: tile != held))
    return stacks


class Thought:
    """The game as it goes on from a position with the tiles in a certain order."""

    def __init__(self, position: Position, stacks: Sequence[tuple[str, ...]], known: Ground) -> None:
        self.draft, self.scores = Draft(position.board), list(position.scores)
        self.board, self.seats = self.draft.board, position.seats
        self.stacks, self.ground = list(stacks), dict(known)
        self.left = sum(map(len, stacks)) - LEFT_OVER * self.seats
        self.reply: tuple[int, Lay] | None = None
        self.judged = 0

    def play(self, seat: int, steps: int) -> None:
        """Plays on for so many tiles, this seat's first, or until all are laid."""
        while steps and self.left > 0:
            if len(self.stacks[seat]) > LEFT_OVER:
                self.turn(seat)
                steps -= 1
            seat = (seat + 1) % self.seats

    def turn(self, seat: int) -> None:
        """Lays the first of the seat's tiles that fits anywhere."""
        while len(self.stacks[seat]) > LEFT_OVER:
            tile = self.stacks[seat][0]
            cell, way = self.best(seat, tile)
            if way is not None:
                self.lay(seat, cell, way.turned)
                self.reply = self.reply or (seat, Lay(tile, cell, way.turned.facing))
                return
            self.discard(seat)

    def best(self, seat: int, tile: str) -> tuple[int, Laid | None]:
        """Where and how the seat gains most by the tile at sight."""
        hand = Hand(tile, seat, self.seats, EIGHTHS * (self.left - 1) // ALL_LAID[self.seats])
        best: Laid | None = None
        where, most = 0, -inf
        for cell, (known, _) in self.ground.items():
            way = known.best[hand] if hand in known.best else known.lay(hand)
            if way is not None and way.gain > most:
                best, where, most = way, cell, way.gain
        fitting = TILES.tiles[tile].fitting
        self.judged += sum([len(fitting[need]) for need in self.draft.frontier.values()])
        return where, best

    def lay(self, seat: int, cell: int, turned: Turned) -> None:
        """Lays the seat's tile and pays for the rooms that it closes."""
        changed = self.ground.pop(cell)[1].touched
        for name in self.draft.put(cell, turned, seat):
            for paid, coins in enumerate(pay(self.board.worth(name), self.board.rooms[name].advisors)):
                self.scores[paid] += coins
        self.look_again({cell + step for step in STEPS}, changed)
        self.discard(seat)

    def look_again(self, cells: set[int], changed: Sequence[int]) -> None:
        """Looks at the empty ones among the cells, and at those that depend on one of the changed rooms."""
        stale = [cell for cell, (_, survey) in self.ground.items() if not survey.read.isdisjoint(changed)]
        for cell in cells.intersection(self.board.frontier).union(stale):
            self.ground[cell] = looked_at(self.board, cell)

    def discard(self, seat: int) -> None:
        """The seat's tile is gone, and it draws the next one."""
        self.stacks[seat] = self.stacks[seat][1:]
        self.left -= 1

    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win as the game stands."""
        stage = EIGHTHS * self.left // ALL_LAID[self.seats]
        coins = expected(self.board, self.scores, stage) if self.left else self.scores
        coins = [mine + leftover(stack) for mine, stack in zip(coins, self.stacks, strict=True)]
        return shares(coins, spread(self.stacks)) if self.left else won(coins)


def won(coins: Sequence[float]) -> tuple[float, ...]:
    """Each seat's share of the win at the end."""
    most = max(coins)
    winners = coins.count(most)
    return tuple([(mine == most) / winners for mine in coins])


class Runs:
    """Games played on from the moves of one seat, each round with the tiles in another order."""

    def __init__(self, view: Position, seat: int, steps: int) -> None:
        self.view, self.seat, self.steps = view, seat, steps
        self.known = {cell: looked_at(view.board, cell) for cell in sorted(view.board.frontier)}

    def round(self, moves: Sequence[Lay], rng: random.Random) -> Iterator[Run]:
        """The game played on from each of the moves in turn, with the tiles drawn in the same order."""
        stacks = stacked(self.view, self.seat, rng)
        for move in moves:
            thought = Thought(self.view, stacks, self.known)
            thought.lay(self.seat, move.cell, TILES.tiles[move.tile].turned[move.facing])
            thought.play((self.seat + 1) % thought.seats, self.steps)
            yield Run(thought.shares()[self.seat], thought.reply, thought.judged)
