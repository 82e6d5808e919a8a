"""The rules: whose turn it is, where a tile may lie, what it scores, and when the game is over.

A turn is: lay the tile in hand, score the rooms it closes, draw. What a seat has not laid (`rest`) is known to all; which of
those tiles it holds is not.

>>> position = start(2, {"start_side": "garden", "first": 1, "colours": None})
>>> for tile in ("green3", "pink7"):
...     position = position.play(CHANCE, Draw(tile))
>>> position.actors, str(position.moves(1)[0]), position.view(0).hands
((1,), 'lay pink7@-1,-2n', ('green3', '?'))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import add
from typing import Any, TypeVar

from engine.core import CHANCE, Decision, Outcome, Refusal
from engine.forbidden_city.compass import DIRECTIONS, cell_name
from engine.forbidden_city.moves import DRAWS, UNKNOWN, Aside, Draw, First, Lay, Move
from engine.forbidden_city.notation import draw_position
from engine.forbidden_city.rooms import Board, start_board
from engine.forbidden_city.scoring import Scoring, coins_left, scored
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import FLOORS, TILES
from engine.grid import FACINGS

LEFT_OVER: int = TILES.box["left_over"]

T = TypeVar("T")


@dataclass(frozen=True)
class Setup:
    """What was settled before the first tile."""

    colours: tuple[str, ...]
    """The colour of each seat."""
    side: str
    """Which side of the start tile is up."""
    first: int | None
    """Who begins; None before chance has said so."""


@dataclass(frozen=True)
class Position:
    """A game, or what a viewer may know of it: then the tiles in other hands are `?`."""

    setup: Setup
    turn: int
    """Who lays the next tile, once everybody holds one."""
    board: Board
    hands: tuple[str | None, ...]
    rest: tuple[tuple[str, ...], ...]
    """The tiles that each seat has not laid, with the one in hand, in their fixed order."""
    aside: tuple[tuple[str, ...], ...]
    """The tiles that fitted nowhere."""
    history: tuple[Scoring, ...]
    scores: tuple[int, ...]
    """The coins paid for rooms so far."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def laid(self) -> int:
        """How many tiles lie on the table beside the start tile."""
        return len(self.board.places) - len(STARTS[self.setup.side])

    @property
    def drawing(self) -> int | None:
        """The seat that draws now. Ruling: at the beginning the seats draw in seat order, once it is known who begins."""
        for seat, held in enumerate(self.hands):
            if held is None and len(self.rest[seat]) > LEFT_OVER:
                return seat
        return None

    @property
    def actors(self) -> tuple[int, ...]:
        if self.setup.first is None or self.drawing is not None:
            return (CHANCE,)
        return () if self.hands[self.turn] is None else (self.turn,)

    def decision(self, seat: int) -> Decision:
        if seat != CHANCE:
            return Decision("lay", "Lay the tile in your hand.")
        if self.setup.first is None:
            return Decision("first", "Chance decides who begins.")
        return Decision("draw", f"{self.setup.colours[self.drawing or 0].capitalize()} draws a tile.")

    def moves(self, seat: int) -> Sequence[Move]:
        if self.actors != (seat,):
            return ()
        if seat == CHANCE:
            return [move for move, _ in self.odds()]
        name = self.hands[seat]
        if name is None or name == UNKNOWN:
            return ()
        frontier = self.board.frontier
        fits = TILES.tiles[name].fits
        found = [ways[quarters] for cell in sorted(frontier) for ways in (lays(name, cell),) for quarters in fits[frontier[cell]]]
        # Ruling: a tile that fits nowhere is set aside by its owner, as the only move; others learn of it then.
        return found or (Aside(name),)

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        if seat == CHANCE:
            return None if move in self.moves(CHANCE) else Refusal("Chance cannot do this now.", "Preparations")
        match move:
            case Draw() | First():
                return Refusal("Only chance draws tiles and says who begins.", "Preparations")
            case Lay() if reason := self.misplaced(seat, move):
                return reason
            case Aside() if reason := self.kept(seat, move):
                return reason
        return None

    def misplaced(self, seat: int, move: Lay) -> Refusal | None:
        """Why the tile may not lie there ("Starting the game")."""
        tile, cell = TILES.tiles[move.tile], cell_name(move.cell)
        if self.hands[seat] != move.tile and not (self.hands[seat] == UNKNOWN and move.tile in self.rest[seat]):
            return Refusal(f"You do not hold {move.tile}.", "Starting the game")
        if move.cell in self.board.places:
            return Refusal(f"There is a tile at {cell} already.", "Starting the game, 1")
        if move.cell not in self.board.frontier:
            return Refusal(f"A tile must lie next to another one, and there is none beside {cell}.", "Starting the game, 1")
        if tile.facings[move.facing] != move.facing:
            other = tile.facings[move.facing]
            return Refusal(f"Facing {move.facing}, {move.tile} looks as it does facing {other}; write {other}.", "Starting the game")
        need, turned = self.board.frontier[move.cell], tile.turned[move.facing]
        direction = turned.misfit(need)
        if direction is None:
            return None
        there = FLOORS[need >> 2 * direction & 3]
        sentence = f"A {turned.floor(direction)} floor would open onto a {there} one, {DIRECTIONS[direction]}."
        return Refusal(sentence, "Starting the game, 2")

    def kept(self, seat: int, move: Aside) -> Refusal | None:
        """Why the tile may not be set aside."""
        if self.hands[seat] not in (move.tile, UNKNOWN):
            return Refusal(f"You do not hold {move.tile}.", "Starting the game")
        fitting = TILES.tiles[move.tile].fitting
        if any(fitting[need] for need in self.board.frontier.values()):
            return Refusal(f"{move.tile} fits on the table, so it must be laid.", "Starting the game")
        return None

    def odds(self) -> Sequence[tuple[Move, int]]:
        if self.setup.first is None:
            return [(First(seat), 1) for seat in range(self.seats)]
        seat = self.drawing
        return [] if seat is None else [(DRAWS[name], 1) for name in self.rest[seat]]

    def play(self, seat: int, move: Move) -> "Position":
        match move:
            case Lay():
                return self.after_lay(seat, move)
            case Aside():
                aside = changed(self.aside, seat, (*self.aside[seat], move.tile))
                rest = changed(self.rest, seat, without(self.rest[seat], move.tile))
                turn = seat if len(rest[seat]) > LEFT_OVER else next_on_turn(seat, rest)
                hands = changed(self.hands, seat, None)
                return Position(self.setup, turn, self.board, hands, rest, aside, self.history, self.scores)
            case Draw():
                hands = changed(self.hands, self.drawing or 0, move.tile)
                return Position(self.setup, self.turn, self.board, hands, self.rest, self.aside, self.history, self.scores)
            case First():
                return replace(self, setup=replace(self.setup, first=move.seat), turn=move.seat)

    def after_lay(self, seat: int, move: Lay) -> "Position":
        """The tile laid, each room that it closes scored, and the next seat on turn ("Starting the game")."""
        board, closed = self.board.lay(move.cell, TILES.tiles[move.tile].turned[move.facing], seat)
        history, scores = self.history, self.scores
        for name in closed:
            scoring = scored(board, name, self.laid + 1, seat)
            history, scores = (*history, scoring), tuple(map(add, scores, scoring.paid))
        hands = changed(self.hands, seat, None)
        rest = changed(self.rest, seat, without(self.rest[seat], move.tile))
        return Position(self.setup, next_on_turn(seat, rest), board, hands, rest, self.aside, history, scores)

    def view(self, seat: int | None) -> "Position":
        hands = tuple(held if held is None or other == seat else UNKNOWN for other, held in enumerate(self.hands))
        return self if hands == self.hands else replace(self, hands=hands)

    def glimpse(self, actor: int, move: Move, seat: int | None) -> Move:
        return Draw(UNKNOWN) if isinstance(move, Draw) and self.drawing != seat else move

    @property
    def outcome(self) -> Outcome | None:
        if self.actors:
            return None
        scores = tuple(map(add, self.scores, self.revealed))
        return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)), "all_laid")

    @property
    def revealed(self) -> tuple[int, ...]:
        """The coins for the tiles that each seat has left ("The winner of the game")."""
        return tuple(sum(coins_left(name) for name in rest) for rest in self.rest)

    def __str__(self) -> str:
        return draw_position(self)


