"""The page about the game, with the letters and names of its buildings filled in."""

from engine.cathedral.box import BUILDINGS
from engine.texts import text_beside


def page() -> str:
    text = text_beside(__package__, "page.html")()
    return text.replace("{{letters}}", letters()).replace("{{building_names}}", building_names())


def letters() -> str:
    """The letters of the buildings in a drawing."""
    rows = []
    for kind in BUILDINGS:
        marks = " ".join(f"<code>{letter}</code> <code>{letter.lower()}</code>" for letter in kind.letters)
        rows.append(f"<tr><td>{marks}</td><td>{kind.name}</td></tr>")
    return f'<table class="narrow">\n{"".join(rows)}\n</table>'


def building_names() -> str:
    """The names of the buildings as alternatives of a grammar, in lines that fit a page."""
    names = [f'"{kind.name}"' for kind in BUILDINGS] + ['"cathedral"']
    lines = [" | ".join(names[place : place + 5]) for place in range(0, len(names), 5)]
    return "\n         | ".join(lines)
