"""Why a move may not be played, in words for the player.

The sentences come after the facts: a placement is refused exactly when it is not among those that have room.
"""

from typing import TYPE_CHECKING

from engine.cathedral.box import CATHEDRAL, KINDS, LIGHT, NOBODY, SIDES
from engine.cathedral.city import inside
from engine.cathedral.moves import Move
from engine.cathedral.placements import Placement, footprint, found
from engine.cathedral.sentences import SENTENCES
from engine.core import Refusal
from engine.grid import square_name

if TYPE_CHECKING:
    from engine.cathedral.position import Position


def refused(position: "Position", seat: int, move: Move) -> Refusal | None:
    """Why the seat may not play the move now; None if it may."""
    if position.to_move is None or position.verdict:
        return SENTENCES.refusal("over", {})
    if seat != position.to_move:
        return SENTENCES.refusal("others_turn", {"side": SIDES[position.to_move]})
    placement = found(seat, move)
    if placement is not None and placement.owner == position.table(seat) and position.open(seat) >> placement.index & 1:
        return refused_words(position, seat, move, placement)
    return refused_building(position, seat, move.building) or refused_squares(position, seat, move)


def refused_building(position: "Position", seat: int, name: str) -> Refusal | None:
    """Whether it is time for the building, and one is left (Rules, 2 and 3)."""
    time_for_cathedral = seat == LIGHT and position.cathedral_waits
    if name == CATHEDRAL.name and not time_for_cathedral:
        return SENTENCES.refusal("cathedral_once", {})
    if name != CATHEDRAL.name and time_for_cathedral:
        return SENTENCES.refusal("cathedral_first", {})
    if name == CATHEDRAL.name or name in position.remaining(seat):
        return None
    if KINDS[name].count == 1:
        return SENTENCES.refusal("spent", {"building": name})
    return SENTENCES.refusal("both_spent", {"building": name})


def refused_squares(position: "Position", seat: int, move: Move) -> Refusal:
    """Which of the squares lies outside the walls, is taken, or is the opponent's territory (Rules, 2 and 4)."""
    cells = footprint(seat, move)
    if not all(inside(x, y) for x, y in cells):
        return SENTENCES.refusal("outside", {"building": move.building})
    other = 1 - seat
    for x, y in cells:
        ground = {"building": move.building, "square": square_name(x, y)}
        standing = position.at(x, y)
        if standing is not None and standing.owner == NOBODY:
            return SENTENCES.refusal("covers_cathedral", ground)
        if standing is not None:
            return SENTENCES.refusal("covers", ground | {"side": SIDES[standing.owner], "other_building": standing.building})
        if position.owns(other, x, y):
            return SENTENCES.refusal("territory", ground | {"side": SIDES[other]})
    raise AssertionError(f"{move} has room")


def refused_words(position: "Position", seat: int, move: Move, placement: Placement) -> Refusal | None:
    """Whether the move is written as it is listed: in its first facing, and leaving what it could take (Rules, 5)."""
    if placement.move[:3] != move[:3]:
        return SENTENCES.refusal("written", {"move": str(placement.move)})
    names = set(position.prizes(seat, placement).values()) if placement.owner == seat else set()
    for left in move.leave:
        squares = sorted(name for name in names if name.startswith(f"{left}@"))
        if squares:
            return SENTENCES.refusal("leave_which", {"building": left, "first": squares[0], "second": squares[1]})
        if left not in names:
            return not_to_be_left(left)
    if move.leave != tuple(sorted(set(move.leave))):
        return SENTENCES.refusal("leave_in_order", {})
    return None


def not_to_be_left(name: str) -> Refusal:
    """What to say to leaving a building, named with or without its square, that could not be taken."""
    building, _, square = name.partition("@")
    if square:
        return SENTENCES.refusal("cannot_leave_there", {"building": building, "square": square})
    return SENTENCES.refusal("cannot_leave", {"building": building})