@lru_cache(maxsize=1 << 16)  # the same few tiles on the same few cells, thousands of times a second
def lays(name: str, cell: int) -> tuple[Lay, ...]:
    """The four ways to lay the tile on a cell."""
    return tuple(Lay(name, cell, facing) for facing in FACINGS)


def next_on_turn(seat: int, rest: tuple[tuple[str, ...], ...]) -> int:
    """The next seat clockwise that has a tile to lay; the same one when all have finished."""
    seats = len(rest)
    return next((s % seats for s in range(seat + 1, seat + seats + 1) if len(rest[s % seats]) > LEFT_OVER), seat)


def changed(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def without(tiles: tuple[str, ...], name: str) -> tuple[str, ...]:
    index = tiles.index(name)
    return tiles[:index] + tiles[index + 1 :]


def start(seats: int, options: Mapping[str, Any]) -> Position:
    """The table before anybody has drawn ("Preparations")."""
    colours = tuple(options["colours"] or (TILES.two_player_colours if seats == 2 else TILES.colours[:seats]))
    first = None if options["first"] == "random" else int(options["first"])
    setup = Setup(colours, options["start_side"], first)
    tiles = TILES.names(seats)
    board = start_board(STARTS[setup.side], seats)
    return Position(setup, first or 0, board, (None,) * seats, (tiles,) * seats, ((),) * seats, (), (0,) * seats)
