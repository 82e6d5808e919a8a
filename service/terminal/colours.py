"""Colours for boards drawn with letters."""

import re

PAINT = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "pink": 35, "purple": 35, "white": 97, "orange": 91, "black": 90}
"""Colours by their names, wherever a board has them, as terminals number them."""


def paint(text: str, code: str) -> str:
    """The text in the colour that terminals know by the code."""
    return f"\x1b[{code}m{text}\x1b[0m"


def painted(ruleset: str, board: str) -> str:
    """The board with colours: those that it names, and in Cathedral the two sides and the Cathedral."""
    if ruleset == "cathedral":
        return "\n".join(city(line) if re.match(r" ?\d+ ", line) else line for line in board.splitlines())
    return re.sub(r"\b(" + "|".join(PAINT) + r")", lambda found: paint(found[1], str(PAINT[found[1]])), board)


def city(line: str) -> str:
    """A row of the city: light in capitals, dark in small letters, the Cathedral as a cross."""
    return re.sub(r"[A-Z]|[a-z]|[+]", lambda found: paint(found[0], side(found[0])), line)


def side(sign: str) -> str:
    return "1;97" if sign == "+" else "96" if sign.isupper() else "33"
