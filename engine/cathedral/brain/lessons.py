"""What a slip in Cathedral teaches: buildings left to be taken, ground left to be fenced in, buildings left without room.

A side may expect to end with the squares that remain when both go on as they best see at a glance.
"""

from collections.abc import Iterator, Mapping

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
    """What it let happen and what the better move would have done; where neither is plain to see, what becomes of both."""
    plain = [*let_happen(slip), *would_have(slip)]
    yield from plain or foreseen(slip)


def let_happen(slip: Slip) -> Iterator[Sentence]:
    """What the reply gains, and which buildings have lost their room."""
    before, seat = slip.position, slip.seat
    after = before.play(seat, slip.played)
    roomy = {*before.remaining(seat)} - {*roomless(before, seat)}
    if slip.reply is not None and slip.reply[0] != seat:
        other, reply = slip.reply
        taken, squares = gains(after, other, reply)
        crowded = [name for name in roomless(after.play(other, reply), seat) if name in roomy and name not in roomless(after, seat)]
        if taken:
            yield SENTENCES.say("lesson.let_take", {"building": taken, "move": str(reply)})
        elif squares > FEW:
            yield SENTENCES.say("lesson.let_fence", {"side": SIDES[other], "squares": squares, "move": str(reply)})
        elif crowded:
            yield SENTENCES.say("lesson.let_crowd", {"side": SIDES[other], "building": crowded, "move": str(reply)})
    if lost := [name for name in roomless(after, seat) if name in roomy]:
        yield SENTENCES.say("lesson.no_room", {"building": lost})


def would_have(slip: Slip) -> Iterator[Sentence]:
    """What the better move would have gained, and what it would have kept the other side from placing."""
    before, seat, other, move = slip.position, slip.seat, 1 - slip.seat, str(slip.better)
    taken, squares = gains(before, seat, slip.better)
    if taken and taken != gains(before, seat, slip.played)[0]:
        yield SENTENCES.say("lesson.would_take", {"building": taken, "move": move})
    elif squares > FEW + gains(before, seat, slip.played)[1]:
        yield SENTENCES.say("lesson.would_fence", {"squares": squares, "move": move})
    kept = roomless(before.play(seat, slip.played), other)
    if blocked := [name for name in roomless(before.play(seat, slip.better), other) if name not in kept]:
        yield SENTENCES.say("lesson.would_block", {"side": SIDES[other], "building": blocked, "move": move})


def foreseen(slip: Slip) -> Iterator[Sentence]:
    """What each side is left with if both go on at a glance, where that is worse after the slip than after the better move."""
    seat, other, move = slip.seat, 1 - slip.seat, str(slip.better)
    slipped, better = (played_on(slip.position.play(seat, each)) for each in (slip.played, slip.better))
    if behind(slipped, seat) <= behind(better, seat):
        return
    if stays := more_of(slipped.remaining(seat), better.remaining(seat)):
        yield SENTENCES.say("lesson.would_find_room", {"building": stays, "move": move})
    if shut := more_of(better.remaining(other), slipped.remaining(other)):
        yield SENTENCES.say("lesson.would_crowd", {"side": SIDES[other], "building": shut, "move": move})


def behind(position: Position, seat: int) -> int:
    """By how many squares the seat has more left to place than the other."""
    return position.scores()[seat] - position.scores()[1 - seat]


def more_of(left: Mapping[str, int], than: Mapping[str, int]) -> list[str]:
    """The buildings of which there are more in one hand than in another."""
    return [name for name, count in left.items() if count > than.get(name, 0)]


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


def played_on(position: Position) -> Position:
    """The end, when both sides go on with what they see at a glance."""
    while position.actors:
        seat = position.actors[0]
        position = position.play(seat, BRAIN.shortlist(position, seat, 1)[0])
    return position


def points(position: Position) -> Iterator[float]:
    """The squares that each side may expect not to place."""
    yield from map(float, played_on(position).scores())
