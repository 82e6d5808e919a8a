"""What happens around every request beside its answer: its id and limits before it, compression and the log line after it."""

import gzip
import logging
import random
import re
import time
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from flask import Response, g, request

from service import metrics, problems
from service.caller import host
from service.limits import Verdict, neighbourhood
from service.remote import HOST_KEY
from service.web import answer_problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

log = logging.getLogger("intramuros.request")

PROBED = ("/healthz", "/readyz")
"""What is asked again and again by whoever starts or watches the server; worth a line only when it is refused."""

STARTED = "intramuros.started"
"""Where a request's environment says when it came."""
MOVES = ("moves.MovesView", "work.WorkMoveView")
"""Where moves are sent to."""
VERDICT = "intramuros.verdict"
"""Where a request's environment keeps what the limits said."""
PLAYER = "intramuros.player"
"""Where a request's environment says who called, if that was found out before Flask was asked."""
FAILED = "intramuros.failed"
"""Where a request's environment keeps the error that it met before Flask was asked."""

GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
"""An Accept-Encoding that takes gzip."""
LARGE = 1500
"""Bytes from which on compressing is worth its time: one packet."""
COMPRESSIBLE = ("application/json", "application/problem+json", "image/svg+xml", "text/", "application/javascript")


def request_id(environ: "WSGIEnvironment") -> str:
    """The caller's own id for the request where it is usable, else a new one, which it keeps."""
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    if not (0 < len(given) <= 64 and given.isascii() and given.isprintable()):
        given = environ["HTTP_X_REQUEST_ID"] = f"{random.getrandbits(64):016x}"
    return given


def note(environ: "WSGIEnvironment", endpoint: str | None, status: int, player: str | None, request_id: str) -> None:
    """One log line and one figure a request."""
    method, took = environ["REQUEST_METHOD"], time.perf_counter() - environ[STARTED]
    metrics.request_times(method if endpoint else "", endpoint or "", status).observe(took)
    level = logging.DEBUG if status == 200 and environ["PATH_INFO"] in PROBED else logging.INFO
    if log.isEnabledFor(level):
        facts = {"request": request_id, "ms": round(took * 1000, 2), "player": player}
        log.log(level, "%s %s %d", method, environ["PATH_INFO"], status, extra=facts)


def limited(environ: "WSGIEnvironment") -> None:
    """Counts the request; raises TooManyRequests unless it is a move, which `finish` will see to if it is refused."""
    if not environ["PATH_INFO"].startswith("/v1/"):
        return
    verdict: Verdict | None = environ.get(VERDICT) or counted(environ)
    if verdict is not None:
        environ[VERDICT] = verdict
        if verdict.wait and not is_move(environ):
            raise too_many(verdict)


def is_move(environ: "WSGIEnvironment") -> bool:
    """Whether a move is to be played, by a player or by the host of an AI, and not only tried."""
    return environ["REQUEST_METHOD"] == "POST" and request.endpoint in MOVES and request.args.get("dry_run", "false") == "false"


def counted(environ: "WSGIEnvironment") -> Verdict | None:
    """What the limits say to this caller: by the player or AI host whose token it has, else by its address."""
    here, header = host(), environ.get("HTTP_AUTHORIZATION")
    if header is not None:
        token = header.partition(" ")[2].strip()
        with suppress(problems.Unauthorized):
            if token.startswith(HOST_KEY):
                return here.tokens.spend(here.hosts.of_key(token).id)
            g.player = here.players.of_token(token)
            return here.tokens.spend(g.player)
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
    """Compresses a large answer for those who take it so."""
    if response.is_streamed or not (response.mimetype or "").startswith(COMPRESSIBLE):
        return
    response.vary.add("Accept-Encoding")
    if not GZIP.search(accepted):
        return
    response.set_data(compressed(response.get_data()))
    response.headers["Content-Encoding"] = "gzip"


@lru_cache(maxsize=100)
def compressed(body: bytes) -> bytes:
    """The body for those who take it so; done once for all who are told the same at the same time."""
    return gzip.compress(body, compresslevel=4, mtime=0)
