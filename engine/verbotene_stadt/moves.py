"""What seats and chance can do, in words.

>>> read_move("slide red-blue h3"), str(Take(2, 18))
(Slide(official=2, end=37), 'take seat 2 green-hat')
>>> str(read_move("bribe ?"))
'bribe ?'
"""

from dataclasses import dataclass
from functools import cache

from engine.errors import BadNotation
from engine.sentences import quoted
from engine.verbotene_stadt.box import BOX, GARMENTS
from engine.verbotene_stadt.cards import CARDS, card_of
from engine.verbotene_stadt.officials import OFFICIALS, UNKNOWN, number_of
from engine.verbotene_stadt.sentences import SENTENCES
from engine.verbotene_stadt.sliding import PAVILION, cell_of, end_name


@dataclass(frozen=True, slots=True)
class Bribe:
    """A seat turns its selector to an official; others hear `bribe ?`."""

    official: int

    def __str__(self) -> str:
        return f"bribe {'?' if self.official == UNKNOWN else OFFICIALS[self.official]}"


@dataclass(frozen=True, slots=True)
class Slide:
    """An official moves and ends on a cell or in the active pavilion."""

    official: int
    end: int

    def __str__(self) -> str:
        return f"slide {OFFICIALS[self.official]} {end_name(self.end)}"


@dataclass(frozen=True, slots=True)
class Take:
    """A seat takes a card from another."""

    seat: int
    card: int

    def __str__(self) -> str:
        return f"take seat {self.seat} {CARDS[self.card]}"


@dataclass(frozen=True, slots=True)
class Word:
    """A decision that needs nothing said beside it: `stop`, `believe`, `doubt`, `take all` or `decline`."""

    word: str

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance puts an official on the next yellow space."""

    official: int

    def __str__(self) -> str:
        return f"deal {OFFICIALS[self.official]}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance rolls a die: 1 to 8 is the blue one, everything else the fate die that is due."""

    face: str

    def __str__(self) -> str:
        return f"roll {self.face}"


@dataclass(frozen=True, slots=True)
class Garment:
    """Chance draws a garment from the active pavilion."""

    garment: str

    def __str__(self) -> str:
        return f"garment {self.garment}"


AnyMove = Bribe | Slide | Take | Word | Deal | Roll | Garment

STOP, BELIEVE, DOUBT, TAKE_ALL, DECLINE = (Word(word) for word in ("stop", "believe", "doubt", "take all", "decline"))
WORDS = {str(word): word for word in (STOP, BELIEVE, DOUBT, TAKE_ALL, DECLINE)}
FACES = tuple(dict.fromkeys(face for faces in BOX.dice.values() for face in faces))


@cache
def bribe(official: int) -> Bribe:
    """The same Bribe for the same official: games played on in thought choose thousands of them."""
    return Bribe(official)


@cache
def slide(official: int, end: int) -> Slide:
    """The same Slide for the same words: positions list hundreds of them."""
    return Slide(official, end)


def read_move(text: str) -> AnyMove:
    """The move that the text says; raises BadNotation."""
    if text in WORDS:
        return WORDS[text]
    match text.split(" "):
        case ["bribe", "?"]:
            return Bribe(UNKNOWN)
        case ["bribe", official]:
            return Bribe(number_of(official))
        case ["slide", official, end]:
            return slide(number_of(official), PAVILION if end == "pavilion" else cell_of(end))
        case ["take", "seat", ("0" | "1" | "2" | "3") as seat, card]:
            return Take(int(seat), card_of(card))
        case ["deal", official]:
            return Deal(number_of(official))
        case ["roll", face] if face in FACES:
            return Roll(face)
        case ["garment", garment] if garment in GARMENTS:
            return Garment(garment)
    raise BadNotation.of(SENTENCES.say("notation.move", {"text": quoted(text)}))
