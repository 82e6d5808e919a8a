"""A position as text: the officials drawn on the board, then a line per seat and a line of what is due.

    verbotene_stadt 2 extra_move=must teams=no
    11 11 .. .. .. .. 22 22 22 .. .. .. .. 33 33
    …                                                  two letters are an official: rb is red-blue, kb black-blue
    exile rb gk                                        in the order they came
    seat 0 bribe red-green cards red-hat moved rb claims 1-0 answers 2-1
    seat 1 bribe ? sealed cards - moved - claims 0-0 answers 0-0
    now bribe active 0 made 1 pavilion 7 fate red

`bribe ?` is one that the viewer may not know, `-` none. Claims are honest entries and bluffs while bluffing was open, answers
how often the seat believed and doubted. Whatever reads but would not be written the same is refused, so each position has one text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.errors import BadNotation
from engine.verbotene_stadt.box import AREA, BOX, SIZE
from engine.verbotene_stadt.cards import CARDS, card_of
from engine.verbotene_stadt.officials import (
    EXILED,
    INSIDE,
    LETTERED,
    NOBODY,
    OFFICIALS,
    UNDEALT,
    UNKNOWN,
    letters,
    number_of,
)

if TYPE_CHECKING:
    from engine.verbotene_stadt.position import Position

GROUND = [".." if cell in BOX.streets else BOX.mark(cell) * 2 for cell in range(AREA)]
"""What is written for a cell on which nobody stands."""

HEADER = re.compile(r"verbotene_stadt ([234]) extra_move=(must|may) teams=(yes|no)")
SEAT = re.compile(r"seat (\d) bribe (\S+)( shown)?( sealed)? cards (.+) moved (.+) claims (\d+)-(\d+) answers (\d+)-(\d+)")
NOW = re.compile(r"now (\w+) active (-|\d)( again)? made (\d) pavilion (\d) fate (\S+)( entered (\w\w))?( asked (\d))?( doubter (\d))?")


def write(position: Position) -> str:
    """The position in notation."""
    teams = "yes" if position.teams else "no"
    head = f"verbotene_stadt {position.seats} extra_move={position.extra_move} teams={teams}"
    seats = [write_seat(position, seat) for seat in range(position.seats)]
    return "\n".join([head, *board_rows(position), f"exile {write_officials(position.exile)}", *seats, write_now(position)])


def board_rows(position: Position) -> list[str]:
    """The board row by row, two characters a cell."""
    ground = GROUND.copy()
    for official, cell in enumerate(position.cells):
        if cell >= 0:
            ground[cell] = letters(official)
    return [" ".join(ground[row : row + SIZE]) for row in range(0, AREA, SIZE)]


def write_officials(officials: tuple[int, ...]) -> str:
    return " ".join(letters(official) for official in officials) or "-"


def write_seat(position: Position, seat: int) -> str:
    known = {NOBODY: "-", UNKNOWN: "?"}
    bribe = position.bribes[seat]
    notes = " shown" * position.shown[seat] + " sealed" * position.sealed[seat]
    cards = " ".join(CARDS[card] for card in position.hand(seat)) or "-"
    moved = write_officials(position.moved[seat])
    (true, bluffs), (believed, doubted) = position.claims[seat], position.answers[seat]
    said = f"claims {true}-{bluffs} answers {believed}-{doubted}"
    return f"seat {seat} bribe {known.get(bribe) or OFFICIALS[bribe]}{notes} cards {cards} moved {moved} {said}"


def write_now(position: Position) -> str:
    active = ("-" if position.active == NOBODY else str(position.active)) + " again" * position.again
    dice = f"pavilion {position.pavilion} fate {position.fate}"
    parts = [f"now {position.stage} active {active} made {position.made} {dice}"]
    parts += [f"entered {letters(position.entered)}"] if position.entered != NOBODY else []
    parts += [f"asked {position.asked}"] if position.asked != NOBODY else []
    parts += [f"doubter {position.doubter}"] if position.doubter != NOBODY else []
    return " ".join(parts)


def read_fields(text: str) -> dict[str, Any]:
    """The fields of the position that the text says; raises BadNotation."""
    lines = text.split("\n")
    head = HEADER.fullmatch(lines[0])
    if head is None:
        raise BadNotation("A position starts like `verbotene_stadt 2 extra_move=must teams=no`.")
    seats = int(head[1])
    if len(lines) != 1 + SIZE + 1 + seats + 1:
        raise BadNotation(f"A position of {seats} seats has {SIZE + seats + 3} lines, not {len(lines)}.")
    exile = read_officials(lines[SIZE + 1].removeprefix("exile "))
    now = read_now(lines[-1], seats)
    cells = read_board(lines[1 : SIZE + 1], exile, now["entered"])
    table = [read_seat(line) for line in lines[SIZE + 2 : -1]]
    return {
        "seats": seats,
        "extra_move": head[2],
        "teams": head[3] == "yes",
        "cells": cells,
        "exile": exile,
        **{field: tuple(place[field] for place in table) for field in ("bribes", "shown", "sealed", "moved", "claims", "answers")},
        "owners": read_owners([place["cards"] for place in table]),
        **now,
    }


def read_board(rows: list[str], exile: tuple[int, ...], entered: int) -> tuple[int, ...]:
    """Where each official is."""
    cells = [UNDEALT] * len(OFFICIALS)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row.split(" ")[:SIZE]):
            if mark in LETTERED:
                cells[LETTERED[mark]] = x + SIZE * y
    for official in exile:
        cells[official] = EXILED
    if entered != NOBODY:
        cells[entered] = INSIDE
    return tuple(cells)


def read_officials(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    marks = text.split(" ")
    for mark in marks:
        if mark not in LETTERED:
            raise BadNotation(f"{mark[:40]!r} is not an official in two letters, like rb for red-blue.")
    return tuple(LETTERED[mark] for mark in marks)


def read_seat(line: str) -> dict[str, Any]:
    match = SEAT.fullmatch(line)
    if match is None:
        raise BadNotation(f"{line[:60]!r} is not a seat, like `seat 0 bribe ? cards red-hat moved - claims 0-0 answers 0-0`.")
    bribe = {"-": NOBODY, "?": UNKNOWN}.get(match[2])
    return {
        "bribes": number_of(match[2]) if bribe is None else bribe,
        "shown": match[3] is not None,
        "sealed": match[4] is not None,
        "cards": [] if match[5] == "-" else [card_of(name) for name in match[5].split(" ")],
        "moved": read_officials(match[6]),
        "claims": (int(match[7]), int(match[8])),
        "answers": (int(match[9]), int(match[10])),
    }


def read_owners(hands: list[list[int]]) -> tuple[int, ...]:
    owners = [NOBODY] * len(CARDS)
    for seat, hand in enumerate(hands):
        for card in hand:
            owners[card] = seat
    return tuple(owners)


def read_now(line: str, seats: int) -> dict[str, Any]:
    match = NOW.fullmatch(line)
    if match is None:
        raise BadNotation(f"{line[:60]!r} does not say what is due, like `now move active 0 made 1 pavilion 7 fate red`.")
    numbers = {"active": match[2].replace("-", "-1"), "asked": match[10] or NOBODY, "doubter": match[12] or NOBODY}
    if any(int(number) >= seats for number in numbers.values()):
        raise BadNotation(f"There are only seats 0 to {seats - 1}.")
    entered = read_officials(match[8])[0] if match[8] else NOBODY
    now = {name: int(number) for name, number in numbers.items()}
    return {
        "stage": match[1],
        "again": match[3] is not None,
        "made": int(match[4]),
        "pavilion": int(match[5]),
        "fate": match[6],
        "entered": entered,
        **now,
    }
