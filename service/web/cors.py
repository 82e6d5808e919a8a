"""CORS: which pages of other origins may call us, and what they may read of our answers."""

from service.web.answer import Answer, vary
from service.web.call import Call

EXPOSED = "ETag, Link, Location, Retry-After, Allow, Intramuros-Reason, RateLimit, RateLimit-Policy, X-Request-Id"

ALLOWED = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id"


def share(headers: dict[str, str], call: Call) -> None:
    """Lets a page of an allowed origin read the answer."""
    origins = call.parts.settings.cors_origins
    anywhere = "*" in origins
    if not anywhere:
        vary(headers, "Origin")
    if (origin := call.header("ORIGIN")) and (anywhere or origin in origins):
        headers["Access-Control-Allow-Origin"] = "*" if anywhere else origin
        headers["Access-Control-Expose-Headers"] = EXPOSED


def is_preflight(call: Call) -> bool:
    """Whether a browser asks if a page may call us."""
    return call.method == "OPTIONS" and call.header("ACCESS_CONTROL_REQUEST_METHOD") is not None


def preflight() -> Answer:
    """What a browser asks before a page may call us."""
    headers = {
        "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
        "Access-Control-Allow-Headers": ALLOWED,
        "Access-Control-Max-Age": "86400",
    }
    return Answer(204, headers)
