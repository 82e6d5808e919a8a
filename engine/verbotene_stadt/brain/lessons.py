"""What a slip in Die verbotene Stadt teaches, now that every bribe is known: claims that were true or not, entries and cards missed.

A seat's points are what its cards are worth at the moment: what they will be worth is decided by whole colours that change hands late.
"""

from collections.abc import Iterator

from engine.ai.lessons import Slip
from engine.sentences import Sentence
from engine.verbotene_stadt.brain.estimates import bits_of
from engine.verbotene_stadt.brain.hands import handed
from engine.verbotene_stadt.cards import value_of
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, Slide, Take
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.sentences import SENTENCES
from engine.verbotene_stadt.sliding import PAVILION


def lessons(slip: Slip) -> Iterator[Sentence]:
    """What the answer did not know, which entry was there, which card was worth more."""
    position, seat = slip.position, slip.seat
    if slip.played in (BELIEVE, DOUBT):
        yield from answer(position, believed=slip.played == BELIEVE)
    match slip.better:
        case Slide(official, end) if end == PAVILION and official == position.bribes[seat]:
            yield SENTENCES.say("lesson.would_enter", {"official": OFFICIALS[official]})
        case Slide(official, end) if end == PAVILION:
            yield SENTENCES.say("lesson.would_bluff", {"official": OFFICIALS[official]})
        case Take() if (points := worth_with(position, seat, slip.better)) > worth_with(position, seat, slip.played):
            yield SENTENCES.say("lesson.would_be_worth", {"move": str(slip.better), "points": points})


def answer(position: Position, *, believed: bool) -> Iterator[Sentence]:
    """Whether the answer was right, where it was not."""
    honest = position.bribes[position.active] == position.entered
    if believed and not honest:
        yield SENTENCES.say("lesson.was_bluff", {"seat": position.active})
    if not believed and honest:
        yield SENTENCES.say("lesson.was_honest", {"seat": position.active, "official": OFFICIALS[position.entered]})


def worth_with(position: Position, seat: int, move: object) -> int:
    """What the seat's cards are worth once it has taken that card, or none."""
    cards = [move.card] if isinstance(move, Take) else []
    return value_of(handed(bits_of(position), cards, seat)[seat])


def points(position: Position) -> tuple[float, ...]:
    return tuple(float(position.value(seat)) for seat in range(position.seats))
