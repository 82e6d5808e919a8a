"""Positions from text: the inverse of `notation`, exact to the letter, so that a drawing never says two things."""

import re
from functools import cache

from engine.endings import check_ending, split_ending
from engine.errors import BadNotation
from engine.forbidden_city.blocks import HIGH, WIDE, read_block
from engine.forbidden_city.box import LEFT_OVER, TILES
from engine.forbidden_city.compass import cell_name, read_cell
from engine.forbidden_city.moves import UNKNOWN
from engine.forbidden_city.notation import MARGIN, draw_inside, draw_position, picture
from engine.forbidden_city.position import Position, Setup
from engine.forbidden_city.rooms import Board, Placed, start_board
from engine.forbidden_city.scoring import Scoring
from engine.forbidden_city.starts import STARTS
from engine.forbidden_city.tiles import Turned

SCORED = re.compile(
    r"scored ([1-9][0-9]*) by ([a-z]+): ([a-z]+)@([-0-9,]+) ([1-9][0-9]*) tiles, ([0-9]+) dragons, beyond ([0-9 ]+|-), paid ([0-9 ]+)"
)


def read(text: str) -> Position:
    """The position, or view, that `str()` wrote; raises BadNotation."""
    text, ending = split_ending(text)
    position = read_table_and_seats(text)
    if ending is None:
        return position
    check_ending(ending, position.seats)
    return position.ended(ending)


def read_table_and_seats(text: str) -> Position:
    """The position without how the host ended it."""
    head, _, drawing = text.partition("\n\n")
    lines = head.split("\n")
    side, first, turn = read_head(lines[:4])
    seats = [line for line in lines[4:] if not line.startswith("scored ")]
    colours = tuple(line.split(" ")[0] for line in seats)
    count = len(colours)
    if count not in (2, 3, 4) or len(set(colours)) != count or not set(colours) <= set(TILES.colours):
        raise BadNotation("A position has a line for each of its two to four seats, which starts with the seat's colour.")
    if lines[4 + count :] != [line for line in lines[4:] if line.startswith("scored ")]:
        raise BadNotation("The lines of the rooms scored follow those of the seats.")
    setup = Setup(colours, side, None if first == "?" else read_number(first, count))
    hands, rest, aside = zip(*(read_seat(line, count) for line in seats), strict=True)
    history = tuple(read_scoring(setup, line) for line in lines[4 + count :])
    scores = tuple(sum(scoring.paid[seat] for scoring in history) for seat in range(count))
    board = read_table(setup, drawing)
    position = Position(setup, read_number(turn, count), board, hands, rest, aside, history, scores)
    check_position(position)
    if draw_position(position) != text:
        raise BadNotation("The position is not written as it should be; write it again from the text that the game gives.")
    return position


def read_head(lines: list[str]) -> tuple[str, str, str]:
    """The start side, who began and whose turn it is."""
    words = [line.split(" ") for line in lines]
    if [word[0] for word in words] != ["forbidden_city", "side", "first", "turn"] or any(len(word) != 2 for word in words[1:]):
        raise BadNotation("A position starts with the lines 'forbidden_city', 'side …', 'first …' and 'turn …'.")
    side, first, turn = (word[1] for word in words[1:])
    if side not in STARTS:
        raise BadNotation(f"{side!r} is not a side of the start tile.")
    return side, first, turn


def read_number(text: str, seats: int) -> int:
    if text not in [str(seat) for seat in range(seats)]:
        raise BadNotation(f"{text!r} is not a seat.")
    return int(text)


def read_seat(line: str, seats: int) -> tuple[str | None, tuple[str, ...], tuple[str, ...]]:
    """What a seat holds, has not laid, and has set aside."""
    match = re.fullmatch(r"[a-z]+ holds (\S+) has((?: [a-z0-9]+)*?)(?: aside((?: [a-z0-9]+)+))?", line)
    if match is None:
        raise BadNotation(f"{line[:60]!r} does not say what a seat holds and has.")
    held, rest, aside = match[1], tuple(match[2].split()), tuple((match[3] or "").split())
    names = TILES.names(seats)
    if unknown := [name for name in (*rest, *aside) if name not in names]:
        raise BadNotation(f"{unknown[0]!r} is not a tile of this game.")
    if held not in ("-", UNKNOWN, *rest):
        raise BadNotation(f"A seat cannot hold {held!r}, which it does not have.")
    return (None if held == "-" else held), rest, aside


