"""The position for a person at a terminal, and what every drawing of it says in words."""

from engine.captions import called, winning
from engine.core import CHANCE, Scene
from engine.endings import sentence
from engine.forbidden_city.compass import place_of
from engine.forbidden_city.notation import draw_table
from engine.forbidden_city.position import Position
from engine.forbidden_city.rooms import scored_rooms


def board_text(position: Position, scene: Scene) -> str:
    """The table for a terminal: the seats in words, the open rooms, and the drawing."""
    board, called_by = position.board, titles(position, scene)
    wide = max(8, *(len(title) + 2 for title in called_by))
    lines = []
    for seat, title in enumerate(called_by):
        held = f", holds {position.hands[seat]}" if position.hands[seat] else ""
        on_turn = " <- to lay" if position.actors == (seat,) else ""
        lines.append(f"{title:<{wide}}{coins(position, seat):>3} coins, {footnote(position, seat)}{held}{on_turn}")
    open_rooms = [name for name in scored_rooms(board) if not board.rooms[name].closed and any(board.rooms[name].advisors)]
    for name in open_rooms:
        room = board.rooms[name]
        there = ", ".join(f"{colour} {count}" for colour, count in zip(position.setup.colours, room.advisors, strict=True) if count)
        x, y = place_of(min(room.cells))
        sides = "1 open side" if room.openings == 1 else f"{room.openings} open sides"
        lines.append(f"{room.floor} room at {x},{y}: worth {board.worth(name)}, {sides}, advisors: {there}")
    over = [status(position, scene)] if position.outcome else []
    return "\n".join([*lines, *over, "", draw_table(position)])


def titles(position: Position, scene: Scene) -> list[str]:
    """The seats by their colours, with the names of who sits there."""
    return [called(colour, scene, seat) for seat, colour in enumerate(position.setup.colours)]


def all_laid(position: Position) -> bool:
    """Whether the game has come to its own end, when tiles left over are paid; the host did not end it."""
    return position.outcome is not None and not position.verdict


def coins(position: Position, seat: int) -> int:
    """What the seat has been paid, at the end with the coins for the tiles it has left."""
    return position.scores[seat] + (position.revealed[seat] if all_laid(position) else 0)


def footnote(position: Position, seat: int) -> str:
    """How many tiles the seat has still to lay, or what the last ones brought."""
    if all_laid(position):
        return f"{position.revealed[seat]} of them for tiles left over"
    stack = len(position.rest[seat]) - (position.hands[seat] is not None)
    return f"{stack} tiles face down"


def status(position: Position, scene: Scene) -> str:
    """Whose turn it is, or who has won, in a sentence."""
    outcome, called_by = position.outcome, titles(position, scene)
    called_by = [title[0].upper() + title[1:] for title in called_by]
    if outcome is None:
        (actor,) = position.actors
        return position.decision(CHANCE).prompt if actor == CHANCE else f"{called_by[actor]}: lay a tile."
    if position.verdict:
        return sentence(position.verdict, called_by)
    return f"{winning(outcome, called_by)}."


def last_payment(position: Position) -> str:
    """Which room was paid last, and to whom; empty before the first."""
    if not position.history:
        return ""
    scoring = position.history[-1]
    paid = [f"{colour} {coins}" for colour, coins in zip(position.setup.colours, scoring.paid, strict=True) if coins]
    return f"Last paid: a {scoring.floor} room worth {scoring.worth}, to {', '.join(paid) or 'nobody'}."
