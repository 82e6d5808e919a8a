"""Entering the active pavilion, honestly or not (Rules, entering)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.verbotene_stadt import awards
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, AnyMove
from engine.verbotene_stadt.officials import NOBODY
from engine.verbotene_stadt.tuples import replaced
from engine.verbotene_stadt.versions import FIRST

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position


def may_enter(position: Position, official: int) -> bool:
    """Whether the active seat may take the official in: its own bribe, or any while bluffing is open."""
    return position.bluffing or position.bribes[position.active] == official


def enter(inside: Position) -> Position:
    """The official is inside; the others are asked, or the honest entry is rewarded at once."""
    return ask(inside, inside.active) if inside.bluffing else reward_honesty(inside)


def ask(position: Position, last: int) -> Position:
    """The next seat after `last` that may doubt is asked; when none is left, the active selector is shown."""
    seat = position.after(last)
    while seat != position.active:
        if may_doubt(position, seat):
            return position.but(stage="answer", asked=seat)
        seat = position.after(seat)
    return believed(position) if position.doubter == NOBODY else doubted(position)


def may_doubt(position: Position, seat: int) -> bool:
    """Seats without a card believe, and so does a partner."""
    return position.hands[seat] != 0 and not position.partners(seat, position.active)


def answers(position: Position) -> Sequence[AnyMove]:
    return [BELIEVE, DOUBT]


def answer(position: Position, doubts: bool) -> Position:
    """A seat believes or doubts. All that may doubt are asked, also after somebody has doubted; the first doubter counts."""
    believed_before, doubted_before = position.answers[position.asked]
    answers = replaced(position.answers, position.asked, (believed_before + (not doubts), doubted_before + doubts))
    first = doubts and position.doubter == NOBODY
    answered = position.but(answers=answers, doubter=position.asked if first else position.doubter)
    return doubted(answered) if first and position.version == FIRST else ask(answered, position.asked)


def honest(position: Position) -> bool:
    """Whether the active selector shows the official that entered."""
    return position.bribes[position.active] == position.entered


def believed(position: Position) -> Position:
    """All believe: an honest entry is rewarded as usual; a bluffer gets the award and another turn (cases 1 and 2)."""
    if honest(position):
        return reward_honesty(position, claims=claims(position))
    return awards.award(show(position, [position.active], position.active, claims=claims(position), again=True))


def doubted(position: Position) -> Position:
    """Somebody doubts: whoever is right gets the award, and a card of the other (cases 3 and 4)."""
    winner = position.active if honest(position) else position.doubter
    return awards.award(show(position, [position.active], winner, claims=claims(position)))


def claims(position: Position) -> tuple[tuple[int, int], ...]:
    """How often each seat was honest and how often it bluffed, now that everybody sees what the active seat did."""
    true, bluffs = position.claims[position.active]
    return replaced(position.claims, position.active, (true + 1, bluffs) if honest(position) else (true, bluffs + 1))


def reward_honesty(position: Position, **changes: Any) -> Position:
    """Of all seats that bribe the official, the one furthest from the active seat gets the award (shared bribe)."""
    in_turn_order = [position.after(position.active, steps) for steps in range(position.seats)]
    bribing = [seat for seat in in_turn_order if position.bribes[seat] == position.entered]
    return awards.award(show(position, bribing, bribing[-1], **changes))


def show(position: Position, seats: Sequence[int], winner: int, **changes: Any) -> Position:
    """Selectors are revealed, and so it is seen who gets the award."""
    shown = tuple([known or seat in seats for seat, known in enumerate(position.shown)])
    return position.but(shown=shown, asked=winner, **changes)
