"""The client that keeps connections at hand gives the same answers as redis-py's own, whatever happens to its connections."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

from service.config import Settings
from service.store import embedded
from service.store.client import Client, at_once, connect, together
from tests.service.processes import until


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded.server(replace(Settings(), data=tmp_path_factory.mktemp("connections"))) as started:
        yield started


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[Client]:
    connected = connect(url, 4)
    yield connected
    connected.close()
    connected.connection_pool.disconnect()


def test_a_command_is_answered_over_the_connection_at_hand(client: Client) -> None:
    client.set("word", "abbey")
    numbers = {client.client_id() for _ in range(5)}
    assert (client.get("word"), len(numbers)) == ("abbey", 1)


def test_a_command_is_answered_after_the_server_closed_the_connection(client: Client) -> None:
    client.set("word", "abbey")
    client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no")
    assert client.get("word") == "abbey"


def test_an_error_of_the_server_is_raised_and_the_connection_kept(client: Client) -> None:
    client.set("word", "abbey")
    before = client.client_id()
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        client.hget("word", "field")
    assert client.client_id() == before


def test_a_forked_process_does_not_talk_over_its_parents_connection(client: Client, tmp_path: Path) -> None:
    ours = client.client_id()
    pid = os.fork()
    if pid == 0:
        (tmp_path / "child").write_text(str(client.client_id()))
        os._exit(0)
    os.waitpid(pid, 0)
    assert int((tmp_path / "child").read_text()) != ours
    assert client.client_id() == ours


def test_commands_sent_at_once_are_answered_in_their_order(client: Client) -> None:
    answers = at_once(client, [["SET", "word", "abbey"], ["HGET", "word", "field"], ["GET", "word"]])
    assert (answers[0], answers[2]) == ("OK", "abbey")
    assert isinstance(answers[1], ResponseError)


def test_commands_sent_at_once_are_sent_again_after_the_server_closed_the_connection(client: Client) -> None:
    client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no")
    assert at_once(client, [["SET", "word", "inn"], ["GET", "word"]])[1] == "inn"


def test_reads_asked_together_raise_the_error_of_any(client: Client) -> None:
    client.set("word", "abbey")
    assert together(client, [["GET", "word"], ["GET", "no word"]]) == ["abbey", None]
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        together(client, [["GET", "word"], ["HGET", "word", "field"]])


def test_who_waits_for_a_connection_is_served_although_others_ask_again_and_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.connection_pool, "timeout", 2)
    over, answered = threading.Event(), list[int]()

    def ask() -> None:
        client.blpop("nothing", 0.01)

    def ask_on() -> None:
        while not over.is_set():
            ask()
            answered.append(1)

    with ThreadPoolExecutor(12) as crowd:
        greedy = [crowd.submit(ask_on) for _ in range(6)]
        until(lambda: len(answered) > 12)  # all of them ask, and are answered in turn
        modest = [crowd.submit(ask) for _ in range(6)]
        wait(modest)
        over.set()
    assert [asked.exception() for asked in (*modest, *greedy)] == [None] * 12


def test_a_pool_of_one_connection_serves_commands_and_pipelines_in_turn(url: str) -> None:
    alone = connect(url, 1)
    alone.set("word", "abbey")
    assert alone.pipeline().get("word").execute() == ["abbey"]
    assert alone.get("word") == "abbey"
    alone.connection_pool.disconnect()
