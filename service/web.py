"""What every view answers with: JSON, nothing where the caller has it, a problem document; and how the document says so."""

import json
import logging
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import quote

import flask
import marshmallow as ma
import orjson
from flask import Response, current_app, request
from flask_smorest import Api
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException

from engine.errors import GameError
from service import document, names, problems
from service.conditional import has_tag, weak

log = logging.getLogger("intramuros.web")

F = TypeVar("F", bound=Callable[..., Any])

PROBLEM_JSON = "application/problem+json"


class ProblemSchema(ma.Schema):
    """Why a request was refused (RFC 9457)."""

    type = ma.fields.String(required=True, metadata={"description": "Stable address of this kind of problem, which can be opened."})
    title = ma.fields.String(required=True, metadata={"description": "The kind of problem in words, always the same."})
    status = ma.fields.Integer(required=True, metadata={"description": "The HTTP status, again."})
    detail = ma.fields.String(required=True, metadata={"description": "What was wrong this time, for the person who reads it."})
    instance = ma.fields.String(metadata={"description": "The request id, to be found in the server's log."})
    rule = ma.fields.String(metadata={"description": "The place in the rulebook that a refused move breaks."})
    pointer = ma.fields.String(metadata={"description": "JSON pointer to the member of the body that is wrong."})
    errors = ma.fields.List(
        ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String()),
        metadata={"description": "All that does not fit: `pointer`, `parameter` or `header`, where it can be named, and `detail`."},
    )
    turn = ma.fields.Integer(metadata={"description": "The pending turn, when another one was answered."})
    checks = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.String(),
        metadata={"description": "What was looked at: `ok`, or what is wrong with it."},
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), metadata={"description": "Where to look next."})


class ProblemApi(Api):  # type: ignore[misc]
    """An API whose every refusal is a problem document."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_etag_headers(self) -> None:
        """Conditional requests are our own."""

    def _register_pagination_header(self) -> None:
        """Cursors are our own."""

    @cached_property
    def published(self) -> str:
        """The OpenAPI document as text, made once."""
        return as_json(document.completed(self.spec.to_dict()))

    def _openapi_json(self) -> Response:
        tag = weak(names.digest(self.published)[:16])
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        return Response(status=304, headers=headers) if unchanged(tag) else json_answer(self.published, headers=headers)

    def handle_http_exception(self, error: HTTPException) -> Response:
        return answer_problem(of_http_exception(error))


def of_http_exception(error: HTTPException) -> problems.Problem:
    """The problem document's content for what Flask refuses by itself."""
    kind = {kind.status: kind for kind in reversed(problems.PROBLEMS)}.get(error.code or 500, problems.Internal)
    match error.code:
        case 404:
            kind, detail = problems.NotFound, f"There is nothing at this address{hint(request.path)}."
        case 405:
            kind, detail = problems.MethodNotAllowed, f"{request.method} is not possible here."
        case 413:
            kind, detail = problems.TooLarge, f"The body may have {current_app.config['MAX_CONTENT_LENGTH']} bytes at most."
        case 415:
            kind, detail = problems.UnsupportedMediaType, "Send the body as JSON, with Content-Type: application/json."
        case 500 | None:
            detail = "Something broke on our side; the request id finds it in the server's log."
        case _:
            detail = error.description or str(error.name)
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After", "WWW-Authenticate")}
    if kind is problems.Unauthorized:
        return problems.Unauthorized(detail)
    return kind(detail, headers=kept)


def hint(path: str) -> str:
    """What may be wrong with an address at which there is nothing."""
    return f"; perhaps at {path.rstrip('/')}, without the slash at the end" if path.endswith("/") else ""


def next_steps(problem: problems.Problem) -> dict[str, dict[str, str]]:
    """Where somebody whose move was refused should look: the game, and what may be played in it if it is the caller's turn."""
    if not isinstance(problem, problems.OF_A_GAME) or "game_id" not in (request.view_args or {}):
        return {}
    game = f"/v1/games/{quote((request.view_args or {})['game_id'])}"
    legal = {"legal_moves": f"{game}/legal-moves{seat_sent()}"} if isinstance(problem, problems.OF_A_TURN) else {}
    return {"links": {"game": game, **legal}}


def seat_sent() -> str:
    """The seat that a refused move was sent for, as a query; the body of a move has been read and fits the schema by then."""
    seat = request.get_json()["seat"] if request.method == "POST" and "seat" in request.get_json() else None
    return "" if seat is None else f"?seat={int(seat)}"


def answer_problem(problem: problems.Problem) -> Response:
    document = {
        "type": f"/docs/problems#{problem.slug}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": flask.g.get("request_id", ""),
        **next_steps(problem),
        **problem.members,
    }
    return Response(json.dumps(document), status=problem.status, headers=problem.headers, content_type=PROBLEM_JSON)


def register_problem_handlers(app: flask.Flask) -> None:
    """The one place where errors become answers."""
    app.register_error_handler(problems.Problem, answer_problem)
    app.register_error_handler(GameError, lambda error: answer_problem(problems.of_game_error(error)))
    app.register_error_handler(RedisError, answer_lost_store)
    app.register_error_handler(Exception, answer_fault)


def answer_lost_store(error: RedisError) -> Response:
    log.error("Redis cannot be used: %s", error)
    return answer_problem(problems.Unavailable("The store cannot be reached; try again.", headers={"Retry-After": "2"}))


def answer_fault(error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return answer_problem(of_http_exception(error))
    log.exception("unexpected %s", type(error).__name__)
    return answer_problem(problems.Internal("Something broke on our side; the request id finds it in the server's log."))


def refuses(*kinds: type[problems.Problem]) -> Callable[[F], F]:
    """Documents the problems that an operation may answer with; any may meet an address too long, or the store away."""
    kinds = (*kinds, problems.AddressTooLong, problems.Unavailable)

    def document(view: F) -> F:
        manual = vars(view).setdefault("_apidoc", {}).setdefault("manual_doc", {}).setdefault("responses", {})
        for status in sorted({kind.status for kind in kinds}):
            before = manual[status]["description"].split("; ") if status in manual else []
            titles = dict.fromkeys([*before, *(f"{kind.title} (`{kind.slug}`)" for kind in kinds if kind.status == status)])
            schema = {"$ref": "#/components/schemas/Problem"}
            manual[status] = {"description": "; ".join(titles), "content": {PROBLEM_JSON: {"schema": schema}}}
        return view

    return document


def operation(name: str, *, token: str = "none") -> Callable[[F], F]:
    """Names an operation in the document, and says whether a token is needed (`required`), useful (`optional`) or ignored."""

    def document(view: F) -> F:
        manual = vars(view).setdefault("_apidoc", {}).setdefault("manual_doc", {})
        manual["operationId"] = name
        manual["security"] = {"required": [{"token": []}], "optional": [{}, {"token": []}], "none": []}[token]
        return view

    return document


def json_answer(body: bytes | str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status=status, headers=headers, content_type="application/json")


def as_json(value: Any) -> str:
    return orjson.dumps(value).decode()


def unchanged(tag: str) -> bool:
    """Whether the caller already has the answer with this tag."""
    return has_tag(request.environ, tag)
