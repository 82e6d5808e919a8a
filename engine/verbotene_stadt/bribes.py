"""Bribes: all seats choose an official at once and in secret (Rules, set-up 2 and entering).

Keeping a bribe is choosing the same official again, so nobody can tell keeping from changing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.verbotene_stadt.moves import Bribe

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def choose_anew(position: Position) -> Position:
    """Every selector may be turned; one that was revealed stays in sight until then."""
    return position.but(stage="bribe", sealed=(False,) * position.seats)


def moves(position: Position, seat: int) -> Sequence[Bribe]:
    """Every official on the board; the seat whose turn has just ended must choose another than before."""
    barred = barred_bribe(position, seat)
    return [Bribe(official) for official, cell in enumerate(position.cells) if cell >= 0 and official != barred]


def barred_bribe(position: Position, seat: int) -> int | None:
    """The old bribe of the seat that had an official enter; None for the others and before the first turn."""
    return position.bribes[seat] if position.pavilion and seat == position.active else None


def choose(position: Position, seat: int, official: int) -> Position:
    """The choice is sealed; when all are, the game goes on."""
    sealed = tuple(done or other == seat for other, done in enumerate(position.sealed))
    chosen = position.but_at("bribes", seat, official).but_at("shown", seat, False).but(sealed=sealed)
    return go_on(chosen) if all(sealed) else chosen


def go_on(position: Position) -> Position:
    """After the first choice the starting seat is rolled for; later the blue die is rolled and the next turn begins."""
    unsealed = position.but(sealed=(False,) * position.seats)
    if not position.pavilion:
        return unsealed.but(stage="start", active=0)
    active = position.active if position.again else position.after(position.active)
    unsealed = unsealed.but_at("moved", position.active, ())
    return unsealed.but(stage="pavilion", active=active, made=0, again=False, fate="-")
