"""Colours by their names, as terminals number them."""

import re

COLOUR = {
    "red": "31", "green": "32", "yellow": "33", "blue": "94", "pink": "95", "purple": "35", "white": "97", "orange": "38;5;208",
    "brown": "38;5;137", "black": "90",
}  # fmt: skip
NAMES = "|".join(COLOUR)


def paint(text: str, code: str) -> str:
    """The text in the colour that terminals know by the code."""
    return f"\x1b[{code}m{text}\x1b[0m"


def halves(names: str, number: str = "") -> str:
    """A word made of colours, each in its own; the number goes with the last one.

    >>> halves("greenpink")
    '\\x1b[32mgreen\\x1b[0m\\x1b[95mpink\\x1b[0m'
    >>> halves("green", "8")
    '\\x1b[32mgreen8\\x1b[0m'
    """
    *first, last = re.findall(NAMES, names)
    return "".join(paint(name, COLOUR[name]) for name in first) + paint(last + number, COLOUR[last])
