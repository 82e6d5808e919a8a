"""Waiting for a game's next change: none is missed, whatever dies, and who waits costs the others nothing."""

import time
from pathlib import Path

import pytest
import requests

from service.config import load
from service.store import notifications
from service.store.client import Client as RedisClient
from service.store.client import connect
from service.store.embedded import server as embedded_server
from service.store.notifications import News
from service.store.watches import game_topic, notice, player_topic
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import until
from tests.service.waiters import api_processes, ask, ask_until_answered, kill, meanwhile, processes_of


def two_at_a_table(ada: Client, bob: Client) -> str:
    """A running game where Ada is to move."""
    game = str(ada.game("cathedral", ["me", "open"])["id"])
    assert bob.post(f"/v1/games/{game}/seats", {}).status_code == 201
    return game


def tag_of(client: Client, game: str) -> str:
    return client.get(f"/v1/games/{game}").headers["ETag"]


def test_who_waits_is_answered_as_soon_as_another_moves(ada: Client, bob: Client) -> None:
    game = two_at_a_table(ada, bob)
    waiting = meanwhile(ask, bob, f"/v1/games/{game}?wait=30", tag_of(bob, game))
    assert not waiting.done()
    assert ada.play(game, 1, "cathedral@e5n").status_code == 201
    answer = waiting.result(10)
    assert (answer.status_code, answer.json()["turn"], answer.json()["you"]["owe"]) == (200, 2, [1])


def test_everybody_who_waits_is_answered_in_whichever_process_they_wait(ada: Client, bob: Client) -> None:
    game = two_at_a_table(ada, bob)
    tag = ask(ada, f"/v1/games/{game}").headers["ETag"]
    waiting = [meanwhile(ask, ada, f"/v1/games/{game}?wait=30", tag) for _ in range(8)]
    assert ada.play(game, 1, "cathedral@e5n").status_code == 201
    assert [answer.result(10).json()["turn"] for answer in waiting] == [2] * 8


def test_a_move_of_a_worker_process_wakes_who_waits(ada: Client) -> None:
    game = ada.game("cathedral", [{"ai": "easy"}, "me"])["id"]
    snapshot, tag = None, tag_of(ada, game)
    while not snapshot or not snapshot["you"]["owe"]:
        answer = ask(ada, f"/v1/games/{game}?wait=30", tag)
        snapshot, tag = (answer.json(), answer.headers["ETag"]) if answer.status_code == 200 else (snapshot, tag)
        if answer.status_code == 304:
            snapshot = ada.look(game)
    assert snapshot["turn"] == 2


