"""Positions and moves from their texts: read, then checked to be ones that the game could have come to."""

from typing import Any

from engine.cathedral.box import DARK, LIGHT, NOBODY, SIDES
from engine.cathedral.moves import Move, read_text
from engine.cathedral.notation import BEGUN, WHOM, sketched
from engine.cathedral.placements import Placement, found
from engine.cathedral.position import Position
from engine.cathedral.setup import assembled
from engine.endings import check_ending, split_ending
from engine.errors import BadNotation


def read(text: str) -> Position:
    """The position that `str()` wrote; raises BadNotation for anything else."""
    text, ending = split_ending(text)
    position = read_city(text)
    if ending is None:
        return position
    check_ending(ending, len(SIDES))
    return position.ended(ending)


def read_city(text: str) -> Position:
    """The position without how the host ended it."""
    sketch = sketched(text)
    facts = sketch.facts
    built = tuple(tuple(sorted((p for p in sketch.standing if p.owner == seat), key=lambda p: p.index)) for seat in (LIGHT, DARK))
    position = assembled(
        to_move=read_fact(facts, "to move", {name: seat for seat, name in WHOM.items()}),
        built=(built[LIGHT], built[DARK]),
        cathedral=next((placement for placement in sketch.standing if placement.owner == NOBODY), None),
        cathedral_waits=read_fact(facts, "cathedral", {"waiting": True, "standing": False, "removed": False}),
        territory=sketch.territory,
        begun=read_fact(facts, "begun", {name: begun for begun, name in BEGUN.items()}),
        skipped=read_fact(facts, "skipped", {name: seat for seat, name in WHOM.items()}),
    )
    check_whole(position)
    check_exact(text, str(position))
    return position


def read_fact(facts: dict[str, str], name: str, meanings: dict[str, Any]) -> Any:
    """What one line under the city means."""
    if facts[name] not in meanings:
        raise BadNotation(f"{name!r} is one of {', '.join(meanings)}.")
    return meanings[facts[name]]


def check_whole(position: Position) -> None:
    """Raises BadNotation for a position in which the game could not go on."""
    for seat, side in enumerate(SIDES):
        if position.built[seat] and not position.begun[seat]:
            raise BadNotation(f"A building of {side} stands, so {side} has begun.")
    if position.cathedral_waits:
        check_waiting(position)
    if position.to_move is None and any(position.room):
        raise BadNotation("The game goes on while a side can place something.")
    if position.to_move is not None and not position.room[position.to_move]:
        raise BadNotation("The side to move can place nothing.")
    if position.skipped is not None and (position.skipped == position.to_move or position.room[position.skipped]):
        raise BadNotation("Only a side that can place nothing is skipped.")


def check_waiting(position: Position) -> None:
    """Raises BadNotation unless nothing stands but, at most, the building dark began with."""
    if position.cathedral or position.begun[LIGHT] or len(position.built[DARK]) != position.begun[DARK] or any(position.territory):
        raise BadNotation("The Cathedral cannot wait when more than dark's first building has been placed.")
    if position.to_move is None or (position.to_move == DARK and position.begun[DARK]):
        raise BadNotation("While the Cathedral waits, light places it, or dark its first building.")


def check_exact(text: str, written: str) -> None:
    """Raises BadNotation at the first line that is not as it would be written."""
    for number, (given, expected) in enumerate(zip(text.splitlines(), written.splitlines(), strict=True), start=1):
        if given != expected:
            raise BadNotation(f"Line {number} of the position should be {expected!r}.")


def read_move(text: str, position: Position, seat: int) -> Move:
    """The move as it is listed: in its first facing, what it leaves named as briefly as can be."""
    move = read_text(text)
    owner = seat if seat in (LIGHT, DARK) else LIGHT
    placement = found(owner, move)
    if placement is None:
        return move
    return placement.move._replace(leave=settled_leave(move.leave, position, owner, placement))


def settled_leave(leave: tuple[str, ...], position: Position, seat: int, placement: Placement) -> tuple[str, ...]:
    """The names of what is left, without squares that say nothing new."""
    if not leave or placement.owner == NOBODY:
        return leave
    full = {f"{prize.building}@{prize.move.square}": name for prize, name in position.prizes(seat, placement).items()}
    return tuple(sorted({full.get(name, name) for name in leave}))
