"""A POST that must take effect once although it changes no game: its answer is kept for a day under the caller's Idempotency-Key.

Changes of games keep theirs in the same script as the change itself (see `service/referee.py`).
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import Response, request

from service import names, problems
from service.caller import digest_of, host, idempotency_key
from service.store import ONCE_SECONDS
from service.web import refuses

F = TypeVar("F", bound=Callable[..., Any])

RUNNING_SECONDS = 60


def once(view: F) -> F:
    """The view, giving the kept answer to a request that is repeated with the same key."""

    @wraps(view)
    def kept(*args: Any, **named: Any) -> Response:
        key = idempotency_key()
        if key is None:
            return cast(Response, view(*args, **named))
        place = names.request_key(request.headers.get("Authorization", ""), key)
        digest = digest_of(request)
        if not host().store_client.set(place, json.dumps({"request": digest}), nx=True, ex=RUNNING_SECONDS):
            return again(place, digest)
        return first(place, digest, lambda: cast(Response, view(*args, **named)))

    return cast(F, refuses(problems.Unreadable, problems.StillRunning, problems.TooLarge, problems.KeyReused)(kept))


def first(place: str, digest: str, answer: Callable[[], Response]) -> Response:
    """The answer, kept for the next time; a refusal is not kept."""
    try:
        made = answer()
    except BaseException:
        host().store_client.delete(place)
        raise
    told = {"request": digest, "status": made.status_code, "body": made.get_data(as_text=True), "location": made.headers.get("Location")}
    host().store_client.set(place, json.dumps(told), ex=ONCE_SECONDS)
    return made


def again(place: str, digest: str) -> Response:
    """The answer that was given the first time; raises KeyReused, or StillRunning while there is none."""
    told = json.loads(host().store_client.get(place) or "{}")
    if told.get("request", digest) != digest:
        raise problems.KeyReused("That Idempotency-Key was used for another request.")
    if "status" not in told:
        raise problems.StillRunning("The first request with that Idempotency-Key is not answered yet.", headers={"Retry-After": "1"})
    headers = {"Location": told["location"]} if told["location"] else {}
    return Response(told["body"], status=told["status"], headers=headers, content_type="application/json" if told["body"] else None)
