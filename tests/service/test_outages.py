"""Outages: a deadline that lapsed while nobody could move is moved, one that had lapsed before stands."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from service import clock
from service.game import FINISHED, RUNNING
from service.parts import Parts
from service.store import keys, outages
from service.time_control import TimeControl
from tests.service import processes
from tests.service.client import Client, Server
from tests.service.clocked import game_of, lapse, passed, seen, standing, until
from tests.service.conftest import start, stop
from tests.service.staging import store_of


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Parts]:
    monkeypatch.setattr(outages, "GAP", 800)
    with standing(tmp_path) as made:
        yield made


def test_a_deadline_is_moved_by_the_length_of_the_outage_it_fell_into(parts: Parts) -> None:
    game = game_of(parts, TimeControl("per_decision", 1))
    beat = int(parts.store.client.get(keys.HEARTBEAT))
    lapse(game)
    after = seen(parts, game)
    moved = until(after, 0) - until(game, 0)
    assert (after.status, after.revision) == (RUNNING, game.revision + 1)
    assert 1000 <= moved == int(parts.store.client.get(keys.HEARTBEAT)) - beat


def test_a_deadline_that_had_lapsed_before_stands(parts: Parts) -> None:
    game = game_of(parts, TimeControl("per_decision", 1))

    def lapses_while_the_heart_beats() -> bool:
        parts.outages.beat()
        return time.time() * 1000 > until(game, 0)

    processes.until(lapses_while_the_heart_beats)
    parts.outages.beat()
    passed(int(parts.store.client.get(keys.HEARTBEAT)) + outages.GAP)
    assert seen(parts, game).status == FINISHED


def test_a_worker_alone_ends_nothing_while_nobody_can_move(parts: Parts) -> None:
    game = game_of(parts, TimeControl("per_decision", 1))
    parts.outages.serving = False
    lapse(game)
    parts.expiry.sweep()
    assert parts.referee.load(game.id).revision == game.revision
    assert game.id in [found for found, _ in parts.store.deadlines.overdue(time.time(), 10)]


def milliseconds(written: str) -> int:
    return int(clock.seconds(written) * 1000)


def is_up(server: Server) -> bool:
    try:
        return requests.get(f"{server.url}/healthz", timeout=2).status_code == 200
    except requests.RequestException:
        return False


@pytest.mark.long
def test_a_server_that_was_stopped_for_half_a_minute_settles_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker runs, so that nobody but a reader could settle the first game before the stop."""
    monkeypatch.setattr(Server, "is_ready", is_up)
    server = start(tmp_path / "data", WORKERS="0")
    try:
        with Client(server.url) as ada:
            ada.named("Ada")
            lapsed = ada.game("cathedral", ["me", "me"], clock={"kind": "per_decision", "seconds": 1})
            lapses = ada.game("cathedral", ["me", "me"], clock={"kind": "per_decision", "seconds": 20})
            first, second = (milliseconds(game["clock"]["seats"][0]["deadline"]) for game in (lapsed, lapses))
            store = store_of(server).client
            processes.until(lambda: int(store.get(keys.HEARTBEAT)) > first)
            last = int(store.get(keys.HEARTBEAT)) + int(outages.EVERY * 1000)
            server.process.kill()
            server.process.wait()
            passed(max(last + outages.GAP, second))
            server = start(tmp_path / "data", WORKERS="0", PORT=server.url.rpartition(":")[2])
            assert ada.look(lapsed["id"])["outcome"]["reason"] == "out_of_time"
            moved = ada.look(lapses["id"])
            assert moved["status"] == "running"
            assert moved["clock"]["seats"][0]["deadline"] > lapses["clock"]["seats"][0]["deadline"]
            assert moved["clock"]["seats"][0]["left_ms"] > 5000
            assert ada.play(lapses["id"], 1, "cathedral@e5n", 0).status_code == 201
    finally:
        stop(server)
