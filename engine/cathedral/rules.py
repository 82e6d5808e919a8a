"""The rules of Cathedral: what a placement does, whose turn follows, and how the game ends.

Light places the Cathedral, dark the first building, then they alternate (Rules, 3). Nobody passes by choice: a side that
can place nothing is skipped, and when neither can, the game is over (Rules, 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from engine.cathedral.box import DARK, LIGHT, NOBODY
from engine.cathedral.moves import Move
from engine.cathedral.placements import Placement, found
from engine.cathedral.room import Pair, fenced_out, is_spent, rooms, rooms_beside, without
from engine.cathedral.territory import Claim
from engine.core import Outcome

if TYPE_CHECKING:
    from engine.cathedral.position import Position

T = TypeVar("T")

BY_INDEX = attrgetter("index")


def play(position: Position, seat: int, move: Move) -> Position:
    """The position after the move, which was checked."""
    placement = found(seat, move)
    assert placement is not None, f"{move} was not checked"
    if placement.owner == NOBODY:
        return with_cathedral(position, placement)
    claims = position.claims(seat, placement)
    if move.leave:
        names = position.prizes(seat, placement)
        claims = [claim for claim in claims if claim.prize is None or names[claim.prize] not in move.leave]
    return with_building(position, seat, placement, claims)


def with_cathedral(position: Position, placement: Placement) -> Position:
    """The Cathedral stands; then dark begins, or light goes on where dark has begun already (Rules, 3)."""
    to_move, room = LIGHT if position.begun[DARK] else DARK, rooms_beside(position.room, placement)
    return type(position)(to_move, position.built, placement, False, position.territory, position.begun, None, position.covered, room)


def with_building(position: Position, seat: int, placement: Placement, claims: Sequence[Claim]) -> Position:
    """The building stands, the claimed regions become territory, and their prizes are removed (Rules, 4 and 5)."""
    other, prizes, region = 1 - seat, [claim.prize for claim in claims if claim.prize], sum(claim.region for claim in claims)
    built = by_seat(
        seat,
        tuple(sorted((*position.built[seat], placement), key=BY_INDEX)),
        tuple(building for building in position.built[other] if building not in prizes) if prizes else position.built[other],
    )
    cathedral = None if position.cathedral in prizes else position.cathedral
    ground = by_seat(seat, (position.territory[seat] & ~placement.squares) | region, position.territory[other] & ~region)
    if prizes or region & position.territory[other]:
        room = rooms(built, cathedral, ground)
    else:
        room = rooms_beside(position.room, placement)
        room = without(room, seat, placement.building) if is_spent(placement.building, built[seat]) else room
        room = fenced_out(room, other, region & ~position.territory[seat])
    to_move, skipped = (LIGHT, None) if position.cathedral_waits else next_turn(seat, room)
    begun = by_seat(seat, True, position.begun[other])
    covered = by_seat(seat, position.covered[seat] | placement.squares, position.covered[other] & ~region)
    return type(position)(to_move, built, cathedral, position.cathedral_waits, ground, begun, skipped, covered, room)


def outcome(position: Position) -> Outcome:
    """The fewest squares of unplaced buildings win; equal is a draw (Rules, 7). In a series they are points (Rules, 8)."""
    scores = position.scores()
    return Outcome(scores, tuple(seat for seat in (LIGHT, DARK) if scores[seat] == min(scores)), "neither_can_place")


def next_turn(seat: int, room: Pair) -> tuple[int | None, int | None]:
    """Who moves after the seat, and who is skipped because it can place nothing (Rules, 6)."""
    other = 1 - seat
    if room[other]:
        return other, None
    return (seat, other) if room[seat] else (None, None)


def by_seat(seat: int, own: T, other: T) -> tuple[T, T]:
    """The two values in the order of the seats."""
    return (own, other) if seat == LIGHT else (other, own)
