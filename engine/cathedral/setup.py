"""Where positions and moves come from: the start of a game, and texts."""

from collections.abc import Mapping
from typing import Any

from engine.cathedral.buildings import DARK, LIGHT, NOBODY, SIDES
from engine.cathedral.moves import Move, read_text
from engine.cathedral.notation import BEGUN, WHOM, sketched
from engine.cathedral.placements import Placement, found
from engine.cathedral.room import Built, Pair, rooms
from engine.cathedral.rules import Position
from engine.core import choice
from engine.errors import BadNotation

OPTION = choice(
    "cathedral",
    ("first", "after_dark"),
    "first",
    "When light places the Cathedral: before anything else, or after dark's first building, followed at once by light's first.",
)


def start(seats: int, options: Mapping[str, Any]) -> Position:
    """The empty city; with `after_dark`, dark places a building before light places the Cathedral and its own."""
    return assembled(
        to_move=LIGHT if options["cathedral"] == "first" else DARK,
        built=((), ()),
        cathedral=None,
        cathedral_waits=True,
        territory=(0, 0),
        begun=(False, False),
        skipped=None,
    )


def assembled(
    to_move: int | None,
    built: tuple[Built, Built],
    cathedral: Placement | None,
    cathedral_waits: bool,
    territory: Pair,
    begun: tuple[bool, bool],
    skipped: int | None,
) -> Position:
    """A position from its parts, with what follows from them."""
    covered = (sum(placement.squares for placement in built[LIGHT]), sum(placement.squares for placement in built[DARK]))
    return Position(to_move, built, cathedral, cathedral_waits, territory, begun, skipped, covered, rooms(built, cathedral, territory))


def read(text: str) -> Position:
    """The position that `str()` wrote; raises BadNotation for anything else."""
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
