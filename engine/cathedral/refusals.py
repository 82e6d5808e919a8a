"""Why a move may not be played, in words for the player.

The sentences come after the facts: a placement is refused exactly when it is not among those that have room.
"""

from typing import TYPE_CHECKING

from engine.cathedral.buildings import CATHEDRAL, KINDS, LIGHT, SIDES
from engine.cathedral.city import inside
from engine.cathedral.moves import Move, spoken
from engine.cathedral.placements import Placement, footprint, found
from engine.core import Refusal
from engine.grid import square_name

if TYPE_CHECKING:
    from engine.cathedral.rules import Position


def refused(position: "Position", seat: int, move: Move) -> Refusal | None:
    """Why the seat may not play the move now; None if it may."""
    if position.to_move is None:
        return Refusal("The game is over.", "Rules, 6")
    if seat != position.to_move:
        return Refusal(f"It is {SIDES[position.to_move]}'s turn.", "Rules, 3")
    placement = found(seat, move)
    if placement is not None and placement.owner == position.table(seat) and position.open(seat) >> placement.index & 1:
        return refused_words(position, seat, move, placement)
    return refused_building(position, seat, move.building) or refused_squares(position, seat, move)


def refused_building(position: "Position", seat: int, name: str) -> Refusal | None:
    """Whether it is time for the building, and one is left (Rules, 2 and 3)."""
    time_for_cathedral = seat == LIGHT and position.cathedral_waits
    if name == CATHEDRAL.name and not time_for_cathedral:
        return Refusal("The Cathedral is placed once, by light.", "Rules, 3")
    if name != CATHEDRAL.name and time_for_cathedral:
        return Refusal("Light must place the Cathedral first.", "Rules, 3")
    if name == CATHEDRAL.name or name in position.remaining(seat):
        return None
    if KINDS[name].count == 1:
        return Refusal(f"Your {name} stands in the city already.", "Rules, 2")
    return Refusal(f"Both your {name}s stand in the city already.", "Rules, 2")


def refused_squares(position: "Position", seat: int, move: Move) -> Refusal:
    """Which of the squares lies outside the walls, is taken, or is the opponent's territory (Rules, 2 and 4)."""
    cells = footprint(seat, move)
    if not all(inside(x, y) for x, y in cells):
        return Refusal(f"The {spoken(move.building)} would stand outside the walls.", "Rules, 2")
    other = 1 - seat
    for x, y in cells:
        square = square_name(x, y)
        standing = position.at(x, y)
        if standing is not None:
            return Refusal(f"The {spoken(move.building)} would cover {square}, where {described(standing)} stands.", "Rules, 2")
        if position.owns(other, x, y):
            return Refusal(f"The {spoken(move.building)} would cover {square}, which is {SIDES[other]}'s territory.", "Rules, 4")
    raise AssertionError(f"{move} has room")


def described(placement: Placement) -> str:
    """A building in the city, in a sentence."""
    return "the Cathedral" if placement.building == CATHEDRAL.name else f"the {SIDES[placement.owner]} {placement.building}"


def refused_words(position: "Position", seat: int, move: Move, placement: Placement) -> Refusal | None:
    """Whether the move is written as it is listed: in its first facing, and leaving what it could take (Rules, 5)."""
    if placement.move[:3] != move[:3]:
        return Refusal(f"This is written {placement.move}.", "Notation")
    names = set(position.prizes(seat, placement).values()) if placement.owner == seat else set()
    for left in move.leave:
        squares = sorted(name for name in names if name.startswith(f"{left}@"))
        if squares:
            return Refusal(f"Two {left}s could be taken: leave {' or '.join(squares)}.", "Rules, 5")
        if left not in names:
            return Refusal(f"The {spoken(left)} could not be taken, so it cannot be left.", "Rules, 5")
    if move.leave != tuple(sorted(set(move.leave))):
        return Refusal("What is left is named once each, in alphabetical order.", "Notation")
    return None
