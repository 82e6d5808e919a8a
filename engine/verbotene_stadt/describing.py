"""Positions, moves and components as JSON, for clients that do not read the notation."""

from collections.abc import Callable, Mapping, Sequence

from engine.core import Json
from engine.legal_moves import CELL, PIECE, Filter
from engine.verbotene_stadt import turn
from engine.verbotene_stadt.awards import prey
from engine.verbotene_stadt.box import AREA, BOX, GARMENTS, GENEROUS, TERRACE
from engine.verbotene_stadt.cards import (
    CARDS,
    FULL_DRESS,
    SINGLE,
    THREE_OF_A_COLOUR,
    TWO_OF_A_COLOUR,
    grouping,
    pavilion_cards,
    value,
)
from engine.verbotene_stadt.moves import AnyMove, Bribe, Deal, Garment, Roll, Slide, Take, Word
from engine.verbotene_stadt.officials import COLOURS, EXILED, INSIDE, NOBODY, OFFICIALS, UNDEALT, UNKNOWN, letters
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.problem import reach_json
from engine.verbotene_stadt.schemas import (
    BoardJson,
    ComponentsJson,
    DoorJson,
    EntryJson,
    FateDie,
    MoveJson,
    OfficialJson,
    PavilionJson,
    PayJson,
    PositionJson,
    SeatJson,
    SlideJson,
)
from engine.verbotene_stadt.sliding import end_name

PLACES = {UNDEALT: "box", INSIDE: "pavilion", EXILED: "exile"}


def to_json(position: Position) -> PositionJson:
    """What `str()` says, with what follows from it: worth of cards, what an entry would pay, whether bluffing is open."""
    return {
        "options": {"extra_move": position.extra_move, "teams": position.teams},
        "stage": "over" if position.verdict else position.stage,
        "active_seat": seat_or_none(position.active),
        "plays_again": position.again,
        "moves_made": position.made,
        "active_pavilion": position.pavilion or None,
        "dice": {"fate": None if position.fate == "-" else position.fate, "blue": position.pavilion or None},
        "bluffing": "open" if position.bluffing else "closed",
        "entry": entry_json(position),
        "entry_pays": pay_json(position),
        "reach": reach_json(position, position.pavilion) if position.pavilion else None,
        "officials": [official_json(official, cell) for official, cell in enumerate(position.cells)],
        "exile": [OFFICIALS[official] for official in position.exile],
        "pavilions": [pavilion_json(position, number) for number in BOX.pavilions],
        "seats": [seat_json(position, seat) for seat in range(position.seats)],
    }


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def entry_json(position: Position) -> EntryJson | None:
    """The entry that is being settled."""
    if position.entered == NOBODY:
        return None
    return {"official": OFFICIALS[position.entered], "seat_asked": seat_or_none(position.asked), "doubter": seat_or_none(position.doubter)}


def pay_json(position: Position) -> PayJson | None:
    """What an entry would pay the active seat: `draw` one, `all_left`, `take_one` of others, `take_all`, or `nothing`."""
    if not position.pavilion:
        return None
    owned = [take.card for take in prey(position, position.active)]
    if position.left:
        return {"kind": "all_left" if position.generous else "draw", "cards": [CARDS[card] for card in position.left]}
    kind = "take_all" if position.generous else "take_one"
    return {"kind": kind if owned else "nothing", "cards": [CARDS[card] for card in owned]}


def official_json(official: int, cell: int) -> OfficialJson:
    return {"name": OFFICIALS[official], "place": PLACES.get(cell, "board"), "cell": end_name(cell) if cell >= 0 else None}


def pavilion_json(position: Position, number: int) -> PavilionJson:
    left = [GARMENTS[card % len(GARMENTS)] for card in pavilion_cards(number) if position.owners[card] == NOBODY]
    return {"number": number, "colour": BOX.pavilion_colours[number - 1], "active": number == position.pavilion, "garments_left": left}


def seat_json(position: Position, seat: int) -> SeatJson:
    bribe, hand = position.bribes[seat], position.hand(seat)
    partner = [other for other in range(position.seats) if position.partners(seat, other)]
    return {
        "seat": seat,
        "partner": partner[0] if partner else None,
        "bribe": "unknown" if bribe == UNKNOWN else "none" if bribe == NOBODY else OFFICIALS[bribe],
        "shown": position.shown[seat],
        "sealed": position.sealed[seat],
        "cards": [CARDS[card] for card in hand],
        "worth": position.value(seat),
        "groups": [{"cards": [CARDS[card] for card in group], "points": value(group)} for group in grouping(hand)],
        "claims": {"honest": position.claims[seat][0], "bluffs": position.claims[seat][1]},
        "answers": {"believed": position.answers[seat][0], "doubted": position.answers[seat][1]},
        "moved": [OFFICIALS[official] for official in position.moved[seat]],
    }


