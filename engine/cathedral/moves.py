"""Moves as text: `castle@e8n`, `inn@b2e leave abbey`, `cathedral@f5n`; and as players write them in e-mails: `CSnE8`.

The square is that of the prime cell, which turns with the building. A bare move takes whatever it may take; `leave` names
what it leaves. Where one move could take two buildings of the same name, each is named with its square: `leave tavern@c3`.

>>> move = read_text("CSnE8")
>>> str(move), move.email
('castle@e8n', 'CSnE8')
>>> str(read_text("inn@b2e leave stable abbey"))
'inn@b2e leave abbey, stable'
"""

import re
from typing import NamedTuple

from engine.cathedral.box import KINDS
from engine.cathedral.city import inside
from engine.cathedral.sentences import SENTENCES
from engine.errors import BadNotation
from engine.grid import read_square
from engine.sentences import quoted

CODES = {building.code: building.name for building in KINDS.values()}

WORDS = re.compile(r"([a-z]+)@([a-z][0-9]+)([nesw])")
EMAIL = re.compile(r"([A-Z]{2})([nesw])([A-Z][0-9]+)")
LEFT = re.compile(r"([a-z]+)(?:@([a-z][0-9]+))?")


class Move(NamedTuple):
    """A building put on a square, facing somewhere; `leave` names what it could take and leaves, in alphabetical order."""

    building: str
    square: str
    facing: str
    leave: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.building}@{self.square}{self.facing}{self.clause}"

    @property
    def email(self) -> str:
        """The move in the notation of games by e-mail."""
        return f"{KINDS[self.building].code}{self.facing}{self.square.upper()}{self.clause}"

    @property
    def clause(self) -> str:
        return f" leave {', '.join(self.leave)}" if self.leave else ""


def read_text(text: str) -> Move:
    """The move exactly as the text says it, in either notation."""
    placing, said, leaving = text.partition(" leave ")
    if found := WORDS.fullmatch(placing):
        name, square, facing = found.groups()
    elif found := EMAIL.fullmatch(placing):
        code, facing, square = found.groups()
        name, square = CODES.get(code, code), square.lower()
    else:
        raise BadNotation.of(SENTENCES.say("notation.move", {"text": quoted(text)}))
    if name not in KINDS:
        raise BadNotation.of(SENTENCES.say("notation.building", {"text": quoted(name), "possible_building": list(KINDS)}))
    return Move(name, checked_square(square), facing, read_leaving(leaving) if said else ())


def read_leaving(text: str) -> tuple[str, ...]:
    """The names of what is left, in alphabetical order, each once."""
    names = text.replace(",", " ").split()
    for name in names:
        found = LEFT.fullmatch(name)
        if found is None or found[1] not in KINDS:
            raise BadNotation.of(SENTENCES.say("notation.leave", {"text": quoted(name)}))
        if found[2]:
            checked_square(found[2])
    if not names:
        raise BadNotation.of(SENTENCES.say("notation.leave_nothing", {}))
    return tuple(sorted(set(names)))


def checked_square(text: str) -> str:
    """The square's name, if the city has it."""
    if not inside(*read_square(text)):
        raise BadNotation.of(SENTENCES.say("notation.square", {"square": text}))
    return text
