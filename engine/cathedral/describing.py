"""The game as JSON for clients: positions, moves and what lies in the box."""

from functools import cache

from engine.cathedral.buildings import BUILDINGS, CATHEDRAL, NOBODY, SIDES, SQUARES_A_SIDE, Building
from engine.cathedral.city import SIZE, names
from engine.cathedral.drawing import COLOURS
from engine.cathedral.moves import Move
from engine.cathedral.placements import OF_BUILDING, Placement, found
from engine.cathedral.rules import Position
from engine.core import Json
from engine.grid import FACINGS, turned


def to_json(position: Position) -> Json:
    """The position, square by square and building by building."""
    return {
        "size": SIZE,
        "to_move": position.to_move,
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
def placement_json(placement: Placement) -> Json:
    """A building where it stands; the Cathedral's seat is null. Worked out once for each placement, so not to be changed."""
    return {
        "seat": None if placement.owner == NOBODY else placement.owner,
        "building": placement.building,
        "square": placement.move.square,
        "facing": placement.move.facing,
        "cells": names(placement.squares),
    }


def move_json(position: Position, actor: int, move: Move) -> Json:
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
        "takes": [placement_json(claim.prize) | {"region": names(claim.region)} for claim in claims if claim.prize and claim not in left],
        "leaves": [placement_json(claim.prize) | {"region": names(claim.region)} for claim in left if claim.prize],
    }


def components() -> Json:
    """The city and every building, with all that is needed to draw them."""
    return {
        "board": {"size": SIZE, "columns": "abcdefghij", "rows": "1 to 10 from the top"},
        "sides": [{"seat": seat, "side": side, "squares": SQUARES_A_SIDE, "colours": COLOURS[seat]} for seat, side in enumerate(SIDES)],
        "buildings": [building_json(building, seats=range(len(SIDES))) for building in BUILDINGS],
        "cathedral": building_json(CATHEDRAL, seats=(NOBODY,)) | {"colours": COLOURS[NOBODY]},
    }


def building_json(building: Building, seats: range | tuple[int, ...]) -> Json:
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
        "shapes": [{facing: [list(cell) for cell in sorted(turned(building.shape(seat), facing))] for facing in FACINGS} for seat in seats],
    }
