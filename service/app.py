"""The WSGI application: the views, the document, and what happens around every request."""

import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix

from service import around, logs
from service.arguments import refuse_query
from service.config import Settings
from service.host import Host
from service.plays import Plays
from service.polls import Polls
from service.views import advice, ais, boards, docs, events, exports, games, moves, operations, players, rulesets, turns, webhooks, work
from service.web import ProblemApi, register_problem_handlers

VERSION = "1.0.0"

ABOUT = """Play Cathedral, Forbidden City and Die verbotene Stadt over HTTP, against people and AIs.

Become a player (`POST /v1/players`), create a game (`POST /v1/games`), look at it (`GET /v1/games/{game_id}`), play
(`POST /v1/games/{game_id}/moves`). Every refusal is a problem document whose `detail` says why."""

EXPOSED = "ETag, Location, Retry-After, Allow, Intramuros-Reason, RateLimit, RateLimit-Policy, X-Request-Id"

ALLOWED = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id"


class Application(Flask):
    """Flask for views that are all plain functions, so that none of its wrappers need ask on every call."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(settings: Settings) -> Flask:
    """The application, connected as the settings say."""
    app = Application("service", static_folder=None)
    app.url_map.merge_slashes = False  # an address with a slash too many is none of ours, and no page to be sent on from
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
    app.extensions["intramuros"] = host = Host(settings)
    if "*" in settings.cors_origins:
        app.wsgi_app = Polls(Plays(app.wsgi_app, host), host)  # type: ignore[method-assign]
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
    for module in (players, rulesets, ais, games, moves, turns, events, boards, exports, advice, webhooks, work, operations):
        api.register_blueprint(module.blp)


def register_hooks(app: Flask, settings: Settings) -> None:
    """Request ids, the log line, the figures and CORS, around every request."""
    anywhere = "*" in settings.cors_origins

    @app.before_request
    def begin() -> Response | None:
        environ = request.environ
        environ.setdefault(around.STARTED, time.perf_counter())
        g.request_id, g.player = around.request_id(environ), environ.get(around.PLAYER)
        logs.about.set({"request": g.request_id})
        if environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            return preflight()
        around.limited(environ)
        if (error := environ.get(around.FAILED)) is not None:
            raise error
        if environ.get("QUERY_STRING") and request.endpoint and environ["PATH_INFO"].startswith("/v1/"):
            refuse_query()
        return None

    @app.after_request
    def finish(response: Response) -> Response:
        environ, headers = request.environ, response.headers
        if not anywhere:
            response.vary.add("Origin")
        if (origin := environ.get("HTTP_ORIGIN")) and (anywhere or origin in settings.cors_origins):
            headers["Access-Control-Allow-Origin"] = "*" if anywhere else origin
            headers["Access-Control-Expose-Headers"] = EXPOSED
        headers["X-Request-Id"] = g.request_id
        if response.status_code == 204:
            del headers["Content-Type"]
        around.finish(response, environ)
        headers["X-Content-Type-Options"] = "nosniff"
        around.note(environ, request.endpoint, response.status_code, g.player, g.request_id)
        return response

    @app.teardown_request
    def end(_error: BaseException | None) -> None:
        logs.about.set({})  # a kept-alive connection serves its next request in the same context


def preflight() -> Response:
    """What a browser asks before a page may call us."""
    return Response(
        status=204,
        headers={
            "Access-Control-Allow-Methods": "GET, HEAD, POST, PATCH, DELETE",
            "Access-Control-Allow-Headers": ALLOWED,
            "Access-Control-Max-Age": "86400",
        },
    )
