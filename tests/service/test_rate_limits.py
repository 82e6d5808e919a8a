"""Limits under a crowd: many requests of one player at once take one share, and none is refused before its time."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from service.config import Settings
from service.store import embedded, rate_limits
from service.store.client import connect
from service.store.rate_limits import Limits, Verdict
from tests.service.processes import until


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with embedded.server(replace(Settings(), data=tmp_path)) as found:
        yield found


def test_a_burst_is_refused_only_beyond_the_limit(url: str) -> None:
    limits, start = Limits(connect(url), "token", 400), threading.Barrier(100)

    def burst(_: int) -> list[bool]:
        start.wait()
        return [bool(verdict and not verdict.wait) for verdict in (limits.spend("ada") for _ in range(3))]

    with ThreadPoolExecutor(100) as pool:
        passed = [each for found in pool.map(burst, range(100)) for each in found]
    assert passed == [True] * 300


def test_what_time_gives_back_is_counted_though_nobody_asks(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(connect(url), "token", 1200)
    for _ in range(290):  # a process holds some of what it took, so that nothing need be asked for
        before = limits.spend("ada")
    now = time.monotonic() + 1
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: now)
    after = limits.spend("ada")
    assert before is not None
    assert after is not None
    assert 15 <= after.remaining - before.remaining <= 40, "20 a second, and one was spent"


def test_beyond_the_limit_the_wait_is_told_and_comes_to_an_end(url: str) -> None:
    limits = Limits(connect(url), "token", 600)

    def passing() -> Verdict:
        found = limits.spend("ada")
        assert found is not None
        return found

    verdicts = [limits.spend("ada") for _ in range(700)]
    refused = [verdict for verdict in verdicts if verdict and verdict.wait]
    assert refused
    until(lambda: not passing().wait, refused[-1].wait + 10)


def test_what_costs_as_much_as_many_requests_counts_as_many(url: str) -> None:
    limits = Limits(connect(url), "token", 600)
    first = limits.spend("ada")
    limits.charge("ada", 700)
    owing = limits.spend("ada")
    assert first is not None
    assert owing is not None
    assert (first.wait, owing.remaining) == (0, 0)
    assert 8 <= owing.wait <= 13, "101 requests beyond the limit come back at ten a second"
    other = limits.spend("bob")
    assert other is not None
    assert not other.wait
