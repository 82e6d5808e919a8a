"""The documentation site, served from here: guides by who reads them, the games, the reference, the problems, the changes, and a search."""

import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from threading import Lock

from flask import Blueprint, Response, current_app, request

from engine.rulesets import NAMES, ruleset
from service import problems
from service.config import Settings, table
from service.web.admission import charge
from service.web.auth import this_call
from service.web.pages import gamebook, problem_page, search, site
from service.web.pages.markdown import blocks
from service.web.pages.page import page, text_of
from service.web.pages.reference import ROOT, Reference

blp = Blueprint("docs", __name__)

HOUR = "max-age=3600"
SEARCH_COSTS = 10
"""Requests that a search counts as."""


def missing(problem: problems.NotFound) -> Response:
    """That there is no such page: as one for a browser, as a problem for the rest."""
    if "text/html" not in (this_call().header("ACCEPT") or ""):
        raise problem
    answer = page(
        "no such page", f'<h1>No such page</h1>\n<p class="lead">{escape(problem.detail)}</p>\n<p><a href="/docs">Documentation</a></p>'
    )
    answer.status_code = 404
    return answer


@cache
def reference() -> Reference:
    """The reference of the document that this process publishes, made once."""
    return Reference(json.loads(current_app.extensions["intramuros.api"].published))


@cache
def settings_table() -> str:
    """Every setting with its default; those in force here are nobody's business."""
    rows = (
        f"<tr><td><code>{name}</code></td><td>{escape(about)} <small>default {escape(default) or 'empty'}</small></td></tr>"
        for name, _, default, about in table(Settings())
    )
    return f"<table>{''.join(rows)}</table>"


def readme(name: str) -> str:
    """The page that goes with a client to install; its examples are for this server."""
    return blocks(text_of(name)).replace("http://127.0.0.1:8000", "{{url}}")


GUIDES: dict[str, Callable[[], str]] = {
    "/docs": site.front,
    "/docs/play": lambda: text_of("play.html"),
    "/docs/games": lambda: text_of("games.html").replace("{{cards}}", gamebook.cards()),
    "/docs/fairness": lambda: text_of("fairness.html"),
    "/docs/clients": lambda: text_of("clients.html").replace("{{cards}}", gamebook.cards()),
    "/docs/start": lambda: text_of("start.html"),
    "/docs/bots": lambda: text_of("bots.html"),
    "/docs/python": lambda: readme("python.md"),
    "/docs/typescript": lambda: readme("typescript.md"),
    "/docs/reference": lambda: reference().contents(),
    "/docs/problems": problem_page.body,
    "/docs/changelog": lambda: blocks(text_of("CHANGELOG.md")),
    "/docs/hosting": lambda: text_of("hosting.html"),
    "/docs/organise": lambda: text_of("organise.html"),
    "/docs/operate": lambda: text_of("operate.html").replace("{{settings}}", settings_table()),
}
"""What is on each page of the site that is not about one game, one operation or one schema."""

TITLES = {"/docs": "documentation", **{leaf.path: leaf.title for leaf in site.LEAVES}}


@blp.get("/docs", endpoint="front")
@blp.get("/docs/<string:name>", endpoint="guide")
def guide(name: str = "") -> Response:
    """One of the guides."""
    path = f"/docs/{name}" if name else "/docs"
    if path not in GUIDES:
        return missing(problems.NotFound("page", {"path": path}))
    return page(TITLES[path], GUIDES[path]())


@cache
def indexing() -> Lock:
    """Held by whoever searches first, while the pages are read."""
    return Lock()


def indexed() -> list[search.Section]:
    """Every section of every page, to be searched; read once."""
    with indexing():
        return read_pages()


@cache
def read_pages() -> list[search.Section]:
    """Every section of every page. It takes seconds, so others are let in after each page: they share this thread."""
    found: list[search.Section] = []
    for sections in sections_by_page():
        found += sections
        time.sleep(0)
    return found


def sections_by_page() -> Iterator[list[search.Section]]:
    for path, body in GUIDES.items():
        if path != ROOT:
            yield search.sections(path, TITLES[path], body())
    for name in NAMES:
        yield search.sections(f"/docs/games/{name}", ruleset(name).title, gamebook.chapter(name))
    book = reference()
    for name, (_, _, operation) in book.operations.items():
        yield [search.Section(operation["summary"], f"{ROOT}/{name}", operation["summary"], search.plain(book.operation(name)))]
    for name in book.schemas:
        yield [search.Section(name, f"{ROOT}/schemas/{name}", name, search.plain(book.schema(name)))]


@blp.get("/docs/search")
def find() -> Response:
    """What the documentation says about some words."""
    query = request.args.get("q", "")[:100]
    charge(this_call(), SEARCH_COSTS)
    return page("search", search.results(query, indexed() if search.wanted(query) else []), query)


@blp.get("/docs/reference/<string:name>")
def operation(name: str) -> Response:
    found = reference()
    if name not in found.operations:
        return missing(problems.NotFound("operation", {"operation": name, "path": ROOT}))
    return page(found.operations[name][2]["summary"], found.operation(name))


@blp.get("/docs/reference/schemas/<string:name>")
def schema(name: str) -> Response:
    found = reference()
    if name not in found.schemas:
        return missing(problems.NotFound("schema", {"schema": name, "path": ROOT}))
    return page(name, found.schema(name))


@blp.get("/docs/games/<string:name>")
def game(name: str) -> Response:
    return page(ruleset(known(name)).title, gamebook.chapter(name))


@blp.get("/docs/games/<string:name>.svg")
def board(name: str) -> Response:
    return picture(gamebook.board(known(name)))


@blp.get("/docs/games/<string:name>/pieces.svg")
def pieces(name: str) -> Response:
    return picture(gamebook.pieces(known(name)))


def known(name: str) -> str:
    """The name, if it is a ruleset's."""
    if name not in NAMES:
        raise problems.NotFound("ruleset", {"ruleset": name, "rulesets": NAMES})
    return name


def picture(svg: str) -> Response:
    return Response(svg, content_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": HOUR})


@blp.get("/docs/docs.js")
def script() -> Response:
    return Response(text_of("docs.js"), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": HOUR})


@blp.get("/docs/style.css")
def style() -> Response:
    return Response(text_of("style.css"), content_type="text/css; charset=utf-8", headers={"Cache-Control": HOUR})
