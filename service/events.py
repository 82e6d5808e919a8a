"""A game's news as Server-Sent Events: the snapshot again whenever it changes for the viewer.

retry: 2000

id: 7
event: snapshot
data: {"id":"k3f9",…}

: still here
"""

import time
from collections.abc import Iterator
from contextlib import suppress

from flask import Response, request
from redis.exceptions import RedisError

from service import problems, snapshots
from service.game import FINISHED
from service.host import Host
from service.news import game_topic
from service.snapshots import RETRY_SECONDS, Sight
from service.web import as_json

KEEP_ALIVE = 15.0
LONGEST = 300.0
"""Seconds after which a stream ends, so that clients spread over the processes again and forgotten ones go away."""
HEADERS = {"Cache-Control": "no-store", "Vary": "Authorization", "X-Accel-Buffering": "no"}


def answer(host: Host, game_id: str, player: str | None, seat: int | None) -> Response:
    """The stream for the caller, from after the event it had last."""
    seen = snapshots.sight(host, game_id, player, seat)
    last = request.headers.get("Last-Event-ID", "").strip()
    if seen.brief.status == FINISHED and last == str(seen.revision):
        return Response(status=204)
    if host.news.is_full():
        raise problems.Unavailable("Too many clients wait already.", headers={"Retry-After": str(RETRY_SECONDS)})
    return Response(stream(host, seen, player, seat, last), headers=HEADERS, content_type="text/event-stream; charset=utf-8")


def stream(host: Host, seen: Sight, player: str | None, seat: int | None, last: str) -> Iterator[bytes]:
    """The events, until the game is over or the time is, or the game is gone; the client then connects again and is told why."""
    yield b"retry: %d\n\n" % (RETRY_SECONDS * 1000)
    with suppress(problems.Problem, RedisError):
        yield from changes(host, seen, player, seat, last)


def changes(host: Host, seen: Sight, player: str | None, seat: int | None, last: str) -> Iterator[bytes]:
    """A snapshot whenever it changes for the viewer, and a comment when it does not for long."""
    with host.news.watch(game_topic(seen.game)) as watch:
        deadline = time.monotonic() + LONGEST
        sent, called = seen.tag if last == str(seen.revision) else "", None
        while watch and time.monotonic() < deadline:
            seen = snapshots.next_sight(host, seen, player, seat, called, deadline)
            body = snapshots.built(host, seen, player) if seen.tag != sent else b""
            if body is None:
                called = None
                continue
            if body:
                yield event("snapshot", seen.revision, body)
                sent = seen.tag
            if seen.brief.status == FINISHED:
                yield event("end", seen.revision, as_json({"revision": seen.revision}).encode())
                return
            called = watch if watch.wait(min(deadline - time.monotonic(), seen.patience(), KEEP_ALIVE)) else None
            if called is None:
                yield b": still here\n\n"


def event(name: str, revision: int, data: bytes) -> bytes:
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (revision, name.encode(), data)
