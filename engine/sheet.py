"""A sheet of paper on which a ruleset draws what lies in its box, for the page about it."""

from collections.abc import Sequence

PAPER, INK, SOFT = "#f6f0e2", "#33291f", "#7a6c58"
FONT = 'font-family="system-ui, sans-serif"'


def sheet(width: float, height: float, parts: Sequence[str], definitions: str = "") -> str:
    """A sheet of paper with pictures on it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" {FONT}>'
    paper = f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{PAPER}"/>'
    return "\n".join([head, definitions, paper, *parts, "</svg>"]) + "\n"


def label(x: float, y: float, words: str, size: float = 14, anchor: str = "middle", colour: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def at(x: float, y: float, picture: str, scale: float = 1) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{picture}</g>'
