"""Bribes: all seats choose an official at once and in secret (Rules, set-up 2 and entering).

Keeping a bribe is choosing the same official again, so nobody can tell keeping from changing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.verbotene_stadt.moves import Bribe
from engine.verbotene_stadt.tuples import replaced

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def choosing(position: Position) -> dict[str, Any]:
    """What changes when every selector may be turned; one that was revealed stays in sight until then."""
    return {"stage": "bribe", "sealed": (False,) * position.seats}


def moves(position: Position, seat: int) -> Sequence[Bribe]:
    """Every official on the board; the seat whose turn has just ended must choose another than before."""
    barred = barred_bribe(position, seat)
    return [Bribe(official) for official, cell in enumerate(position.cells) if cell >= 0 and official != barred]


def barred_bribe(position: Position, seat: int) -> int | None:
    """The old bribe of the seat that had an official enter; None for the others and before the first turn."""
    return position.bribes[seat] if position.pavilion and seat == position.active else None


def choose(position: Position, seat: int, official: int) -> Position:
    """The choice is sealed; when all are, the game goes on."""
    chosen = position.but(
        bribes=replaced(position.bribes, seat, official),
        shown=replaced(position.shown, seat, False),
        sealed=replaced(position.sealed, seat, True),
    )
    return go_on(chosen) if all(chosen.sealed) else chosen


def go_on(position: Position) -> Position:
    """After the first choice the starting seat is rolled for; later the blue die is rolled and the next turn begins."""
    unsealed = (False,) * position.seats
    if not position.pavilion:
        return position.but(sealed=unsealed, stage="start", active=0)
    active = position.active if position.again else position.after(position.active)
    moved = replaced(position.moved, position.active, ())
    return position.but(sealed=unsealed, moved=moved, stage="pavilion", active=active, made=0, again=False, fate="-")
