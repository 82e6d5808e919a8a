"""The pages that explain: the reference (served from here, no outside host) and what each problem means."""

from html import escape
from importlib.util import find_spec
from pathlib import Path

from flask import Blueprint, Response, send_from_directory

from service.problems import PROBLEMS

blp = Blueprint("docs", __name__)

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<link rel="icon" href="data:,">{head}</head>
<body>{body}</body>
</html>
"""

STYLE = """<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h2 { margin-top: 2rem; font-size: 1.1rem } code { background: #f2efe8; padding: .1em .3em; border-radius: 3px }
pre { background: #f2efe8; padding: .8rem; overflow: auto; border-radius: 6px } pre code { padding: 0 } a { color: #7a2e1d }
</style>"""


def assets_folder() -> Path:
    """Where the installed Swagger UI keeps its files."""
    spec = find_spec("flask_swagger_ui")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "dist"


@blp.get("/docs")
def reference() -> Response:
    head = '<link rel="stylesheet" href="/docs/assets/swagger-ui.css">'
    script = "SwaggerUIBundle({url: '/openapi.json', dom_id: '#reference', deepLinking: true, defaultModelsExpandDepth: 0})"
    body = f'<div id="reference"></div><script src="/docs/assets/swagger-ui-bundle.js"></script><script>{script}</script>'
    return Response(PAGE.format(title="Intramuros: reference", head=head, body=body), content_type="text/html; charset=utf-8")


@blp.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    return send_from_directory(assets_folder(), name, max_age=86400)


@blp.get("/docs/problems")
def problem_page() -> Response:
    rows = "".join(
        f'<h2 id="{kind.slug}"><code>{kind.slug}</code> {kind.status}</h2><p><b>{escape(kind.title)}.</b> {escape(kind.__doc__ or "")}</p>'
        for kind in PROBLEMS
    )
    intro = "<h1>Problems</h1><p>Every refusal is a problem document (RFC 9457). Its <code>type</code> leads here.</p>"
    return Response(PAGE.format(title="Intramuros: problems", head=STYLE, body=intro + rows), content_type="text/html; charset=utf-8")
