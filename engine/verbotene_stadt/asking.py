"""What an actor owes and why, in words that everybody may read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Decision
from engine.verbotene_stadt.awards import loser
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.turn import die_due, may_stop

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def decision(position: Position, seat: int) -> Decision:
    """What the actor owes in this stage."""
    return Decision(position.stage, prompt(position, seat))


def prompt(position: Position, seat: int) -> str:
    match position.stage:
        case "deal":
            return "Chance puts the next official on a yellow space."
        case "bribe":
            return bribe_prompt(position, seat)
        case "start":
            return f"The large fate die is rolled for seat {position.active}: red starts."
        case "pavilion":
            return f"The blue die is rolled for seat {position.active}: which pavilion is active?"
        case "move":
            return move_prompt(position)
        case "fate":
            return f"Seat {position.after(position.active)} rolls the {die_due(position)} fate die: does seat {position.active} move again?"
        case "dragon":
            return "Take one garment card from another seat, or decline: the die shows a dragon."
    return claim_prompt(position)


def bribe_prompt(position: Position, seat: int) -> str:
    if not position.pavilion:
        return "Bribe an official, in secret."
    if seat == position.active:
        return "Bribe another official than before, in secret: your turn has ended with an entry."
    return f"Bribe an official, in secret, the same as before or another: seat {position.active}'s turn has ended with an entry."


def move_prompt(position: Position) -> str:
    number = ("first", "second", "third", "fourth")[position.made]
    enter = "any official may enter" if position.bluffing else "only the official you bribe may enter"
    stop = ", or stop" if may_stop(position) else ""
    return f"Move an official{stop}: your {number} move. Pavilion {position.pavilion} is active, and {enter}."


def claim_prompt(position: Position) -> str:
    """What is owed while an entry is settled."""
    colour = BOX.pavilion_colours[position.pavilion - 1]
    match position.stage:
        case "answer":
            claim = f"seat {position.active} took {OFFICIALS[position.entered]} into pavilion {position.pavilion}"
            return f"Believe or doubt: {claim}."
        case "garment":
            return f"A garment of pavilion {position.pavilion} is drawn for seat {position.asked}."
        case "award":
            return f"Take a {colour} card from another seat: pavilion {position.pavilion} is empty."
        case "forfeit":
            wrong = "doubted an honest entry" if position.asked == position.active else "bluffed"
            return f"Take a card from seat {loser(position)}, which {wrong}."
    return "The game is over."
