"""The panel beside the board: seats with bribes and cards, the exile terrace, the dice and what is due."""

import textwrap

from engine.verbotene_stadt.box import TERRACE
from engine.verbotene_stadt.cards import grouping, value
from engine.verbotene_stadt.officials import NOBODY, UNKNOWN
from engine.verbotene_stadt.pieces import GOLD, INK, STONE, card, die, official, words
from engine.verbotene_stadt.position import Position

WIDTH = 296
SEAT_HEIGHT = 100


def panel(position: Position, x: float, y: float) -> list[str]:
    """Everything beside the board, from its top left corner on."""
    parts: list[str] = []
    for seat in range(position.seats):
        parts += seat_box(position, seat, x, y + seat * SEAT_HEIGHT)
    below = y + position.seats * SEAT_HEIGHT + 8
    return [*parts, *terrace(position, x, below), *dice(position, x, below + 118), *due(position, x, below + 160)]


def seat_box(position: Position, seat: int, x: float, y: float) -> list[str]:
    """A seat: its worth, its bribe as far as it may be known, its cards by groups."""
    frame = f'stroke="{GOLD}" stroke-width="3"' if seat == position.active else 'stroke="#c9b88f"'
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{SEAT_HEIGHT - 8}" rx="6" fill="#fffaf0" {frame}/>',
        words(x + 10, y + 20, f"Seat {seat}", 14, anchor="start", weight="bold"),
        words(x + 74, y + 20, f"{position.value(seat)} point{'' if position.value(seat) == 1 else 's'}", 13, anchor="start"),
        *bribe(position, seat, x + WIDTH - 24, y + 22),
    ]
    return parts + hand(position, seat, x + 10, y + 48)


def bribe(position: Position, seat: int, x: float, y: float) -> list[str]:
    """The selector: the official it shows, a question mark where it is secret, and whether a choice is sealed."""
    shown = position.bribes[seat]
    label = "sealed" if position.sealed[seat] else "shown" if position.shown[seat] else "bribes"
    parts = [words(x - 24, y - 2, label, 11, STONE, anchor="end")]
    if shown in (NOBODY, UNKNOWN):
        sign = "?" if shown == UNKNOWN else "–"
        return [*parts, f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="#e6dcc3" stroke="{INK}"/>', words(x, y + 6, sign, 18, weight="bold")]
    return [*parts, official(x, y, shown)]


def hand(position: Position, seat: int, x: float, y: float) -> list[str]:
    """The cards in their best grouping, each group over a line with its points."""
    parts: list[str] = []
    groups = grouping(position.hand(seat))
    step = min(24.0, (WIDTH - 20 - 6 * len(groups)) / max(1, len(position.hand(seat))))
    for group in groups:
        parts += [card(x + step * place, y - 6, number) for place, number in enumerate(group)]
        end = x + step * (len(group) - 1) + 22
        parts.append(f'<line x1="{x:g}" y1="{y + 27:g}" x2="{end:g}" y2="{y + 27:g}" stroke="{STONE}" stroke-width="2"/>')
        parts.append(words((x + end) / 2, y + 38, str(value(group)), 9.5, STONE))
        x = x + step * len(group) + 6
    return parts


def terrace(position: Position, x: float, y: float) -> list[str]:
    """The exile terrace, filled in the order officials came."""
    parts = [words(x, y + 12, f"Exile terrace {len(position.exile)} of {TERRACE}", 13, anchor="start", weight="bold")]
    for place in range(TERRACE):
        left, top = x + 37 * (place % 8), y + 20 + 46 * (place // 8)
        parts.append(f'<rect x="{left:g}" y="{top:g}" width="35" height="42" rx="4" fill="#e2dccf" stroke="#bdb29c"/>')
        if place < len(position.exile):
            parts.append(official(left + 17.5, top + 22, position.exile[place], 0.95))
    return parts


def dice(position: Position, x: float, y: float) -> list[str]:
    """The dice as they lie, and whether bluffing is open."""
    faces = [str(position.pavilion)] * (position.pavilion > 0) + [position.fate] * (position.fate != "-")
    parts = [die(x + 30 * place, y, face) for place, face in enumerate(faces)]
    bluffing = "Bluffing is open" if position.bluffing else "Bluffing is closed"
    return [*parts, words(x + WIDTH, y + 17, bluffing, 13, anchor="end")]


def due(position: Position, x: float, y: float) -> list[str]:
    """What is due, in words."""
    actor = position.actors[0] if position.actors else NOBODY
    who = "" if actor < 0 else "All: " if len(position.actors) > 1 else f"Seat {actor}: "
    said = position.decision(actor).prompt if position.actors else "The game is over."
    if position.stage == "bribe":
        who, said = "", f"Choosing a bribe in secret: seats {', '.join(map(str, position.actors))}."
    return [words(x, y + 14 * place, text, 11.5, anchor="start") for place, text in enumerate(textwrap.wrap(who + said, 46))]
