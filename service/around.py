"""What happens around every request beside its answer: limits before it, compression after it."""

import gzip
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Response, request

from service import problems
from service.limits import Verdict, neighbourhood
from service.web import answer_problem, host

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

VERDICT = "intramuros.verdict"
"""Where a request's environment keeps what the limits said."""
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
"""An Accept-Encoding that takes gzip."""
LARGE = 1500
"""Bytes from which on compressing is worth its time: one packet."""
COMPRESSIBLE = ("application/json", "application/problem+json", "image/svg+xml", "text/", "application/javascript")


def limited(environ: "WSGIEnvironment") -> None:
    """Counts the request; raises TooManyRequests unless it is a move, which `overdrawn` will see to if it is refused."""
    if not environ["PATH_INFO"].startswith("/v1/"):
        return
    verdict = counted(environ)
    if verdict is not None:
        environ[VERDICT] = verdict
        if verdict.wait and not is_move(environ):
            raise too_many(verdict)


def is_move(environ: "WSGIEnvironment") -> bool:
    """Whether a move is to be played, and not only tried."""
    return environ["REQUEST_METHOD"] == "POST" and request.endpoint == "moves.MovesView" and not environ["QUERY_STRING"]


def counted(environ: "WSGIEnvironment") -> Verdict | None:
    """What the limits say to this caller: by the player whose token it has, else by its address."""
    here, header = host(), environ.get("HTTP_AUTHORIZATION")
    if header is not None and here.tokens.most:
        with suppress(problems.Unauthorized):
            return here.tokens.spend(here.players.of_token(header.partition(" ")[2].strip()))
    return here.addresses.spend(neighbourhood(environ.get("REMOTE_ADDR", "")))


def too_many(verdict: Verdict) -> problems.TooManyRequests:
    return problems.TooManyRequests(f"You may send {verdict.most} requests a minute.", headers=verdict.headers)


def finish(response: Response, environ: "WSGIEnvironment") -> None:
    """Says how many requests are left, and compresses what is large. A 304 has nothing to say while there are plenty."""
    verdict: Verdict | None = environ.get(VERDICT)
    status = response.status_code
    if status == 304 and (verdict is None or verdict.plenty):
        return
    if verdict is not None:
        for name, value in verdict.headers.items():
            response.headers[name] = value
        if verdict.wait and 400 <= status < 500 and status != 429:
            refuse_after_all(response, verdict)
    if status != 304 and (response.content_length or 0) >= LARGE:
        compress(response, environ.get("HTTP_ACCEPT_ENCODING", ""))


def refuse_after_all(response: Response, verdict: Verdict) -> None:
    """Turns the refusal of a move that was sent beyond the limit into 429: only a legal one passes."""
    instead = answer_problem(too_many(verdict))
    response.status_code = instead.status_code
    response.set_data(instead.get_data())


def compress(response: Response, accepted: str) -> None:
    """Compresses a large answer for those who take it so; its ETag becomes weak, as the bytes are others."""
    if response.is_streamed or not (response.mimetype or "").startswith(COMPRESSIBLE):
        return
    response.vary.add("Accept-Encoding")
    if not GZIP.search(accepted):
        return
    response.set_data(gzip.compress(response.get_data(), compresslevel=4, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag = response.headers.get("ETag")
    if tag and not tag.startswith("W/"):
        response.headers["ETag"] = f"W/{tag}"
