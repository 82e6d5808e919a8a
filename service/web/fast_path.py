"""The fast path: the commonest requests, answered before Flask is asked.

Polls and moves are nearly all that a server is asked, and when a game changes all who wait for it are answered at once. What
they do is decided by the same handlers, schemas, limits, refusals and `finish` as behind Flask; here is only the table of
which requests need no more than those.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import marshmallow as ma
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.wsgi import ClosingIterator

from service import logs
from service.parts import Parts
from service.web.admission import admit, held_back
from service.web.answer import Answer
from service.web.arguments import read_body, read_query
from service.web.call import Call
from service.web.finish import finish, note
from service.web.handlers.games import show_game
from service.web.handlers.inbox import show_inbox
from service.web.handlers.moves import play_move
from service.web.refusals import error_answer
from service.web.schemas.requests import GameQuery, MoveRequest, PlayQuery, TurnsQuery

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GAMES = "/v1/games/"
BESIDE_GAMES = ("import",)
"""What stands in an address where a game's id does and is none."""


class Route(NamedTuple):
    """A request that needs no Flask: what answers it, what the figures call it, and what its query and body must be."""

    handler: Callable[[Call], Answer]
    endpoint: str
    query: ma.Schema
    body: ma.Schema | None = None


ROUTES = {
    "GET /v1/games/{game_id}": Route(show_game, "games.GameView", GameQuery()),
    "GET /v1/me/turns": Route(show_inbox, "turns.TurnsView", TurnsQuery()),
    "POST /v1/games/{game_id}/moves": Route(play_move, "moves.MovesView", PlayQuery(), MoveRequest()),
}
"""By the endpoint's name the same operation is found behind Flask, which documents it."""

STATUS = {code: f"{code} {phrase.upper()}" for code, phrase in HTTP_STATUS_CODES.items()}


def is_game_id(part: str) -> bool:
    """Whether a part of an address may be a game's id, for both ways alike.

    >>> is_game_id("k3f9"), is_game_id("import")
    (True, False)
    """
    return part not in BESIDE_GAMES


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route of a request with what its path says, if it is one of ours.

    >>> find("GET", "/v1/games/k3f9")[1], find("GET", "/v1/games/k3f9/moves")
    ({'game_id': 'k3f9'}, None)
    """
    args = {}
    if path.startswith(GAMES):
        game, slash, rest = path[len(GAMES) :].partition("/")
        if not (is_game_id(game) and game.isalnum() and game.isascii()):
            return None  # Flask says what is wrong with it
        args, path = {"game_id": game}, f"{GAMES}{{game_id}}{slash}{rest}"
    route = ROUTES.get(f"{method} {path}")
    return (route, args) if route else None


class FastPath:
    """The application, with its commonest requests answered before it."""

    def __init__(self, application: "WSGIApplication", parts: Parts) -> None:
        self.application = application
        self.parts = parts

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        call = Call.begin(environ, self.parts)
        found = find(call.method, call.path)
        if found is None:
            return self.application(environ, start_response)
        route, call.path_args = found
        call.endpoint = route.endpoint
        return sent(finish(held_back(answered(route, call), call), call), call, start_response)


def answered(route: Route, call: Call) -> Answer:
    """The answer, be it a refusal."""
    logs.about.set({"request": call.id})
    try:
        admit(call)
        call.query = read_query(call, route.query)
        if route.body is not None:
            call.body = read_body(call, route.body)
        return route.handler(call)
    except Exception as error:
        return error_answer(error, call)
    finally:
        logs.about.set({})


def sent(answer: Answer, call: Call, start_response: "StartResponse") -> Iterable[bytes]:
    """Sends the answer; the log line comes after it."""
    body = answer.body or b""
    headers = list(answer.headers.items())
    if answer.status != 304:
        headers.append(("Content-Length", str(len(body))))
    start_response(STATUS[answer.status], headers)
    return ClosingIterator([body], lambda: note(answer, call))
