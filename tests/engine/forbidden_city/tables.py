"""Positions for the tests: from a drawn table, or from a list of laid tiles, with everything else as little as possible."""

from engine.core import CHANCE, Outcome
from engine.forbidden_city.blocks import HIGH, WIDE
from engine.forbidden_city.box import TILES
from engine.forbidden_city.moves import Lay, read_move
from engine.forbidden_city.notation import MARGIN
from engine.forbidden_city.position import Position, Setup
from engine.forbidden_city.reading import read_table
from engine.forbidden_city.rooms import Board, start_board
from engine.forbidden_city.starts import STARTS

FOUR = ("purple", "yellow", "red", "blue")


def drawn(table: str, turn: str, hold: str, colours: tuple[str, ...] = FOUR, side: str = "garden") -> Position:
    """The position of a drawn table in which the colour `turn` holds one tile and the others any."""
    setup = Setup(colours, side, 0)
    return held(setup, read_table(setup, whole(table)), turn, hold)


def whole(table: str) -> str:
    """The drawing with the empty line of its last row, as the notation has it."""
    lines = table.strip("\n").split("\n")
    return "\n".join(lines + [""] * (-(len(lines) - 1) % HIGH))


def crossed(table: str) -> set[str]:
    """The names of the cells with an `x` in a drawn table."""
    header, *rows = whole(table).split("\n")
    marks = {(row[:MARGIN].strip(), (at - MARGIN) // WIDE) for row in rows for at, letter in enumerate(row) if letter == "x"}
    return {f"{header.split()[column]},{y}" for y, column in marks}


def laid(*lines: str, turn: str, hold: str, colours: tuple[str, ...] = FOUR, side: str = "garden") -> Position:
    """The position after lines such as `blue pink4@0,-2n`, laid in that order."""
    setup = Setup(colours, side, 0)
    board = start_board(STARTS[side], len(colours))
    for line in lines:
        colour, text = line.split()
        board = with_tile(board, colours.index(colour), text)
    return held(setup, board, turn, hold)


def with_tile(board: Board, seat: int, text: str) -> Board:
    move = read_move(f"lay {text}")
    assert isinstance(move, Lay)
    turned = TILES.tiles[move.tile].turned[move.facing]
    assert move.cell in board.frontier, f"{text} touches nothing"
    assert turned.misfit(board.frontier[move.cell]) is None, f"{text} does not fit"
    return board.lay(move.cell, turned, seat)[0]


def held(setup: Setup, board: Board, turn: str, hold: str) -> Position:
    """Everybody holds the first tile that is left, but `turn` holds `hold`."""
    seats = len(setup.colours)
    gone = {(placed.seat, placed.turned.name) for placed in board.places.values()}
    rest = tuple(tuple(name for name in TILES.names(seats) if (seat, name) not in gone) for seat in range(seats))
    seat = setup.colours.index(turn)
    assert hold in rest[seat], f"{turn} has laid {hold} already"
    hands = tuple(hold if other == seat else tiles[0] for other, tiles in enumerate(rest))
    return Position(setup, seat, board, hands, rest, ((),) * seats, (), (0,) * seats)


def play(position: Position, text: str) -> Position:
    """The position after the seat on turn has played the move, which must be legal."""
    move = read_move(text)
    (seat,) = position.actors
    assert position.refusal(seat, move) is None, position.refusal(seat, move)
    return position.play(seat, move)


def refused(position: Position, text: str) -> str:
    """The sentence with which the move of the seat on turn is refused."""
    (seat,) = position.actors
    refusal = position.refusal(seat, read_move(text))
    assert refusal is not None
    assert refusal.rule
    return refusal.sentence


def paid(position: Position) -> list[tuple[str, int, tuple[int, ...]]]:
    """The rooms paid so far: floor, worth, coins per seat."""
    return [(scoring.floor, scoring.worth, scoring.paid) for scoring in position.history]


def finish(position: Position) -> Outcome:
    """The outcome when from here on everybody plays the first move and draws the first tile."""
    while position.actors:
        (actor,) = position.actors
        move = position.odds()[0][0] if actor == CHANCE else position.moves(actor)[0]
        position = position.play(actor, move)
    assert position.outcome is not None
    return position.outcome
