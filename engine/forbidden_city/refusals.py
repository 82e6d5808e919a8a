"""Why a move may not be played, in words for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import CHANCE, Refusal
from engine.forbidden_city.box import TILES
from engine.forbidden_city.compass import DIRECTIONS, cell_name
from engine.forbidden_city.moves import UNKNOWN, Aside, Draw, First, Lay, Move
from engine.forbidden_city.sentences import SENTENCES
from engine.forbidden_city.tiles import FLOORS

if TYPE_CHECKING:
    from engine.forbidden_city.position import Position


def refused(position: Position, seat: int, move: Move) -> Refusal | None:
    if seat == CHANCE:
        return None if move in position.moves(CHANCE) else SENTENCES.refusal("chance_cannot", {})
    match move:
        case Draw() | First():
            return SENTENCES.refusal("only_chance", {})
        case Lay() if reason := misplaced(position, seat, move):
            return reason
        case Aside() if reason := kept(position, seat, move):
            return reason
    return None


def misplaced(position: Position, seat: int, move: Lay) -> Refusal | None:
    """Why the tile may not lie there ("Starting the game")."""
    tile, cell = TILES.tiles[move.tile], cell_name(move.cell)
    if position.hands[seat] != move.tile and not (position.hands[seat] == UNKNOWN and move.tile in position.rest[seat]):
        return SENTENCES.refusal("not_held", {"tile": move.tile})
    if move.cell in position.board.places:
        return SENTENCES.refusal("taken", {"cell": cell})
    if move.cell not in position.board.frontier:
        return SENTENCES.refusal("apart", {"cell": cell})
    if tile.facings[move.facing] != move.facing:
        other = tile.facings[move.facing]
        return SENTENCES.refusal("looks_the_same", {"facing": move.facing, "tile": move.tile, "other_facing": other})
    need, turned = position.board.frontier[move.cell], tile.turned[move.facing]
    direction = turned.misfit(need)
    if direction is None:
        return None
    there = FLOORS[need >> 2 * direction & 3]
    floors = {"floor": turned.floor(direction), "other_floor": there}
    return SENTENCES.refusal("floors_differ", floors | {"direction": DIRECTIONS[direction]})


def kept(position: Position, seat: int, move: Aside) -> Refusal | None:
    """Why the tile may not be set aside."""
    if position.hands[seat] not in (move.tile, UNKNOWN):
        return SENTENCES.refusal("not_held", {"tile": move.tile})
    fitting = TILES.tiles[move.tile].fitting
    if any(fitting[need] for need in position.board.frontier.values()):
        return SENTENCES.refusal("fits", {"tile": move.tile})
    return None
