"""A look at a game, now or at its next change."""

from service.web.admission import waiter
from service.web.answer import Answer, json_answer
from service.web.call import Call
from service.web.etags import for_caller

RETRY_SECONDS = 2
"""When to come back, for those who find that too many wait already."""


def show_game(call: Call) -> Answer:
    """The snapshot for the caller, or 304 when it has it, after waiting for a change as long as it wants."""
    game, who, seat, wait = call.path_args["game_id"], call.caller, call.query.get("seat"), call.query["wait"]
    seen, crowded = call.parts.snapshots.awaited(game, who, seat, wait, call.has, waiter(call) if wait else ())
    body = None
    while not call.has(seen.tag) and (body := call.parts.snapshots.built(seen, who)) is None:
        seen = call.parts.snapshots.sight(game, who, seat)
    return conditional(body, seen.tag, crowded=crowded)


def conditional(body: bytes | None, tag: str, *, crowded: bool = False) -> Answer:
    """The body, or 304 without one; with a word on when to come back if the caller wanted to wait and could not."""
    headers = for_caller(tag)
    if crowded:
        headers["Retry-After"] = str(RETRY_SECONDS)
    return Answer(304, headers) if body is None else json_answer(body, headers=headers)
