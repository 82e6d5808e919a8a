"""What the pages about the games show beside their words: a board in mid-game, the box, the options; all drawn once.

>>> anchor("Rules, 2"), anchor("Starting the game, 1")
('rules-2', 'starting-the-game-1')
"""

import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from engine.cathedral.buildings import BUILDINGS
from engine.core import Position, Ruleset, settle, settle_options
from engine.errors import BadNotation
from engine.rulesets import NAMES, ruleset
from service.pieces import PIECES

ABOUT = {
    "cathedral": "Two sides build a walled city and claim its ground.",
    "forbidden_city": "Rooms grow tile by tile; the most advisors in a closed one score.",
    "verbotene_stadt": "Officials, bribes, dice and secret garments.",
}

CROPS = {"cathedral": (214, 10, 632, 632), "forbidden_city": (46, 78, 600, 600), "verbotene_stadt": (4, 4, 640, 640)}
"""What of each scene is on its card: left, top, width and height within the picture."""

CONTENTS = {
    "rules": "Rules",
    "notation": "Moves as text",
    "decisions": "Decisions",
    "outcome": "Outcome",
    "position": "position",
    "object": "object",
    "components": "components",
    "board-txt": "board.txt",
}
"""The headings of a game's page."""

RESIGNED = """<tr><td><code>resigned</code></td><td>1 for each seat that has won, 0 for one that gave up; what they had until then does
not count. The same <a href="/docs/games">in all games</a>.</td></tr>"""


def page_text(name: str) -> str:
    return files("service").joinpath("pages", name).read_text(encoding="utf-8")


def anchor(rule: str) -> str:
    """Where a game's page explains what a refusal cites as `rule`."""
    return re.sub("[^a-z0-9]+", "-", rule.lower())


def scene(name: str) -> Position[Any]:
    """A game in its middle, stored as an onlooker saw it; the opening where an operator's own box has other pieces."""
    rules = ruleset(name)
    try:
        found: Position[Any] = rules.read(page_text(f"{name}.txt"))
    except BadNotation:
        return opening(rules)
    return found


def opening(rules: Ruleset[Any, Any]) -> Position[Any]:
    """The first decision of a game in which chance always does the first thing that it can."""
    position: Position[Any] = rules.start(rules.seats[0], settle_options(rules, rules.seats[0], {}))
    for _, after in settle(position, lambda odds: odds[0][0]):
        position = after
    return position


@cache
def board(name: str) -> str:
    """The scene as SVG."""
    return ruleset(name).draw(scene(name), None)


@cache
def pieces(name: str) -> str:
    """The box as SVG."""
    return PIECES[name]()


@cache
def chapter(name: str) -> str:
    """The page about a game."""
    rules = ruleset(name)
    parts = {
        "contents": contents(name),
        "options": options(rules),
        "notice": notice(rules),
        "resigned": RESIGNED,
        "board_text": escape(rules.board_text(scene(name)).rstrip("\n"), quote=False),
        "letters": letters(),
        "building_names": building_names(),
    }
    return filled(page_text(f"{name}.html"), parts)


def filled(text: str, parts: dict[str, str]) -> str:
    """The text with each `{{name}}` replaced by its part."""
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def contents(name: str) -> str:
    """Links to the parts of a game's page."""
    links = [f'<a href="/docs/games/{name}#{place}">{title}</a>' for place, title in CONTENTS.items()]
    return f'<p class="contents">{" ".join(links)}</p>'


def options(rules: Ruleset[Any, Any]) -> str:
    """A table of the options that a game can be created with."""
    rows = [
        f"<tr><td><code>{option.name}</code></td><td>{escape(option.schema['description'])} {values(option.schema)}</td></tr>"
        for option in rules.options
    ]
    return f'<h3 id="options">Options</h3>\n<table>\n{"".join(rows)}\n</table>'


def values(schema: Any) -> str:
    """What an option takes, the default first."""
    default = f"Default <code>{escape(json.dumps(schema['default']), quote=False)}</code>"
    others = [f"<code>{json.dumps(value)}</code>" for value in schema.get("enum", ()) if value != schema["default"]]
    return f"{default}, or {' or '.join(others)}." if others else f"{default}."


def notice(rules: Ruleset[Any, Any]) -> str:
    """What of the box is reconstructed, as its components say."""
    said = rules.components().get("notice", [])
    return escape(" ".join([said] if isinstance(said, str) else said))


def letters() -> str:
    """The letters of Cathedral's buildings in a drawing."""
    rows = []
    for kind in BUILDINGS:
        marks = " ".join(f"<code>{letter}</code> <code>{letter.lower()}</code>" for letter in kind.letters)
        rows.append(f"<tr><td>{marks}</td><td>{kind.name}</td></tr>")
    return f'<table class="narrow">\n{"".join(rows)}\n</table>'


def building_names() -> str:
    """The names of Cathedral's buildings as alternatives of a grammar, in lines that fit a page."""
    names = [f'"{kind.name}"' for kind in BUILDINGS] + ['"cathedral"']
    lines = [" | ".join(names[place : place + 5]) for place in range(0, len(names), 5)]
    return "\n         | ".join(lines)


@cache
def cards() -> str:
    """The games as cards with a picture, each leading to its page."""
    return '<ul class="cards">\n' + "\n".join(card(name) for name in NAMES) + "\n</ul>"


def card(name: str) -> str:
    rules = ruleset(name)
    seats = f"{rules.seats[0]}–{rules.seats[-1]}" if len(rules.seats) > 1 else str(rules.seats[0])
    said = f"{ABOUT[name]} By {escape(rules.designer)}; {seats} seats."
    left, top, wide, high = CROPS[name]
    picture = f'<img src="/docs/games/{name}.svg#svgView(viewBox({left},{top},{wide},{high}))" alt="">'
    return f'<li><a href="/docs/games/{name}">{picture}<b>{escape(rules.title)}</b><span>{said}</span></a></li>'
