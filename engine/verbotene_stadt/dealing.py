"""Set-up: chance deals the 25 officials onto the yellow spaces, one after the other (Rules, set-up 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.verbotene_stadt.bribes import choosing
from engine.verbotene_stadt.moves import Deal

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def deals(position: Position) -> Sequence[tuple[Deal, int]]:
    """Any official that has not been dealt yet, all equally likely."""
    return [(Deal(official), 1) for official, cell in enumerate(position.cells) if cell < 0]


def deal(position: Position, official: int) -> Position:
    """The official stands on the next yellow space; after the last one the seats choose whom to bribe."""
    dealt = position.put(official, position.next_space)
    return dealt if min(dealt.cells) < 0 else dealt.but(**choosing(dealt))
