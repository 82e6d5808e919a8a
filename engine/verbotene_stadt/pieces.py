"""Officials, garment cards and dice as SVG; every colour also has its letter, for whoever cannot tell the colours apart."""

from engine.verbotene_stadt.box import BOX
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.officials import COLOURS, LETTERS

INK, PAPER, STONE, GOLD = "#2b211b", "#f6efe0", "#6b5d52", "#e0a100"

CLOTH = {"red": "#d2382f", "yellow": "#f3cf3d", "blue": "#2f66b8", "green": "#2f9158", "black": "#3a3a3d"}
ROOF = {**CLOTH, "white": "#fdfdfb", "orange": "#ec8a2b", "purple": "#8b4fa3", "brown": "#8a5a3b"}
ON_DARK = {"red", "blue", "green", "black", "purple", "brown"}


SIGN = '<path transform="translate({{x:g}} {{y:g}})" d="{0}" fill="none" stroke="#ffffff" stroke-width="2" stroke-linejoin="round"/>'
SIGNS = {
    "red-dragon": SIGN.format("M4 17Q7 8 10 13T16 11L20 6M20 6L15 6M20 6V11M10 13L8 18M16 11L17 16"),
    "red-pavilion": SIGN.format("M4 12Q9 11 12 5Q15 11 20 12ZM7 12V19M17 12V19M5 19H19"),
}
"""What fate dice show beside red: a dragon, a pavilion."""


def ink_on(colour: str) -> str:
    """The colour of letters that can be read on a ground of this colour."""
    return "#ffffff" if colour in ON_DARK else INK


def roof(colour: str) -> str:
    """The shade of a pavilion's colour; grey for one that an owner's box has and we do not know."""
    return ROOF.get(colour, "#b8b0a4")


def words(x: float, y: float, text: str, size: float, fill: str = INK, anchor: str = "middle", weight: str = "normal") -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">{safe}</text>'


def official(x: float, y: float, number: int, scale: float = 1.0) -> str:
    """An official around a point: a pointed hat above a robe, each with its letter."""
    hat, robe = divmod(number, len(COLOURS))
    hat_colour, robe_colour = COLOURS[hat], COLOURS[robe]
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" stroke-linejoin="round">'
        f"<title>{hat_colour}-{robe_colour}</title>"
        f'<path d="M-8-3H8L13 16H-13Z" fill="{CLOTH[robe_colour]}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M-16-1Q-6-5 0-18Q6-5 16-1Z" fill="{CLOTH[hat_colour]}" stroke="{INK}" stroke-width="1.5"/>'
        + words(0, -3, LETTERS[hat].upper(), 8.5, ink_on(hat_colour), weight="bold").replace("<text", '<text stroke="none"')
        + words(0, 12.5, LETTERS[robe].upper(), 11, ink_on(robe_colour), weight="bold").replace("<text", '<text stroke="none"')
        + "</g>"
    )


def card(x: float, y: float, number: int) -> str:
    """A garment card with its top left corner at a point: the pavilion's number and the garment's first letter."""
    colour, garment = CARDS[number].rsplit("-", 1)
    return (
        f'<g><title>{CARDS[number]}</title><rect x="{x:g}" y="{y:g}" width="22" height="30" rx="3" fill="{roof(colour)}" stroke="{INK}"/>'
        + words(x + 11, y + 13, str(number // 3 + 1), 10, ink_on(colour), weight="bold")
        + words(x + 11, y + 26, garment[0].upper(), 11, ink_on(colour))
        + "</g>"
    )


def die(x: float, y: float, face: str) -> str:
    """A die that shows a face of fate or a number of the blue die."""
    blue = face in BOX.dice["blue"]
    fill = CLOTH["blue"] if blue else CLOTH["black"] if face == "black" else CLOTH["red"]
    return (
        f'<g><title>{face}</title><rect x="{x:g}" y="{y:g}" width="24" height="24" rx="5" fill="{fill}" stroke="{INK}"/>'
        + (words(x + 12, y + 17, face, 14, "#ffffff", weight="bold") if blue else SIGNS.get(face, "").format(x=x, y=y))
        + "</g>"
    )
