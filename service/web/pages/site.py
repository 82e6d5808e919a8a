"""The documentation site: which pages there are and for whom, and the frame around each of them."""

from html import escape
from typing import NamedTuple

FRAME = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/style.css"><script src="/docs/docs.js"></script></head>
<body>
<a class="skip" href="{here}#content">Skip to the content</a>
<header><nav aria-label="Documentation"><a class="home" href="/">Intramuros</a><a href="/docs">Docs</a>{links}</nav>
<form role="search" action="/docs/search"><input type="search" name="q" value="{query}" aria-label="Search the documentation"
placeholder="Search" maxlength="100" required><button>Search</button></form></header>
{beside}<main id="content">{body}</main>
</body>
</html>
"""


class Leaf(NamedTuple):
    """A page: where it is, what it is called, and what is on it."""

    path: str
    title: str
    about: str


AUDIENCES: dict[str, tuple[Leaf, ...]] = {
    "Play": (
        Leaf("/docs/play", "Play", "In the browser, in a terminal, alone or with others; clocks, offers, hints and ratings."),
        Leaf("/docs/games", "The games", "The rules in short, how moves are written, and what every member means."),
        Leaf("/docs/fairness", "Fair rolls and draws", "How every roll follows from a promised seed, and how to check it."),
    ),
    "Write a client": (
        Leaf("/docs/clients", "Write a client", "Where everything is that a client needs, and what it can rely on."),
        Leaf("/docs/start", "Getting started", "A first game in five minutes, with curl, Python or TypeScript."),
        Leaf("/docs/bots", "Write a bot", "Forty lines that play to the end, and how to wait without polling."),
        Leaf("/docs/python", "In Python", "A client to install, typed, sync and async: a bot in ten lines."),
        Leaf("/docs/typescript", "In TypeScript", "The same for Node.js and browsers, with nothing but fetch."),
        Leaf("/docs/reference", "Reference", "Every operation, with answers that a server really gave."),
        Leaf("/docs/problems", "Problems", "Every way to be refused, and what to do then."),
        Leaf("/docs/changelog", "Changes", "What is new in which version, and what you must change."),
    ),
    "Host an AI": (Leaf("/docs/hosting", "Host an opponent", "An AI of yours for others to play against, in any language."),),
    "Organise": (Leaf("/docs/organise", "Organise contests", "Series, tournaments, pairings, standings and exports."),),
    "Operate": (Leaf("/docs/operate", "Run a server", "Commands, settings, workers, backups, and what to watch."),),
}
"""The pages by who reads them; the first of each is where its readers begin."""

LEAVES = tuple(leaf for leaves in AUDIENCES.values() for leaf in leaves)


def framed(title: str, body: str, here: str, query: str = "") -> str:
    """A whole page."""
    whose = next((name for name, leaves in AUDIENCES.items() if any(leads(leaf, here) for leaf in leaves)), "")
    parts = {"body": body, "here": escape(here), "links": links(whose), "beside": beside(whose, here), "query": escape(query)}
    return FRAME.format(title=escape(f"Intramuros: {title}"), **parts)


def links(whose: str) -> str:
    """The way to each audience's first page, that of this page's readers marked."""
    return "".join(
        f'<a href="{leaves[0].path}"{" aria-current=true" if name == whose else ""}>{escape(name)}</a>'
        for name, leaves in AUDIENCES.items()
    )


def beside(whose: str, here: str) -> str:
    """The other pages for the same readers."""
    leaves = AUDIENCES.get(whose, ())
    if len(leaves) < 2:
        return ""
    shown = "".join(f'<a href="{leaf.path}"{" aria-current=page" if leads(leaf, here) else ""}>{escape(leaf.title)}</a>' for leaf in leaves)
    return f'<nav class="beside" aria-label="{escape(whose)}">{shown}</nav>'


def leads(leaf: Leaf, here: str) -> bool:
    return here == leaf.path or here.startswith(f"{leaf.path}/")


def front() -> str:
    """The first page: everything by who reads it."""
    groups = "\n".join(f"<section><h2>{escape(name)}</h2>{table(leaves)}</section>" for name, leaves in AUDIENCES.items())
    lead = "Three board games played inside city walls, over HTTP, against people and AIs."
    return f'<h1>Documentation</h1>\n<p class="lead">{lead} <a href="/">Play one now</a>.</p>\n<div class="audiences">{groups}</div>'


def table(leaves: tuple[Leaf, ...]) -> str:
    return "<ul>" + "".join(f'<li><a href="{leaf.path}">{escape(leaf.title)}</a> {escape(leaf.about)}</li>' for leaf in leaves) + "</ul>"
