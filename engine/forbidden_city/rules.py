"""The rules: what is open to whom, what a laid tile scores, and how the game ends.

A turn is: lay the tile in hand, score the rooms it closes, draw ("Starting the game").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING, TypeVar

from engine.core import CHANCE, Outcome
from engine.forbidden_city.box import LEFT_OVER, TILES
from engine.forbidden_city.moves import DRAWS, UNKNOWN, Aside, Draw, First, Lay, Move
from engine.forbidden_city.scoring import scored
from engine.grid import FACINGS

if TYPE_CHECKING:
    from engine.forbidden_city.position import Position

T = TypeVar("T")


def moves(position: Position, seat: int) -> Sequence[Move]:
    """What is open to the actor."""
    if seat == CHANCE:
        return [move for move, _ in odds(position)]
    name = position.hands[seat]
    if name is None or name == UNKNOWN:
        return ()
    frontier = position.board.frontier
    fits = TILES.tiles[name].fits
    found = [ways[quarters] for cell in sorted(frontier) for ways in (lays(name, cell),) for quarters in fits[frontier[cell]]]
    # Ruling: a tile that fits nowhere is set aside by its owner, as the only move, and others learn of it then.
    return found or (Aside(name),)


def odds(position: Position) -> Sequence[tuple[Move, int]]:
    """Who may begin, or what the seat that draws may get: all equally likely."""
    if position.setup.first is None:
        return [(First(seat), 1) for seat in range(position.seats)]
    seat = position.drawing
    return [] if seat is None else [(DRAWS[name], 1) for name in position.rest[seat]]


def play(position: Position, seat: int, move: Move) -> Position:
    """The position after the move."""
    match move:
        case Lay():
            return lay(position, seat, move)
        case Aside():
            return set_aside(position, seat, move.tile)
        case Draw():
            return hold(position, position.drawing or 0, move.tile)
        case First():
            return replace(position, setup=replace(position.setup, first=move.seat), turn=move.seat)


def lay(position: Position, seat: int, move: Lay) -> Position:
    """The tile laid, each room that it closes scored, and the next seat on turn ("Starting the game")."""
    board, closed = position.board.lay(move.cell, TILES.tiles[move.tile].turned[move.facing], seat)
    history, scores = position.history, position.scores
    for name in closed:
        scoring = scored(board, name, position.laid + 1, seat)
        history, scores = (*history, scoring), tuple(map(add, scores, scoring.paid))
    hands = changed(position.hands, seat, None)
    rest = changed(position.rest, seat, without(position.rest[seat], move.tile))
    return type(position)(position.setup, next_on_turn(seat, rest), board, hands, rest, position.aside, history, scores)


def set_aside(position: Position, seat: int, tile: str) -> Position:
    """The tile is out of the game; its owner draws another one and goes on, if it has one to lay."""
    aside = changed(position.aside, seat, (*position.aside[seat], tile))
    rest = changed(position.rest, seat, without(position.rest[seat], tile))
    turn = seat if len(rest[seat]) > LEFT_OVER else next_on_turn(seat, rest)
    hands = changed(position.hands, seat, None)
    return type(position)(position.setup, turn, position.board, hands, rest, aside, position.history, position.scores)


def hold(position: Position, seat: int, tile: str) -> Position:
    """The seat has drawn the tile."""
    hands = changed(position.hands, seat, tile)
    return type(position)(
        position.setup, position.turn, position.board, hands, position.rest, position.aside, position.history, position.scores
    )


def outcome(position: Position) -> Outcome:
    """The most coins win, with those for the tiles left over; equal shares the win ("The winner of the game")."""
    scores = tuple(map(add, position.scores, position.revealed))
    return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)), "all_laid")


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
