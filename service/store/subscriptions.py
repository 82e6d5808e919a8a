"""The connections over which a process hears of changes: sharded pub/sub, one connection a server, so one a master of a cluster.

A listener lives as long as its connection. What it hears goes to one function, `hear(kind, channel, text)`: `smessage` for a change,
`ssubscribe` and `sunsubscribe` for a channel that is heard from now on, or no longer (its slot has moved, say), `refused` with the reason,
and `lost` when the connection is. Everything else is done by one thread, which subscribes again to what was lost.
"""

import logging
import threading
from collections.abc import Callable, Iterable

from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError, ResponseError

from service.store.client import connect, packed, refresh_servers, server_of
from service.store.commands import Command, Pool

log = logging.getLogger("intramuros.news")

SILENCE = 15.0
"""Seconds without a word, not even in answer to a ping, after which a connection is given up."""

Hear = Callable[..., None]


class Listener:
    """A connection to one server, with a thread that passes on what is published there."""

    def __init__(self, pool: Pool, hear: Hear) -> None:
        self.channels: set[str] = set()
        self.is_lost = False
        self._pool = pool
        self._hear = hear
        self._connection = pool.get_connection()
        threading.Thread(target=self._listen, name="news listener", daemon=True).start()

    def send(self, commands: Iterable[Command]) -> None:
        """Sends commands whose answers the listener hears; raises LostConnection where it hears no more."""
        if self.is_lost:
            raise LostConnection("Redis has closed the connection.")
        self._connection.send_packed_command([packed(self._connection, commands)], check_health=False)

    def end(self) -> None:
        """Gives the connection back."""
        self._connection.disconnect()
        self._pool.release(self._connection)

    def _listen(self) -> None:
        try:
            while True:
                self._pass_on()
        except (RedisError, OSError) as error:
            log.debug("a listener ends: %s", error)
        except Exception:  # whatever a connection raises that another thread has closed meanwhile
            log.debug("a listener ends", exc_info=True)
        finally:
            self.is_lost = True
            self._hear("lost")

    def _pass_on(self) -> None:
        try:
            answer = self._connection.read_response(push_request=True, disconnect_on_error=False, timeout=SILENCE)
        except ResponseError as error:
            self._hear("refused", text=str(error))
        else:
            if isinstance(answer, list):
                self._hear(*answer)


class Subscriptions:
    """The listeners of one process, by their servers."""

    def __init__(self, url: str, hear: Hear) -> None:
        self.client = connect(url, 3)
        self._hear = hear
        self._listeners: dict[str, Listener] = {}

    def subscribe(self, channels: Iterable[str]) -> None:
        """Asks each channel's server for it; raises the last error, when all servers have been asked."""
        failed: RedisError | None = None
        for listener in self._listeners.values():
            listener.channels.difference_update(channels)
        for server, (pool, wanted) in self._by_server(channels).items():
            try:
                if server not in self._listeners:
                    self._listeners[server] = Listener(pool, self._hear)
                self._listeners[server].channels |= wanted
                self._listeners[server].send(["SSUBSCRIBE", channel] for channel in wanted)
            except RedisError as error:
                failed = error
        if failed:
            raise failed

    def _by_server(self, channels: Iterable[str]) -> dict[str, tuple[Pool, set[str]]]:
        found: dict[str, tuple[Pool, set[str]]] = {}
        for channel in channels:
            server, pool = server_of(self.client, channel)
            found.setdefault(server, (pool, set()))[1].add(channel)
        return found

    def keep_only(self, channels: Iterable[str]) -> None:
        """Leaves every other channel, and every server of which nothing is left."""
        for listener in self._listeners.values():
            if left := listener.channels.difference(channels):
                listener.channels -= left
                listener.send(["SUNSUBSCRIBE", channel] for channel in left)
        for server in [server for server, listener in self._listeners.items() if not listener.channels]:
            self._listeners.pop(server).end()

    def ping(self) -> None:
        """Has every server answer, so that a dead connection is noticed."""
        for listener in self._listeners.values():
            listener.send([["PING"]])

    def lost(self) -> set[str]:
        """The channels whose connections have been lost since this was asked last."""
        ended = [self._listeners.pop(server) for server, listener in [*self._listeners.items()] if listener.is_lost]
        for listener in ended:
            listener.end()
        return {channel for listener in ended for channel in listener.channels}

    def refresh(self) -> None:
        """Learns again which server has what."""
        refresh_servers(self.client)

    def end(self) -> None:
        for listener in self._listeners.values():
            listener.end()
        self.client.close()
