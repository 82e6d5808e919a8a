"""A player's inbox, now or at its next change."""

import orjson

from service.web import cursors
from service.web.admission import waiter
from service.web.answer import Answer
from service.web.call import Call
from service.web.handlers.games import conditional
from service.web.paging import link_to


def show_inbox(call: Call) -> Answer:
    """A page of what the caller owes, or 304 when it has it, after waiting for a change as long as it wants."""
    anything = call.header("IF_NONE_MATCH") is None
    limit, wait, cursor = call.query["limit"], call.query["wait"], call.query.get("cursor")
    after = cursors.read(call.parts.secret, cursor, float, str) if cursor else None
    waits = waiter(call) if wait else ()
    found, crowded = call.parts.inboxes.awaited(call.needed_player(), limit, wait, call.has, waits, anything=anything, after=after)
    if found.body is None:
        return conditional(None, found.tag, crowded=crowded)
    following = cursors.write(call.parts.secret, *found.following) if found.following else None
    answer = conditional(b'%b,"next":%b}' % (found.body[:-1], orjson.dumps(following)), found.tag, crowded=crowded)
    answer.headers |= link_to(call, following)
    return answer
