"""Who waits in this process for news of what: topics, each with its watches.

A topic is called by the name of the channel on which its changes are published, which lies in the slot of what changes.

>>> print(game_topic("k3f9"))
intramuros:news:game:{k3f9}
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar, cast

from service.store import keys
from service.store.client import Client, together
from service.store.commands import Command, Reply

T = TypeVar("T")

WORK_TOPIC = keys.news_channel("work", "offers")
"""Decisions offered to the hosts of AIs."""


def game_topic(game: str) -> str:
    return keys.news_channel("game", game)


def player_topic(player: str) -> str:
    return keys.news_channel("player", player)


def contest_topic(contest: str) -> str:
    return keys.news_channel("contest", contest)


def seek_topic(seek: str) -> str:
    return keys.news_channel("seek", seek)


def notice(game: str, revision: int, version: str = "") -> str:
    """The first line that a change tells: the game, its new revision, and the new version of the inboxes that it changes."""
    return f"{game} {revision} {version}"


def told_mark(topic: str, notice: str) -> str | None:
    """The mark that a topic has after the change that a notice tells of, where it says so.

    >>> told_mark(game_topic("k3f9"), notice("k3f9", 7, "c0ffee")), told_mark(player_topic("ada"), notice("k3f9", 7, "c0ffee"))
    ('7', 'c0ffee')
    """
    words = notice.partition("\n")[0].split(" ")
    place = 2 if topic.startswith(keys.NEWS + "player:") else 1
    return words[place] if len(words) > place else None


def reads_of(topic: str) -> list[Command]:
    """What to read to see whether a topic has changed: nothing where whoever waits looks by itself every few seconds."""
    kind, _, name = topic.removeprefix(keys.NEWS)[:-1].partition(":{")
    match kind:
        case "game":
            return [["HGET", keys.game_key(name), "revision"]]
        case "contest":
            return [["HGET", keys.contest_key(name), "revision"]]
        case "player":
            return [["GET", keys.inbox_version_key(name)], ["EXISTS", keys.unsettled_key(name)]]
    return []


def marks(client: Client, topics: Sequence[str]) -> list[str | None]:
    """What is another one after a change of a topic, of each; None where only whoever waits can see, since a change is on its way."""
    reads = [reads_of(topic) for topic in topics]
    answers = iter(together(client, [read for each in reads for read in each]))
    return [mark_of([next(answers) for _ in each]) for each in reads]


def mark_of(answers: Sequence[Reply]) -> str | None:
    return None if answers[1:] == [1] else "".join(map(str, answers[:1]))


class Topic:
    """Something that clients wait for news of, with those who do."""

    __slots__ = ("_known", "_reading", "calls", "is_heard", "mark", "notice", "was_idle", "watches")

    def __init__(self) -> None:
        self.watches: set[Watch] = set()
        self.calls = 0
        self.notice = ""
        self.is_heard = False
        """Whether this process is subscribed to it."""
        self.was_idle = False
        """Whether nobody waited at the last beat."""
        self.mark: str | None = None
        """What it was known by when it was looked at last, or told of."""
        self._known: tuple[int, object] = (-1, None)
        self._reading = threading.Lock()

    def call(self, notice: str = "") -> None:
        """Ends every wait, with the notice that says why, if there is one."""
        self.calls += 1
        self.notice = notice if self.watches else ""
        for watch in list(self.watches):
            watch.call()

    def shared(self, read: Callable[[], T]) -> T:
        """What somebody has read after the last call: a thousand clients that are woken at once read once."""
        with self._reading:
            calls = self.calls
            if self._known[0] != calls:
                self._known = (calls, read())
            return cast(T, self._known[1])

    def leave(self, watch: "Watch") -> None:
        """The watch is over; when it was the last one, what was told is forgotten, since nobody is there to ask."""
        self.watches.discard(watch)
        if not self.watches:
            self.notice, self._known = "", (-1, None)

    def is_over(self) -> bool:
        """Whether nobody waits, nor did when this was asked last: who is answered most often asks again at once."""
        was_idle, self.was_idle = self.was_idle, not self.watches
        return was_idle and self.was_idle


class Watch:
    """One client that waits."""

    __slots__ = ("_uncalled", "dismissed", "name", "topic", "who")

    def __init__(self, name: str, topic: Topic, who: tuple[str, ...]) -> None:
        self.name = name
        self.topic = topic
        self.who = who
        self.dismissed = False
        self._uncalled = threading.Lock()  # half of what an event costs, of which there may be thousands
        self._uncalled.acquire()

    def call(self) -> None:
        """Ends the wait, or the next one."""
        if self._uncalled.locked():
            with suppress(RuntimeError):  # somebody else has called in the same moment
                self._uncalled.release()

    def dismiss(self) -> None:
        """Ends the wait for good: its place is needed."""
        self.dismissed = True
        self.call()

    def wait(self, seconds: float) -> bool:
        """Returns after a call, even one that came before, or when the time is over; whether there was one."""
        return self._uncalled.acquire(timeout=max(seconds, 0.0))