def test_without_a_change_the_answer_is_304_with_its_etag_when_the_time_is_over(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    tag, before = tag_of(ada, game), time.monotonic()
    answer = ada.get(f"/v1/games/{game}?wait=1", If_None_Match=tag)
    assert answer.status_code == 304
    assert answer.headers["ETag"] == tag
    assert 0.9 < time.monotonic() - before < 5


def test_who_has_not_the_newest_snapshot_does_not_wait(ada: Client) -> None:
    game, before = ada.game("cathedral", ["me", "me"])["id"], time.monotonic()
    assert ada.get(f"/v1/games/{game}?wait=30").status_code == 200
    assert ada.get(f"/v1/games/{game}?wait=30", If_None_Match='"0-0"').status_code == 200
    assert time.monotonic() - before < 5


@pytest.mark.parametrize("wait", ["61", "-1", "soon", "1.5"])
def test_a_wait_that_is_none_is_refused(ada: Client, wait: str) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    answer = ada.get(f"/v1/games/{game}?wait={wait}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["parameter"] == "wait"


def test_where_too_many_wait_the_answer_comes_at_once_and_says_when_to_come_back(tmp_path: Path) -> None:
    server = start(tmp_path / "data", MAX_WAITERS="1", WEB_PROCESSES="1")
    try:
        with Client(server.url) as ada:
            game = ada.named("Ada").game("cathedral", ["me", "me"])["id"]
            tag = tag_of(ada, game)
            first = meanwhile(ask, ada, f"/v1/games/{game}?wait=20", tag)
            before = time.monotonic()
            second = ada.get(f"/v1/games/{game}?wait=20", If_None_Match=tag)
            assert (second.status_code, second.headers["ETag"], second.headers["Retry-After"]) == (304, tag, "2")
            assert time.monotonic() - before < 5
            ada.play(game, 1, "cathedral@e5n")
            assert first.result(10).status_code == 200
            assert ada.get(f"/v1/games/{game}?wait=1", If_None_Match=tag_of(ada, game)).headers.get("Retry-After") is None
    finally:
        stop(server)


def test_who_waits_brings_back_an_ai_turn_that_was_lost(tmp_path: Path) -> None:
    server = start(tmp_path / "data", LEASE_MARGIN="0.5", WORKERS="1")
    try:
        with Client(server.url) as ada:
            ada.named("Ada")
            (worker,) = processes_of(server, "service.commands.cli worker")
            game = ada.game("cathedral", ["me", {"ai": "easy"}])["id"]
            kill(worker)
            assert ada.play(game, 1, "cathedral@e5n").status_code == 201
            answer = ask_until_answered(ada, f"/v1/games/{game}?wait=20", tag_of(ada, game))
            assert answer.json()["turn"] == 3
    finally:
        stop(server)


def test_nobody_misses_a_change_when_the_api_processes_are_killed(own_server: Server) -> None:
    with Client(own_server.url) as ada, Client(own_server.url) as bob:
        ada.named("Ada"), bob.named("Bob")
        game = two_at_a_table(ada, bob)
        tag = tag_of(bob, game)
        waiting = [meanwhile(ask_until_answered, bob, f"/v1/games/{game}?wait=30", tag) for _ in range(6)]
        killed = api_processes(own_server)
        assert len(killed) == 2
        for pid in killed:
            kill(pid)
        until(lambda: not {*api_processes(own_server)} & {*killed} and own_server.is_ready())
        ada.session.close()
        assert ada.play(game, 1, "cathedral@e5n").status_code == 201
        assert [answer.result(60).json()["turn"] for answer in waiting] == [2] * 6


def test_nobody_misses_a_change_when_redis_is_killed(own_server: Server) -> None:
    with Client(own_server.url) as ada, Client(own_server.url) as bob:
        ada.named("Ada"), bob.named("Bob")
        game = two_at_a_table(ada, bob)
        waiting = [meanwhile(ask, bob, f"/v1/games/{game}?wait=30", tag_of(bob, game)) for _ in range(4)]
        (redis,) = processes_of(own_server, "valkey-server")
        kill(redis)
        until(own_server.is_ready)
        until(lambda: ada.play(game, 1, "cathedral@e5n").status_code == 201)
        assert [answer.result(60).json()["turn"] for answer in waiting] == [2] * 4


def test_health_is_answered_while_many_wait(server: Server, ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    tag = tag_of(ada, game)
    waiting = [meanwhile(ask, ada, f"/v1/games/{game}?wait=30", tag) for _ in range(20)]
    assert requests.get(f"{server.url}/healthz", timeout=2).status_code == 200
    ada.play(game, 1, "cathedral@e5n")
    assert {answer.result(10).status_code for answer in waiting} == {200}


def pings(client: RedisClient) -> int:
    """How often Redis has been asked whether it is there."""
    return int(client.info("commandstats").get("cmdstat_ping", {"calls": 0})["calls"])


def test_a_listener_whose_connection_was_cut_wakes_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "BEAT", 0.1)
    with embedded_server(load({"INTRAMUROS_DATA": str(tmp_path)})) as url:
        client = connect(url)
        listened = News(url, most=2)
        game, ada = game_topic("k3f9"), player_topic("ada")
        with listened.watch(game) as watch, listened.watch(ada) as other, listened.watch(game) as refused:
            assert watch is not None
            assert other is not None
            assert refused is None
            until(lambda: listened.is_watched(game) and listened.is_watched(ada))
            for cause in (
                lambda: [client.spublish(topic, notice("k3f9", 2, "c0ffee")) for topic in (game, ada)],
                lambda: client.client_kill_filter(_type="pubsub"),
            ):
                beats = pings(client)
                until(lambda beats=beats: pings(client) >= beats + 3)  # of silence, which must not disturb anybody
                watch.wait(0), other.wait(0)
                before = time.monotonic()
                cause()
                watch.wait(10), other.wait(10)
                assert time.monotonic() - before < 5
