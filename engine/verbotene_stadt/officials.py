"""The 25 officials: every pair of a hat and a robe, written hat first.

>>> OFFICIALS[2], number_of("red-blue"), letters(number_of("black-blue"))
('red-blue', 2, 'kb')
"""

from engine.errors import BadNotation
from engine.sentences import quoted
from engine.verbotene_stadt.sentences import SENTENCES

COLOURS = ("red", "yellow", "blue", "green", "black")
LETTERS = "rybgk"
"""One letter a colour, in the same order; black is k, as b is blue."""

OFFICIALS = tuple(f"{hat}-{robe}" for hat in COLOURS for robe in COLOURS)

NOBODY = -1
"""No official, or no seat, where there could be one."""
UNKNOWN = -2
"""An official that the viewer may not know."""

UNDEALT, INSIDE, EXILED = -1, -2, -3
"""Where an official is that stands on no cell: still in the box, in the pavilion it just entered, on the terrace."""

AWAY = 1
"""What an official can enter that stands on no cell, where pavilions are bits: there is no pavilion 0."""

NUMBERS = {name: number for number, name in enumerate(OFFICIALS)}
LETTERED = {hat + robe: number for number, (hat, robe) in enumerate((hat, robe) for hat in LETTERS for robe in LETTERS)}


def number_of(name: str) -> int:
    """The official of that name; raises BadNotation."""
    if name not in NUMBERS:
        raise BadNotation.of(SENTENCES.say("notation.official", {"text": quoted(name), "possible_colour": COLOURS}))
    return NUMBERS[name]


def letters(official: int) -> str:
    """The official in two letters, as in drawings: `rb` is red-blue."""
    hat, robe = divmod(official, len(COLOURS))
    return LETTERS[hat] + LETTERS[robe]
