"""Positions as text: a drawing of the city and six lines about it, which read back exactly.

Light's buildings are capital letters, dark's small ones, each copy with a letter of its own; `+` is the Cathedral, `'` light's
territory, `:` dark's, `.` a square open to both.

       a b c d e f g h i j
     1 . . . . . . . . . .
     2 . . C C . + . . . .
     3 . . C . + + + . . .
     …
    to move: dark
    skipped: nobody
    cathedral: standing
    begun: light
    light has: 2 tavern, 2 stable, 2 inn, 1 bridge, …
    dark has: …
"""

from typing import TYPE_CHECKING, NamedTuple

from engine.cathedral.box import BUILDINGS, CATHEDRAL, DARK, LIGHT, NOBODY, SIDES
from engine.cathedral.city import SIZE, bit, cells
from engine.cathedral.placements import BY_SQUARES, Placement
from engine.errors import BadNotation
from engine.sentences import quoted

if TYPE_CHECKING:
    from engine.cathedral.position import Position

COLUMNS = "   " + " ".join("abcdefghij")
TERRITORY = "':"
FREE = "."

LETTERS: dict[str, tuple[int, str]] = {CATHEDRAL.letters: (NOBODY, CATHEDRAL.name)}
for kind in BUILDINGS:
    LETTERS |= dict.fromkeys(kind.letters, (LIGHT, kind.name))
    LETTERS |= {letter.lower(): (DARK, kind.name) for letter in kind.letters}

ALPHABETS = ({kind.name: kind.letters for kind in BUILDINGS}, {kind.name: kind.letters.lower() for kind in BUILDINGS})
"""The letters of each side's buildings, one for each copy."""

MARKS = {*LETTERS, *TERRITORY, FREE}

FIELDS = ("to move", "skipped", "cathedral", "begun", "light has", "dark has")

WHOM = {None: "nobody", LIGHT: "light", DARK: "dark"}
BEGUN = {(False, False): "nobody", (True, False): "light", (False, True): "dark", (True, True): "both"}


def written(position: "Position") -> str:
    """The position in notation."""
    return "\n".join([city_text(position), *(f"{field}: {value}" for field, value in facts(position).items())])


def city_text(position: "Position") -> str:
    """The drawing of the city, with the names of columns and rows."""
    marks = [[FREE] * SIZE for _ in range(SIZE)]
    painted = [*zip(position.territory, TERRITORY, strict=True), *((placement.squares, letter) for placement, letter in lettered(position))]
    for squares, mark in painted:
        for x, y in cells(squares):
            marks[y][x] = mark
    return "\n".join([COLUMNS, *(f"{y:2} {' '.join(row)}" for y, row in enumerate(marks, start=1))])


def lettered(position: "Position") -> list[tuple[Placement, str]]:
    """Every building in the city with the letter that draws it."""
    found = [(position.cathedral, CATHEDRAL.letters)] if position.cathedral else []
    for built, alphabet in zip(position.built, ALPHABETS, strict=True):
        left = dict(alphabet)
        for placement in built:
            letters = left[placement.building]
            left[placement.building] = letters[1:]
            found.append((placement, letters[0]))
    return found


def facts(position: "Position") -> dict[str, str]:
    """What the drawing does not show."""
    cathedral = "waiting" if position.cathedral_waits else "standing" if position.cathedral else "removed"
    has = [", ".join(f"{count} {name}" for name, count in position.remaining(seat).items()) or "nothing" for seat in (LIGHT, DARK)]
    return dict(zip(FIELDS, (WHOM[position.to_move], WHOM[position.skipped], cathedral, BEGUN[position.begun], *has), strict=True))


class Sketch(NamedTuple):
    """What a text says about a position, before anybody has asked whether it can be."""

    standing: tuple[Placement, ...]
    territory: tuple[int, int]
    facts: dict[str, str]


def sketched(text: str) -> Sketch:
    """The parts of a position's text; raises BadNotation where they cannot be read."""
    lines = text.splitlines()
    if len(lines) != 1 + SIZE + len(FIELDS):
        raise BadNotation(f"A position has {1 + SIZE + len(FIELDS)} lines: the city under its columns, then {', '.join(FIELDS)}.")
    marks = read_marks(lines[1 : 1 + SIZE])
    given = {name: value for name, _, value in (line.partition(": ") for line in lines[1 + SIZE :])}
    if tuple(given) != FIELDS:
        raise BadNotation(f"Under the city stand {', '.join(FIELDS)}, in this order.")
    light, dark = (marks.get(mark, 0) for mark in TERRITORY)
    standing = [read_building(letter, marks[letter]) for letter in LETTERS if letter in marks]
    return Sketch(tuple(standing), (light, dark), given)


def read_marks(rows: list[str]) -> dict[str, int]:
    """The squares that carry each mark, those that are free left out."""
    marks: dict[str, int] = {}
    for y, row in enumerate(rows):
        found = row[3:].split(" ")
        if len(found) != SIZE or not MARKS.issuperset(found):
            raise BadNotation(f"Row {y + 1} of the city, '{quoted(row)}', cannot be read.")
        for x, mark in enumerate(found):
            if mark != FREE:
                marks[mark] = marks.get(mark, 0) | bit(x, y)
    return marks


def read_building(letter: str, squares: int) -> Placement:
    """The building that a letter draws."""
    owner, name = LETTERS[letter]
    placement = BY_SQUARES[owner].get((name, squares))
    if placement is None:
        whose = "the" if owner == NOBODY else SIDES[owner]
        raise BadNotation(f"The squares marked {letter} do not have the shape of {whose} {name}.")
    return placement
