"""A turn: a move, then the left neighbour's die decides whether another one is due (Rules, a turn)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from engine.verbotene_stadt import entering
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.moves import DECLINE, STOP, AnyMove, Roll, Take, slide
from engine.verbotene_stadt.officials import INSIDE, NOBODY
from engine.verbotene_stadt.sliding import PAVILION
from engine.verbotene_stadt.tuples import replaced

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

FATE_DICE: tuple[Literal["small", "medium", "large"], ...] = ("small", "medium", "large")
"""The die after the first, second and third move; after the fourth the turn is over."""

ROLLS = {die: tuple((Roll(face), count) for face, count in Counter(faces).items()) for die, faces in BOX.dice.items()}
"""What each die can show, and how many faces show it."""

REMEMBERED = 8
"""How many of a seat's moves the table remembers."""


def moves(position: Position) -> Sequence[AnyMove]:
    """Every end that every official can reach, by official; `stop` where an extra move may be declined.

    Ruling: that no official can move never happens. All streets are connected, and there are more than officials.
    """
    listed: list[AnyMove] = [slide(official, end) for official in position.on_board for end in ends(position, official)]
    return [*listed, STOP] if may_stop(position) else listed


def ends(position: Position, official: int) -> tuple[int, ...]:
    """Where the active seat can move an official."""
    open_to_it = position.pavilion if entering.may_enter(position, official) else 0
    return position.city.ends(position.cells[official], open_to_it)


def may_stop(position: Position) -> bool:
    """Whether the move that is due may be declined: option `extra_move`."""
    return position.extra_move == "may" and position.made > 0


def path(position: Position, official: int, end: int) -> list[int]:
    """The shortest way of a move, the same whoever asks: where it turns, from its start to its end.

    A way that avoids the open door is preferred, because it is one for every official; only if there is none
    the official cannot be one that may enter, and the door is shut for it.
    """
    start = position.cells[official]
    return position.city.path(start, end, position.pavilion) or position.city.path(start, end)


def move(position: Position, official: int, end: int) -> Position:
    """The official is moved; unless it has entered, a fate die is rolled or the turn is over."""
    active, made = position.active, position.made + 1
    moved = replaced(position.moved, active, (*position.moved[active], official)[-REMEMBERED:])
    if end == PAVILION:
        return entering.enter(position.put(official, INSIDE, entered=official, moved=moved, made=made))
    if made <= len(FATE_DICE):
        return position.put(official, end, moved=moved, made=made, stage="fate")
    return over(position.put(official, end, moved=moved))


def rolls(position: Position) -> Sequence[tuple[Roll, int]]:
    """The faces of the die that is due."""
    return ROLLS[die_due(position)]


def die_due(position: Position) -> str:
    match position.stage:
        case "start":
            return "large"
        case "pavilion":
            return "blue"
    return FATE_DICE[position.made - 1]


def roll(position: Position, face: str) -> Position:
    """What a die decides."""
    match position.stage, face:
        case "start", "black":
            return position.but(active=position.after(position.active), fate=face)
        case "start", _:
            return position.but(stage="pavilion", fate="-")
        case "pavilion", _:
            return position.but(stage="move", pavilion=int(face))
        case "fate", "black":
            return over(position, fate=face)
        case "fate", "red-pavilion":
            return position.but(stage="pavilion", fate=face)
        case "fate", "red-dragon" if dragon_prey(position):
            return position.but(stage="dragon", fate=face)
    return position.but(stage="move", fate=face)


def over(position: Position, **changes: str) -> Position:
    """The next seat's turn."""
    return position.but(stage="move", active=position.after(position.active), made=0, **changes)


def dragon_prey(position: Position) -> list[Take]:
    """The cards that the left neighbour could take: anybody's but its own.

    Ruling: with no card at any other seat the dragon does nothing.
    """
    taker = position.after(position.active)
    return [Take(owner, card) for card, owner in enumerate(position.owners) if owner not in (NOBODY, taker)]


def dragon_moves(position: Position) -> Sequence[AnyMove]:
    return [*dragon_prey(position), DECLINE]


def take(position: Position, card: int) -> Position:
    """The left neighbour takes the card, and the active seat goes on."""
    return position.give([card], position.after(position.active), stage="move")
