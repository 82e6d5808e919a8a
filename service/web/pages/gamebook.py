"""What the pages about the games show beside their words: a board in mid-game, the box, the options; all drawn once.

>>> anchor("Rules, 2"), anchor("Starting the game, 1")
('rules-2', 'starting-the-game-1')
"""

import json
import re
from functools import cache
from html import escape
from typing import Any

from engine.core import Scene, settle, settle_options
from engine.errors import BadNotation
from engine.rulesets import NAMES, ruleset
from service.game import AnyPosition, Rules

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

RESIGNED = """<tr><td><code>resigned</code>, <code>out_of_time</code>, <code>draw_agreed</code>, <code>aborted</code></td><td>The game was
not played out: whoever gave up has the worst score there is, the others what they have so far.
The same <a href="/docs/games">in all games</a>.</td></tr>"""


def scene_text(rules: Rules) -> str:
    """A game in its middle, in notation; nothing where the ruleset has none."""
    return rules.scene() if rules.scene else ""


def anchor(rule: str) -> str:
    """Where a game's page explains what a refusal cites as `rule`."""
    return re.sub("[^a-z0-9]+", "-", rule.lower())


def scene(name: str) -> AnyPosition:
    """A game in its middle, stored as an onlooker saw it; the opening where an operator's own box has other pieces."""
    rules = ruleset(name)
    try:
        found: AnyPosition = rules.read(scene_text(rules))
    except BadNotation:
        return opening(rules)
    return found


def opening(rules: Rules) -> AnyPosition:
    """The first decision of a game in which chance always does the first thing that it can."""
    position: AnyPosition = rules.start(rules.seats[0], settle_options(rules, rules.seats[0], {}))
    for _, after in settle(position, lambda odds: odds[0][0]):
        position = after
    return position


@cache
def board(name: str) -> str:
    """The scene as SVG."""
    return ruleset(name).draw(scene(name), Scene())


@cache
def pieces(name: str) -> str:
    """The box as SVG; the opening where the ruleset draws no box."""
    rules = ruleset(name)
    return rules.pieces() if rules.pieces else rules.draw(opening(rules), Scene())


@cache
def chapter(name: str) -> str:
    """The page about a game."""
    rules = ruleset(name)
    parts = {
        "contents": contents(name),
        "options": options(rules),
        "notice": notice(rules),
        "resigned": RESIGNED,
        "board_text": escape(rules.board_text(scene(name), Scene()).rstrip("\n"), quote=False),
    }
    return filled(rules.page() if rules.page else short_page(rules), parts)


def short_page(rules: Rules) -> str:
    """What can be said about a ruleset that brings no page: what it is, how its moves are written, and what its JSON looks like."""
    position = scene(rules.name)
    moves = [str(move) for seat in position.actors for move in position.moves(seat)][:8]
    rows = "".join(f"<tr><td><code>{escape(move)}</code></td></tr>" for move in moves)
    seats = " or ".join(map(str, rules.seats))
    said = {
        "rules": f"<p>{escape(rules.about)} By {escape(rules.designer)}; {seats} seats. {{{{notice}}}}</p>\n{{{{options}}}}",
        "notation": f"<table>{rows}</table>",
        "decisions": "".join(f"<p>{escape(position.decision(seat).prompt)}</p>" for seat in position.actors),
        "outcome": "<table>{{resigned}}</table>",
        "position": as_code(rules.to_json(position)),
        "object": as_code([rules.move_json(position, seat, move) for seat in position.actors for move in position.moves(seat)][:2]),
        "components": as_code(rules.components()),
        "board-txt": "<pre><code>{{board_text}}</code></pre>",
    }
    picture = f'<img class="board" src="/docs/games/{rules.name}.svg" alt="The board">'
    sections = "\n".join(f'<h2 id="{place}">{CONTENTS[place]}</h2>\n{text}' for place, text in said.items())
    return f"<h1>{escape(rules.title)}</h1>\n{{{{contents}}}}\n{picture}\n{sections}\n"


def as_code(value: object) -> str:
    return f"<pre><code>{escape(json.dumps(value, indent=1, ensure_ascii=False), quote=False)}</code></pre>"


def filled(text: str, parts: dict[str, str]) -> str:
    """The text with each `{{name}}` replaced by its part."""
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def contents(name: str) -> str:
    """Links to the parts of a game's page."""
    links = [f'<a href="/docs/games/{name}#{place}">{title}</a>' for place, title in CONTENTS.items()]
    return f'<p class="contents">{" ".join(links)}</p>'


def options(rules: Rules) -> str:
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


def notice(rules: Rules) -> str:
    """What of the box is reconstructed, as its components say."""
    said = rules.components().get("notice", [])
    return escape(" ".join([said] if isinstance(said, str) else said))


@cache
def cards() -> str:
    """The games as cards with a picture, each leading to its page."""
    return '<ul class="cards">\n' + "\n".join(card(name) for name in NAMES) + "\n</ul>"


def card(name: str) -> str:
    rules = ruleset(name)
    seats = f"{rules.seats[0]}–{rules.seats[-1]}" if len(rules.seats) > 1 else str(rules.seats[0])
    said = f"{escape(rules.about)} By {escape(rules.designer)}; {seats} seats."
    shown = f"#svgView(viewBox({','.join(map(str, rules.crop))}))" if rules.crop else ""
    picture = f'<img src="/docs/games/{name}.svg{shown}" alt="">'
    return f'<li><a href="/docs/games/{name}">{picture}<b>{escape(rules.title)}</b><span>{said}</span></a></li>'
