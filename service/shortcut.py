"""What the short ways before Flask share: which requests may take them, who is let in, and how they are answered."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.wsgi import ClosingIterator

from service import around
from service.host import Host
from service.limits import Verdict

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

GAMES, BEARER = "/v1/games/", "Bearer "
UNUSUAL = ("HTTP_ORIGIN", "HTTP_EXPECT", "HTTP_TRANSFER_ENCODING")
"""Headers that Flask must see to."""
NOSNIFF = ("X-Content-Type-Options", "nosniff")
STATUS = {200: "200 OK", 201: "201 CREATED", 304: "304 NOT MODIFIED"}

Answer = tuple[str, int, bytes | None]
"""The endpoint, the status and, unless the caller has it, the body of an answer."""


def is_plain(environ: "WSGIEnvironment") -> bool:
    """Whether a request comes with a token and nothing unusual."""
    return environ.get("HTTP_AUTHORIZATION", "").startswith(BEARER) and not any(name in environ for name in UNUSUAL)


def is_id(text: str) -> bool:
    """Whether a part of a path may be a game's id."""
    return text.isalnum() and text.isascii()


def admitted(host: Host, environ: "WSGIEnvironment") -> tuple[str, Verdict | None]:
    """The player who calls with a plain request, and what the limits say to it; raises Unauthorized."""
    player = host.players.of_token(environ["HTTP_AUTHORIZATION"].removeprefix(BEARER).strip())
    verdict = host.tokens.spend(player)
    environ[around.PLAYER], environ[around.VERDICT] = player, verdict
    return player, verdict


def compressible(environ: "WSGIEnvironment", size: int) -> bool:
    """Whether an answer of that size would be compressed for the caller."""
    return size >= around.LARGE and around.GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", "")) is not None


def tell(environ: "WSGIEnvironment", start_response: "StartResponse", answer: Answer, headers: list[tuple[str, str]]) -> Iterable[bytes]:
    """Gives an answer without Flask, with the headers that `finish` would add; the log line comes after it."""
    endpoint, status, body = answer
    request_id = around.request_id(environ)
    verdict: Verdict | None = environ.get(around.VERDICT)
    headers += [("X-Request-Id", request_id), NOSNIFF]
    headers += verdict.headers.items() if verdict and (status != 304 or not verdict.plenty) else ()
    if body is not None:
        if compressible(environ, len(body)):
            body = around.compressed(body)
            headers.append(("Content-Encoding", "gzip"))
        headers += [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    start_response(STATUS[status], headers)
    return ClosingIterator([body or b""], lambda: around.note(environ, endpoint, status, environ[around.PLAYER], request_id))
