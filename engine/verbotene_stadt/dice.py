"""The dice as SVG, and which of the fate dice shows what was rolled last.

>>> from engine.verbotene_stadt.position import Position
>>> rolled(Position(2, stage="move", made=1, fate="red"), None), rolled(Position(2, stage="answer", made=1, fate="black"), None)
(('small', 'red'), None)
"""

from engine.core import Json
from engine.svg import Paint, words
from engine.verbotene_stadt.pieces import CLOTH, INK, STONE
from engine.verbotene_stadt.position import Position
from engine.verbotene_stadt.turn import FATE_DICE

SIZES = {"small": 18, "medium": 22, "large": 26, "blue": 26}
WHITE = Paint("b-on-die", "#ffffff")

SIGNS = {
    "red-dragon": "M4 17Q7 8 10 13T16 11L20 6M20 6L15 6M20 6V11M10 13L8 18M16 11L17 16",
    "red-pavilion": "M4 12Q9 11 12 5Q15 11 20 12ZM7 12V19M17 12V19M5 19H19",
}
"""What fate dice show beside red: a dragon, a pavilion; 24 by 24."""


def rolled(position: Position, last: Json | None) -> tuple[str, str] | None:
    """The fate die rolled last in this turn, or that ended the turn before, and its face; None where none lies there.

    A seat's first move comes after the die that ended another's turn: then only that one's last move tells which it was.
    """
    if position.fate == "-" or position.stage == "fate":
        return None
    if position.stage == "start":
        return "large", position.fate
    if position.stage in ("move", "dragon", "pavilion"):
        die = FATE_DICE[position.made - 1] if position.made else (last or {}).get("fate_die")
        return (str(die or "fate"), position.fate) if position.made or position.fate == "black" else None
    return (FATE_DICE[position.made - 2], position.fate) if position.made > 1 else None


def dice(position: Position, last: Json | None, x: float, y: float) -> list[str]:
    """The blue die and the three fate dice, those that were not rolled as outlines."""
    parts = [die(x, y, "blue", str(position.pavilion))] if position.pavilion else [unrolled(x, y, "blue")]
    parts.append(words(x + 13, y + 37, "pavilion", 10, STONE, "middle"))
    lies = rolled(position, last)
    for place, name in enumerate(FATE_DICE):
        size = SIZES[name]
        left, top = x + 66 + 46 * place, y + 13 - size / 2
        parts.append(die(left - size / 2, top, name, lies[1]) if lies and lies[0] == name else unrolled(left - size / 2, top, name))
        parts.append(words(left, y + 37, name, 10, STONE, "middle"))
    if lies and lies[0] not in FATE_DICE:
        parts.append(words(x + 112, y + 18, lies[1], 11, INK, "middle"))
    return parts


def die(x: float, y: float, name: str, face: str) -> str:
    """A die that shows a face."""
    size = SIZES[name]
    fill = CLOTH["blue"] if name == "blue" else CLOTH["black"] if face == "black" else CLOTH["red"]
    drawn = f'<rect x="{x:g}" y="{y:g}" width="{size}" height="{size}" rx="5" fill="{fill}" stroke="{INK.colour}"/>'
    if name == "blue":
        drawn += words(x + size / 2, y + size * 0.71, face, 15, WHITE, "middle", "bold")
    if face in SIGNS:
        place = f"translate({x:g} {y:g}) scale({size / 24:.3g})"
        drawn += f'<path transform="{place}" d="{SIGNS[face]}" fill="none" stroke="#ffffff" stroke-width="2" stroke-linejoin="round"/>'
    return f'<g data-die="{name}" data-face="{face}"><title>{name}: {face}</title>{drawn}</g>'


def unrolled(x: float, y: float, name: str) -> str:
    """The place of a die that was not rolled."""
    paint = f'fill="none" stroke="{STONE.colour}" stroke-dasharray="3 3"'
    return f'<rect class="b-unrolled" data-die="{name}" x="{x:g}" y="{y:g}" width="{SIZES[name]}" height="{SIZES[name]}" rx="5" {paint}/>'
