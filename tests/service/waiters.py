"""What the tests of waiting clients share: requests that go on in the background, and the server's processes to hurt."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import requests

from tests.service.client import Client, Server
from tests.service.processes import until

T = TypeVar("T")
POOL = ThreadPoolExecutor(64)


def meanwhile(act: Callable[..., T], client: Client, *arguments: Any) -> "Future[T]":
    """The result of a request that waits, made in the background; when this returns it waits, or has been answered."""
    before = waiting_at(client.url)
    started = POOL.submit(act, client, *arguments)
    until(lambda: started.done() or waiting_at(client.url) > before)
    return started


def waiting_at(url: str) -> float:
    """How many clients wait for news at a server, as its figures say."""
    said = requests.get(f"{url}/metrics", timeout=20).text
    return sum(float(line.split()[-1]) for line in said.splitlines() if line.startswith("intramuros_waiting_clients"))


def ask(client: Client, path: str, tag: str | None = None, timeout: float = 60) -> requests.Response:
    """A GET over a connection of its own, so that several can go on at once."""
    headers = {"Authorization": f"Bearer {client.token}"} | ({"If-None-Match": tag} if tag else {})
    return requests.get(client.url + path, headers=headers, timeout=timeout)


def ask_until_answered(client: Client, path: str, tag: str, seconds: float = 90) -> requests.Response:
    """What a sensible client does: wait, and wait again after a 304, a 503 or a lost connection."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            answer = ask(client, path, tag)
        except requests.ConnectionError:
            time.sleep(0.05)
            continue
        if answer.status_code not in (304, 503):
            return answer
    raise AssertionError("waited in vain")


def processes_of(server: Server, word: str) -> list[int]:
    """The server's processes below its supervisor whose command line has the word, parents before their children."""
    listed = subprocess.run(["ps", "-wweo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [(int(pid), int(parent), args) for pid, parent, args in (line.split(None, 2) for line in listed)]
    family = [server.process.pid]
    for member in family:
        family += [pid for pid, parent, _ in rows if parent == member]
    commands = {pid: args for pid, _, args in rows}
    return [pid for pid in family[1:] if word in commands[pid]]


def api_processes(server: Server) -> list[int]:
    """The processes that answer requests, gunicorn's main process not counted."""
    return processes_of(server, "gunicorn")[1:]


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
