"""News of changes: one listener a process hears of every stored change and wakes the clients that wait for it, in memory.

A notice may be lost, a change never: whoever waits starts its watch first, then reads, and whenever it is woken takes what the
notice tells, if that is newer than what it has, or reads again; and after the listener has lost its connection it wakes
everybody, because it does not know what it has missed.

    with news.watch(game_topic("k3f9")) as watch:
        while nothing_new():
            watch.wait(25)
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError

from service import metrics, names
from service.connections import Client, connect

log = logging.getLogger("intramuros.news")

BEAT = 10.0
"""Seconds of silence after which the listener asks whether the connection still lives; after twice as many it makes a new one."""
PAUSE = 0.1
"""Seconds between two attempts to reach a Redis that is gone."""

T = TypeVar("T")


def game_topic(game: str) -> str:
    return f"game {game}"


def player_topic(player: str) -> str:
    return f"player {player}"


def notice(game: str, revision: int, players: list[str]) -> str:
    """The first line that a change tells the API processes: the game, its new revision, and the players whose decisions it changes."""
    return " ".join((game, str(revision), *players))


def topics(text: str) -> list[str]:
    """Whom a notice is for.

    >>> topics(notice("k3f9", 7, ["ada"]))
    ['game k3f9', 'player ada']
    """
    game, _, *players = text.partition("\n")[0].split()
    return [game_topic(game), *(player_topic(player) for player in players)]


class Topic:
    """Something that clients wait for news of, with those who do."""

    __slots__ = ("_known", "_reading", "calls", "notice", "watches")

    def __init__(self) -> None:
        self.watches: set[Watch] = set()
        self.calls = 0
        self.notice = ""
        self._known: tuple[int, Any] = (-1, None)
        self._reading = threading.Lock()

    def call(self, notice: str = "") -> None:
        """Ends every wait, with the notice that says why, if there is one."""
        self.calls += 1
        self.notice = notice
        for watch in list(self.watches):
            watch.call()

    def shared(self, read: Callable[[], T]) -> T:
        """What somebody has read after the last call: a thousand clients that are woken at once read once."""
        with self._reading:
            calls = self.calls
            if self._known[0] != calls:
                self._known = (calls, read())
            found: T = self._known[1]
            return found


class Watch:
    """One client that waits."""

    __slots__ = ("_uncalled", "topic")

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self._uncalled = threading.Lock()  # half of what an event costs, of which there may be thousands
        self._uncalled.acquire()

    def call(self) -> None:
        """Ends the wait, or the next one; only the listener calls."""
        if self._uncalled.locked():
            self._uncalled.release()

    def wait(self, seconds: float) -> bool:
        """Returns after a call, even one that came before, or when the time is over; whether there was one."""
        return self._uncalled.acquire(timeout=max(seconds, 0.0))


class News:
    """The watches of one process. The listener starts with the first of them, so never before a fork."""

    def __init__(self, url: str, most: int) -> None:
        self.url = url
        self.most = most
        self._topics: dict[str, Topic] = {}
        self._count = 0
        self._lock = threading.Lock()
        self._listening_in = 0
        self._interrupted = False

    @contextmanager
    def watch(self, name: str) -> Iterator[Watch | None]:
        """A watch that is called for every change of the topic, until the block ends; None when too many wait already."""
        watch = self._begin(name)
        try:
            yield watch
        finally:
            if watch is not None:
                self._end(name, watch)

    def is_full(self) -> bool:
        return self._count >= self.most

    def _begin(self, name: str) -> Watch | None:
        with self._lock:
            if self._count >= self.most:
                return None
            topic = self._topics.setdefault(name, Topic())
            watch = Watch(topic)
            topic.watches.add(watch)
            self._count += 1
            if self._listening_in != os.getpid():
                self._listening_in = os.getpid()
                threading.Thread(target=self._listen, name="news", daemon=True).start()
        metrics.WAITING.inc()
        return watch

    def _end(self, name: str, watch: Watch) -> None:
        with self._lock:
            self._count -= 1
            watch.topic.watches.discard(watch)
            if not watch.topic.watches:
                self._topics.pop(name, None)
        metrics.WAITING.dec()

    def _listen(self) -> None:
        """Listens as long as anybody waits; an interruption is logged once, however long it lasts."""
        client = None
        while self._is_needed():
            try:
                client = client or connect(self.url, 2, patient=True)
                self._hear(client)
            except RedisError as error:
                if not self._interrupted:
                    log.warning("the news are interrupted: %s", error)
            except Exception:
                log.exception("the news are interrupted")
            self._interrupted = True
            time.sleep(PAUSE)

    def _is_needed(self) -> bool:
        with self._lock:
            if not self._topics:
                self._listening_in = 0
            return bool(self._topics)

    def _hear(self, client: Client) -> None:
        """Passes on what is published, until the connection is lost."""
        silent = 0.0
        with client.pubsub() as channel:
            channel.subscribe(names.NEWS)
            while True:
                asked = time.monotonic()
                message = channel.get_message(timeout=BEAT)
                silent = 0.0 if message else silent + time.monotonic() - asked
                if silent >= 2 * BEAT:
                    raise LostConnection("Redis has been silent for too long.")
                if silent >= BEAT:
                    channel.ping()
                elif message and message["type"] == "subscribe":
                    self._call_all()
                elif message and message["type"] == "message":
                    self._call(message["data"])

    def _call(self, notice: str) -> None:
        found = topics(notice)
        with self._lock:
            called = [self._topics[name] for name in found if name in self._topics]
        for topic in called:
            topic.call(notice)

    def _call_all(self) -> None:
        """After each subscription, the client's own silent reconnections included: something may have been missed before it."""
        self._interrupted = False
        with self._lock:
            called = list(self._topics.values())
        for topic in called:
            topic.call()


def steadily(read: Callable[[], T], deadline: float) -> T:
    """What is read, as soon as Redis answers; it may be away for a while, but not beyond the deadline."""
    while True:
        try:
            return read()
        except RedisError:
            if time.monotonic() + PAUSE > deadline:
                raise
            time.sleep(PAUSE)
