"""What every answer gets, whichever way the request came: ETag, limits, CORS, request id, compression; then its log line and figure.

`finish` is pure: an answer and its call in, the answer as it is sent out. What waits or counts stands before it (`admission.held_back`)
and after it (`note`).
"""

import hashlib
import logging
import time

from service import metrics
from service.cache import Cache
from service.store.slow_requests import SLOW
from service.web import cors, encodings
from service.web.answer import JSON, Answer, vary
from service.web.call import Call
from service.web.etags import weak
from service.web.refusals import PROBLEM_JSON

log = logging.getLogger("intramuros.request")

PROBED = ("/healthz", "/readyz")
"""What is asked again and again by whoever starts or watches the server; worth a line only when it is refused."""
OF_NOW = (*PROBED, "/metrics")
"""What says how it is at this moment, and is never to be kept."""

LARGE = 1500
"""Bytes from which on compressing is worth its time: one packet."""
COMPRESSIBLE = ("application/json", "application/problem+json", "image/svg+xml", "text/", "application/javascript")


def finish(answer: Answer, call: Call) -> Answer:
    """The answer as it is sent. A 304 says nothing of limits while there are plenty of requests left, and a process that drains ends the
    connection, also where the request came before it was asked to stop.
    """
    answer = limited(conditional(bare(ended(answer), call), call), call)
    headers = answer.headers
    cors.share(headers, call)
    headers["X-Request-Id"] = call.id
    headers["X-Content-Type-Options"] = "nosniff"
    if call.parts.news.draining:
        headers["Connection"] = "close"
    if answer.body is not None and len(answer.body) >= LARGE:
        compress(answer, call)
    return answer


def ended(answer: Answer) -> Answer:
    """JSON with a newline at its end, so that a terminal's next line begins where it should."""
    if answer.body and answer.media_type in (JSON, PROBLEM_JSON) and not answer.body.endswith(b"\n"):
        answer.body += b"\n"
    return answer


def bare(answer: Answer, call: Call) -> Answer:
    """An OPTIONS that a framework answered has no body, and so no kind of one."""
    if call.method == "OPTIONS" and answer.status == 200 and not answer.body:
        answer.status = 204
        answer.headers = {name: value for name, value in answer.headers.items() if name not in ("Content-Type", "Content-Length")}
    return answer


def conditional(answer: Answer, call: Call) -> Answer:
    """What was read can be asked for again by its ETag, which is made of the answer where the view knows no shorter way: 304 then."""
    if answer.status != 200 or call.method not in ("GET", "HEAD") or not answer.body:
        return answer
    headers = answer.headers
    if call.path in OF_NOW:
        headers["Cache-Control"] = "no-store"
        return answer
    if "ETag" not in headers:
        tag = hashlib.sha256(answer.body).hexdigest()[:16]
        headers["ETag"] = weak(tag)
        if call.has(tag):
            answer = Answer(304, {name: value for name, value in headers.items() if name not in ("Content-Type", "Content-Length")})
    if "Cache-Control" not in headers:
        answer.headers["Cache-Control"] = "private, no-cache"
        vary(answer.headers, "Authorization")
    return answer


def limited(answer: Answer, call: Call) -> Answer:
    """The answer with how many requests are left."""
    verdict = call.verdict
    if verdict is None or (answer.status == 304 and verdict.plenty):
        return answer
    answer.headers = {**verdict.headers, **answer.headers}
    return answer


def compress(answer: Answer, call: Call) -> None:
    """Compresses a large answer for those who take it so."""
    if not answer.media_type.startswith(COMPRESSIBLE) or answer.body is None or "Content-Encoding" in answer.headers:
        return
    vary(answer.headers, "Accept-Encoding")
    if coding := encodings.chosen(call.header("ACCEPT_ENCODING") or ""):
        answer.body = compressed(answer.body, coding, call.parts.compressed)
        answer.headers["Content-Encoding"] = coding


def compressed(body: bytes, coding: str, before: Cache[tuple[bytes, str], bytes]) -> bytes:
    """The body for those who take it so; done once for all who are told the same at the same time."""
    known = (body, coding)
    return before.find(known) or before.keep(known, encodings.QUICK[coding](body))


def note(answer: Answer, call: Call) -> None:
    """One log line and one figure a request."""
    took = time.perf_counter() - call.started
    metrics.request_times(call.method if call.endpoint else "", call.endpoint, answer.status).observe(took)
    level = logging.DEBUG if answer.status == 200 and call.path in PROBED else logging.INFO
    if took >= SLOW and not call.has_waited:
        call.parts.slow.note(call.method, call.endpoint, answer.status, took, call.id)
    if log.isEnabledFor(level):
        facts = {"request": call.id, "ms": round(took * 1000, 2), "player": call.player}
        facts |= {"address": call.address} if answer.status >= 400 else {}
        log.log(level, "%s %s %d", call.method, call.path, answer.status, extra=facts)
