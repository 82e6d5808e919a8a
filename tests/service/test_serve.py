"""`intramuros serve` as a person runs it: it says where it is, what is killed comes back, and nothing is left behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service.processes import ENVIRON, alive, until


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def descendants(pid: int) -> list[tuple[int, str]]:
    """Every process below another, with its command line."""
    rows = subprocess.run(["ps", "-wweo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout.splitlines()
    below: dict[int, list[tuple[int, str]]] = {}
    for row in rows:
        own, parent, arguments = row.split(maxsplit=2)
        below.setdefault(int(parent), []).append((int(own), arguments))
    found, new = [], below.get(pid, [])
    while new:
        found += new
        new = [child for own, _ in new for child in below.get(own, [])]
    return found


class Running:
    """A server with one API process and one worker, and what it has said."""

    def __init__(self, data: Path) -> None:
        self.port = free_port()
        own = {"INTRAMUROS_PORT": str(self.port), "INTRAMUROS_DATA": str(data), "INTRAMUROS_WEB_PROCESSES": "1", "INTRAMUROS_WORKERS": "1"}
        command = [sys.executable, "-m", "service.commands.cli", "serve"]
        self.process = subprocess.Popen([*command], env={**ENVIRON, **own}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        self.welcome = [self.process.stdout.readline() for _ in range(6)]

    def one(self, word: str) -> int | None:
        """The process next below the supervisor that has the word in its command line."""
        return next((pid for pid, arguments in descendants(self.process.pid) if word in arguments), None)

    def ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return bool(json.load(answer)["status"] == "ok")
        except OSError:
            return False


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Running]]:
    started: list[Running] = []

    def begin() -> Running:
        started.append(Running(tmp_path))
        return started[-1]

    yield begin
    for running in started:
        running.process.kill()
        running.process.wait()
        assert running.process.stdout
        running.process.stdout.close()


def test_a_server_says_where_it_is_and_a_stop_leaves_no_process(start: Callable[[], Running]) -> None:
    running = start()
    assert running.welcome[0] == "Intramuros 0.1.0 is running; Ctrl-C stops it.\n"
    assert running.welcome[1].startswith(f"  play     http://127.0.0.1:{running.port}/ ")
    assert f"http://127.0.0.1:{running.port}/docs" in running.welcome[2]
    assert "Valkey" in running.welcome[3]
    until(running.ready)
    pids = [pid for pid, _ in descendants(running.process.pid)]
    assert len(pids) == 4  # the embedded server, a worker, gunicorn and its API process
    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(60) == 0
    assert not any(alive(pid) for pid in pids)


def test_each_part_that_is_killed_comes_back_and_the_api_is_ready_again(start: Callable[[], Running]) -> None:
    running = start()
    until(running.ready)
    for word in ("valkey-server", "gunicorn", "worker"):
        before = running.one(word)
        assert before
        os.kill(before, signal.SIGKILL)
        until(lambda word=word, before=before: running.one(word) not in (None, before))  # type: ignore[misc]
        until(running.ready)


def test_nothing_outlives_a_server_that_is_killed_and_the_next_one_starts_at_once(start: Callable[[], Running]) -> None:
    first = start()
    pids = [pid for pid, _ in descendants(first.process.pid)]
    first.process.kill()
    second = start()
    assert "is running" in second.welcome[0]
    until(lambda: not any(alive(pid) for pid in pids))
