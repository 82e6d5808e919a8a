"""What gunicorn refuses before the application sees it, as a problem document like every other refusal."""

import json
from socket import socket

from gunicorn import util

from service import problems

KINDS: dict[int, type[problems.Problem]] = {
    414: problems.AddressTooLong,
    431: problems.HeadersTooLarge,
    500: problems.Internal,
}
OUR_WORDS = {
    414: "The path and query may have 8190 bytes together at most.",
    431: "A header may have 8190 bytes at most, and there may be 100 of them.",
}
"""Said instead of what gunicorn says."""


def write_problem(sock: socket, status: int, reason: str, message: str) -> None:
    """Answers with a problem document; what has no kind of its own cannot be read."""
    kind = KINDS.get(status, problems.Unreadable)
    document = {
        "type": f"/docs/problems#{kind.slug}",
        "title": kind.title,
        "status": kind.status,
        "detail": OUR_WORDS.get(status, message) or "Something broke on our side; the server's log says what.",
        "code": kind.slug,
        "params": {},
    }
    body = json.dumps(document)
    head = [f"HTTP/1.1 {kind.status} {reason if kind.status == status else 'Bad Request'}", "Connection: close"]
    head += ["Content-Type: application/problem+json", f"Content-Length: {len(body)}"]
    util.write_nonblock(sock, ("\r\n".join([*head, "", ""]) + body).encode("ascii", "replace"))


def install() -> None:
    """Puts our answer in the place of gunicorn's HTML page, for which it has no setting."""
    util.write_error = write_problem
