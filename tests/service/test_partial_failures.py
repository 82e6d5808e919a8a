"""A part of the server is away or broken: the client is told in a problem document, and what can go on goes on."""

import json
import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from service import logs
from service.config import Settings
from service.game import Seat
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store import embedded
from service.store.client import connect
from service.store.games import Store
from service.store.inboxes import InboxIndex
from service.web.app import create_app
from service.worker import jobs
from tests.service.client import free_port
from tests.service.processes import until

NOWHERE = f"redis://127.0.0.1:{free_port()}"
ADA = Asked("ada")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with embedded.server(Settings(data=tmp_path)) as url:
        yield url


def settings(store: str, queue: str) -> Settings:
    return Settings(store_url=store, queue_url=queue, ai_seconds=0.1, lease_margin=0.2)


def new_game(parts: Parts, *seats: Seat) -> Change:
    made = parts.referee.create("cathedral", {}, seats or (Seat("player", "Ada", "ada"), Seat("ai", "easy", ai="easy")), "listed", ADA, str)
    assert isinstance(made, Change)
    return made


def test_without_its_store_the_server_says_when_to_come_back() -> None:
    answer = create_app(settings(NOWHERE, NOWHERE)).test_client().get("/v1/games/k3f9")
    assert (answer.status_code, answer.content_type, answer.headers["Retry-After"]) == (503, "application/problem+json", "2")
    assert json.loads(answer.data)["type"] == "/docs/problems#unavailable"


def test_a_fault_of_ours_is_a_problem_document_and_in_the_log_under_the_request_id(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Store, "summary", lambda *_: 1 / 0)
    app = create_app(settings(url, url))
    before = logging.getLogger().handlers[:]
    logs.setup(Settings(log_format="json"))
    answer = app.test_client().get("/v1/games/k3f9", headers={"X-Request-Id": "find-me"})
    logging.getLogger().handlers[:] = before
    said = json.loads(answer.data)
    assert (answer.status_code, said["type"], said["instance"]) == (500, "/docs/problems#internal", "urn:intramuros:request:find-me")
    assert "division" not in answer.text
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (fault,) = [line for line in lines if line["level"] == "error"]
    assert fault["request"] == "find-me"
    assert "ZeroDivisionError" in fault["error"]


