"""The WSGI application: the views, the document, and what happens around every request."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Map, UnicodeConverter

from service import logs
from service.config import Settings
from service.parts import Parts
from service.web import cors, static
from service.web.admission import admit, held_back
from service.web.arguments import refuse_query
from service.web.auth import this_call
from service.web.fast_path import BESIDE_GAMES, FastPath
from service.web.finish import finish, note
from service.web.refusals import error_answer
from service.web.responses import ProblemApi, answer_of, respond
from service.web.views import (
    account,
    advice,
    ais,
    boards,
    commitments,
    docs,
    events,
    exports,
    games,
    leaderboards,
    moves,
    offers,
    operations,
    operator,
    operator_page,
    players,
    puzzles,
    rulesets,
    seeks,
    sentences,
    series,
    tokens,
    tournament_tables,
    tournaments,
    turns,
    webhooks,
    work,
)

VERSION = "1.0.0"
LICENSE = {"name": "MIT", "identifier": "MIT"}
CONTACT = {"name": "Whoever runs this server"}

ABOUT = """Play Cathedral, Forbidden City and Die verbotene Stadt over HTTP, against people and AIs.

Become a player (`POST /v1/players`), create a game (`POST /v1/games`), look at it (`GET /v1/games/{game_id}`), play
(`POST /v1/games/{game_id}/moves`). Every refusal is a problem document whose `detail` says why,
in English, French, German or Dutch as `Accept-Language` asks."""


class GameId(UnicodeConverter):
    """Any part of a path but the one that names something beside the games."""

    def __init__(self, paths: Map) -> None:
        super().__init__(paths)
        self.regex = rf"(?!(?:{'|'.join(BESIDE_GAMES)})$){self.regex}"


class Application(Flask):
    """Flask for views that are all plain functions, so that none of its wrappers need ask on every call."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(settings: Settings) -> Flask:
    """The application, connected as the settings say."""
    app = Application("service", static_folder=None)
    app.url_map.converters["game"] = GameId
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
            "info": {"description": ABOUT, "license": LICENSE, "contact": CONTACT},
            "security": [],
            "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "The player's token."}}},
        },
    )
    app.extensions["intramuros"] = parts = Parts(settings)
    app.wsgi_app = FastPath(app.wsgi_app, parts)  # type: ignore[method-assign]
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    app.extensions["intramuros.api"] = api = ProblemApi(app)
    register_views(api)
    app.register_blueprint(docs.blp)
    app.register_blueprint(operator_page.blp)
    app.register_blueprint(static.blp)
    register_hooks(app)
    return app


def register_views(api: Api) -> None:
    of_games = (games, moves, offers, turns, events, boards, exports, advice, puzzles)
    of_contests = (series, tournaments, tournament_tables, leaderboards, seeks)
    for module in (
        players,
        tokens,
        account,
        rulesets,
        sentences,
        ais,
        commitments,
        *of_games,
        *of_contests,
        webhooks,
        work,
        operator,
        operations,
    ):
        api.register_blueprint(module.blp)


def register_hooks(app: Flask) -> None:
    """What happens before and after a view; the same as on the fast path."""

    @app.before_request
    def begin() -> Response | None:
        call = this_call()
        call.endpoint, call.path_args = request.endpoint or "", request.view_args or {}
        logs.about.set({"request": call.id})
        if cors.is_preflight(call):
            return respond(cors.preflight())
        admit(call)
        if call.query_text and request.endpoint and call.path.startswith("/v1/"):
            refuse_query()
        return None

    @app.after_request
    def end(response: Response) -> Response:
        call = this_call()
        answer = finish(held_back(answer_of(response), call), call)
        note(answer, call)
        response.status_code = answer.status
        response.headers.clear()
        response.headers.update(answer.headers)
        if answer.body is not None:
            response.set_data(answer.body)
        return response

    @app.teardown_request
    def forget(_error: BaseException | None) -> None:
        logs.about.set({})  # a kept-alive connection serves its next request in the same context

    app.register_error_handler(Exception, lambda error: respond(error_answer(error, this_call())))
