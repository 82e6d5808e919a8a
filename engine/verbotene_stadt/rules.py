"""A game as a list of stages: who acts in each, what is open to them, and which rule says what follows.

deal      chance puts the officials on the yellow spaces          (dealing)
bribe     all seats choose an official in secret                  (bribes)
start     chance rolls the large fate die for the starting seat   (turn)
pavilion  chance rolls the blue die                               (turn)
move      the active seat moves an official                       (turn)
fate      chance rolls the left neighbour's fate die              (turn)
dragon    the left neighbour may take a card                      (turn)
answer    another seat believes or doubts                         (entering)
garment   chance draws a garment for the award                    (awards)
award     the seat with the award may take from others            (awards)
forfeit   whoever was right about a doubt takes a card            (awards)
over
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import CHANCE, Outcome
from engine.verbotene_stadt import awards, bribes, dealing, entering, turn
from engine.verbotene_stadt.moves import AnyMove, Bribe, Deal, Garment, Roll, Slide, Take, Word

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

STAGES = ("deal", "bribe", "start", "pavilion", "move", "fate", "dragon", "answer", "garment", "award", "forfeit", "over")
CHANCE_STAGES = ("deal", "start", "pavilion", "fate", "garment")


def actors(position: Position) -> tuple[int, ...]:
    """Who must act."""
    if position.stage in CHANCE_STAGES:
        return (CHANCE,)
    match position.stage:
        case "bribe":
            return tuple(seat for seat in range(position.seats) if not position.sealed[seat])
        case "move":
            return (position.active,)
        case "dragon":
            return (position.after(position.active),)
        case "answer" | "award" | "forfeit":
            return (position.asked,)
    return ()


def moves(position: Position) -> Sequence[AnyMove]:
    """What is open to the only actor."""
    match position.stage:
        case "move":
            return turn.moves(position)
        case "dragon":
            return turn.dragon_moves(position)
        case "answer":
            return entering.answers(position)
    return awards.takings(position)


def odds(position: Position) -> Sequence[tuple[AnyMove, int]]:
    """What chance can do."""
    match position.stage:
        case "deal":
            return dealing.deals(position)
        case "garment":
            return awards.draws(position)
    return turn.rolls(position)


def play(position: Position, seat: int, move: AnyMove) -> Position:
    """The position after the move."""
    match move:
        case Bribe(official):
            return bribes.choose(position, seat, official)
        case Roll(face):
            return turn.roll(position, face)
        case Slide(official, end):
            return turn.move(position, official, end)
        case Deal(official):
            return dealing.deal(position, official)
        case Garment(garment):
            return awards.draw(position, garment)
        case Take(_, card):
            return turn.take(position, card) if position.stage == "dragon" else awards.take(position, card)
        case Word("stop"):
            return turn.over(position)
        case Word("take all"):
            return awards.take_all(position)
        case Word("decline"):
            return position.but(stage="move") if position.stage == "dragon" else awards.decline(position)
        case Word(word):
            return entering.answer(position, doubts=word == "doubt")


def scores(position: Position) -> tuple[int, ...]:
    """What each seat's garments are worth; partners add theirs."""
    own = [position.value(seat) for seat in range(position.seats)]
    return tuple(
        own[seat] + sum(own[other] for other in range(position.seats) if position.partners(seat, other)) for seat in range(position.seats)
    )


def outcome(position: Position) -> Outcome:
    """The scores at the end; partners share theirs, equal totals share the win (Rules, end and score)."""
    found = scores(position)
    return Outcome(found, tuple(seat for seat, score in enumerate(found) if score == max(found)), "fifteen_exiled")
