"""What is worked out aside is done by turns of the callers, once for all who want the same, and none has more than a share of it."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from service.contests import fair_work
from service.contests.fair_work import REST, FairWork
from tests.service.processes import until


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as made:
        yield made


class Table:
    """What is worked out, in which order, while the door is open."""

    def __init__(self, crowd: ThreadPoolExecutor) -> None:
        self.crowd, self.work, self.done, self.door = crowd, FairWork(), list[str](), threading.Event()

    def ask(self, who: str, what: str) -> Future[str]:
        """Somebody who comes after all who came before."""
        before = self.standing()
        coming = self.crowd.submit(self.work.done, who, lambda: what if what in self.done else None, lambda: self.make(what))
        until(lambda: self.standing() == before + 1)
        return coming

    def standing(self) -> int:
        """How many have their turn or stand in one of the lines, those who are still on their way there not counted."""
        lines = [self.work._place, *(caller.line for caller in list(self.work._callers.values()))]
        return sum(len(line._waiting) for line in lines) + 1 - self.work._place._free

    def make(self, what: str) -> str:
        assert self.door.wait(20)
        self.done.append(what)
        return what


def test_whoever_wants_one_thing_is_not_behind_another_callers_many(crowd: ThreadPoolExecutor) -> None:
    table = Table(crowd)
    asked = [table.ask(who, what) for who, what in (("eve", "1"), ("eve", "2"), ("eve", "3"), ("bob", "4"), ("ann", "5"))]
    table.door.set()
    assert [one.result(20) for one in asked] == ["1", "2", "3", "4", "5"]
    assert (table.done[:1], set(table.done[1:3])) == (["1"], {"4", "5"})


def test_what_many_want_is_made_once(crowd: ThreadPoolExecutor) -> None:
    table = Table(crowd)
    asked = [table.ask(who, "table") for who in ("eve", "eve", "bob", "ann", "eve")]
    table.door.set()
    assert {one.result(20) for one in asked} == {"table"}
    assert (table.done, table.work.waiting()) == (["table"], 0)


def test_a_caller_rests_after_each_piece_and_another_does_not_wait_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    work, rests, now = FairWork(), list[float](), [0.0]
    monkeypatch.setattr(fair_work, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=rests.append))

    def make() -> bool:
        now[0] += 2.0  # what the piece costs
        return True

    for caller in ("eve", "bob", "eve"):
        work.done(caller, lambda: None, make)
    assert rests == [0, 0, 2.0 * REST - 2.0], "while Bob's piece was made, Eve has rested already"
    assert work.done("ann", lambda: True, make), "what is there needs no rest"
    assert len(rests) == 3


def test_what_cannot_be_made_holds_up_nobody(crowd: ThreadPoolExecutor) -> None:
    work = FairWork()

    def fail() -> str:
        raise ValueError

    asked = [crowd.submit(work.done, who, lambda: None, fail) for who in ("eve", "bob", "ann")]
    assert [type(one.exception(20)) for one in asked] == [ValueError] * 3
    assert work.done("ann", lambda: None, lambda: "made") == "made"


def test_callers_who_are_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.contests.fair_work.REMEMBERED", 10)
    work = FairWork()
    for number in range(100):
        assert work.done(f"caller {number}", lambda: None, lambda: 1) == 1
        until(lambda: all(one.rests_until < time.monotonic() for one in work._callers.values()))
    assert len(work._callers) <= 11


KILLED = """
from gevent import monkey
monkey.patch_all()
import gevent
from gevent.event import Event
from service.contests.fair_work import FairWork
work, door, made = FairWork(), Event(), []
def make(who):
    door.wait()
    made.append(who)
    return who
asked = [gevent.spawn(work.done, who, lambda: None, lambda who=who: make(who)) for who in ("eve", "eve", "bob", "ann")]
gevent.sleep(0)
assert work.waiting() == 4
for gone in (asked[1], asked[2], asked[0]):
    gone.kill()
door.set()
assert asked[3].get(timeout=20) == "ann" and made == ["ann"] and work.waiting() == 0
"""


def test_who_goes_away_while_it_waits_or_has_its_turn_stands_in_nobodys_way() -> None:
    subprocess.run([sys.executable, "-c", KILLED], check=True, timeout=60)
