"""What gunicorn refuses before the application sees it, as a problem document like every other refusal."""

import json
from socket import socket

from gunicorn import util

from service import problems, sentences

LONGEST, MOST = 8190, 100
"""Bytes of an address or a header, and headers: gunicorn's own limits."""


def problem_of(status: int, message: str) -> problems.Problem:
    """The problem that gunicorn's refusal is; what has no kind of its own cannot be read."""
    match status:
        case 414:
            return problems.AddressTooLong("bytes", {"bytes": LONGEST})
        case 431:
            return problems.HeadersTooLarge("bytes", {"bytes": LONGEST, "headers": MOST})
        case 500:
            return problems.Internal(sentences.other(message)) if message else problems.Internal("log")
    return problems.Unreadable(sentences.other(message))


def write_problem(sock: socket, status: int, reason: str, message: str) -> None:
    """Answers with a problem document, in English since nobody has read which language is asked for."""
    problem = problem_of(status, message)
    document = {
        "type": f"/docs/problems#{problem.slug}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        "params": problem.params,
    }
    body = json.dumps(document)
    head = [f"HTTP/1.1 {problem.status} {reason if problem.status == status else 'Bad Request'}", "Connection: close"]
    head += ["Content-Type: application/problem+json", "Content-Language: en", f"Content-Length: {len(body)}"]
    util.write_nonblock(sock, ("\r\n".join([*head, "", ""]) + body).encode("ascii", "replace"))


def install() -> None:
    """Puts our answer in the place of gunicorn's HTML page, for which it has no setting."""
    util.write_error = write_problem
