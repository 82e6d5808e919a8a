"""What every view is built with: the API with its problem documents, strict arguments, the caller, conditional answers."""

import hmac
import json
import logging
from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn, TypeVar
from urllib.parse import quote

import flask
import marshmallow as ma
import orjson
from flask import Response, current_app, request
from flask_smorest import Api, Blueprint
from gunicorn.http.errors import ParseException
from redis.exceptions import RedisError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from engine.errors import GameError
from service import body, document, names, problems
from service.conditional import has_tag, weak
from service.host import Host
from service.referee import Asked

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
        metadata={"description": "Every member or parameter that does not fit, with `pointer` or `parameter` and `detail`."},
    )
    turn = ma.fields.Integer(metadata={"description": "The pending turn, when another one was answered."})
    checks = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.String(),
        metadata={"description": "What was looked at: `ok`, or what is wrong with it."},
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), metadata={"description": "Where to look next."})


class StrictParser(FlaskParser):
    """Refuses what it does not know: names, types of body, and a missing body."""

    DEFAULT_UNKNOWN_BY_LOCATION = FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION | {"query": ma.RAISE}

    def __init__(self) -> None:
        super().__init__()
        self._defaults: dict[ma.Schema, dict[str, Any]] = {}

    def parse(self, argmap: Any, req: flask.Request | None = None, *, location: str | None = None, **more: Any) -> Any:
        """The arguments; those of a request without any query are worked out once."""
        if location != "query" or request.query_string:
            return super().parse(argmap, req, location=location, **more)
        if argmap not in self._defaults:
            self._defaults[argmap] = super().parse(argmap, req, location=location, **more)
        return dict(self._defaults[argmap])

    def _raw_load_json(self, req: flask.Request) -> Any:
        if req.mimetype != "application/json":
            raise problems.UnsupportedMediaType("Send the body as JSON, with Content-Type: application/json.")
        return body.read(received(req))

    def handle_error(self, error: ma.ValidationError, req: flask.Request, schema: ma.Schema, **_: Any) -> NoReturn:
        messages = error.messages if isinstance(error.messages, dict) else {"json": error.messages}
        ((location, found),) = messages.items() if len(messages) == 1 else [("json", messages)]
        where = "parameter" if location in ("query", "headers") else "pointer"
        listed = [{where: path if where == "pointer" else path.lstrip("/"), "detail": text} for path, text in flattened(found)]
        first = listed[0]
        members: dict[str, Any] = {"errors": listed} | ({"pointer": first["pointer"]} if where == "pointer" else {})
        raise problems.Invalid(f"{first[where] or 'The body'}: {first['detail']}", **members)


def received(req: flask.Request) -> bytes:
    """The whole body; raises Unreadable for one that broke off or came in chunks that are none."""
    try:
        data = req.get_data(cache=True)
    except (OSError, ParseException):
        raise problems.Unreadable("The body broke off, or its chunks cannot be read.") from None
    if req.content_length is None and len(data) == req.max_content_length:  # sent in chunks, and cut off where it became too long
        raise RequestEntityTooLarge
    if req.content_length is not None and len(data) < req.content_length:
        raise problems.Unreadable(f"The body broke off after {len(data)} of {req.content_length} bytes.")
    return data


def digest_of(req: flask.Request) -> str:
    """What a request says, in short: the same for the same request sent again."""
    return names.digest(f"{req.method} {req.full_path} {received(req).decode('utf-8', 'replace')}")


def flattened(messages: Any, path: str = "") -> list[tuple[str, str]]:
    """The errors of a schema as JSON pointers with a sentence each."""
    if isinstance(messages, dict):
        inner = {"_schema", "key", "value"}  # not names of members but marshmallow's, of the whole and of what a dictionary holds
        return [
            pair
            for name, value in messages.items()
            for pair in flattened(value, path if name in inner else f"{path}/{problems.pointed(str(name))}")
        ]
    return [(path, str(text)) for text in (messages if isinstance(messages, list) else [messages])]


class Routes(Blueprint):  # type: ignore[misc]
    """A blueprint with strict arguments."""

    ARGUMENTS_PARSER = StrictParser()

    def arguments(self, schema: type[ma.Schema], **more: Any) -> Any:
        """Arguments checked by one schema object, made here and not again for every request."""
        return super().arguments(schema(), **more)


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
            kind, detail = problems.NotFound, "There is nothing at this address."
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


def next_steps(problem: problems.Problem) -> dict[str, dict[str, str]]:
    """Where somebody whose move was refused should look: the game, and what may be played in it if it is the caller's turn."""
    if not isinstance(problem, problems.OF_A_GAME) or "game_id" not in (request.view_args or {}):
        return {}
    game = f"/v1/games/{quote((request.view_args or {})['game_id'])}"
    legal = {"legal_moves": f"{game}/legal-moves"} if isinstance(problem, problems.OF_A_TURN) else {}
    return {"links": {"game": game, **legal}}


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


def host() -> Host:
    found: Host = current_app.extensions["intramuros"]
    return found


def caller() -> str | None:
    """The player who calls, or None without a token; raises Unauthorized for a token that is not ours."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise problems.Unauthorized("Send the player token as: Authorization: Bearer <token>.")
    player = host().players.of_token(token.strip())
    flask.g.player = player
    return player


def player() -> str:
    """The player who calls; raises Unauthorized without a token."""
    found = caller()
    if found is None:
        raise problems.Unauthorized("Send a player token as: Authorization: Bearer <token>. POST /v1/players gives one.")
    return found


def operator() -> None:
    """Raises Unauthorized or Forbidden unless the operator calls."""
    token = host().settings.operator_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not given:
        raise problems.Unauthorized("This needs the operator's token.")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        raise problems.Forbidden("This is for the operator's token only.")


def asked() -> Asked:
    """The request as the referee needs to know it."""
    key = idempotency_key()
    return Asked(player(), key, digest_of(request) if key else "")


def idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not is_key(key):
        raise problems.Invalid("Idempotency-Key: 1 to 255 printable characters are expected.", errors=[])
    return key


def is_key(text: str) -> bool:
    """Whether the text may be an Idempotency-Key."""
    return 1 <= len(text) <= 255 and text.isprintable()


def json_answer(body: bytes | str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status=status, headers=headers, content_type="application/json")


def as_json(value: Any) -> str:
    return orjson.dumps(value).decode()


def unchanged(tag: str) -> bool:
    """Whether the caller already has the answer with this tag."""
    return has_tag(request.environ, tag)