@pytest.mark.parametrize("path", ["/v1/games/k3f9", "/v1/games/k3f9?wait=0", "/v1/me/turns", "/v1/me/turns?wait=0"])
def test_a_fault_of_ours_is_the_same_on_the_short_way_and_on_the_long_one(url: str, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(Store, "summary", lambda *_: 1 / 0)
    monkeypatch.setattr(InboxIndex, "page", lambda *_: 1 / 0)
    app = create_app(settings(url, url))
    _, token = app.extensions["intramuros"].players.create("Ada")
    answer = app.test_client().get(path, headers={"X-Request-Id": "find-me", "Authorization": f"Bearer {token}"})
    said = json.loads(answer.data)
    assert (answer.status_code, said["type"], said["instance"]) == (500, "/docs/problems#internal", "urn:intramuros:request:find-me")


def test_the_log_says_who_was_refused_for_too_many_requests(url: str, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(replace(settings(url, url), rate_token=1))
    player, token = app.extensions["intramuros"].players.create("Ada")
    caplog.set_level("INFO", "intramuros.request")
    client, asks = app.test_client(), {"Authorization": f"Bearer {token}"}
    assert [client.get(path, headers=asks, buffered=True).status_code for path in ("/v1/me/turns", "/v1/me/turns", "/v1/me")] == [
        200,
        429,
        429,
    ]
    refused = [line for line in caplog.records if line.getMessage().endswith(" 429")]
    assert [vars(line)["player"] for line in refused] == [player.id] * 2


def test_a_move_is_stored_when_the_queue_cannot_be_reached(url: str) -> None:
    parts = Parts(settings(url, NOWHERE))
    game = new_game(parts).game
    after = parts.referee.play(game.id, 1, "cathedral@e5n", None, ADA, str)
    assert isinstance(after, Change)
    assert after.game.actors == (1,)
    for _ in range(2):  # one lease lapses for the lost job, one for its repetition; then the fallback plays
        until(lambda: parts.store.leases.lapsed(time.time(), 10) == [game.id])
        parts.thinking.sweep()
    stored = parts.store.load(game.id)
    assert stored
    assert (stored.actors, stored.degraded) == ((0,), True)


def test_an_ai_that_fails_is_replaced_without_waiting_for_its_lease(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Parts(Settings(store_url=url, queue_url=url, lease_margin=600))
    game = new_game(parts).game
    parts.referee.play(game.id, 1, "cathedral@e5n", None, ADA, str)
    monkeypatch.setattr(jobs, "decide", lambda *_: 1 / 0)
    for _ in range(2):
        jobs.think(parts, game.id, 2, 1)
        parts.thinking.sweep()
    stored = parts.store.load(game.id)
    assert stored
    assert (stored.actors, stored.degraded) == ((0,), True)


def test_a_job_that_fails_too_late_leaves_the_next_turn_alone(url: str) -> None:
    parts = Parts(Settings(store_url=url, queue_url=url))
    game = new_game(parts, Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob")).game
    parts.store.leases.release(game.id, game.revision - 1)
    parts.store.leases.release("expired", 1)
    summary = parts.store.summary(game.id)
    assert summary
    assert summary.due is None
    assert not parts.store_client.exists("game:{expired}")


def test_a_change_whose_answer_was_lost_and_that_was_sent_again_counts_as_made(url: str) -> None:
    parts = Parts(Settings(store_url=url, queue_url=url))
    run = parts.store.commits._run_between
    parts.store.commits._run_between = lambda *said: (run(*said), run(*said))[1]  # type: ignore[method-assign]
    game = new_game(parts, Seat("player", "Ada", "ada"), Seat("open")).game
    sat = parts.referee.sit(game.id, None, "Bob", None, Asked("bob"), str)
    assert isinstance(sat, Change)
    played = parts.referee.play(game.id, 1, "cathedral@e5n", None, ADA, str)
    assert isinstance(played, Change)
    assert len(parts.store.journal(game.id)) == len(played.entries) == 1
    assert [member for member, _ in parts.store.lists.page("intramuros:games:running", None, 9)] == [game.id]


def test_an_answer_that_nobody_waited_for_is_not_taken_for_the_next_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect(url)
    client.set("a", "1")

    def interrupted(*_: object, **__: object) -> None:
        raise InterruptedError("the job's time is up")

    with monkeypatch.context() as patch:
        patch.setattr(client, "parse_response", interrupted)
        patch.setattr("service.store.client.answer_or_error", interrupted)
        with pytest.raises(InterruptedError):
            client.get("a")
        with pytest.raises(InterruptedError):
            client.at_once([["GET", "a"], ["GET", "a"]])
    assert client.set("b", "2") is True
    assert client.get("b") == "2"
    client.close()


def test_a_connection_that_comes_free_goes_to_whoever_waits_for_the_pool(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = connect(url, connections=4)
    client.connection_pool.timeout = 1
    gates, mine, parse = [threading.Event() for _ in range(4)], threading.local(), client.parse_response
    inside: list[int] = []

    def parse_behind_gate(*said: object, **more: object) -> object:
        inside.append(mine.number)
        gates[mine.number].wait(20)
        return parse(*said, **more)

    def ask(number: int) -> object:
        mine.number = number
        return client.get("a")

    monkeypatch.setattr(client, "parse_response", parse_behind_gate)
    with ThreadPoolExecutor(4) as crowd:
        asked = []
        for number in range(4):  # now every connection is in use
            asked.append(crowd.submit(ask, number))
            until(lambda: len(inside) + len(client._line._waiting) == len(asked))
        try:
            threading.Timer(0.3, gates[3].set).start()
            assert client.pipeline(transaction=False).ping().execute() == [True]
        finally:
            for gate in gates:
                gate.set()
    assert [task.result() for task in asked] == [None] * 4
    client.close()
