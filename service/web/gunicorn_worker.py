"""An API process of gunicorn's that drains: asked to stop, it answers at once all who wait, finishes what it has begun and loses nobody.

Every answer from then on says `Connection: close` (`finish.py`). A connection that has been silent for a second, since it came or since
its last answer, is closed; before that a client may be about to ask, and would find it closed under its request.
How many connections an address may have is in `connections.py`.
"""

import sys
import time
from contextlib import nullcontext
from socket import socket
from typing import TYPE_CHECKING

import gevent
from gevent import monkey
from gunicorn.workers.ggevent import GeventWorker

if TYPE_CHECKING:
    from service.web.connections import Connections

LOOK_EVERY = 0.05
PATIENCE = 1.0
"""Seconds for which a silent connection is waited for."""


SWITCH = 0.0005
"""Seconds for which a thread that works something out aside may keep a request waiting, each time that it would go on. Python's own are
ten times as many, and a poll goes on several times.
"""


class Silence(gevent.Timeout):  # type: ignore[misc]
    """The time in which a connection's next request may come; it can be ended early."""

    def __init__(self, worker: "DrainingWorker") -> None:
        super().__init__(worker.cfg.keepalive, False)
        self.worker = worker

    def __enter__(self) -> "Silence":
        self.connection = gevent.getcurrent()
        self.began = time.monotonic()
        self.worker.silences.add(self)
        super().__enter__()
        return self

    def __exit__(self, *error: object) -> bool | None:
        self.worker.silences.discard(self)
        ended: bool | None = super().__exit__(*error)
        return ended

    def end(self) -> None:
        """As if the time were over."""
        self.connection.kill(self, block=False)


class DrainingWorker(GeventWorker):  # type: ignore[misc]
    """gunicorn's gevent process, with a way to stop that no client notices."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.silences: set[Silence] = set()
        self.clients: dict[gevent.Greenlet, socket] = {}
        self.connections: Connections | None = None

    def timeout_ctx(self) -> Silence:
        return Silence(self)

    def handle(self, listener: object, client: socket, addr: object) -> None:
        connection = gevent.getcurrent()
        self.clients[connection] = client
        counted = self.connections.opened(addr, client) if self.connections else nullcontext()
        try:
            with counted:
                super().handle(listener, client, addr)
        finally:
            self.clients.pop(connection, None)

    def run(self) -> None:
        from service.web.connections import Connections  # what it imports must be patched before

        parts = getattr(self.wsgi, "extensions", {}).get("intramuros")
        if parts and not parts.settings.trusted_proxies:
            self.connections = Connections(parts.settings.connections_address, parts.refused.note)
        gevent.spawn(self.drain_when_asked)
        sys.setswitchinterval(SWITCH)
        super().run()

    def drain_when_asked(self) -> None:
        """Waits until the process is to stop; then lets everybody go."""
        while self.alive:
            gevent.sleep(LOOK_EVERY)
        parts = getattr(self.wsgi, "extensions", {}).get("intramuros")
        if parts:
            parts.news.drain()
        while True:
            for silence in list(self.silences):
                if time.monotonic() - silence.began > PATIENCE and not self.has_more(silence.connection):
                    silence.end()
            gevent.sleep(LOOK_EVERY)

    def has_more(self, connection: gevent.Greenlet) -> bool:
        """Whether something has come that is still to be read."""
        client = self.clients.get(connection)
        look = monkey.get_original("select", "select")
        try:
            return client is not None and bool(look([client.fileno()], [], [], 0)[0])
        except (OSError, ValueError):
            return False
