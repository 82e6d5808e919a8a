"""What a slip in Die verbotene Stadt teaches, now that every bribe is known: claims that were true or not, entries and cards missed.

A seat's points are what its cards are worth at the moment, with the award that it gets next: what they will be worth is decided by whole
colours that change hands late.
"""

from collections.abc import Iterator

from engine.ai.lessons import Slip
from engine.core import CHANCE
from engine.sentences import Sentence
from engine.verbotene_stadt.moves import BELIEVE, DOUBT, Bribe, Slide
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.rules import scores
from engine.verbotene_stadt.sentences import SENTENCES
from engine.verbotene_stadt.sliding import PAVILION


def lessons(slip: Slip) -> Iterator[Sentence]:
    """What the answer did not know, what an entry risked, which entry was there or came near, which bribe or card was worth more."""
    position, seat = slip.position, slip.seat
    if slip.played in (BELIEVE, DOUBT):
        yield from answer(position, believed=slip.played == BELIEVE)
    if isinstance(slip.played, Slide):
        yield from entered(position, slip.played) if slip.played.end == PAVILION else opened(position, slip.played)
    match slip.better:
        case Slide(official, end) if end == PAVILION and official == position.bribes[seat]:
            yield SENTENCES.say("lesson.would_enter", {"official": OFFICIALS[official]})
        case Slide(official, end) if end == PAVILION:
            yield SENTENCES.say("lesson.would_bluff", {"official": OFFICIALS[official]})
        case Slide():
            yield from prepared(slip)
        case Bribe(official):
            yield from reached(slip, official)
        case _ if position.stage in ("dragon", "award", "forfeit"):
            yield from taken(slip)


def answer(position: Position, *, believed: bool) -> Iterator[Sentence]:
    """Whether the answer was right, where it was not."""
    honest = position.bribes[position.active] == position.entered
    if believed and not honest:
        yield SENTENCES.say("lesson.was_bluff", {"seat": position.active})
    if not believed and honest:
        yield SENTENCES.say("lesson.was_honest", {"seat": position.active, "official": OFFICIALS[position.entered]})


def entered(position: Position, move: Slide) -> Iterator[Sentence]:
    """What an entry that should have waited has risked: a doubt, or that the award is another seat's."""
    seat, official = position.active, move.official
    if position.bribes[seat] != official:
        yield SENTENCES.say("lesson.risked", {"official": OFFICIALS[official]})
        return
    others = [position.after(seat, steps) for steps in range(1, position.seats)]
    if sharing := [other for other in others if position.bribes[other] == official]:
        yield SENTENCES.say("lesson.shared", {"official": OFFICIALS[official], "seat": sharing[-1]})


def opened(position: Position, move: Slide) -> Iterator[Sentence]:
    """The first other seat whose bribed official can enter the pavilion since that move, and could not before."""
    after = position.play(position.active, move)
    for steps in range(1, position.seats):
        other = position.after(position.active, steps)
        bribe = position.bribes[other]
        if not position.partners(position.active, other) and after.can_enter(bribe) and not position.can_enter(bribe):
            yield SENTENCES.say("lesson.let_enter", {"official": OFFICIALS[bribe], "seat": other})
            return


def prepared(slip: Slip) -> Iterator[Sentence]:
    """That the bribed official could have entered after the better move, where it cannot after the other."""
    position, seat = slip.position, slip.seat
    bribe = position.bribes[seat]
    if isinstance(slip.played, Slide) and (slip.played.official, slip.played.end) == (bribe, PAVILION):
        return
    if position.play(seat, slip.better).can_enter(bribe) and not position.play(seat, slip.played).can_enter(bribe):
        yield SENTENCES.say("lesson.would_open", {"official": OFFICIALS[bribe], "move": str(slip.better)})


def reached(slip: Slip, official: int) -> Iterator[Sentence]:
    """How many pavilions the better bribe could enter from its place, where that is more than the other could."""
    if not isinstance(slip.played, Bribe):
        return
    more, fewer = (slip.position.entries[each].bit_count() for each in (official, slip.played.official))
    if more > fewer:
        said = {"official": OFFICIALS[official], "pavilions": more, "other_official": OFFICIALS[slip.played.official], "fewer": fewer}
        yield SENTENCES.say("lesson.would_reach", said)


def taken(slip: Slip) -> Iterator[Sentence]:
    """What the cards would be worth with the better taking, where that is more."""
    better, played = (slip.position.play(slip.seat, move).value(slip.seat) for move in (slip.better, slip.played))
    if better > played:
        yield SENTENCES.say("lesson.would_be_worth", {"move": str(slip.better), "points": better})


def points(position: Position) -> tuple[float, ...]:
    """What each seat's cards, and in teams its partner's, are worth, with the garment that is due if nobody doubts any more."""
    while position.stage == "answer":
        position = position.play(position.asked, BELIEVE)
    garments = [position.play(CHANCE, garment) for garment, _ in position.odds()] if position.stage == "garment" else [position]
    return tuple(sum(worths) / len(garments) for worths in zip(*map(scores, garments), strict=True))
