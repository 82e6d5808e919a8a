"""Positions, moves and components as JSON, for clients that do not read the notation or know the rules."""

from typing import Any

from engine.core import Json
from engine.forbidden_city.compass import place_of
from engine.forbidden_city.moves import UNKNOWN, Aside, Draw, First, Lay, Move
from engine.forbidden_city.rooms import DRAGON, Board
from engine.forbidden_city.rules import Position
from engine.forbidden_city.scoring import ADVISOR_LEFT, DRAGON_LEFT, Scoring, pay, scored
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import TEMPLE, TILES, Turned
from engine.grid import FACINGS

RECONSTRUCTION = (
    "Tiles and start sides are a reconstruction that satisfies every printed fact and all four worked examples of the rulebook."
)


def to_json(position: Position) -> Json:
    """The position or view: seats, tiles on the table, rooms with what is at stake, and what was paid."""
    board = position.board
    over = position.outcome is not None
    return {
        "start_side": position.setup.side,
        "first": position.setup.first,
        "turn": None if over or position.setup.first is None else position.turn,
        "seats": [seat_json(position, seat) for seat in range(position.seats)],
        "tiles": [placed_json(board, cell) for cell in sorted(board.places)],
        "open_cells": [list(place_of(cell)) for cell in sorted(board.frontier)],
        "rooms": [room_json(board, name) for name in board.listed()],
        "history": [scoring_json(scoring) for scoring in position.history],
        "reveal": [seat_reveal(position, seat) for seat in range(position.seats)] if over else None,
    }


def seat_json(position: Position, seat: int) -> Json:
    """What is known of a seat; `left` is what it has not laid, the tile in hand included."""
    names, rest, aside = TILES.names(position.seats), position.rest[seat], position.aside[seat]
    return {
        "seat": seat,
        "colour": position.setup.colours[seat],
        "score": position.scores[seat],
        "held": position.hands[seat],
        "laid": len(names) - len(rest) - len(aside),
        "left": list(rest),
        "aside": list(aside),
    }


def placed_json(board: Board, cell: int) -> Json:
    """A tile on the table; floors are those of its parts, each side belongs to one of them."""
    turned, seat = board.places[cell]
    x, y = place_of(cell)
    return {"x": x, "y": y, "tile": turned.name, "facing": turned.facing, "seat": seat, **turned_json(turned)}


def turned_json(turned: Turned) -> Json:
    return {
        "sides": turned.sides,
        "floors": list(turned.floors),
        "parts": list(turned.parts),
        "advisors": list(turned.advisors[: len(turned.floors)]),
        "dragons": list(turned.dragons[: len(turned.floors)]),
    }


def room_id(board: Board, name: int) -> str:
    """A room by its floor and its first cell: `green@1,-2`."""
    room = board.rooms[name]
    x, y = place_of(min(room.cells))
    return f"{room.floor}@{x},{y}"


def room_json(board: Board, name: int) -> Json:
    """A room with its present worth, and what each seat would be paid for it now; a closed one was paid already."""
    room, worth = board.rooms[name], board.worth(name)
    scorable = room.floor != TEMPLE
    return {
        "id": room_id(board, name),
        "floor": room.floor,
        "cells": [list(place_of(cell)) for cell in sorted(room.cells)],
        "tiles": len(room.cells),
        "dragons": room.dragons,
        "advisors": list(room.advisors),
        "closed": room.closed,
        "openings": room.openings,
        "neighbours": sorted(room_id(board, other) for other in board.neighbours(name)),
        "size": room.size,
        "worth": worth if scorable else None,
        "payouts": list(pay(worth, room.advisors)) if scorable else None,
    }


def scoring_json(scoring: Scoring) -> Json:
    x, y = place_of(scoring.cell)
    return {
        "number": scoring.number,
        "seat": scoring.seat,
        "room": f"{scoring.floor}@{x},{y}",
        "floor": scoring.floor,
        "tiles": scoring.tiles,
        "dragons": scoring.dragons,
        "neighbours": list(scoring.neighbours),
        "worth": scoring.worth,
        "paid": list(scoring.paid),
    }


def seat_reveal(position: Position, seat: int) -> Json:
    """The tiles that a seat has left at the end and the coins for them."""
    return {"seat": seat, "tiles": list(position.rest[seat]), "paid": position.revealed[seat]}


def move_json(position: Position, actor: int, move: Move) -> Json:
    """The move about to be played; a laid tile comes with the rooms that it closes and what they pay."""
    match move:
        case Lay():
            turned = TILES.tiles[move.tile].turned[move.facing]
            board, closed = position.board.lay(move.cell, turned, actor)
            scorings = [scoring_json(scored(board, name, position.laid + 1, actor)) for name in closed]
            x, y = place_of(move.cell)
            head = {"kind": "lay", "tile": move.tile, "x": x, "y": y, "facing": move.facing, "seat": actor}
            return {**head, **turned_json(turned), "closes": scorings, "paid": totals(scorings, position.seats)}
        case Aside():
            return {"kind": "aside", "tile": move.tile, "seat": actor}
        case Draw():
            return {"kind": "draw", "tile": move.tile, "seat": position.drawing}
        case First():
            return {"kind": "first", "seat": move.seat}


def totals(scorings: list[Json], seats: int) -> list[int]:
    """What several rooms pay each seat together."""
    return [sum(scoring["paid"][seat] for scoring in scorings) for seat in range(seats)]


def components() -> Json:
    """The tiles, both sides of the start tile, the colours and the coins."""
    return {
        "notice": RECONSTRUCTION,
        "sides": {"o": "open", "w": "wall", "a": "wall with an archway"},
        "facings": FACINGS,
        "unknown": UNKNOWN,
        "colours": list(TILES.colours),
        "two_player_colours": list(TILES.two_player_colours),
        "coins": {str(coin): count for coin, count in TILES.box["coins"].items()},
        "tiles_in_the_box": TILES.box["in_the_box"],
        "worth": {"tile": 1, "dragon": DRAGON, "advisor_left": ADVISOR_LEFT, "dragon_left": DRAGON_LEFT},
        "tiles": [
            {
                "tile": name,
                "marked": tile.marked,
                "looks": sorted(set(tile.facings.values()), key=FACINGS.index),
                **turned_json(tile.turned["n"]),
            }
            for name, tile in TILES.tiles.items()
        ],
        "start_sides": {side: [start_json(cell, turned) for cell, turned in cells.items()] for side, cells in STARTS.items()},
    }


def start_json(cell: int, turned: Turned) -> dict[str, Any]:
    x, y = place_of(cell)
    return {"x": x, "y": y, "tile": turned.name, "sides": turned.sides, "floors": list(turned.floors)}
