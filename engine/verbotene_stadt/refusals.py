"""Why a move may not be played, in words for the player; what they say never depends on what the player may not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Refusal
from engine.verbotene_stadt.bribes import barred_bribe
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.entering import may_enter
from engine.verbotene_stadt.moves import AnyMove, Bribe, Slide, Take
from engine.verbotene_stadt.officials import OFFICIALS, UNKNOWN
from engine.verbotene_stadt.sliding import PAVILION, end_name

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

MOVING, TURN, ENTERING = "Rules, moving", "Rules, a turn", "Rules, entering"

DUE = {
    "bribe": Refusal("Now an official is to be bribed.", "Rules, set-up 2"),
    "move": Refusal("Now an official is to be moved.", TURN),
    "dragon": Refusal("Now a card of another seat is to be taken, or declined.", TURN),
    "answer": Refusal("Now the entry is to be believed or doubted.", ENTERING),
    "award": Refusal("Now a card of the pavilion's colour is to be taken from another seat.", ENTERING),
    "forfeit": Refusal("Now a card is to be taken from the seat that was wrong.", ENTERING),
}
"""What to say to a move of a kind that is not due."""


def refusal(position: Position, seat: int, move: AnyMove) -> Refusal | None:
    """Why this actor may not play the move; None exactly for the listed ones."""
    if position.stage == "bribe":
        return refused_bribe(position, seat, move) if isinstance(move, Bribe) else DUE["bribe"]
    if move in position.move_set:
        return None
    match position.stage, move:
        case "move", Slide(official, end):
            return refused_slide(position, official, end)
        case (("dragon" | "award" | "forfeit"), Take(owner, card)):
            return refused_take(position, owner, card)
    return DUE[position.stage]


def refused_bribe(position: Position, seat: int, move: Bribe) -> Refusal | None:
    if move.official == UNKNOWN:
        return Refusal("Say which official you bribe.", "Rules, set-up 2")
    if position.cells[move.official] < 0:
        return Refusal(f"{OFFICIALS[move.official]} is in exile.", ENTERING)
    if move.official == barred_bribe(position, seat):
        return Refusal(f"You bribed {OFFICIALS[move.official]} before; after your entry you must choose another official.", ENTERING)
    return None


def refused_slide(position: Position, official: int, end: int) -> Refusal:
    name = OFFICIALS[official]
    if position.cells[official] < 0:
        return Refusal(f"{name} is in exile.", MOVING)
    if end == position.cells[official]:
        return Refusal(f"{name} must end on another cell than {end_name(end)}, where it began.", MOVING)
    if end != PAVILION:
        return Refusal(f"{name} cannot slide to {end_name(end)}.", MOVING)
    if not may_enter(position, official):
        return Refusal(f"While bluffing is closed, only the official you bribe may enter; that is not {name}.", ENTERING)
    return Refusal(f"{name} cannot slide through a door of pavilion {position.pavilion}.", MOVING)


def refused_take(position: Position, owner: int, card: int) -> Refusal:
    rule = TURN if position.stage == "dragon" else ENTERING
    if position.owners[card] != owner:
        return Refusal(f"Seat {owner} does not own {CARDS[card]}.", rule)
    if owner == position.actors[0]:
        return Refusal(f"You own {CARDS[card]} already.", rule)
    return DUE[position.stage]
