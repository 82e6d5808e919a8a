"""Polls, answered before Flask is asked: a game that the caller knows already, an inbox that has not changed.

They are the commonest requests by far and need one read of Redis. Whatever is not plain (a query, a token not met lately, an answer
still to be built, compression, another origin, a refusal) goes on to Flask, which gives the same answer at more cost;
a test holds the two against each other.
"""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from service import around, snapshots, turns
from service.conditional import has_tag
from service.host import Host

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GAME, INBOX = "/v1/games/", "/v1/me/turns"
UNUSUAL = ("HTTP_ORIGIN", "HTTP_EXPECT")
PLAIN_HEADERS = [("Cache-Control", "private, no-cache"), ("X-Content-Type-Options", "nosniff")]


class Polls:
    """The application with a short way for polls."""

    def __init__(self, application: "WSGIApplication", host: Host) -> None:
        self.application = application
        self.host = host

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ[around.STARTED] = time.perf_counter()
        path: str = environ["PATH_INFO"]
        if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING") or not path.startswith((GAME, INBOX)):
            return self.application(environ, start_response)
        try:
            answered = self._answer(environ, path, start_response)
        except RedisError:
            answered = None
        return self.application(environ, start_response) if answered is None else answered

    def _answer(self, environ: "WSGIEnvironment", path: str, start_response: "StartResponse") -> Iterable[bytes] | None:
        """The answer, if it is a plain one."""
        player = self.host.players.met(environ.get("HTTP_AUTHORIZATION", ""))
        if player is None or any(name in environ for name in UNUSUAL):
            return None
        found = self._inbox(environ, player) if path == INBOX else self._game(environ, path[len(GAME) :], player)
        if found is None:
            return None
        endpoint, tag, body = found
        verdict = self.host.tokens.spend(player)
        if verdict is not None and verdict.wait:
            environ[around.VERDICT] = verdict
            return None
        request_id = around.request_id(environ)
        vary = "Authorization, Accept-Encoding" if body and len(body) >= around.LARGE else "Authorization"
        headers = [("ETag", tag), ("Vary", vary), ("X-Request-Id", request_id), *PLAIN_HEADERS]
        headers += verdict.headers.items() if verdict and (body is not None or not verdict.plenty) else ()
        if body is None:
            start_response("304 NOT MODIFIED", headers)
        else:
            start_response("200 OK", [*headers, ("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
        around.note(environ, endpoint, 304 if body is None else 200, player, request_id)
        return [body or b""]

    def _game(self, environ: "WSGIEnvironment", game: str, player: str) -> tuple[str, str, bytes | None] | None:
        """The tag and, unless the caller has it, the body of a game's snapshot."""
        glance = self.host.store.glance(game) if game.isalnum() and game.isascii() else None
        if glance is None or not glance.brief.may_look(player) or (glance.due is not None and glance.due < time.time()):
            return None
        viewer = snapshots.viewer_of(glance.brief, player, None)
        tag = snapshots.etag(glance.revision, viewer)
        if has_tag(environ, tag):
            return "games.GameView", tag, None
        head = snapshots.HEADS.find(game, glance.revision, viewer)
        if head is None or around.compressible(environ, len(head)):
            return None
        return "games.GameView", tag, snapshots.whole(head, glance.brief, player, viewer)

    def _inbox(self, environ: "WSGIEnvironment", player: str) -> tuple[str, str, bytes | None] | None:
        """The tag and, unless the caller has it, the body of what the player owes."""
        tag = turns.tag_of(player, turns.LIMIT, self.host.store.owed(player))
        if has_tag(environ, tag):
            return "turns.TurnsView", tag, None
        body = turns.BODIES.get(tag)
        if body is None or around.compressible(environ, len(body)):
            return None
        return "turns.TurnsView", tag, body
