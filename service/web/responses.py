"""How Flask's views answer, and how the document says so: every view gives an `Answer`, every refusal is a problem document."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import marshmallow as ma
from flask import Flask, Response
from flask_smorest import Api, Blueprint
from gevent import get_hub
from gevent.lock import BoundedSemaphore
from werkzeug.exceptions import HTTPException

from service import problems
from service.store import identifiers
from service.web.answer import Answer, as_json, json_answer, text_answer
from service.web.auth import this_call
from service.web.etags import weak
from service.web.openapi import document
from service.web.refusals import PROBLEM_JSON, error_answer
from service.web.schemas.contests import WayAnswer
from service.web.schemas.members import code_said, params_said

__all__ = ["BODY_PROBLEMS", "Answer", "ProblemApi", "answer_of", "as_json", "json_answer", "operation", "refuses", "respond", "text_answer"]

F = TypeVar("F", bound=Callable[..., Any])

BODY_PROBLEMS = (problems.Unreadable, problems.TooLarge, problems.UnsupportedMediaType, problems.Invalid, problems.KeyReused)
"""What may be wrong with any request that has a body, or an Idempotency-Key."""


class MisfitAnswer(ma.Schema):
    """One thing that does not fit: where it is, as far as that can be named, and what is wrong with it."""

    pointer = ma.fields.String(metadata={"description": "JSON pointer to the member of the body."})
    parameter = ma.fields.String(metadata={"description": "The parameter of the query or the path."})
    header = ma.fields.String(metadata={"description": "The header."})
    detail = ma.fields.String(required=True, metadata={"description": "What is wrong with it, in the language of the problem's `detail`."})
    code = code_said("What `detail` says, as a stable code to translate it by.")
    params = params_said()


class ProblemSchema(ma.Schema):
    """Why a request was refused (RFC 9457)."""

    type = ma.fields.String(required=True, metadata={"description": "Stable address of this kind of problem, which can be opened."})
    title = ma.fields.String(required=True, metadata={"description": "The kind of problem in words, always the same in one language."})
    status = ma.fields.Integer(required=True, metadata={"description": "The HTTP status, again."})
    detail = ma.fields.String(required=True, metadata={"description": "What was wrong this time, for the person who reads it."})
    english = ma.fields.String(
        metadata={"description": "What was wrong this time, in English, where `Accept-Language` had `detail` in French, German or Dutch."}
    )
    code = code_said(
        "What `detail` says, as a stable code to translate it by: the game's own (`cathedral.refusal.covers`), or one of the server that "
        "begins with the kind of problem (`too-many.tokens`). Of what does not fit a schema it is that of the first of `errors`, and "
        "`detail` begins with where that is: `/name: `."
    )
    params = params_said()
    instance = ma.fields.String(
        metadata={"description": "A URI that ends with the request id, which finds it in the server's log.", "format": "uri"}
    )
    rule = ma.fields.String(metadata={"description": "The place in the rulebook that a refused move breaks."})
    rule_code = ma.fields.String(
        metadata={"description": "The same place as a code: `cathedral.rule.rules-2`; after the last dot its anchor on the game's page."}
    )
    pointer = ma.fields.String(metadata={"description": "JSON pointer to the member of the body that is wrong."})
    errors = ma.fields.List(ma.fields.Nested(MisfitAnswer), metadata={"description": "All that does not fit, each with where it is."})
    error_count = ma.fields.Integer(metadata={"description": "How many errors there are, where not all of them are listed."})
    turn = ma.fields.Integer(metadata={"description": "The pending turn, when another one was answered."})
    checks = ma.fields.Dict(
        keys=ma.fields.String(),
        values=ma.fields.String(),
        metadata={"description": "What was looked at: `ok`, or what is wrong with it."},
    )
    links = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.String(), metadata={"description": "Where to look next."})
    ways = ma.fields.List(ma.fields.Nested(WayAnswer), metadata={"description": "What fits the field."})


class ProblemApi(Api):  # type: ignore[misc]
    """An API whose every refusal is a problem document."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_etag_headers(self) -> None:
        """Conditional requests are our own."""

    def _register_pagination_header(self) -> None:
        """Cursors are our own."""

    def __init__(self, app: Flask) -> None:
        self.undocumented: list[Blueprint] = []
        self.text = ""
        self.making = BoundedSemaphore()
        super().__init__(app)

    def register_blueprint(self, blp: Blueprint) -> None:
        """Adds the views; what the document says of them is worked out once it is asked for, so that a process starts sooner."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blp.name] = self
        self._app.register_blueprint(blp)
        self.undocumented.append(blp)

    @property
    def published(self) -> str:
        """The OpenAPI document as text, made once, in a thread, so that nobody else waits meanwhile."""
        with self.making:
            self.text = self.text or get_hub().threadpool.apply(self.documented)
        return self.text

    def documented(self) -> str:
        for blp in self.undocumented:
            blp.register_views_in_doc(self, self._app, self.spec, name=blp.name, parameters=None)
            self.spec.tag({"name": blp.name, "description": blp.description})
        return as_json(document.completed(self.spec.to_dict()))

    def _openapi_json(self) -> Response:
        tag = identifiers.digest(self.published)[:16]
        headers = {"ETag": weak(tag), "Cache-Control": "no-cache"}
        return respond(Answer(304, headers) if this_call().has(tag) else json_answer(self.published, headers=headers))

    def handle_http_exception(self, error: HTTPException) -> Response:
        return respond(error_answer(error, this_call()))


def respond(answer: Answer) -> Response:
    """The answer as Flask sends it."""
    body = answer.stream if answer.stream is not None else answer.body
    response = Response(body, status=answer.status)
    if "Content-Type" not in answer.headers:
        del response.headers["Content-Type"]
    response.headers.update(answer.headers)
    return response


def answer_of(response: Response) -> Answer:
    """A response as an answer again, without its body where that comes bit by bit."""
    headers = dict(response.headers)
    if response.is_streamed or response.direct_passthrough:
        return Answer(response.status_code, headers, None)
    return Answer(response.status_code, headers, response.get_data())


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
    """Names an operation in the document, says whether a token is needed (`required`), useful (`optional`) or ignored, and answers."""

    def answering(view: F) -> F:
        @wraps(view)
        def answered(*args: object, **named: object) -> Response:
            return respond(view(*args, **named))

        manual = vars(answered).setdefault("_apidoc", {}).setdefault("manual_doc", {})
        manual["operationId"] = name
        manual["security"] = {"required": [{"token": []}], "optional": [{}, {"token": []}], "none": []}[token]
        return cast(F, answered)

    return answering
