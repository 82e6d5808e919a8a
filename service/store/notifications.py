"""Notifications, the news of changes: a process hears of what its clients wait for, and of nothing else, and wakes them in memory.

Whatever is waited for has a channel in its own slot, to which the process is subscribed as long as anybody waits, and a little longer.
A notice may be lost, a change never: whoever waits (a long poll, a stream) starts its watch first, which ends when the subscription
is confirmed, then reads, and whenever it is woken takes what the notice tells, if that is newer than what it has, or reads again. Every
confirmation wakes, those after a lost connection too, because nobody knows what was missed before it. And every few seconds each topic
is looked at again, whatever the notices say: one small read a topic, however many wait for it.

    with news.watch(game_topic("k3f9")) as watch:
        while nothing_new():
            watch.wait(25)
"""

import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from redis.exceptions import RedisError

from service import metrics
from service.store.client import Client
from service.store.subscriptions import Subscriptions
from service.store.watches import Topic, Watch, marks, told_mark

log = logging.getLogger("intramuros.news")

BEAT = 3.0
"""Seconds between two looks at everything that is waited for, so what a lost notice costs at most."""
PAUSE = 0.1
"""Seconds between two attempts to reach a Redis that is gone."""
CONFIRMED = 0.25
"""Seconds that a new watch waits at most until its topic is subscribed to; without that it is woken as soon as it is."""
AT_ONCE = 500
"""Topics that are looked at in one message."""


