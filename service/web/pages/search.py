"""Searching the documentation: every page cut into its sections, and those first that have the words in their heading.

>>> [found.title for found in search("roll", sections("/docs/x", "X", '<h1>X</h1><p>a roll</p><h2 id="r">Rolls</h2><p>two</p>'))]
['Rolls', 'X']
"""

import re
from html import escape, unescape
from itertools import pairwise
from typing import NamedTuple

HEADING = re.compile(r'<h[123](?: id="([^"]*)")?[^>]*>(.*?)</h[123]>', re.DOTALL)
INLINE = re.compile(r"</?(?:a|b|i|em|code|mark|span|strong)\b[^>]*>")
WORD = re.compile(r"[\w/{}.-]*\w")
MOST = 30
"""Results that are shown."""
AROUND = 90
"""Characters shown on either side of the first word that was found."""


class Section(NamedTuple):
    """What stands under one heading of a page."""

    page: str
    path: str
    title: str
    text: str


def sections(path: str, page: str, body: str) -> list[Section]:
    """A page's sections; what stands under a heading without an address belongs to the one before."""
    heads = [match for match in HEADING.finditer(body) if match[1]]
    starts = [0, *(head.start() for head in heads), len(body)]
    cut = [body[begin:end] for begin, end in pairwise(starts)]
    first = Section(page, path, page, plain(cut[0]))
    return [first, *(Section(page, f"{path}#{head[1]}", plain(head[2]), plain(text)) for head, text in zip(heads, cut[1:], strict=True))]


def plain(html: str) -> str:
    """The words of a page; what only marks some of them does not part them from the sign that follows."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", INLINE.sub("", html))).split())


def search(query: str, among: list[Section]) -> list[Section]:
    """The sections that have every word of the query, the likeliest first."""
    words = wanted(query)
    found = [(score(section, words), number) for number, section in enumerate(among)] if words else []
    best = sorted((-points, number) for points, number in found if points)
    return [among[number] for _, number in best[:MOST]]


def wanted(query: str) -> list[str]:
    return list(dict.fromkeys(WORD.findall(query.lower()[:100])))[:8]


def score(section: Section, words: list[str]) -> int:
    """Nothing unless every word is there; much for each in the heading, a little for each time that it is in the text."""
    title, text = section.title.lower(), section.text.lower()
    points = [100 * (word in title) + 100 * (word == title) + min(text.count(word), 20) for word in words]
    return sum(points) if all(points) else 0


def results(query: str, among: list[Section]) -> str:
    """The page of results."""
    found = search(query, among)
    many = "Nothing" if not found else f"The best {MOST}" if len(found) == MOST else f"{len(found)} place{'s' * (len(found) != 1)}"
    head = f'<h1>Search</h1>\n<p class="lead">{many} with <b>{escape(query)}</b>.</p>' if query.strip() else "<h1>Search</h1>"
    return head + '<ol class="found">' + "".join(result(section, wanted(query)) for section in found) + "</ol>"


def result(section: Section, words: list[str]) -> str:
    where = "" if section.title == section.page else f" <small>{escape(section.page)}</small>"
    return f'<li><a href="{escape(section.path)}">{escape(section.title)}</a>{where}<p>{excerpt(section.text, words)}</p></li>'


def excerpt(text: str, words: list[str]) -> str:
    """The text around the first word that is found in it, with every one marked, cut between words.

    >>> excerpt(40 * "some words " + "before a roll " + 40 * "and after ", ["roll"])[-25:]
    'and after and after and …'
    """
    places = [place for word in words if (place := text.lower().find(word)) >= 0]
    first = min(places, default=0)
    begin = text.find(" ", first - AROUND, first) + 1 if first > AROUND else 0
    end = min(begin + 2 * AROUND, len(text))
    end = end if end == len(text) else max(text.rfind(" ", first + 1, end), 0) or end
    shown = text[begin:end]
    marked = re.sub("|".join(re.escape(escape(word)) for word in words), r"<mark>\g<0></mark>", escape(shown), flags=re.IGNORECASE)
    return ("… " if begin else "") + marked + (" …" if end < len(text) else "")
