"""Arguments of requests: bodies and queries, read strictly, with a JSON pointer to whatever does not fit."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn

import flask
import marshmallow as ma
from flask import current_app, request
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser
from webargs.multidictproxy import MultiDictProxy
from werkzeug.wrappers import Request

from service import problems
from service.json_object import Json
from service.web import json_body
from service.web.admission import BYTES_FOR_ONE, charge
from service.web.auth import this_call
from service.web.call import Call

OUR_WORDS = {
    "Missing data for required field.": "It is missing.",
    "Field may not be null.": "It may not be null.",
    "Invalid input type.": "It must be an object.",
    "Not a valid integer.": "It must be a whole number.",
    "Not a valid string.": "It must be a text.",
    "Not a valid boolean.": "It must be true or false.",
    "Not a valid list.": "It must be a list.",
    "Not a valid mapping type.": "It must be an object.",
}
"""What we say for the words of marshmallow."""
UNKNOWN = "Unknown field."
"""What it says of a member or parameter that there is none of."""
TAKES_QUERY = "takes_query"
WHAT = {"pointer": "member", "parameter": "parameter"}


def read_query(call: Call, schema: ma.Schema) -> Json:
    """What the query says, by the schema; raises Invalid. Queries are few, so most have been read before."""
    try:
        return dict(checked_query(schema, call.query_text))
    except ma.ValidationError as error:
        raise refused(error, schema, "parameter") from None


@lru_cache(maxsize=2000)
def checked_query(schema: ma.Schema, text: str) -> Json:
    found: Json = schema.load(MultiDictProxy(Request({"QUERY_STRING": text}).args, schema), unknown=ma.RAISE)
    return found


def read_body(call: Call, schema: ma.Schema) -> Json:
    """What the body says, by the schema; raises Invalid, Unreadable, or UnsupportedMediaType for what is no JSON."""
    try:
        found: Json = schema.load(body_value(call))
    except ma.ValidationError as error:
        raise refused(error, schema, "pointer") from None
    return found


def body_value(call: Call) -> Any:
    """The body's JSON value; nothing at all counts as an empty object."""
    data = call.data
    if not data and not call.mime_type:
        return {}
    if call.mime_type != "application/json":
        raise problems.UnsupportedMediaType("Send the body as JSON, with Content-Type: application/json.")
    if len(data) > BYTES_FOR_ONE:
        charge(call, len(data) // BYTES_FOR_ONE)
    return json_body.read(data)


def refused(error: ma.ValidationError, schema: ma.Schema, where: str) -> problems.Invalid:
    """The refusal that lists everything the schema found wrong, in our words."""
    ours = OUR_WORDS | {UNKNOWN: f"There is no such {WHAT[where]}; there are {', '.join(schema.load_fields) or 'none'}."}
    found = error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}
    wrong = flattened(found)
    listed = [
        {where: path if where == "pointer" else path.lstrip("/"), "detail": ours.get(text, text)} for path, text in wrong[: problems.LISTED]
    ]
    first = listed[0]
    detail = f"{first[where] or 'The body'}: {first['detail']}"
    return problems.Invalid(detail, errors=listed, pointer=first.get("pointer"), error_count=len(wrong))


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


class StrictParser(FlaskParser):
    """Reads queries and bodies as everywhere here, and tells the call what they say."""

    def parse(self, argmap: Any, req: flask.Request | None = None, *, location: str | None = None, **more: Any) -> Any:
        call = this_call()
        if location == "query":
            call.query = read_query(call, argmap)
            return call.query
        call.body = read_body(call, argmap)
        return call.body

    def handle_error(self, error: ma.ValidationError, req: flask.Request, schema: ma.Schema, **_: object) -> NoReturn:
        raise refused(error, schema, "pointer")


class Routes(Blueprint):  # type: ignore[misc]
    """A blueprint with strict arguments."""

    ARGUMENTS_PARSER = StrictParser()

    def arguments(self, schema: type[ma.Schema], **more: Any) -> Any:
        """Arguments checked by one schema object, made here and not again for every request."""
        checked = super().arguments(schema(), **more)

        def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
            found: Callable[..., Any] = checked(view)
            vars(found)[TAKES_QUERY] = more.get("location") == "query" or TAKES_QUERY in vars(view)
            return found

        return decorate


def refuse_query() -> None:
    """Raises Invalid for a query that the operation does not take: who misspells a parameter is told so everywhere."""
    view = getattr(current_app.view_functions[request.endpoint or ""], "view_class", None)
    method = getattr(view, "get" if request.method == "HEAD" else request.method.lower(), None)
    if method is not None and not vars(method).get(TAKES_QUERY):
        named = list(request.args)
        listed = [{"parameter": name, "detail": "There is no such parameter; there are none."} for name in named[: problems.LISTED]]
        raise problems.Invalid("This takes no parameters in the query.", errors=listed, error_count=len(named))
