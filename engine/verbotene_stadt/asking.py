"""What an actor owes and why, in words that everybody may read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Decision
from engine.sentences import Params
from engine.verbotene_stadt.awards import loser, prey
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.sentences import SENTENCES
from engine.verbotene_stadt.turn import die_due, may_stop
from engine.verbotene_stadt.versions import FIRST

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def decision(position: Position, seat: int) -> Decision:
    """What the actor owes in this stage."""
    match position.stage:
        case "deal":
            return SENTENCES.decision("deal", "deal", {})
        case "bribe":
            return bribe_decision(position, seat)
        case "start":
            return SENTENCES.decision("start", "start", {"seat": position.active})
        case "pavilion":
            return SENTENCES.decision("pavilion", "pavilion", {"seat": position.active})
        case "move":
            return move_decision(position)
        case "fate":
            rolls: Params = {"other_seat": position.after(position.active), "die": die_due(position), "seat": position.active}
            return SENTENCES.decision("fate", "fate", rolls)
        case "dragon":
            return SENTENCES.decision("dragon", "dragon", {})
    return entry_decision(position)


def bribe_decision(position: Position, seat: int) -> Decision:
    if not position.pavilion:
        return SENTENCES.decision("bribe", "bribe_first", {})
    if seat == position.active:
        return SENTENCES.decision("bribe", "bribe_another", {})
    return SENTENCES.decision("bribe", "bribe_anew", {"seat": position.active})


def move_decision(position: Position) -> Decision:
    said = {"number": position.made + 1, "pavilion": position.pavilion}
    match position.bluffing, may_stop(position):
        case True, True:
            return SENTENCES.decision("move", "move_any_or_stop", said)
        case True, False:
            return SENTENCES.decision("move", "move_any", said)
        case False, True:
            return SENTENCES.decision("move", "move_bribed_or_stop", said)
    return SENTENCES.decision("move", "move_bribed", said)


def entry_decision(position: Position) -> Decision:
    """What is owed while an entry is settled."""
    pavilion = position.pavilion
    match position.stage:
        case "answer":
            entered: Params = {"seat": position.active, "official": OFFICIALS[position.entered], "pavilion": pavilion}
            return SENTENCES.decision("answer", "answer", entered)
        case "garment":
            return SENTENCES.decision("garment", "garment", {"pavilion": pavilion, "seat": position.asked})
        case "award":
            return award_decision(position)
        case "forfeit" if position.asked == position.active:
            return SENTENCES.decision("forfeit", "forfeit_doubter", {"seat": loser(position)})
        case "forfeit":
            return SENTENCES.decision("forfeit", "forfeit_bluffer", {"seat": loser(position)})
    return SENTENCES.decision("over", "over", {})


def award_decision(position: Position) -> Decision:
    """What an empty pavilion offers."""
    empty: Params = {"colour": BOX.pavilion_colours[position.pavilion - 1], "pavilion": position.pavilion}
    if position.version == FIRST:
        return SENTENCES.decision("award", "award_must", empty)
    if position.generous:
        owners = sorted({take.seat for take in prey(position, position.asked)})
        if len(owners) == 1:
            return SENTENCES.decision("award", "award_all_from", {**empty, "seat": owners[0]})
        return SENTENCES.decision("award", "award_all", {**empty, "seats": owners})
    return SENTENCES.decision("award", "award", empty)
