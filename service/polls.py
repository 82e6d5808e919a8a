"""Polls, answered before Flask is asked: a look at a game or at an inbox, now or at its next change.

They are the commonest requests by far, and when a game changes all who wait for it are answered at once. Whatever is not plain
(another query, no token, another origin) goes on to Flask, which gives the same answer at more cost, and so does a refusal, for
its problem document; a test holds the two ways against each other.
"""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from service import around, logs, snapshots, turns
from service.conditional import has_tag
from service.host import Host
from service.members import LONGEST_WAIT
from service.shortcut import GAMES, admitted, is_id, is_plain, tell

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

INBOX = "/v1/me/turns"
PLAIN_QUERY = {f"seat={seat}": ("seat", seat) for seat in range(8)} | {f"wait={n}": ("wait", n) for n in range(1, LONGEST_WAIT + 1)}

Found = tuple[str, str, bytes | None]
"""The endpoint, the tag and, unless the caller has it, the body of an answer."""


def read_query(text: str) -> dict[str, int] | None:
    """The seat and the seconds to wait that a query asks for; None when it asks for anything else.

    >>> read_query("wait=25&seat=1"), read_query("wait=soon"), read_query("wait=1&wait=2")
    ({'wait': 25, 'seat': 1}, None, None)
    """
    parts = text.split("&") if text else []
    found = dict(PLAIN_QUERY[part] for part in parts if part in PLAIN_QUERY)
    return found if len(found) == len(parts) else None


class Polls:
    """The application with a short way for polls."""

    def __init__(self, application: "WSGIApplication", host: Host) -> None:
        self.application = application
        self.host = host

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ[around.STARTED] = time.perf_counter()
        if environ["REQUEST_METHOD"] != "GET":
            return self.application(environ, start_response)
        logs.about.set({"request": around.request_id(environ)})
        try:
            answered = self._answer(environ, start_response)
        except Exception as error:
            environ[around.FAILED], answered = error, None
        finally:
            logs.about.set({})
        return self.application(environ, start_response) if answered is None else answered

    def _answer(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes] | None:
        """The answer, if it is a plain one."""
        path: str = environ["PATH_INFO"]
        query = read_query(environ.get("QUERY_STRING", "")) if path.startswith((GAMES, INBOX)) else None
        if query is None or not is_plain(environ):
            return None
        game = path.removeprefix(GAMES)
        is_game = is_id(game)
        if not is_game and (path != INBOX or "seat" in query):
            return None
        player, verdict = admitted(self.host, environ)
        if verdict is not None and verdict.wait:
            return None
        found = self._game(environ, game, player, query) if is_game else self._inbox(environ, player, query.get("wait", 0))
        return None if found is None else told(environ, start_response, found)

    def _game(self, environ: "WSGIEnvironment", game: str, player: str, query: dict[str, int]) -> Found | None:
        """A game's snapshot, after waiting for a change as long as the caller wants."""
        seen, crowded = snapshots.awaited(self.host, game, player, query.get("seat"), query.get("wait", 0), environ)
        if crowded:
            return None
        if has_tag(environ, seen.tag):
            return "games.GameView", seen.tag, None
        body = snapshots.built(self.host, seen, player)
        return None if body is None else ("games.GameView", seen.tag, body)

    def _inbox(self, environ: "WSGIEnvironment", player: str, wait: int) -> Found | None:
        """What the player owes, after waiting for a change as long as it wants."""
        found, crowded = turns.awaited(self.host, player, turns.LIMIT, wait, environ)
        return None if crowded else ("turns.TurnsView", found.tag, found.body)


def told(environ: "WSGIEnvironment", start_response: "StartResponse", found: Found) -> Iterable[bytes]:
    """Answers with what was found."""
    endpoint, tag, body = found
    vary = "Authorization, Accept-Encoding" if body and len(body) >= around.LARGE else "Authorization"
    headers = [("ETag", tag), ("Vary", vary), ("Cache-Control", "private, no-cache")]
    return tell(environ, start_response, (endpoint, 304 if body is None else 200, body), headers)
