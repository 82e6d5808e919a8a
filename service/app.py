"""The WSGI application: the views, the document, and what happens around every request."""

import logging
import secrets
import time

import flask
from flask import Flask, Response, g, request
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix

from service import logs, metrics
from service.config import Settings
from service.host import Host
from service.views import boards, docs, games, moves, operations, players, rulesets
from service.web import ProblemApi, register_problem_handlers

log = logging.getLogger("intramuros.request")

VERSION = "1.0.0"

ABOUT = """Play Cathedral, Forbidden City and Die verbotene Stadt over HTTP, against people and AIs.

Become a player (`POST /v1/players`), create a game (`POST /v1/games`), look at it (`GET /v1/games/{game_id}`), play
(`POST /v1/games/{game_id}/moves`). Every refusal is a problem document whose `detail` says why."""

EXPOSED = "ETag, Location, Retry-After, Allow, RateLimit, RateLimit-Policy, X-Request-Id"

ALLOWED = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id"


def create_app(settings: Settings) -> Flask:
    """The application, connected as the settings say."""
    app = Flask("service", static_folder=None)
    app.config.update(
        API_TITLE="Intramuros",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
        MAX_CONTENT_LENGTH=settings.max_body,
        METRICS=settings.metrics,
        PROPAGATE_EXCEPTIONS=False,
        API_SPEC_OPTIONS={
            "info": {"description": ABOUT},
            "security": [],
            "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "The player's token."}}},
        },
    )
    app.extensions["intramuros"] = Host(settings)
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    api = ProblemApi(app)
    register_views(api)
    app.register_blueprint(docs.blp)
    register_problem_handlers(app)
    register_hooks(app, settings)
    return app


def register_views(api: Api) -> None:
    for module in (players, rulesets, games, moves, boards, operations):
        api.register_blueprint(module.blp)


def register_hooks(app: Flask, settings: Settings) -> None:
    """Request ids, the log line, the figures and CORS, around every request."""
    anywhere = "*" in settings.cors_origins

    @app.before_request
    def begin() -> Response | None:
        g.started = time.perf_counter()
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if 0 < len(given) <= 64 and given.isascii() and given.isprintable() else secrets.token_hex(8)
        logs.about.set({"request": g.request_id})
        return preflight() if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers else None

    @app.after_request
    def finish(response: Response) -> Response:
        origin = request.headers.get("Origin")
        if not anywhere:
            response.vary.add("Origin")
        if origin and (anywhere or origin in settings.cors_origins):
            response.headers["Access-Control-Allow-Origin"] = "*" if anywhere else origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
        response.headers["X-Request-Id"] = g.request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        note(response)
        return response

    @app.teardown_request
    def end(_error: BaseException | None) -> None:
        logs.about.set({})  # a kept-alive connection serves its next request in the same context


def preflight() -> Response:
    """What a browser asks before a page may call us."""
    return Response(
        status=204,
        headers={
            "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE",
            "Access-Control-Allow-Headers": ALLOWED,
            "Access-Control-Max-Age": "86400",
        },
    )


def note(response: Response) -> None:
    """One log line and one figure a request."""
    took = time.perf_counter() - g.started
    endpoint = (flask.request.endpoint or "nothing").partition(".")[2] or "nothing"
    metrics.REQUESTS.labels(f"{request.method} {endpoint}", response.status_code).observe(took)
    if log.isEnabledFor(logging.INFO):
        log.info(
            "%s %s %d", request.method, request.path, response.status_code,
            extra={"ms": round(took * 1000, 2), "player": g.get("player")},
        )  # fmt: skip
