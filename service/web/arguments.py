"""Arguments of requests: bodies and queries, read strictly, with a JSON pointer to whatever does not fit."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import flask
import marshmallow as ma
from flask import current_app, request
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser
from webargs.multidictproxy import MultiDictProxy
from werkzeug.wrappers import Request

from engine.sentences import Params, Sentence, Value
from service import problems, sentences
from service.json_object import Json
from service.web import json_body
from service.web.admission import BYTES_FOR_ONE, charge
from service.web.auth import this_call
from service.web.call import Call
from service.web.schemas.members import Misfit

OUR_WORDS = {
    "Missing data for required field.": "missing",
    "Field may not be null.": "null",
    "Invalid input type.": "object",
    "Not a valid integer.": "whole",
    "Not a valid string.": "text",
    "Not a valid boolean.": "truth",
    "Not a valid list.": "list",
    "Not a valid mapping type.": "object",
}
"""The name of the sentence that we say for the words of marshmallow."""
OUR_PATTERNS = {
    "range": re.compile(r"Must be greater than or equal to (?P<least>-?\d+) and less than or equal to (?P<most>\d+)\."),
    "length": re.compile(r"Length must be between (?P<least>\d+) and (?P<most>\d+)\."),
    "choice": re.compile(r"Must be one of: (?P<choices>.+)\."),
}
"""The same for those of its words that have values in them."""
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
        raise problems.UnsupportedMediaType("json")
    if len(data) > BYTES_FOR_ONE:
        charge(call, len(data) // BYTES_FOR_ONE)
    return json_body.read(data)


def refused(error: ma.ValidationError, schema: ma.Schema, where: str) -> problems.Invalid:
    """The refusal that lists everything the schema found wrong, in our words."""
    found = error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}
    wrong = flattened(found)
    errors: list[tuple[Json, Sentence]] = [
        ({where: path if where == "pointer" else path.lstrip("/")}, our_words(text, schema, where))
        for path, text in wrong[: problems.LISTED]
    ]
    return problems.Invalid.by_schema(errors, len(wrong))


def our_words(text: str, schema: ma.Schema, where: str) -> Sentence:
    """What we say of something that does not fit the schema."""
    if isinstance(text, Misfit):
        return text.sentence
    if text == UNKNOWN:
        what, known = WHAT[where], list(schema.load_fields)
        return said(what, {f"{what}s": known}) if known else said(f"no_{what}s", {})
    if text in OUR_WORDS:
        return said(OUR_WORDS[text], {})
    for name, pattern in OUR_PATTERNS.items():
        if match := pattern.fullmatch(text):
            return said(name, {param: listed(value) for param, value in match.groupdict().items()})
    return sentences.other(text)


def listed(text: str) -> Value:
    """What stands in marshmallow's words: a number, or several choices."""
    return text.split(", ") if not text.lstrip("-").isdecimal() else int(text)


def said(name: str, params: Params) -> Sentence:
    return sentences.say(f"{problems.Invalid.slug}.{name}", params)


def flattened(messages: Any, path: str = "") -> list[tuple[str, str]]:
    """The errors of a schema as JSON pointers with a sentence each."""
    if isinstance(messages, dict):
        inner = {"_schema", "key", "value"}  # not names of members but marshmallow's, of the whole and of what a dictionary holds
        return [
            pair
            for name, value in messages.items()
            for pair in flattened(value, path if name in inner else f"{path}/{problems.pointed(str(name))}")
        ]
    return [(path, text) for text in (messages if isinstance(messages, list) else [messages])]


class StrictParser(FlaskParser):
    """Reads queries and bodies as everywhere here, and tells the call what they say."""

    def parse(self, argmap: Any, req: flask.Request | None = None, *, location: str | None = None, **more: Any) -> Any:
        call = this_call()
        if location == "query":
            call.query = read_query(call, argmap)
            return call.query
        call.body = read_body(call, argmap)
        return call.body


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
        none = said("no_parameters", {})
        raise problems.Invalid("query").listing([({"parameter": name}, none) for name in named], len(named))
