"""The position for a person at a terminal, and the sentence under every drawing of it."""

from engine.captions import called, winning
from engine.core import Outcome, Scene
from engine.endings import sentence
from engine.verbotene_stadt.box import BOX, GARMENTS, SIZE, TERRACE
from engine.verbotene_stadt.cards import CARDS, pavilion_cards
from engine.verbotene_stadt.officials import NOBODY, OFFICIALS, UNKNOWN, letters
from engine.verbotene_stadt.position import Position

COLUMNS = "abcdefghijklmnopqrstuvwxyz"[:SIZE]


def board_text(position: Position, scene: Scene) -> str:
    """The board with walls, doors and officials, then seats, terrace and what is due."""
    lines = ["    " + "  ".join(COLUMNS)]
    for y in range(SIZE):
        lines += [border_line(2 * y), f"{y + 1:2} {street_line(position, y)}"]
    lines += [border_line(2 * SIZE), "", *[seat_line(position, scene, seat) for seat in range(position.seats)], "", exile_line(position)]
    return "\n".join([*lines, pavilion_line(position), due_line(position, scene)]) + "\n"


def border_line(row: int) -> str:
    """A row of corners, walls and doors, stretched to three characters a cell."""
    drawn = BOX.rows[row]
    return "   " + "".join(drawn[x] if x % 2 == 0 else drawn[x] * 2 for x in range(len(drawn)))


def street_line(position: Position, y: int) -> str:
    """A row of cells: two letters are an official, digits a pavilion (starred when active), `'` a place to step from."""
    standing = {cell: letters(official) for official, cell in enumerate(position.cells) if cell >= 0}
    drawn, line = BOX.rows[2 * y + 1], ""
    for x in range(SIZE):
        cell = x + SIZE * y
        line += drawn[2 * x] + (standing.get(cell) or ground(position, cell))
    return line + drawn[-1]


def ground(position: Position, cell: int) -> str:
    mark = BOX.mark(cell)
    if mark.isdigit():
        return mark + ("*" if int(mark) == position.pavilion else mark)
    return {".": " .", "y": " '", "g": " '"}[mark]


def seat_line(position: Position, scene: Scene, seat: int) -> str:
    bribe = position.bribes[seat]
    said = "an unknown official" if bribe == UNKNOWN else "nobody yet" if bribe == NOBODY else OFFICIALS[bribe]
    notes = " (shown)" * position.shown[seat] + " (has chosen)" * position.sealed[seat]
    cards = " ".join(CARDS[card] for card in position.hand(seat)) or "no cards"
    mark = ">" if seat == position.active and not position.outcome else " "
    return f"{mark} {called(f'seat {seat}', scene, seat)}  {position.value(seat):2} points  bribes {said}{notes}; {cards}"


def exile_line(position: Position) -> str:
    return f"exile {len(position.exile)} of {TERRACE}: " + (" ".join(letters(official) for official in position.exile) or "-")


def pavilion_line(position: Position) -> str:
    """What is left in each pavilion, by initials."""
    parts = []
    for number, colour in enumerate(BOX.pavilion_colours, start=1):
        left = [GARMENTS[card % len(GARMENTS)][0] for card in pavilion_cards(number) if position.owners[card] == NOBODY]
        parts.append(f"{number} {colour} {''.join(left) or '-'}")
    return "pavilions " + ", ".join(parts)


def due_line(position: Position, scene: Scene) -> str:
    """What every actor owes, or who won."""
    outcome = position.outcome
    if outcome is not None:
        return over(position, outcome, scene)
    said = [f"{'chance' if seat < 0 else f'seat {seat}'}: {position.decision(seat).prompt}" for seat in position.actors]
    return "\n".join(said)


def over(position: Position, outcome: Outcome, scene: Scene) -> str:
    """Who won, with how many points unless the game ended early."""
    titles = [called(f"Seat {seat}", scene, seat) for seat in range(position.seats)]
    if position.verdict:
        return sentence(position.verdict, titles)
    points = outcome.scores[outcome.winners[0]]
    return f"{winning(outcome, titles)} with {points} point{'' if points == 1 else 's'}{' together' if position.teams else ''}."


def status(position: Position, scene: Scene) -> str:
    """What is due or how the game ended, in one sentence."""
    outcome = position.outcome
    if outcome is not None:
        return over(position, outcome, scene)
    if position.stage == "bribe":
        return f"Choosing a bribe in secret: seats {', '.join(map(str, position.actors))}."
    (actor,) = position.actors
    said = position.decision(actor).prompt
    return said if actor < 0 else f"{called(f'Seat {actor}', scene, actor)}: {said}"
