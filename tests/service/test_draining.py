"""An API that is asked to stop: who waits is answered, who asks is served, nobody is cut off; the next API takes over."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from service.store import embedded
from tests.service.client import Client, Server, free_port
from tests.service.conftest import start, stop
from tests.service.processes import ENVIRON, alive, running, until


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Server]:
    server = start(tmp_path, WEB_PROCESSES="2", WORKERS="1")
    yield server
    stop(server)


def ask_api_to_stop(server: Server) -> int:
    until(lambda: len(running(server.process.pid, "gunicorn")) == 1)  # the one before has gone, and its successor is there
    (master,) = running(server.process.pid, "gunicorn")
    os.kill(master, signal.SIGTERM)
    return master


def test_all_who_wait_are_answered_at_once_and_told_to_come_again(busy: Server) -> None:
    with Client(busy.url) as ada, ThreadPoolExecutor(20) as crowd:
        ada.named("Ada")
        game = ada.game("cathedral", ["me", "open"])["id"]
        headers = {"Authorization": f"Bearer {ada.token}"}
        tags = {path: ada.get(path).headers["ETag"] for path in (f"/v1/games/{game}", "/v1/me/turns")}

        def wait(path: str) -> tuple[int, str, float]:
            answer = requests.get(f"{busy.url}{path}?wait=25", headers={**headers, "If-None-Match": tags[path]}, timeout=30)
            return answer.status_code, answer.headers.get("Connection", ""), time.monotonic()

        waiting = [crowd.submit(wait, path) for path in tags for _ in range(10)]
        until(lambda: "\nintramuros_waiting_clients 20.0\n" in ada.get("/metrics").text)
        asked = time.monotonic()
        ask_api_to_stop(busy)
        answers = [task.result() for task in waiting]
        assert {(status, connection) for status, connection, _ in answers} == {(304, "close")}
        assert max(when for _, _, when in answers) - asked < 10.0, "long before their 25 seconds are over"


def test_a_stream_ends_in_order(busy: Server) -> None:
    with Client(busy.url) as ada:
        ada.named("Ada")
        game = ada.game("cathedral", ["me", "open"])["id"]
        url, headers = f"{busy.url}/v1/games/{game}/events", {"Authorization": f"Bearer {ada.token}"}
        with requests.get(url, headers=headers, stream=True, timeout=30) as stream:
            lines = stream.iter_lines(decode_unicode=True)
            next(line for line in lines if line.startswith("data: "))
            ask_api_to_stop(busy)
            list(lines)  # raises if it is cut off in the middle of a chunk


def test_a_silent_connection_does_not_hold_up_the_end(busy: Server) -> None:
    with Client(busy.url) as ada:
        ada.named("Ada")  # its connection stays open
        master = ask_api_to_stop(busy)
        until(lambda: not alive(master))
        assert "graceful timeout" not in busy.log.read_text(), "gunicorn says so when it has to cut somebody off"


@pytest.mark.long
def test_nobody_is_refused_or_cut_off_while_the_api_is_restarted_under_load(busy: Server) -> None:
    over, failed, served = threading.Event(), [], [0] * 4

    def play(number: int) -> None:
        with Client(busy.url) as client:
            client.session.headers["Connection"] = "close"  # one kept open may be closed under a request on its way
            client.named(f"Player {number}")
            while not over.is_set():
                try:
                    game = client.game("cathedral", ["me", "me"])["id"]
                    for turn in (1, 2):
                        assert client.play(game, turn, client.first_legal(game, turn - 1), turn - 1).status_code == 201
                    served[number] += 6
                except Exception as error:
                    failed.append(repr(error))
                    return

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            before = sum(served)
            until(lambda before=before: sum(served) > before + 24 or failed)
            master = ask_api_to_stop(busy)
            until(lambda master=master: not alive(master))
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert failed == []


HOLDER = """
import os, socket, subprocess, sys
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=2048)
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
for line in sys.stdin:
    start = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" -m service.commands.cli web'
    child = subprocess.Popen(["sh", "-c", start, sys.executable], pass_fds=(3,))
    print(child.pid, flush=True)
    child.wait()
"""
"""What systemd does with intramuros-web.socket: keeps the port open, and starts the API on it whenever it is told."""


@pytest.mark.long
def test_with_systemds_socket_the_port_stays_open_between_two_apis(busy: Server) -> None:
    port, store = free_port(), f"unix://{embedded.socket_path(busy.data)}"
    environ = {
        **ENVIRON,
        "INTRAMUROS_STORE_URL": store,
        "INTRAMUROS_QUEUE_URL": store,
        "INTRAMUROS_PORT": str(port),
        "INTRAMUROS_WEB_PROCESSES": "1",
    }
    command = [sys.executable, "-c", HOLDER, str(port)]
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdin
        assert holder.stdout
        try:
            answers = []
            for _ in range(2):
                holder.stdin.write("again\n")
                holder.stdin.flush()
                api = int(holder.stdout.readline())
                answers.append(requests.get(f"http://127.0.0.1:{port}/healthz", timeout=30).json())  # waits in line until somebody answers
                os.kill(api, signal.SIGTERM)
            assert answers == [{"status": "ok"}] * 2
        finally:
            holder.stdin.close()
            holder.wait(30)
