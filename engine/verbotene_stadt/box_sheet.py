"""Officials, cards and dice drawn with their names, for the page about the game."""

from engine.sheet import SOFT, label, sheet
from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.dice import die
from engine.verbotene_stadt.officials import OFFICIALS
from engine.verbotene_stadt.pieces import card, definitions, official

BOXED = 'data-place="box"'


def box_sheet() -> str:
    """The officials, the cards and the dice."""
    parts = [label(24, 34, "Officials: hat, then robe", 15, "start", SOFT)]
    for number, name in enumerate(OFFICIALS):
        x, y = 84 + number % 5 * 146, 78 + number // 5 * 82
        parts += [official(x, y, number, BOXED, 1.5), label(x, y + 44, name, 13)]
    y = 480
    parts.append(label(24, y + 20, "Garments: number of the pavilion; Hat, Coat, Trousers", 15, "start", SOFT))
    parts += [card(24 + number * 30 + number // 3 * 3, y + 34, number, BOXED) for number in range(len(CARDS))]
    for row, (name, faces) in enumerate(BOX.dice.items()):
        x, top = 24 + row % 2 * 400, y + 90 + row // 2 * 44
        parts.append(label(x, top + 17, name, 15, "start", SOFT))
        parts += [die(x + 84 + 32 * place, top, name, face) for place, face in enumerate(faces)]
    return sheet(24 + 5 * 146 + 24, y + 182, parts, definitions())
