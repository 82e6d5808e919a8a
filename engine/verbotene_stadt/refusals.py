"""Why a move may not be played, in words for the player; what they say never depends on what the player may not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Refusal
from engine.sentences import Params
from engine.verbotene_stadt.bribes import barred_bribe
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.entering import may_enter
from engine.verbotene_stadt.moves import AnyMove, Bribe, Slide, Take
from engine.verbotene_stadt.officials import OFFICIALS, UNKNOWN
from engine.verbotene_stadt.sentences import SENTENCES
from engine.verbotene_stadt.sliding import PAVILION, end_name
from engine.verbotene_stadt.versions import FIRST

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

DUE = {
    "bribe": SENTENCES.refusal("bribe_due", {}),
    "move": SENTENCES.refusal("move_due", {}),
    "dragon": SENTENCES.refusal("dragon_due", {}),
    "answer": SENTENCES.refusal("answer_due", {}),
    "award": SENTENCES.refusal("award_due", {}),
    "award all": SENTENCES.refusal("award_all_due", {}),
    "award first": SENTENCES.refusal("award_must_due", {}),
    "forfeit": SENTENCES.refusal("forfeit_due", {}),
}
"""What to say to a move of a kind that is not due, by what is."""


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
    return due(position)


def due(position: Position) -> Refusal:
    """What to say to a move of a kind that is not due now."""
    if position.stage != "award":
        return DUE[position.stage]
    return DUE["award first" if position.version == FIRST else "award all" if position.generous else "award"]


def refused_bribe(position: Position, seat: int, move: Bribe) -> Refusal | None:
    if move.official == UNKNOWN:
        return SENTENCES.refusal("bribe_unnamed", {})
    if position.cells[move.official] < 0:
        return SENTENCES.refusal("bribe_exiled", {"official": OFFICIALS[move.official]})
    if move.official == barred_bribe(position, seat):
        return SENTENCES.refusal("bribe_again", {"official": OFFICIALS[move.official]})
    return None


def refused_slide(position: Position, official: int, end: int) -> Refusal:
    name = OFFICIALS[official]
    if position.cells[official] < 0:
        return SENTENCES.refusal("exiled", {"official": name})
    if end == position.cells[official]:
        return SENTENCES.refusal("stays", {"official": name, "cell": end_name(end)})
    if end != PAVILION:
        return SENTENCES.refusal("out_of_reach", {"official": name, "cell": end_name(end)})
    if not may_enter(position, official):
        return SENTENCES.refusal("not_bribed", {"official": name})
    return SENTENCES.refusal("no_way_in", {"official": name, "pavilion": position.pavilion})


def refused_take(position: Position, owner: int, card: int) -> Refusal:
    dragon, name = position.stage == "dragon", CARDS[card]
    if position.owners[card] != owner:
        said: Params = {"seat": owner, "card": name}
        return SENTENCES.refusal("dragon_not_owned", said) if dragon else SENTENCES.refusal("not_owned", said)
    if owner == position.actors[0]:
        return SENTENCES.refusal("dragon_own_card", {"card": name}) if dragon else SENTENCES.refusal("own_card", {"card": name})
    return due(position)
