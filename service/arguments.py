"""Arguments of requests: bodies and queries, read strictly, with a JSON pointer to whatever does not fit."""

from collections.abc import Callable
from typing import Any, NoReturn

import flask
import marshmallow as ma
from flask import current_app, request
from flask_smorest import Blueprint
from gunicorn.http.errors import ParseException
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from service import body, problems

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
TAKES_QUERY = "takes_query"
WHAT = {"pointer": "member", "parameter": "parameter"}


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
        data = received(req)
        if not data and not req.mimetype:
            return {}
        if req.mimetype != "application/json":
            raise problems.UnsupportedMediaType("Send the body as JSON, with Content-Type: application/json.")
        return body.read(data)

    def handle_error(self, error: ma.ValidationError, req: flask.Request, schema: ma.Schema, **_: Any) -> NoReturn:
        messages = error.messages if isinstance(error.messages, dict) else {"json": error.messages}
        ((location, found),) = messages.items() if len(messages) == 1 else [("json", messages)]
        where = "parameter" if location in ("query", "headers") else "pointer"
        ours = OUR_WORDS | {"Unknown field.": f"There is no such {WHAT[where]}; there are {', '.join(schema.load_fields) or 'none'}."}
        listed = [
            {where: path if where == "pointer" else path.lstrip("/"), "detail": ours.get(text, text)} for path, text in flattened(found)
        ]
        first = listed[0]
        raise problems.Invalid(f"{first[where] or 'The body'}: {first['detail']}", errors=listed, pointer=first.get("pointer"))


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
        listed = [{"parameter": name, "detail": "There is no such parameter; there are none."} for name in request.args]
        raise problems.Invalid("This takes no parameters in the query.", errors=listed)
