"""2,000 clients that wait for news: how soon they have it, one at a time and all at once, and what each of them costs.

Most wait for a game, some for what they owe.

A wake-up is the time from when the change goes to the store, as from a worker, until the waiting client has its whole answer.
"""

import os
import re
import select
import signal
import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import requests
from redis import Redis

from service.commands.serve import raise_file_limit
from service.game import Game, Seat
from service.games import inbox
from service.games.referee import Asked
from service.games.snapshots import tag_of
from service.parts import Parts
from service.store.inboxes import Page
from service.web.etags import weak
from tests.bench import table
from tests.bench.load import Address, is_whole, request
from tests.bench.stage import stage, web

CLIENTS, ALONE, INBOXES, KILLED = 2000, 100, 50, 200
PATIENCE = 60.0
"""Seconds until the bench gives up; also how long the clients are willing to wait."""


class Crowd:
    """Clients that each have one request on its way, in one thread."""

    def __init__(self, address: Address, clients: int) -> None:
        self.address = address
        self.lines = [socket.create_connection(address, timeout=10) for _ in range(clients)]
        self.by_number = {line.fileno(): line for line in self.lines}
        self.poll = select.epoll()
        for number in self.by_number:
            self.poll.register(number, select.EPOLLIN)

    def ask(self, clients: Sequence[int], sent: bytes) -> None:
        for client in clients:
            self.lines[client].sendall(sent)

    def hear(self, expected: int, sent: bytes = b"") -> list[float]:
        """When each of so many clients had its whole answer, which must be the news; one whose line is cut sends the request again."""
        parts: dict[int, bytes] = {}
        times: list[float] = []
        deadline = time.monotonic() + PATIENCE
        while len(times) < expected:
            assert time.monotonic() < deadline, f"{expected - len(times)} of {expected} clients were not woken"
            for number, _ in self.poll.poll(1):
                got = received(self.by_number[number])
                if not got:
                    parts.pop(number, None)
                    self._ask_again(number, sent)
                    continue
                parts[number] = parts.get(number, b"") + got
                if is_whole(parts[number]):
                    times.append(time.perf_counter())
                    answer = parts.pop(number)
                    assert answer.startswith(b"HTTP/1.1 200 "), answer
                    assert b'"revision":2' in answer, "an old answer"
        return times

    def _ask_again(self, number: int, sent: bytes) -> None:
        """Connects a client anew and sends its request again."""
        assert sent, "a line was cut"
        lost = self.by_number.pop(number)
        lost.close()
        line = socket.create_connection(self.address, timeout=10)
        self.lines[self.lines.index(lost)] = self.by_number[line.fileno()] = line
        self.poll.register(line.fileno(), select.EPOLLIN)
        line.sendall(sent)

    def close(self) -> None:
        self.poll.close()
        for line in self.lines:
            line.close()


def received(line: socket.socket) -> bytes:
    """What has come over a line; nothing when it was cut."""
    try:
        return line.recv(262144)
    except ConnectionError:
        return b""


class Table:
    """Games of one player in both seats, changed by this process and not through the API."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.player, self.token = parts.players.create("Bench")
        self.sent = 0.0
        store: Any = parts.store
        store.commits.commit = self._stamped(store.commits.commit)

    def _stamped(self, commit: Callable[..., Any]) -> Callable[..., Any]:
        def stamped(*arguments: Any, **named: Any) -> Any:
            self.sent = time.perf_counter()
            return commit(*arguments, **named)

        return stamped

    def game(self, other: str | None = None) -> Game:
        """A game with another player, or with the same one on both sides."""
        seats = (Seat("player", "Bench", self.player.id), Seat("player", "Other", other or self.player.id))
        made = self.parts.referee.create("cathedral", {}, seats, "listed", Asked(self.player.id), lambda _: "")
        assert not isinstance(made, str)
        return made.game

    def waiting(self, game: Game) -> bytes:
        """The request of a client that has the first snapshot and waits for the next."""
        return request("GET", f"/v1/games/{game.id}?wait=60&seat=0", self.token, If_None_Match=weak(tag_of(1, 0, game.updated_at)))

    def inbox(self) -> tuple[Game, bytes]:
        """A game of somebody who does not owe anything yet and waits to, and that player's request."""
        player, token = self.parts.players.create("Other")
        nothing = weak(inbox.tag_of(player.id, 100, None, Page("", 0, (), (), more=False)))
        return self.game(player.id), request("GET", "/v1/me/turns?wait=60", token, If_None_Match=nothing)

    def change(self, game: Game) -> float:
        """Plays the first move; when the change went to the store."""
        self.parts.referee.play(game.id, 1, "cathedral@e5n", 0, Asked(self.player.id), lambda _: "")
        return self.sent


