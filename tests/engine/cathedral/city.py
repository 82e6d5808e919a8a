"""Cities drawn in tests: ten rows of ten marks, as in the notation but without spaces and names.

Capital letters are light's buildings, small ones dark's, `+` the Cathedral, `'` light's ground, `:` dark's.
"""

from engine.cathedral.box import DARK, LIGHT, NOBODY, SIDES
from engine.cathedral.moves import Move
from engine.cathedral.notation import LETTERS, TERRITORY, city_text, read_building, read_marks
from engine.cathedral.placements import PLACEMENTS, listed
from engine.cathedral.position import Position
from engine.cathedral.reading import read_move
from engine.cathedral.setup import assembled
from engine.core import check


def city(drawing: str, to_move: str, begun: tuple[bool, bool] = (True, True)) -> Position:
    """The drawn position; the Cathedral, if it is not drawn, has been removed."""
    marks = read_marks([f"   {' '.join(row)}" for row in drawing.split()])
    standing = [read_building(letter, marks[letter]) for letter in LETTERS if letter in marks]
    light, dark = (tuple(sorted((p for p in standing if p.owner == seat), key=lambda p: p.index)) for seat in (LIGHT, DARK))
    return assembled(
        to_move=SIDES.index(to_move),
        built=(light, dark),
        cathedral=next((placement for placement in standing if placement.owner == NOBODY), None),
        cathedral_waits=False,
        territory=(marks.get(TERRITORY[LIGHT], 0), marks.get(TERRITORY[DARK], 0)),
        begun=begun,
        skipped=None,
    )


def drawn(position: Position) -> str:
    """The city as `city` reads it."""
    return "\n".join(row[3:].replace(" ", "") for row in city_text(position).splitlines()[1:])


def same(drawing: str) -> str:
    """A drawing without the margins it has in a test."""
    return "\n".join(drawing.split())


def read(position: Position, text: str) -> Move:
    """The text as the side to move means it."""
    assert position.to_move is not None
    return read_move(text, position, position.to_move)


def play(position: Position, *moves: str) -> Position:
    """The position after some legal moves by whoever is to move."""
    for text in moves:
        assert position.to_move is not None
        move = read(position, text)
        check(position, position.to_move, move)
        position = position.play(position.to_move, move)
    return position


def refusal(position: Position, text: str) -> tuple[str, str]:
    """The sentence and the rule by which a move is refused."""
    assert position.to_move is not None
    found = position.refusal(position.to_move, read(position, text))
    assert found is not None, f"{text} is allowed"
    return found.sentence, found.rule


def covers(position: Position, seat: int, square: int) -> bool:
    """Whether any open placement of the seat, were it its turn, covers one of the squares."""
    return any(placement.squares & square for placement in listed(PLACEMENTS[seat], position.room[seat]))
