"""`finish` is pure: it neither waits nor counts; whoever is refused beyond the limit is held back before it."""

import threading
import time
from types import SimpleNamespace

import pytest
from werkzeug.test import EnvironBuilder

from service import metrics
from service.config import Settings
from service.parts import Parts
from service.store import rate_limits
from service.store.rate_limits import Refusals, Verdict
from service.web.admission import held_back
from service.web.answer import Answer, json_answer
from service.web.call import Call
from service.web.finish import finish

NOWHERE = Settings(store_url="redis://localhost:9", queue_url="redis://localhost:9")
"""No store is asked for any of this."""


@pytest.fixture
def call() -> Call:
    """A move of a player who has no requests left and was refused a moment ago."""
    made = Call(EnvironBuilder("/v1/games/k3f9/moves", method="POST").get_environ(), Parts(NOWHERE))
    made.verdict = Verdict("token", 40, 0, 1.5, refusals=Refusals())
    return made


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how long the test itself would have slept; what else runs in this process sleeps as ever."""
    found: list[float] = []
    here, sleep = threading.current_thread(), time.sleep
    monkeypatch.setattr(time, "sleep", lambda seconds: found.append(seconds) if threading.current_thread() is here else sleep(seconds))
    return found


def refused() -> Answer:
    return json_answer("{}", 422)


def counted() -> float:
    found = metrics.HELD_BACK.labels("token")._value.get()
    assert isinstance(found, float)
    return found


def test_finishing_neither_waits_nor_counts(call: Call, slept: list[float]) -> None:
    before = counted()
    answers = [finish(refused(), call) for _ in range(3)]
    assert [answer.status for answer in answers] == [422] * 3
    assert (slept, counted()) == ([], before)


def test_finishing_gives_the_same_answer_every_time(call: Call) -> None:
    first, again = (finish(json_answer("x" * 4000, headers={"ETag": '"one"'}), call) for _ in range(2))
    assert first == again


def test_a_refused_move_beyond_the_limit_waits_for_its_429_and_is_counted(
    call: Call, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = counted()
    monkeypatch.setattr(rate_limits, "REFUSAL_EVERY", 1.0)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: 100.0))
    answers = [held_back(refused(), call) for _ in range(3)]
    assert [answer.status for answer in answers] == [429] * 3
    assert (slept, counted()) == ([0, 1, 2], before + 3)


@pytest.mark.parametrize("status", [201, 304, 429, 503])
def test_what_is_no_refusal_of_a_move_passes_as_it_is(call: Call, slept: list[float], status: int) -> None:
    answer = Answer(status)
    assert held_back(answer, call) is answer
    assert slept == []


def test_compressed_answers_are_kept_with_the_parts(call: Call) -> None:
    call.environ["HTTP_ACCEPT_ENCODING"] = "gzip"
    body = b"x" * 4000
    finish(json_answer(body), call)
    assert call.parts.compressed.find((body + b"\n", "gzip"))
    assert Parts(NOWHERE).compressed.find((body + b"\n", "gzip")) is None


def test_while_the_process_drains_every_answer_ends_its_connection(call: Call) -> None:
    before = finish(json_answer("{}"), call)
    call.parts.news.drain()
    after = finish(json_answer("{}"), call)
    assert after.headers == {**before.headers, "Connection": "close"}
