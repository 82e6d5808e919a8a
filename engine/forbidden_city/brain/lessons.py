"""What a slip in Forbidden City teaches: rooms that were closed for others, left to them, or not closed."""

from collections.abc import Iterator, Sequence

from engine.ai.lessons import Slip
from engine.forbidden_city.box import TILES
from engine.forbidden_city.brain.prospects import prospects
from engine.forbidden_city.moves import Lay, Move
from engine.forbidden_city.position import Position
from engine.forbidden_city.scoring import scored
from engine.forbidden_city.sentences import SENTENCES
from engine.sentences import Sentence


def lessons(slip: Slip) -> Iterator[Sentence]:
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
