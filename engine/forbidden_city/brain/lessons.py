"""What a slip in Forbidden City teaches: rooms that were closed for others, left to them, or not closed, and majorities in open ones."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.ai.lessons import Slip
from engine.forbidden_city.box import TILES
from engine.forbidden_city.brain.prospects import prospects
from engine.forbidden_city.moves import Lay, Move
from engine.forbidden_city.position import Position
from engine.forbidden_city.rooms import Board
from engine.forbidden_city.scoring import scored
from engine.forbidden_city.sentences import SENTENCES
from engine.forbidden_city.tiles import TEMPLE
from engine.sentences import Sentence

FEW = 3
"""Rooms worth less, or so many coins more, teach nothing."""


def lessons(slip: Slip) -> Iterator[Sentence]:
    """What rooms were closed, or could have been; where none was, who has the most advisors in those left open."""
    closed = [*closings(slip)]
    yield from closed or majorities(slip)


def closings(slip: Slip) -> Iterator[Sentence]:
    """Who was paid by the move, who can be paid by the next one, and what the better move would have paid."""
    before, seat, colours = slip.position, slip.seat, slip.position.setup.colours
    paid = pays(before, seat, slip.played)
    richest = max(range(len(paid)), key=paid.__getitem__)
    if richest != seat and paid[richest] > paid[seat]:
        yield SENTENCES.say("lesson.paid", {"colour": colours[richest], "coins": paid[richest]})
    after = before.play(seat, slip.played)
    if slip.reply is not None and slip.reply[0] != seat and slip.reply[0] in after.actors:
        other, move = slip.reply
        if (coins := pays(after, other, move)[other]) > pays(before, seat, slip.better)[seat]:
            yield SENTENCES.say("lesson.let_close", {"colour": colours[other], "coins": coins})
    if (coins := pays(before, seat, slip.better)[seat]) > paid[seat]:
        yield SENTENCES.say("lesson.would_close", {"coins": coins, "move": str(slip.better)})


def majorities(slip: Slip) -> Iterator[Sentence]:
    """The richest open room that the slip lost, or enriched for another seat, and the richest that the better move would have won."""
    before, seat, colours = slip.position.board, slip.seat, slip.position.setup.colours
    slipped, better = (board_after(slip.position, seat, move) for move in (slip.played, slip.better))
    known = [name for name, room in before.rooms.items() if room.openings and room.floor != TEMPLE]
    fresh = max((held(slipped, seat, name) for name in parts_of(slip.played)), default=0)
    if lost := richest(slipped, [name for name in known if held(before, seat, name) and leader(slipped, name) != seat]):
        yield SENTENCES.say("lesson.lost_lead", {"colour": colours[seat], "floor": lost.floor, "coins": lost.worth})
    theirs = [name for name in known if leader(slipped, name) not in (None, seat)]
    if raised := richest(slipped, [name for name in theirs if worth(slipped, name) >= FEW + max(worth(before, name), worth(better, name))]):
        said = {"colour": colours[leader(slipped, raised.name) or 0], "floor": raised.floor, "coins": raised.worth}
        yield SENTENCES.say("lesson.raised", said)
    gained = [name for name in known if held(better, seat, name) >= FEW + held(slipped, seat, name)]
    gained += [name for name in parts_of(slip.better) if held(better, seat, name) >= FEW + fresh]
    if won := richest(better, gained):
        said = {"colour": colours[seat], "floor": won.floor, "coins": won.worth, "move": str(slip.better)}
        yield SENTENCES.say("lesson.would_lead", said)


class OpenRoom(NamedTuple):
    """A room to tell of."""

    worth: int
    floor: str
    name: int


def richest(board: Board, names: Iterable[int]) -> OpenRoom | None:
    """Of those rooms the open one that is worth most; None where all are closed by now, or worth little."""
    found = [(worth(board, name), board.rooms[board.room_of(name)], name) for name in names]
    rooms = [OpenRoom(coins, room.floor, name) for coins, room, name in found if room.openings and coins >= FEW]
    return max(rooms, default=None)


def parts_of(move: Move) -> list[int]:
    """The names of the rooms that a tile may begin: see `rooms`."""
    return [2 * move.cell + part for part in range(len(TILES.tiles[move.tile].floors))] if isinstance(move, Lay) else []


def worth(board: Board, name: int) -> int:
    """What the room of that name, which may have grown since, would pay now."""
    return board.worth(board.room_of(name))


def held(board: Board, seat: int, name: int) -> int:
    """The same where the room is open and the seat alone has the most advisors in it, else nothing."""
    return worth(board, name) if board.rooms[board.room_of(name)].openings and leader(board, name) == seat else 0


def leader(board: Board, name: int) -> int | None:
    """The seat that alone has the most advisors in the room."""
    advisors = board.rooms[board.room_of(name)].advisors
    most = max(advisors)
    return advisors.index(most) if most and advisors.count(most) == 1 else None


def board_after(position: Position, seat: int, move: Move) -> Board:
    """The table once the move is made."""
    if not isinstance(move, Lay):
        return position.board
    return position.board.lay(move.cell, TILES.tiles[move.tile].turned[move.facing], seat)[0]


def pays(position: Position, seat: int, move: Move) -> Sequence[int]:
    """What the rooms that a move closes pay each seat."""
    if not isinstance(move, Lay):
        return [0] * position.seats
    board, closed = position.board.lay(move.cell, TILES.tiles[move.tile].turned[move.facing], seat)
    paid = [scored(board, name, position.laid + 1, seat).paid for name in closed]
    return [sum(each) for each in zip(*paid, strict=True)] if paid else [0] * position.seats


def points(position: Position) -> list[float]:
    """The coins that each seat may expect in the end."""
    return prospects(position)