def children(parent: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def resident(parent: int) -> int:
    """Bytes of memory that the children of a process hold."""
    found = [re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{child}/status").read_text()) for child in children(parent)]
    return sum(int(each[1]) * 1024 for each in found if each)


def await_waiting(url: str, clients: int) -> None:
    """Returns when the server says that so many wait."""
    deadline = time.monotonic() + PATIENCE / 2
    while True:
        found = re.search(r"^intramuros_waiting_clients (\S+)", requests.get(f"{url}/metrics", timeout=10).text, re.MULTILINE)
        if found and float(found[1]) == clients:
            return
        assert time.monotonic() < deadline, f"{found[1] if found else 'none'} of {clients} clients wait"
        time.sleep(0.1)


def bare_listener(url: str) -> list[float]:
    """How long a stored and published change of 4 kB takes to somebody who does nothing but listen: what the machine itself takes."""
    client, times = Redis.from_url(url), []
    listener = client.pubsub(ignore_subscribe_messages=True)
    listener.subscribe("bench")
    listener.get_message(timeout=1)
    for _ in range(ALONE):
        time.sleep(0.01)
        sent = time.perf_counter()
        with client.pipeline(transaction=True) as change:
            change.set("bench", bytes(4096)).publish("bench", "news").execute()
        assert listener.get_message(timeout=1)
        times.append(time.perf_counter() - sent)
    return times


def run() -> None:
    raise_file_limit()
    with stage() as settings, web(settings, "service.web.wsgi:app", "/healthz") as (here, process):
        bench = Table(Parts(settings))
        url = f"http://{here.host}:{here.port}"
        requests.get(f"{url}/v1/me/turns?wait=1", headers={"Authorization": f"Bearer {bench.token}"}, timeout=10)
        alone, together, inboxes = [bench.game() for _ in range(ALONE)], bench.game(), [bench.inbox() for _ in range(INBOXES)]
        before = resident(process.pid)
        crowd = Crowd((here.host, here.port), CLIENTS)
        try:
            for client, game in enumerate(alone):
                crowd.ask([client], bench.waiting(game))
            for client, (_, asked) in enumerate(inboxes, ALONE):
                crowd.ask([client], asked)
            crowd.ask(range(ALONE + INBOXES, CLIENTS), bench.waiting(together))
            await_waiting(url, CLIENTS)
            each = (resident(process.pid) - before) / CLIENTS
            single = [one_alone(bench, crowd, game) for game in alone]
            owing = [one_alone(bench, crowd, game) for game, _ in inboxes]
            crowd.ask(range(ALONE + INBOXES), bench.waiting(together))
            await_waiting(url, CLIENTS)
            sent = bench.change(together)
            at_once = [heard - sent for heard in crowd.hear(CLIENTS)]
            crowd.close()
            crowd = Crowd(crowd.address, KILLED)
            missed = killed_meanwhile(bench, crowd, url, process.pid)
            show(bare_listener(settings.store_url), single, owing, at_once, each)
            table.row(f"missed by {KILLED} while an API process is killed", str(missed), "", f"0 {'met' if not missed else 'MISSED'}")
        finally:
            crowd.close()


def killed_meanwhile(bench: Table, crowd: Crowd, url: str, gunicorn: int) -> int:
    """How many clients miss a change that is made while one of the API processes is killed and they have to connect anew."""
    game = bench.game()
    crowd.ask(range(KILLED), bench.waiting(game))
    await_waiting(url, KILLED)
    os.kill(children(gunicorn)[0], signal.SIGKILL)
    bench.change(game)
    return KILLED - len(crowd.hear(KILLED, bench.waiting(game)))


def one_alone(bench: Table, crowd: Crowd, game: Game) -> float:
    """How long the one client that waits for a change of this game takes to hear of it."""
    time.sleep(0.01)
    with ThreadPoolExecutor(1) as somebody:  # who listens must not be busy changing the game
        change = somebody.submit(bench.change, game)
        (heard,) = crowd.hear(1)
        return heard - change.result()


def show(bare: list[float], single: list[float], owing: list[float], at_once: list[float], each: float) -> None:
    table.heading(f"{CLIENTS:,} waiting clients", "p50", "p99", "goal")
    ordered = sorted(1000 * seconds for seconds in bare)
    table.row("the machine: a bare listener, one at a time", f"{ordered[ALONE // 2]:.1f} ms", f"{ordered[int(ALONE * 0.99)]:.1f} ms")
    for name, times, goal, at in (
        ("woken one at a time (goal: p50)", single, 3, 0.5),
        ("the same, waiting for what it owes", owing, 3, 0.5),
        ("woken all at once (goal: p99)", at_once, 1000, 0.99),
    ):
        ordered = sorted(1000 * seconds for seconds in times)
        p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
        met = "met" if (p50 if at == 0.5 else p99) <= goal else "MISSED"
        table.row(name, f"{p50:.1f} ms", f"{p99:.1f} ms", f"≤ {goal} ms {met}")
    table.row("memory a client", f"{each / 1000:.1f} kB", "", f"≤ 60 kB {'met' if each <= 60_000 else 'MISSED'}")


if __name__ == "__main__":
    run()
