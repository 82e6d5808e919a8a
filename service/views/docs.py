"""The pages that explain, all served from here: home, getting started, bots, the games, the reference, and what each problem means."""

from functools import cache
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from flask import Blueprint, Response, request, send_from_directory

from engine.rulesets import NAMES, ruleset
from service import gamebook, problem_page, problems

blp = Blueprint("docs", __name__)

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/style.css">{head}</head>
<body>{body}</body>
</html>
"""

NAVIGATION = """<nav><a class="home" href="/">Intramuros</a><a href="/docs/start">Getting started</a><a href="/docs/games">Games</a>
<a href="/docs/bots">Write a bot</a><a href="/docs">Reference</a><a href="/docs/problems">Problems</a>
<a href="/openapi.json">openapi.json</a></nav>"""


def page(title: str, body: str) -> Response:
    """A page of ours, with a button to copy each block of code."""
    script = f"<script>{text_of('copy.js')}</script>"
    text = PAGE.format(title=f"Intramuros: {title}", head="", body=f"{NAVIGATION}<main>{body}</main>{script}")
    return Response(text, content_type="text/html; charset=utf-8")


@cache
def text_of(name: str) -> str:
    return files("service").joinpath("pages", name).read_text(encoding="utf-8")


def addressed(text: str) -> str:
    """The text, its examples with the address that it was asked for under."""
    return text.replace("{{url}}", escape(request.host_url.rstrip("/")))


@blp.get("/")
def home() -> Response:
    return page("board games over HTTP", addressed(text_of("home.html")).replace("{{cards}}", gamebook.cards()))


@blp.get("/docs/start")
def start() -> Response:
    return page("getting started", addressed(text_of("start.html")))


@blp.get("/docs/bots")
def bots() -> Response:
    return page("write a bot", addressed(text_of("bots.html")))


@blp.get("/docs/problems")
def problem_kinds() -> Response:
    return page("problems", problem_page.body())


@blp.get("/docs/games")
def games() -> Response:
    return page("the games", text_of("games.html").replace("{{cards}}", gamebook.cards()))


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
        raise problems.NotFound(f"There is no ruleset {name!r}; there are {', '.join(NAMES)}.")
    return name


def picture(svg: str) -> Response:
    return Response(svg, content_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": "max-age=3600"})


@blp.get("/docs/style.css")
def style() -> Response:
    return Response(text_of("style.css"), content_type="text/css; charset=utf-8", headers={"Cache-Control": "max-age=3600"})


def assets_folder() -> Path:
    """Where the installed Swagger UI keeps its files."""
    spec = find_spec("flask_swagger_ui")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "dist"


@blp.get("/docs")
def reference() -> Response:
    """Every operation, in the light colours that Swagger UI has whatever the reader prefers."""
    head = '<link rel="stylesheet" href="/docs/assets/swagger-ui.css"><link rel="stylesheet" href="/docs/reference.css">'
    script = "SwaggerUIBundle({url: '/openapi.json', dom_id: '#reference', deepLinking: true, defaultModelsExpandDepth: 0})"
    body = f'{NAVIGATION}<div id="reference"></div><script src="/docs/assets/swagger-ui-bundle.js"></script><script>{script}</script>'
    return Response(PAGE.format(title="Intramuros: reference", head=head, body=body), content_type="text/html; charset=utf-8")


@blp.get("/docs/reference.css")
def reference_style() -> Response:
    return Response(text_of("reference.css"), content_type="text/css; charset=utf-8", headers={"Cache-Control": "max-age=3600"})


@blp.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    return send_from_directory(assets_folder(), name, max_age=86400)
