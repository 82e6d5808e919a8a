"""Positions, moves and components as JSON, for clients that do not read the notation or know the rules."""

from collections.abc import Callable, Mapping, Sequence

from engine.core import Json
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import place_of
from engine.forbidden_city.moves import UNKNOWN, Aside, Draw, First, Lay, Move
from engine.forbidden_city.position import Position
from engine.forbidden_city.rooms import DRAGON, Board
from engine.forbidden_city.schemas import (
    ClosingJson,
    ComponentsJson,
    LaidJson,
    MoveJson,
    PositionJson,
    RevealJson,
    RoomJson,
    ScoringJson,
    SeatJson,
    StartCellJson,
    TurnedJson,
)
from engine.forbidden_city.scoring import ADVISOR_LEFT, DRAGON_LEFT, Scoring, pay, scored
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import TEMPLE, Turned
from engine.grid import FACINGS
from engine.legal_moves import CELL, FACING, PIECE, Filter, MaskForm, Placing

RECONSTRUCTION = (
    "Tiles and start sides are a reconstruction that satisfies every printed fact and all four worked examples of the rulebook."
)


def to_json(position: Position) -> PositionJson:
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


def seat_json(position: Position, seat: int) -> SeatJson:
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


def placed_json(board: Board, cell: int) -> LaidJson:
    """A tile on the table; floors are those of its parts, each side belongs to one of them."""
    turned, seat = board.places[cell]
    x, y = place_of(cell)
    return {"x": x, "y": y, "tile": turned.name, "facing": turned.facing, "seat": seat, **turned_json(turned)}


def turned_json(turned: Turned) -> TurnedJson:
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


def room_json(board: Board, name: int) -> RoomJson:
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


def scoring_json(scoring: Scoring) -> ScoringJson:
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


def closing_json(board: Board, name: int, scoring: Scoring) -> ClosingJson:
    """A room that a tile closes: paid as its scoring says, and where it lies on the board with that tile."""
    room, rooms = board.rooms[name], board.rooms
    beyond = sorted((-rooms[other].size, room_id(board, other)) for other in board.neighbours(name))
    return {
        **scoring_json(scoring),
        "cells": [list(place_of(cell)) for cell in sorted(room.cells)],
        "advisors": list(room.advisors),
        "neighbour_rooms": [other for _, other in beyond],
    }


def seat_reveal(position: Position, seat: int) -> RevealJson:
    """The tiles that a seat has left at the end and the coins for them; none in a game that the host ended."""
    return {"seat": seat, "tiles": list(position.rest[seat]), "paid": 0 if position.verdict else position.revealed[seat]}


def move_json(position: Position, actor: int, move: Move) -> MoveJson:
    """The move about to be played; a laid tile comes with the rooms that it closes, what they pay, and those that it leaves open."""
    match move:
        case Lay():
            turned = TILES.tiles[move.tile].turned[move.facing]
            board, closed = position.board.lay(move.cell, turned, actor)
            closes = [closing_json(board, name, scored(board, name, position.laid + 1, actor)) for name in closed]
            opens = [room_json(board, name) for name in board.left_open(position.board)]
            x, y = place_of(move.cell)
            paid = totals(closes, position.seats)
            return {
                "kind": "lay", "tile": move.tile, "x": x, "y": y, "facing": move.facing, "seat": actor,
                **turned_json(turned), "closes": closes, "paid": paid, "opens": opens,
            }  # fmt: skip
        case Aside():
            return {"kind": "aside", "tile": move.tile, "seat": actor}
        case Draw():
            return {"kind": "draw", "tile": move.tile, "seat": position.drawing}
        case First():
            return {"kind": "first", "seat": move.seat}


def totals(scorings: Sequence[ScoringJson], seats: int) -> list[int]:
    """What several rooms pay each seat together."""
    return [sum(scoring["paid"][seat] for scoring in scorings) for seat in range(seats)]


def components() -> ComponentsJson:
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


def start_json(cell: int, turned: Turned) -> StartCellJson:
    x, y = place_of(cell)
    return {"x": x, "y": y, "tile": turned.name, "sides": turned.sides, "floors": list(turned.floors)}


def placing(move: Move) -> Placing | None:
    """The move as a tile on a cell; None for one that lays nothing."""
    return Placing(move.tile, move.facing, *place_of(move.cell)) if isinstance(move, Lay) else None


FILTERS: Mapping[Filter, Callable[[Json], Sequence[str | None]]] = {
    PIECE: lambda move: (move.get("tile"),),
    FACING: lambda move: (move["facing"],) if move["kind"] == "lay" else (),
    CELL: lambda move: (f"{move['x']},{move['y']}",) if move["kind"] == "lay" else (),
}
MASK = MaskForm("lay {piece}@{x},{y}{facing}", placing)
