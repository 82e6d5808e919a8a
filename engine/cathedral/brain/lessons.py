"""What a slip in Cathedral teaches: buildings left to be taken, ground left to be fenced in, buildings left without room.

A side may expect to end with the squares that remain when both go on as they best see at a glance.
"""

from collections.abc import Iterator

from engine.ai.lessons import Slip
from engine.cathedral.box import NOBODY, SIDES
from engine.cathedral.brain.judgement import BRAIN, placement_of
from engine.cathedral.moves import Move
from engine.cathedral.placements import OF_BUILDING
from engine.cathedral.position import Position
from engine.cathedral.sentences import SENTENCES
from engine.sentences import Sentence

FEW = 3
"""So few squares fenced in teach nothing."""


def lessons(slip: Slip) -> Iterator[Sentence]:
    """What the reply gains, which buildings have lost their room, and what the better move would have gained."""
    before, seat = slip.position, slip.seat
    after = before.play(seat, slip.played)
    if slip.reply is not None and slip.reply[0] != seat:
        taken, squares = gains(after, *slip.reply)
        move = str(slip.reply[1])
        if taken:
            yield SENTENCES.say("lesson.let_take", {"building": taken, "move": move})
        elif squares > FEW:
            yield SENTENCES.say("lesson.let_fence", {"side": SIDES[slip.reply[0]], "squares": squares, "move": move})
    if lost := [name for name in roomless(after, seat) if name not in roomless(before, seat)]:
        yield SENTENCES.say("lesson.no_room", {"building": lost})
    taken, squares = gains(before, seat, slip.better)
    move = str(slip.better)
    if taken and taken != gains(before, seat, slip.played)[0]:
        yield SENTENCES.say("lesson.would_take", {"building": taken, "move": move})
    elif squares > FEW + gains(before, seat, slip.played)[1]:
        yield SENTENCES.say("lesson.would_fence", {"squares": squares, "move": move})


def gains(position: Position, seat: int, move: Move) -> tuple[list[str], int]:
    """The buildings that a move takes, and the squares that it makes the seat's territory."""
    if position.table(seat) == NOBODY:
        return [], 0
    placement = placement_of(seat, move)
    called = position.prizes(seat, placement)
    claimed = [claim for claim in position.claims(seat, placement) if claim.prize is None or called[claim.prize] not in move.leave]
    squares = sum((claim.region & ~position.territory[seat]).bit_count() for claim in claimed)
    return [claim.prize.building for claim in claimed if claim.prize], squares


def roomless(position: Position, seat: int) -> list[str]:
    """The buildings that the seat still has and can place nowhere."""
    return [name for name in position.remaining(seat) if not position.room[seat] & OF_BUILDING[seat][name]]


def points(position: Position) -> Iterator[float]:
    """The squares that each side may expect not to place."""
    while position.actors:
        seat = position.actors[0]
        position = position.play(seat, BRAIN.shortlist(position, seat, 1)[0])
    yield from map(float, position.scores())