def read_scoring(setup: Setup, line: str) -> Scoring:
    match = SCORED.fullmatch(line)
    if match is None or match[2] not in setup.colours or len(match[8].split()) != len(setup.colours):
        raise BadNotation(f"{line[:60]!r} does not say how a room was scored.")
    beyond = () if match[7] == "-" else tuple(map(int, match[7].split()))
    number, tiles, dragons = int(match[1]), int(match[5]), int(match[6])
    paid = tuple(map(int, match[8].split()))
    return Scoring(number, setup.colours.index(match[2]), match[3], read_cell(match[4]), tiles, dragons, beyond, paid)


def read_table(setup: Setup, drawing: str) -> Board:
    """The board of a drawing."""
    blocks = read_blocks(drawing)
    start = STARTS[setup.side]
    for cell, turned in start.items():
        if blocks.pop(cell, None) != (turned.sides, draw_inside(setup, Placed(turned, None))):
            raise BadNotation(f"The {setup.side} side of the start tile is not drawn at {cell_name(cell)} as it is.")
    placed = {cell: read_placed(setup, sides, inside) for cell, (sides, inside) in blocks.items()}
    return lay_all(start_board(start, len(setup.colours)), placed)


def lay_all(board: Board, placed: dict[int, Placed]) -> Board:
    """The board with all the tiles laid, each next to one that lies already."""
    while reached := sorted(board.frontier.keys() & placed.keys()):
        for cell in reached:
            turned, seat = placed.pop(cell)
            direction = turned.misfit(board.frontier[cell])
            if direction is not None:
                raise BadNotation(f"The tile drawn at {cell_name(cell)} cannot lie there.")
            board, _ = board.lay(cell, turned, seat)
    if placed:
        raise BadNotation(f"The tile drawn at {cell_name(min(placed))} touches no other.")
    return board


def read_blocks(drawing: str) -> dict[int, tuple[str, str]]:
    """The sides and the inside drawn on each cell."""
    header, *rows = drawing.split("\n")
    columns, middles = header.split(), rows[1::HIGH]
    if len(rows) % HIGH or not columns:
        raise BadNotation(f"The table is drawn under a line of column numbers, {HIGH} lines a row.")
    found = {}
    for index, middle in enumerate(middles):
        for place, column in enumerate(columns):
            left = MARGIN + place * WIDE
            block = [row[left : left + WIDE] for row in rows[index * HIGH : (index + 1) * HIGH]]
            if block[0].strip():
                found[read_cell(f"{column},{middle[:MARGIN].strip()}")] = read_block(block)
    return found


def read_placed(setup: Setup, sides: str, inside: str) -> Placed:
    """The tile that a block draws."""
    owners = [seat for seat, colour in enumerate(setup.colours) if colour[0].upper() == inside[:1]]
    turned = pictures(len(setup.colours)).get(inside[1:])
    if not owners or turned is None or turned.sides != sides:
        raise BadNotation(f"No tile of this game is drawn as {inside!r} with the sides {sides}.")
    return Placed(turned, owners[0])


@cache
def pictures(seats: int) -> dict[str, Turned]:
    """The tiles of a game by what their blocks say after the owner's letter."""
    return {picture(turned): turned for name in TILES.names(seats) for turned in TILES.tiles[name].turned.values()}


def check_position(position: Position) -> None:
    """Raises BadNotation unless every tile is in one place and those hold a tile who should."""
    laid = [(placed.seat, placed.turned.name) for placed in position.board.places.values()]
    for seat, colour in enumerate(position.setup.colours):
        own = [*position.rest[seat], *position.aside[seat], *(name for owner, name in laid if owner == seat)]
        if sorted(own) != sorted(TILES.names(position.seats)):
            raise BadNotation(f"The tiles of {colour} are not each once on the table, among those it has, or aside.")
        if position.hands[seat] is not None and len(position.rest[seat]) <= LEFT_OVER:
            raise BadNotation(f"{colour.capitalize()} has laid its last tile and cannot hold one.")
