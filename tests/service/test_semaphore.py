"""A line gives its places in the order of coming, and to newcomers only when nobody waits."""

import threading
from concurrent.futures import Future

import pytest

from service.store.semaphore import Line
from tests.service.processes import until
from tests.service.waiters import POOL


def waiting(line: Line, count: int) -> None:
    """Returns when so many wait in the line."""
    until(lambda: len(line._waiting) == count)


def test_a_place_goes_to_whoever_has_waited_for_longest() -> None:
    line, served = Line(1), []
    assert line.enter(0)

    def wait(number: int) -> None:
        assert line.enter(10)
        served.append(number)
        line.leave()

    waiters: list[Future[None]] = []
    for number in range(5):
        waiters.append(POOL.submit(wait, number))
        waiting(line, number + 1)
    line.leave()
    for waiter in waiters:
        waiter.result(10)
    assert served == [0, 1, 2, 3, 4]


def test_a_newcomer_does_not_take_the_place_of_who_waits() -> None:
    line = Line(1)
    assert line.enter(0)
    first = POOL.submit(line.enter, 10)
    waiting(line, 1)
    line.leave()
    assert not line.enter(0)
    assert first.result(10)


def test_who_waits_no_longer_leaves_the_line() -> None:
    line = Line(1)
    assert line.enter(0)
    assert not line.enter(0.01)
    line.leave()
    assert line.enter(0)


def test_who_is_interrupted_while_waiting_loses_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        """A lock of which the second acquisition, the wait, ends with an exception."""

        def __init__(self) -> None:
            self.acquired = False

        def acquire(self, timeout: float = -1) -> bool:
            if self.acquired:
                raise KeyboardInterrupt
            self.acquired = True
            return True

    line = Line(1)
    assert line.enter(0)
    with monkeypatch.context() as patched:
        patched.setattr(threading, "Lock", Interrupted)
        with pytest.raises(KeyboardInterrupt):
            line.enter(10)
    line.leave()
    assert line.enter(0)
