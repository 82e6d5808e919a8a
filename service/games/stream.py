"""A game's news as Server-Sent Events: the snapshot again whenever it changes for the viewer.

retry: 2000

id: 7
event: snapshot
data: {"id":"k3f9",…}

: still here
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import orjson
from redis.exceptions import RedisError

from service import problems
from service.game import FINISHED
from service.games.long_poll import looks
from service.games.snapshots import Sight, Snapshots
from service.store.watches import game_topic

KEEP_ALIVE = 15.0
LONGEST = 300.0
"""Seconds after which a stream ends, so that clients spread over the processes again and forgotten ones go away."""
RETRY_SECONDS = 2
"""When to come back after a stream has ended."""
STILL_HERE = b": still here\n\n"


def stream(
    snapshots: Snapshots, seen: Sight, player: str | None, seat: int | None, last: str, who: tuple[str, ...] = ()
) -> Iterator[bytes]:
    """A snapshot whenever it changes for the viewer, and a comment when it does not for long, until the game is over or the time is, or
    the game is gone; the client then connects again and is told why.
    """
    yield b"retry: %d\n\n" % (RETRY_SECONDS * 1000)
    sent, read = seen.tag if last == str(seen.revision) else "", partial(snapshots.next_sight, seen.game, player, seat)
    watching = snapshots.news.watch(game_topic(seen.game), *who)
    with suppress(problems.Problem, RedisError):
        for look in looks(watching, LONGEST, read, lambda seen: min(seen.patience(), KEEP_ALIVE)):
            if look.unasked:
                yield STILL_HERE
            seen = look.found
            if seen.tag != sent:
                while (body := snapshots.built(seen, player)) is None:
                    seen = snapshots.sight(seen.game, player, seat)
                yield event("snapshot", seen.revision, body)
                sent = seen.tag
            if seen.brief.status == FINISHED:
                yield event("end", seen.revision, orjson.dumps({"revision": seen.revision}))
                return


def event(name: str, revision: int, data: bytes) -> bytes:
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (revision, name.encode(), data)
