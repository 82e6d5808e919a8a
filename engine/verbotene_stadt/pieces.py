"""Officials and garment cards as SVG; every colour also has its letter, for whoever cannot tell the colours apart.

Hats and robes are drawn once, in `definitions`, and used by their names, so that 25 officials stay a small file.
"""

from functools import cache

from engine.svg import Paint, words
from engine.verbotene_stadt.box import GARMENTS
from engine.verbotene_stadt.cards import CARDS
from engine.verbotene_stadt.officials import COLOURS, LETTERS, OFFICIALS

PAPER, GOLD = "#f6efe0", "#e0a100"
INK, STONE, SIGN = Paint("b-ink", "#2b211b"), Paint("b-soft", "#6b5d52"), Paint("b-sign", "#8a5d00")

CLOTH = {"red": "#d2382f", "yellow": "#f3cf3d", "blue": "#2f66b8", "green": "#2f9158", "black": "#3a3a3d"}
ROOF = {**CLOTH, "white": "#fdfdfb", "orange": "#ec8a2b", "purple": "#8b4fa3", "brown": "#8a5a3b"}
ON_DARK = {"red", "blue", "green", "black", "purple", "brown"}

HAT, ROBE = "M-18 0L-8-14Q0-23 8-14L18 0Z", "M-9 0H9L14 19H-14Z"
COIN = "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM-2.5-2.5v5h5v-5z"
"""A coin with a square hole: a bribe."""


def ink_on(colour: str) -> Paint:
    """The colour of letters that can be read on a ground of this colour."""
    return Paint(f"b-on-{colour}", "#ffffff" if colour in ON_DARK else INK.colour)


def roof(colour: str) -> Paint:
    """The shade of a pavilion's colour; grey for one that an owner's box has and we do not know."""
    return Paint(f"b-{colour}", ROOF.get(colour, "#b8b0a4"))


@cache
def definitions() -> str:
    """The hats and robes in all colours, each with its letter."""
    rim = f'stroke="{INK.colour}" stroke-width="1.5" stroke-linejoin="round"'
    parts = []
    for colour, letter in zip(COLOURS, LETTERS.upper(), strict=True):
        paint = Paint(f"b-{colour}", CLOTH[colour]).fill
        for name, shape, line, size in (("robe", ROBE, 15.5, 14), ("hat", HAT, -2, 13)):
            sign = words(0, line, letter, size, ink_on(colour), "middle", "bold")
            parts.append(f'<g id="intramuros-{name}-{colour}"><path {paint} d="{shape}" {rim}/>{sign}</g>')
    return f"<defs>{''.join(parts)}</defs>"


def official(x: float, y: float, number: int, place: str, scale: float = 1.0) -> str:
    """An official around a point: a pointed hat above a robe; `place` is the attribute that says where it is."""
    hat, robe = OFFICIALS[number].split("-")
    size = f" scale({scale:g})" if scale != 1 else ""
    return (
        f'<g data-official="{OFFICIALS[number]}" {place} transform="translate({x:g} {y:g}){size}"><title>{OFFICIALS[number]}</title>'
        f'<use href="#intramuros-robe-{robe}"/><use href="#intramuros-hat-{hat}"/></g>'
    )


def bribed(x: float, y: float, drawn: str) -> str:
    """The official that the viewer bribes: with a golden ground and a coin beside its hat."""
    ground = f'width="37" height="37" rx="9" fill="{GOLD}" fill-opacity=".45" stroke="{GOLD}" stroke-width="3"'
    return (
        f'<g class="b-bribed"><title>your bribe</title><rect x="{x - 18.5:g}" y="{y - 18.5:g}" {ground}/>{drawn}'
        f'<path d="{COIN}" transform="translate({x + 13:g} {y - 12:g})" fill="#ffd75e" fill-rule="evenodd" stroke="{INK.colour}"/></g>'
    )


def card(x: float, y: float, number: int, place: str) -> str:
    """A garment card with its top left corner at a point: the pavilion's number and the garment's first letter."""
    colour, garment = CARDS[number].rsplit("-", 1)
    return (
        f'<g data-card="{CARDS[number]}" {place}><title>{CARDS[number]}</title>'
        f'<rect {roof(colour).fill} x="{x:g}" y="{y:g}" width="22" height="30" rx="3" stroke="{INK.colour}"/>'
        + words(x + 11, y + 13, str(number // len(GARMENTS) + 1), 11, ink_on(colour), "middle", "bold")
        + words(x + 11, y + 26, garment[0].upper(), 12, ink_on(colour), "middle")
        + "</g>"
    )
