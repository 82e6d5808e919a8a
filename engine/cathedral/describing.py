"""The game as JSON for clients: positions, moves and what lies in the box."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from engine.cathedral.box import BUILDINGS, CATHEDRAL, NOBODY, SIDES, SQUARES_A_SIDE, Building
from engine.cathedral.city import SIZE, names
from engine.cathedral.moves import Move
from engine.cathedral.pieces import COLOURS
from engine.cathedral.placements import OF_BUILDING, Placement, found
from engine.cathedral.position import Position
from engine.cathedral.schemas import BuildingJson, ComponentsJson, PlaceJson, PositionJson, PrizeJson, ShapeJson, StandingJson
from engine.core import Json
from engine.grid import Cell, read_square, turned
from engine.legal_moves import CELL, FACING, PIECE, Filter, MaskForm, Placing


def to_json(position: Position) -> PositionJson:
    """The position, square by square and building by building."""
    return {
        "size": SIZE,
        "to_move": position.actors[0] if position.actors else None,
        "skipped": position.skipped,
        "cathedral": "waiting" if position.cathedral_waits else "standing" if position.cathedral else "removed",
        "buildings": [placement_json(placement) for placement in position.standing()],
        "territory": [names(squares) for squares in position.territory],
        "sides": [
            {
                "seat": seat,
                "side": side,
                "begun": position.begun[seat],
                "remaining": position.remaining(seat),
                "squares_left": position.squares_left(seat),
                "can_place": bool(position.room[seat]),
            }
            for seat, side in enumerate(SIDES)
        ],
    }


@cache
def placement_json(placement: Placement) -> StandingJson:
    """A building where it stands; the Cathedral's seat is null. Worked out once for each placement, so not to be changed."""
    return {
        "seat": None if placement.owner == NOBODY else placement.owner,
        "building": placement.building,
        "square": placement.move.square,
        "facing": placement.move.facing,
        "cells": names(placement.squares),
    }


def move_json(position: Position, actor: int, move: Move) -> PlaceJson:
    """The move about to be played: what it covers, what becomes territory, what is taken and what is left."""
    placement = found(actor, move)
    assert placement is not None, f"{move} was not checked"
    claims = [] if placement.owner == NOBODY else position.claims(actor, placement)
    called = {} if placement.owner == NOBODY else position.prizes(actor, placement)
    left = [claim for claim in claims if claim.prize and called[claim.prize] in move.leave]
    return {
        "kind": "cathedral" if placement.owner == NOBODY else "place",
        "building": move.building,
        "square": move.square,
        "facing": move.facing,
        "cells": names(placement.squares),
        "email": move.email,
        "claims": [names(claim.region) for claim in claims if claim.prize is None and claim.region & ~position.territory[actor]],
        "takes": [prize_json(claim.prize, claim.region) for claim in claims if claim.prize and claim not in left],
        "leaves": [prize_json(claim.prize, claim.region) for claim in left if claim.prize],
    }


def prize_json(prize: Placement, region: int) -> PrizeJson:
    return {**placement_json(prize), "region": names(region)}


def components() -> ComponentsJson:
    """The city and every building, with all that is needed to draw them."""
    return {
        "board": {"size": SIZE, "columns": "abcdefghij", "rows": "1 to 10 from the top"},
        "sides": [{"seat": seat, "side": side, "squares": SQUARES_A_SIDE, "colours": COLOURS[seat]} for seat, side in enumerate(SIDES)],
        "buildings": [building_json(building, seats=range(len(SIDES))) for building in BUILDINGS],
        "cathedral": {**building_json(CATHEDRAL, seats=(NOBODY,)), "colours": COLOURS[NOBODY]},
    }


def building_json(building: Building, seats: range | tuple[int, ...]) -> BuildingJson:
    """A kind of building, with its shape for each seat (or for nobody's) in each facing, as offsets from the prime cell."""
    return {
        "name": building.name,
        "title": building.name.title(),
        "french": building.french,
        "code": building.code,
        "count": building.count,
        "squares": building.squares,
        "placements": OF_BUILDING[seats[0]][building.name].bit_count(),
        "drawings": [building.drawings[seat % len(building.drawings)].split("/") for seat in seats],
        "shapes": [shape_json(building.shape(seat)) for seat in seats],
    }


def shape_json(shape: frozenset[Cell]) -> ShapeJson:
    return {"n": offsets(shape, "n"), "e": offsets(shape, "e"), "s": offsets(shape, "s"), "w": offsets(shape, "w")}


def offsets(shape: frozenset[Cell], facing: str) -> list[list[int]]:
    return [list(cell) for cell in sorted(turned(shape, facing))]


def placing(move: Move) -> Placing | None:
    """The move as a building on a square; None for one that leaves what it could take."""
    return None if move.leave else Placing(move.building, move.facing, *read_square(move.square))


FILTERS: Mapping[Filter, Callable[[Json], Sequence[str]]] = {
    PIECE: lambda move: (move["building"],),
    FACING: lambda move: (move["facing"],),
    CELL: lambda move: move["cells"],
}
MASK = MaskForm("{piece}@{square}{facing}", placing)
