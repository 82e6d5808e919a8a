"""Idempotency: a POST that must take effect once although it changes no game keeps its answer for a day under its Idempotency-Key, unless
later ones need the room that a caller has (see `service/store/kept_answers.py`).

Changes of games keep theirs in the same script as the change itself (see `service/games/referee.py`), and answers with a token are not
kept at all (see `new_token` in `service/store/players.py`).
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from service import problems
from service.store import kept_answers, keys
from service.store.client import in_turn
from service.store.kept_answers import forget_oldest, noting, packed, unpacked
from service.web.answer import Answer, json_answer
from service.web.auth import this_call
from service.web.call import Call
from service.web.responses import refuses

F = TypeVar("F", bound=Callable[..., object])

RUNNING_SECONDS = 60


def once(view: F) -> F:
    """The view, giving the kept answer to a request that is repeated with the same key."""

    @wraps(view)
    def kept(*args: object, **named: object) -> Answer:
        call = this_call()
        key = call.idempotency_key
        if key is None:
            return cast(Answer, view(*args, **named))
        place = keys.request_key(caller_of(call), key)
        if not call.parts.store_client.set(place, json.dumps({"request": call.digest}), nx=True, ex=RUNNING_SECONDS):
            return again(call, place)
        return first(call, place, lambda: cast(Answer, view(*args, **named)))

    return cast(F, refuses(problems.Unreadable, problems.StillRunning, problems.TooLarge, problems.KeyReused)(kept))


def caller_of(call: Call) -> str:
    """Whose the key is: a player's, AI host's or the operator's, by whichever of its tokens; raises Unauthorized for a token of nobody."""
    if call.is_operator:
        return "operator"
    if call.host is not None:
        return f"host {call.host.id}"
    return f"player {call.caller}" if call.caller else f"address {call.address}"


def first(call: Call, place: str, answer: Callable[[], Answer]) -> Answer:
    """The answer, kept for the next time; a refusal is not kept."""
    try:
        made = answer()
    except BaseException:
        call.parts.store_client.delete(place)
        raise
    body = packed((made.body or b"").decode())
    told = json.dumps({"request": call.digest, "status": made.status, "body": body, "location": made.headers.get("Location")})
    client, caller = call.parts.store_client, place.rpartition(":")[0]
    in_turn(client, [["SET", place, told, "EX", kept_answers.SECONDS], *noting(caller, place, len(told))])
    forget_oldest(client, caller)
    return made


def again(call: Call, place: str) -> Answer:
    """The answer that was given the first time; raises KeyReused, or StillRunning while there is none."""
    told = json.loads(call.parts.store_client.get(place) or "{}")
    if told.get("request", call.digest) != call.digest:
        raise problems.KeyReused("request")
    if "status" not in told:
        raise problems.StillRunning("first", headers={"Retry-After": "1"})
    headers = {"Location": told["location"]} if told["location"] else {}
    body = unpacked(told["body"])
    return json_answer(body, told["status"], headers) if body else Answer(told["status"], headers)
