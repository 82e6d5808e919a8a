"""Limits under a crowd: many requests of one player at once take one share, and none is refused before its time."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from service import embedded
from service.config import Settings
from service.connections import connect
from service.limits import Limits


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


def test_what_time_gives_back_is_counted_though_nobody_asks(url: str) -> None:
    limits = Limits(connect(url), "token", 1200)
    for _ in range(300):
        before = limits.spend("ada")
    time.sleep(1)
    after = limits.spend("ada")
    assert before is not None
    assert after is not None
    assert 15 <= after.remaining - before.remaining <= 40, "20 a second, and one was spent"


def test_beyond_the_limit_the_wait_is_told_and_comes_to_an_end(url: str) -> None:
    limits = Limits(connect(url), "token", 600)
    verdicts = [limits.spend("ada") for _ in range(700)]
    refused = [verdict for verdict in verdicts if verdict and verdict.wait]
    assert refused
    time.sleep(refused[-1].wait + 0.1)
    after = limits.spend("ada")
    assert after is not None
    assert not after.wait