def move_json(position: Position, actor: int, move: AnyMove) -> MoveJson:
    """The move about to be played: its kind and parts; a slide with its shortest path, corner by corner."""
    match move:
        case Bribe(official):
            return {"kind": "bribe", "official": "unknown" if official == UNKNOWN else OFFICIALS[official]}
        case Slide(official, end):
            return slide_json(position, official, end)
        case Take(seat, card):
            return {"kind": "take", "seat": seat, "card": CARDS[card]}
        case Word("take all"):
            return {"kind": "take_all", "cards": [CARDS[take.card] for take in prey(position, actor)]}
        case Word(word):
            return {"kind": word}
        case Deal(official):
            return {"kind": "deal", "official": OFFICIALS[official], "cell": end_name(position.next_space)}
        case Roll(face):
            return {"kind": "roll", "die": turn.die_due(position), "face": face}
        case Garment(garment):
            return {"kind": "garment", "card": f"{BOX.pavilion_colours[position.pavilion - 1]}-{garment}", "seat": position.asked}


def slide_json(position: Position, official: int, end: int) -> SlideJson:
    """An official moved; `door` is the one it runs through."""
    path = turn.path(position, official, end) if position.cells[official] >= 0 else []
    doors = [BOX.doors[cell - AREA] for cell in path if cell >= AREA]
    door: DoorJson | None = {"cell": end_name(doors[0].cell), "side": doors[0].side} if doors else None
    return {
        "kind": "slide",
        "official": OFFICIALS[official],
        "end": end_name(end),
        "path": [end_name(cell) for cell in path],
        "door": door,
        "fate_die": next_die(position, end),
    }


def next_die(position: Position, end: int) -> FateDie | None:
    """The fate die that is rolled after the slide: none when it enters, or when it is the last that a turn can have."""
    return turn.FATE_DICE[position.made] if end < AREA and position.made < len(turn.FATE_DICE) else None


def components() -> ComponentsJson:
    """The board, the officials, the dice and the cards: everything a client needs to draw the game."""
    return {
        "notice": list(BOX.notices),
        "board": board_json(),
        "officials": [
            {"name": name, "hat": name.split("-")[0], "robe": name.split("-")[1], "letters": letters(n)} for n, name in enumerate(OFFICIALS)
        ],
        "colours": list(COLOURS),
        "dice": {name: list(faces) for name, faces in BOX.dice.items()},
        "garments": list(GARMENTS),
        "cards": list(CARDS),
        "values": {
            "three_of_a_colour": THREE_OF_A_COLOUR,
            "hat_coat_trousers_in_three_colours": FULL_DRESS,
            "two_of_a_colour": TWO_OF_A_COLOUR,
            "single": SINGLE,
        },
        "exile_spaces": TERRACE,
        "exiles_until_everything_is_paid": GENEROUS,
    }


def board_json() -> BoardJson:
    """The board as its drawing and in parts; a wall or a door is a cell and one of its sides."""
    names = {number: [end_name(cell) for cell in cells] for number, cells in BOX.pavilions.items()}
    return {
        "drawing": BOX.rows,
        "streets": [end_name(cell) for cell in BOX.streets],
        "yellow": [end_name(cell) for cell in BOX.yellow],
        "grey": [end_name(cell) for cell in BOX.grey],
        "walls": [{"cell": end_name(cell), "side": side} for cell, side in BOX.walls],
        "doors": [{"pavilion": door.pavilion, "cell": end_name(door.cell), "side": door.side} for door in BOX.doors],
        "pavilions": [{"number": n, "colour": BOX.pavilion_colours[n - 1], "cells": cells} for n, cells in names.items()],
    }


OFFICIAL = Filter("official", "Only moves with this official: `red-blue`.", in_text=True)
FILTERS: Mapping[Filter, Callable[[Json], Sequence[str | None]]] = {
    PIECE: lambda move: (move.get("card"), *move.get("cards", ())),
    OFFICIAL: lambda move: (move.get("official"),),
    CELL: lambda move: (move.get("end"),),
}
