"""The panel beside the board: seats with bribes and cards, the exile terrace, the dice and what is at stake."""

from engine.captions import name_of
from engine.core import Scene
from engine.svg import crown, words
from engine.verbotene_stadt.box import TERRACE
from engine.verbotene_stadt.cards import card_of, grouping, value
from engine.verbotene_stadt.describing import pay_json
from engine.verbotene_stadt.dice import dice
from engine.verbotene_stadt.officials import NOBODY, OFFICIALS, UNKNOWN
from engine.verbotene_stadt.pieces import GOLD, INK, SIGN, STONE, card, official
from engine.verbotene_stadt.position import Position

WIDTH = 296
HEAD, ROW, GAP = 46, 44, 6
"""The height of a seat's box without cards, of a row of cards, and the space between two boxes."""
STEP = 24
"""From one card to the next."""

PAYS = {"draw": "one of", "all_left": "all of", "take_one": "one of", "take_all": "all of"}


def panel(position: Position, scene: Scene, x: float, y: float) -> list[str]:
    """Everything beside the board, from its top left corner on."""
    parts: list[str] = []
    for seat in range(position.seats):
        rows = hand_rows(position, seat)
        parts += seat_box(position, scene, seat, rows, x, y)
        y += HEAD + ROW * len(rows) + GAP
    parts += [*terrace(position, x, y + 6), *dice(position, scene.last, x, y + 118)]
    bluffing = "Bluffing is open" if position.bluffing else "Bluffing is closed"
    parts.append(words(x + WIDTH, y + 135, bluffing, 12, INK, "end"))
    return parts if position.outcome else [*parts, *stake(position, x, y + 168)]


def seat_box(position: Position, scene: Scene, seat: int, rows: list[list[list[int]]], x: float, y: float) -> list[str]:
    """A seat: who sits there, its worth, its bribe as far as it may be known, its cards by groups."""
    outcome, owes = position.outcome, seat in position.actors
    won, you = outcome is not None and seat in outcome.winners, seat == scene.viewer
    frame = f'stroke="{GOLD}" stroke-width="3"' if owes or won else 'stroke="#c9b88f"'
    kinds = "b-card" + " b-turn" * owes + " b-won" * won + " b-you" * you
    worth = f"{position.value(seat)} point{'' if position.value(seat) == 1 else 's'}"
    sign = "won" if won else "to act" if owes else "on turn" if seat == position.active and outcome is None else ""
    name = " · ".join(part for part in (name_of(scene, seat, 10 if you else 15), "you" if you else "") if part)
    return [
        f'<g class="b-seat" data-seat="{seat}">',
        f'<rect class="{kinds}" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEAD + ROW * len(rows)}" rx="6" fill="#fffaf0" {frame}/>',
        words(x + 10, y + 20, f"Seat {seat}", 14, INK, weight="bold"),
        words(x + 68, y + 20, name, 14, INK),
        words(x + 10, y + 38, worth, 13, INK),
        words(x + 82, y + 38, sign, 13, SIGN if owes or won else STONE, weight="bold" if owes or won else ""),
        crown(x + 116, y + 35, GOLD) if won else "",
        *bribe(position, seat, x + WIDTH - 24, y + 24),
        *hand(rows, seat, x + 10, y + HEAD),
        words(x + 10, y + HEAD + 20, "" if position.hand(seat) else "no cards", 12, STONE),
        "</g>",
    ]


def bribe(position: Position, seat: int, x: float, y: float) -> list[str]:
    """The selector: the official it shows, a question mark where it is secret, and whether a choice is sealed."""
    shown = position.bribes[seat]
    label = "sealed" if position.sealed[seat] and not position.outcome else "shown" if position.shown[seat] else "bribes"
    known = OFFICIALS[shown] if shown >= 0 else "unknown" if shown == UNKNOWN else "none"
    parts = [f'<g data-bribe="{known}" data-seat="{seat}">', words(x - 24, y + 4, label, 12, STONE, "end")]
    if shown in (NOBODY, UNKNOWN):
        sign = "?" if shown == UNKNOWN else "–"
        coin = f'<circle class="b-selector" cx="{x:g}" cy="{y:g}" r="16" fill="#e6dcc3" stroke="{INK.colour}"/>'
        return [*parts, coin, words(x, y + 6, sign, 18, INK, "middle", "bold"), "</g>"]
    return [*parts, official(x, y, shown, 'data-place="bribe"'), "</g>"]


def hand_rows(position: Position, seat: int) -> list[list[list[int]]]:
    """The seat's cards in their best grouping, in as many rows as they need and at least one."""
    rows: list[list[list[int]]] = [[]]
    for group in grouping(position.hand(seat)):
        if width([*rows[-1], group]) > WIDTH - 14:
            rows.append([])
        rows[-1].append(group)
    return rows


def width(groups: list[list[int]]) -> int:
    return sum(STEP * len(group) + GAP for group in groups)


def hand(rows: list[list[list[int]]], seat: int, left: float, y: float) -> list[str]:
    """Rows of cards, each group over a line with its points."""
    parts: list[str] = []
    for row, groups in enumerate(rows):
        x, top = left, y + ROW * row
        for group in groups:
            parts += [card(x + STEP * place, top, number, f'data-place="hand" data-seat="{seat}"') for place, number in enumerate(group)]
            end = x + STEP * (len(group) - 1) + 22
            line = f'x1="{x:g}" y1="{top + 32:g}" x2="{end:g}" y2="{top + 32:g}"'
            parts.append(f'<line class="b-group" {line} stroke="{STONE.colour}" stroke-width="2"/>')
            parts.append(words((x + end) / 2, top + 42, str(value(group)), 10, STONE, "middle"))
            x += STEP * len(group) + GAP
    return parts


def terrace(position: Position, x: float, y: float) -> list[str]:
    """The exile terrace, filled in the order officials came."""
    parts = [words(x, y + 10, f"Exile terrace {len(position.exile)} of {TERRACE}", 13, INK, weight="bold")]
    for place in range(TERRACE):
        left, top = x + 37 * (place % 8), y + 17 + 43 * (place // 8)
        parts.append(f'<rect class="b-exile" x="{left:g}" y="{top:g}" width="35" height="41" rx="4" fill="#e2dccf" stroke="#bdb29c"/>')
        if place < len(position.exile):
            parts.append(official(left + 17.5, top + 21, position.exile[place], 'data-place="exile"', 0.93))
    return parts


def stake(position: Position, x: float, y: float) -> list[str]:
    """While an entry is settled, the garments that it is about."""
    pays = pay_json(position) if position.stage in ("answer", "garment", "award") else None
    if pays is None:
        return []
    if not pays["cards"]:
        return [words(x, y + 19, "At stake: no garment", 13, INK, weight="bold")]
    cards = [card(x + 122 + STEP * place, y, card_of(name), 'data-place="stake"') for place, name in enumerate(pays["cards"])]
    return [words(x, y + 19, f"At stake: {PAYS[pays['kind']]}", 13, INK, weight="bold"), *cards]