class News:
    """The watches of one process. The thread that subscribes for them starts with the first, so never before a fork."""

    def __init__(self, url: str, most: int, most_of: Mapping[str, int] | None = None) -> None:
        self.url = url
        self.most = most
        self.most_of = most_of or {}
        """How many of one caller may wait, by what kind of caller it is: `{"player": 100, "address": 1000}`."""
        self._waiting: dict[str, OrderedDict[Watch, None]] = {}
        self._topics: dict[str, Topic] = {}
        self._wanted: set[str] = set()
        """The topics to subscribe to."""
        self._moved = False
        """Whether topics may have gone to other servers."""
        self._refusal = ""
        """Why a server has refused a topic."""
        self._interrupted = False
        self._stirred = threading.Event()
        self._count = 0
        self._lock = threading.Lock()
        self._listening_in = 0
        self.draining = False
        """Whether the process is about to stop, so that nobody should wait in it any longer."""

    def drain(self) -> None:
        """Lets all go who wait, and lets nobody wait from now on; they ask again and find another process."""
        with self._lock:
            self.draining = True
            waiting = [watch for topic in self._topics.values() for watch in topic.watches]
        for watch in waiting:
            watch.dismiss()

    @contextmanager
    def watch(self, name: str, *who: str) -> Iterator[Watch | None]:
        """A watch that is called for every change of the topic, until the block ends; None when too many wait already.

        `who` says for whom: `player ada`, `address 192.0.2.7`. Where one of them has too many waiting, its oldest makes room.
        """
        watch = self._begin(name, who)
        try:
            if watch and not watch.topic.is_heard and not watch.dismissed:
                watch.wait(CONFIRMED)
            yield watch
        finally:
            if watch is not None:
                self._end(watch)

    def is_watched(self, name: str) -> bool:
        """Whether anybody waits for news of the topic, and would hear of them."""
        topic = self._topics.get(name)
        return bool(topic and topic.watches and topic.is_heard)

    def is_full(self) -> bool:
        return self._count >= self.most

    def _begin(self, name: str, who: tuple[str, ...]) -> Watch | None:
        with self._lock:
            self._make_room(who)
            if self._count >= self.most:
                return None
            topic = self._topics.get(name) or self._new_topic(name)
            watch = Watch(name, topic, who)
            watch.dismissed = self.draining
            topic.watches.add(watch)
            for one in who:
                self._waiting.setdefault(one, OrderedDict())[watch] = None
            self._count += 1
            if self._listening_in != os.getpid():
                self._listening_in = os.getpid()
                threading.Thread(target=self._keep, name="news", daemon=True).start()
        metrics.WAITING.inc()
        return watch

    def _new_topic(self, name: str) -> Topic:
        self._wanted.add(name)
        self._stirred.set()
        return self._topics.setdefault(name, Topic())

    def _make_room(self, who: tuple[str, ...]) -> None:
        """Dismisses the oldest wait of a caller that has as many as it may."""
        for one in who:
            waiting = self._waiting.get(one, OrderedDict())
            if len(waiting) >= self.most_of.get(one.partition(" ")[0], self.most + 1):
                metrics.HELD_BACK.labels("waits").inc()
                oldest = next(iter(waiting))
                self._forget(oldest)
                oldest.dismiss()

    def _forget(self, watch: Watch) -> None:
        """Counts the watch no longer as its caller's."""
        for one in watch.who:
            waiting = self._waiting.get(one, OrderedDict())
            waiting.pop(watch, None)
            if not waiting:
                self._waiting.pop(one, None)

    def _end(self, watch: Watch) -> None:
        with self._lock:
            self._count -= 1
            watch.topic.leave(watch)
            self._forget(watch)
        metrics.WAITING.dec()

    def _keep(self) -> None:
        """Subscribes to what is waited for and looks at it again, until nobody waits; an interruption is logged once, however long."""
        subscriptions, beat = None, time.monotonic() + BEAT
        while self._is_needed():
            try:
                subscriptions = subscriptions or Subscriptions(self.url, self._hear)
                self._subscribe(subscriptions)
                if time.monotonic() >= beat:
                    beat = time.monotonic() + BEAT
                    self._beat(subscriptions)
                self._stirred.wait(max(beat - time.monotonic(), 0.0))
            except Exception as error:
                if not self._interrupted:
                    log.warning("the news are interrupted: %s", error, exc_info=not isinstance(error, RedisError))
                self._interrupted = self._moved = True
                time.sleep(PAUSE)
        if subscriptions:
            subscriptions.end()

    def _is_needed(self) -> bool:
        """Whether anything is waited for; when that ends, the next watch starts another thread."""
        with self._lock:
            if not self._topics:
                self._listening_in = 0
            return bool(self._topics)

    def _subscribe(self, subscriptions: Subscriptions) -> None:
        """Asks for the topics that are waited for and not heard of: each is looked at first, so that a later change is seen as one."""
        self._stirred.clear()
        if self._refusal:
            refusal, self._refusal = self._refusal, ""
            raise RedisError(refusal)
        lost = subscriptions.lost()
        if lost or self._moved:
            self._moved = False
            self._want_unheard()
            subscriptions.refresh()
        with self._lock:
            wanted = {name: topic for name in self._wanted | lost if (topic := self._topics.get(name))}
            self._wanted.clear()
        for topic in wanted.values():
            topic.is_heard, topic.mark = False, None
        with suppress(RedisError):  # one that could not be looked at is taken for changed at the next beat
            for topic, mark in zip(wanted.values(), marks(subscriptions.client, [*wanted]), strict=True):
                topic.mark = mark
        subscriptions.subscribe([*wanted])

    def _want_unheard(self) -> None:
        with self._lock:
            self._wanted.update(name for name, topic in self._topics.items() if not topic.is_heard)

    def _beat(self, subscriptions: Subscriptions) -> None:
        """Leaves the topics that nobody waits for any more, asks the servers whether they are there, and looks at everything again."""
        with self._lock:
            for name in [name for name, topic in self._topics.items() if topic.is_over()]:
                del self._topics[name]
            kept, watched = [*self._topics], [name for name, topic in self._topics.items() if topic.watches]
        self._want_unheard()
        subscriptions.keep_only(kept)
        subscriptions.ping()
        for start in range(0, len(watched), AT_ONCE):
            self._look_again(subscriptions.client, watched[start : start + AT_ONCE])

    def _look_again(self, client: Client, names: Sequence[str]) -> None:
        """Calls whoever waits for a topic that has changed since it was looked at last, or told of."""
        for name, mark in zip(names, marks(client, names), strict=True):
            topic = self._topics.get(name)
            if topic and (mark is None or mark != topic.mark):
                topic.mark = mark
                topic.call()

    def _hear(self, kind: str, channel: str = "", text: str | int = "") -> None:
        """What comes from a server, in the thread that listens to it."""
        topic = self._topics.get(channel)
        match kind:
            case "smessage" if topic:
                topic.mark = told_mark(channel, str(text)) or topic.mark
                topic.call(str(text))
            case "ssubscribe" if topic:
                topic.is_heard, self._interrupted = True, False
                topic.call()
            case "sunsubscribe" if topic:
                topic.is_heard, self._moved = False, True
                self._stirred.set()
            case "refused":
                self._refusal = str(text)
                self._stirred.set()
            case "lost":
                self._stirred.set()
