"""Attacks by one caller on a running server, for `fairness.py`: each asks for as much as it can until it is told to stop.

An attacker is a process of its own with addresses of its own (all of 127.0.0.0/8 is this machine), takes no notice of `Retry-After`,
and counts what it was answered: `201`, or `429 players` with the name of the limit that held it back.
"""

import json
import multiprocessing
import resource
import select
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from multiprocessing.synchronize import Event
from typing import Any

from tests.bench.load import Address, is_whole, request

Headers = dict[str, str]


class Line:
    """One keep-alive connection of a caller, from an address of its choice."""

    def __init__(self, address: Address, source: str, token: str = "") -> None:
        self.address, self.source, self.token = address, source, token
        self.connection = self._connection()

    def _connection(self) -> HTTPConnection:
        return HTTPConnection(*self.address, timeout=60, source_address=(self.source, 0))

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Headers, bytes]:
        """Status, headers and body of the answer; one that is lost is asked for again over a new connection."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        while True:
            try:
                self.connection.request(method, path, data, sent)
                answer = self.connection.getresponse()
                return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
            except (OSError, HTTPException):
                self.connection.close()
                self.connection = self._connection()

    def named(self, name: str) -> "Line":
        """The same line, its caller now a player."""
        status, _, body = self.ask("POST", "/v1/players", {"name": name})
        assert status == 201, body
        self.token = json.loads(body)["token"]
        return self

    def game(self, ruleset: str, *seats: Any) -> dict[str, Any]:
        """A new game's snapshot."""
        status, _, body = self.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": seats})
        assert status == 201, body
        found: dict[str, Any] = json.loads(body)
        return found


@dataclass
class Attacker:
    """What an attack needs, and what it was answered."""

    address: Address
    stop: Event
    under_way: Event
    """Set once the attack is at its height."""
    answers: Counter[str] = field(default_factory=Counter)
    largest: int = 0

    def line(self, number: int = 1, token: str = "") -> Line:
        return Line(self.address, f"127.0.66.{number}", token)

    def note(self, answer: tuple[int, Headers, bytes]) -> int:
        status, headers, body = answer
        policy = headers.get("ratelimit-policy", "").partition(";")[0].strip('"')
        self.answers[f"{status} {policy}".strip() if status == 429 else str(status)] += 1
        self.largest = max(self.largest, len(body))
        return status

    def hammer(self, lines: Sequence[Line], asked: Callable[[Line], tuple[int, Headers, bytes]]) -> None:
        """Asks over every line, again and again, until it is over."""

        def again(line: Line) -> None:
            while not self.stop.is_set():
                self.note(asked(line))
                self.under_way.set()

        threads = [threading.Thread(target=again, args=(line,), daemon=True) for line in lines]
        for thread in threads:
            thread.start()
        self.stop.wait()
        for thread in threads:
            thread.join(5)


def members_twice(by: Attacker) -> None:
    """A body of 7,400 members, the last one twice, over four anonymous connections."""
    names = [f'"{number:x}":1' for number in range(7400)]
    body = ("{" + ",".join([*names, names[-1]]) + "}").encode()
    by.hammer([by.line() for _ in range(4)], lambda line: line.ask("POST", "/v1/players", body))


def unknown_members(by: Attacker) -> None:
    """58 kB of members that nobody knows, over four connections of one player."""
    body = json.dumps({"ruleset": "cathedral", "seats": ["me"], **{f"m{number}": 1 for number in range(5000)}}).encode()
    token = by.line().named("Eve").token
    by.hammer([by.line(token=token) for _ in range(4)], lambda line: line.ask("POST", "/v1/games", body))


def hints(by: Attacker) -> None:
    """Hints in 150 hot-seat games of one player, asked for again and again."""
    line = by.line().named("Eve")
    games = cycle([line.game("cathedral", "me", "me")["id"] for _ in range(150)])
    while not by.stop.is_set():
        by.note(line.ask("POST", f"/v1/games/{next(games)}/hints", {"seat": 0}))
        if by.answers.total() >= 150:
            by.under_way.set()


def games_of_ais(by: Attacker) -> None:
    """150 games of `hard` against itself."""
    line = by.line().named("Eve")
    body = {"ruleset": "cathedral", "seats": [{"ai": "hard"}, {"ai": "hard"}]}
    for _ in range(150):
        by.note(line.ask("POST", "/v1/games", body))
    by.under_way.set()
    by.stop.wait()


def webhook_tests(by: Attacker) -> None:
    """400 tests of webhooks of 40 players, all to a receiver that takes the notice and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
        for number in range(40):
            line = by.line().named(f"Eve {number}")
            status, _, made = line.ask("POST", "/v1/webhooks", {"url": url})
            assert status == 201, made
            for _ in range(10):
                by.note(line.ask("POST", json.loads(made)["links"]["test"]))
        by.under_way.set()
        by.stop.wait()


def deaf_receivers(by: Attacker) -> None:
    """Tests of webhooks of 40 players of one address, each to a receiver of its own that never answers."""
    with ExitStack() as ears:
        for number in range(40):
            deaf = ears.enter_context(socket.create_server(("127.0.0.1", 0), backlog=100))
            line = by.line().named(f"Eve {number}")
            status, _, made = line.ask("POST", "/v1/webhooks", {"url": f"http://127.0.0.1:{deaf.getsockname()[1]}/"})
            assert status == 201, made
            for _ in range(5):
                by.note(line.ask("POST", json.loads(made)["links"]["test"]))
        by.under_way.set()
        by.stop.wait()


def draws(by: Attacker) -> None:
    """Draws offered to AIs and withdrawn in five games of one player that are old enough for an AI to think about it, again and again."""
    token = by.line().named("Eve").token

    def next_turn(line: Line, path: str, since: int) -> dict[str, Any]:
        game: dict[str, Any] = json.loads(line.ask("GET", path)[2])
        while game["status"] == "running" and not (game["you"]["owe"] and game["turn"] > since) and not by.stop.wait(0.03):
            game = json.loads(line.ask("GET", path)[2])
        return game

    def offer(line: Line, ready: threading.Barrier) -> None:
        path = f"/v1/games/{line.game('cathedral', 'me', {'ai': 'random'})['id']}"
        game = next_turn(line, path, 0)
        while game["status"] == "running" and not by.stop.is_set():
            if game["turn"] > 14 and not by.under_way.is_set():
                ready.wait()
                by.under_way.set()
            for _ in range(20 if game["turn"] > 14 else 0):
                by.note(line.ask("POST", f"{path}/offers", {"kind": "draw"}))
                by.note(line.ask("POST", f"{path}/offers/draw", {"answer": "withdraw"}))
            listed = json.loads(line.ask("GET", f"{path}/legal-moves?limit=1")[2])
            if "items" in listed:  # else it is held back
                line.ask("POST", f"{path}/moves", {"turn": game["turn"], "move": listed["items"][0]["move"]})
                game = next_turn(line, path, game["turn"])

    ready = threading.Barrier(5)
    threads = [threading.Thread(target=offer, args=(by.line(token=token), ready), daemon=True) for _ in range(5)]
    for thread in threads:
        thread.start()
    by.stop.wait()


def experts(by: Attacker) -> None:
    """25 players of one address, each in four games against `expert`, who begins."""
    for number in range(25):
        line = by.line().named(f"Eve {number}")
        for _ in range(4):
            by.note(line.ask("POST", "/v1/games", {"ruleset": "cathedral", "seats": [{"ai": "expert"}, "me"]}))
    by.under_way.set()
    by.stop.wait()


def connections(by: Attacker, count: int = 13_500) -> None:
    """Thousands of connections of one address, each with the first byte of a body that never comes."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    begun = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"
    with ExitStack() as lines:
        for _ in range(count):
            line = lines.enter_context(socket.socket())
            with suppress(OSError):
                line.settimeout(2)
                line.bind(("127.0.66.1", 0))
                line.connect(by.address)
                line.sendall(begun)
                by.answers["open"] += 1
        by.under_way.set()
        by.stop.wait()


def seeks(by: Attacker) -> None:
    """Seeks of 60 players for the usual, with whom nobody's rating fits, kept alive; each tries five."""
    ours = []
    for number in range(60):
        line = by.line().named(f"Eve {number}")
        for _ in range(5):
            status, headers, body = line.ask("POST", "/v1/seeks", {"ruleset": "cathedral", "rating_least": 9999})
            if by.note((status, headers, body)) == 201:
                ours.append((line, json.loads(body)["links"]["self"]))
    by.under_way.set()
    while not by.stop.wait(0.1):
        line, path = ours[0]
        line.ask("GET", path)
        ours.append(ours.pop(0))


def many_players(by: Attacker) -> None:
    """650 players wanted from one address, and all of them that there are polling as often as they can."""
    tokens, line = [], by.line()
    for number in range(650):
        status, headers, body = line.ask("POST", "/v1/players", {"name": f"Eve {number}"})
        if by.note((status, headers, body)) == 201:
            tokens.append(json.loads(body)["token"])
    ours = cycle(tokens)

    def poll(line: Line) -> tuple[int, Headers, bytes]:
        line.token = next(ours)
        return line.ask("GET", "/v1/me/turns")

    by.hammer([by.line() for _ in range(8)], poll)


def long_polls(by: Attacker, count: int = 3000) -> None:
    """Thousands of clients of one player that all wait, and ask again as soon as they are let go."""
    token = by.line().named("Eve").token
    sent, poll, parts = request("GET", "/v1/me/turns?wait=25", token), select.epoll(), {}
    lines = {}
    for _ in range(count):
        line = socket.create_connection(by.address, timeout=20, source_address=("127.0.66.1", 0))
        line.sendall(sent)
        poll.register(line.fileno(), select.EPOLLIN)
        lines[line.fileno()] = line
    by.under_way.set()
    while not by.stop.is_set() and lines:
        for number, _ in poll.poll(0.2):
            got = b""
            with suppress(OSError):
                got = lines[number].recv(65536)
            if not got:
                by.answers["cut"] += 1
                poll.unregister(number)
                lines.pop(number).close()
                continue
            parts[number] = parts.get(number, b"") + got
            if is_whole(parts[number]):
                by.note(told(parts.pop(number)))
                with suppress(OSError):
                    lines[number].sendall(sent)


def told(answer: bytes) -> tuple[int, Headers, bytes]:
    """Status, headers and body of an answer as it came over the line."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}, body


def inbox(by: Attacker, token: str) -> None:
    """One player's inbox of thousands of games, all owed, read over four connections."""
    by.hammer([by.line(token=token) for _ in range(4)], lambda line: line.ask("GET", "/v1/me/turns"))


def crosstables(by: Attacker, cup: str) -> None:
    """The crosstable of the largest tournament there may be as a picture, over six anonymous connections."""
    by.hammer([by.line() for _ in range(6)], lambda line: line.ask("GET", f"/v1/tournaments/{cup}/crosstable.svg"))


def cold_tables(by: Attacker, cups: Sequence[str]) -> None:
    """Everything that is told of the largest tournaments there may be, none asked for before, over twenty connections of one player."""
    rounds = [f"/rounds/{number}" for number in range(1, 16)]
    parts = ["", "/standings", "/crosstable", "/crosstable.csv", "/crosstable.svg", "/export?limit=1", *rounds]
    paths = cycle([f"/v1/tournaments/{cup}{part}" for part in parts for cup in cups])
    token = by.line().named("Eve").token
    by.hammer([by.line(token=token) for _ in range(20)], lambda line: line.ask("GET", next(paths)))


def contest_lists(by: Attacker) -> None:
    """A list of the largest tournaments there may be, over six anonymous connections."""
    by.hammer([by.line() for _ in range(6)], lambda line: line.ask("GET", "/v1/tournaments?limit=100"))


def contest_streams(by: Attacker, note: Callable[[], None], cup: str, count: int = 100) -> None:
    """A hundred streams of one player about a tournament in which a game ends every second."""
    token, poll, lines = by.line().named("Eve").token, select.epoll(), {}
    for _ in range(count):
        line = socket.create_connection(by.address, timeout=20, source_address=("127.0.66.1", 0))
        line.sendall(request("GET", f"/v1/tournaments/{cup}/events", token))
        poll.register(line.fileno(), select.EPOLLIN)
        lines[line.fileno()] = line
    by.under_way.set()
    due = time.monotonic()
    while not by.stop.is_set():
        if time.monotonic() >= due:
            note()
            due += 1
        for number, _ in poll.poll(0.1):
            got = lines[number].recv(1 << 20)
            by.answers["events"] += got.count(b"event: tournament")
            if not got:
                by.answers["cut"] += 1
                poll.unregister(number)


@contextmanager
def under(attack: Callable[..., None], address: Address, *arguments: Any) -> Iterator[dict[str, Any]]:
    """The attack at its height, until the block ends; what it was answered is in the dictionary then."""
    forked = multiprocessing.get_context("fork")
    stop, under_way, found = forked.Event(), forked.Event(), {}  # type: ignore[var-annotated]
    mine, theirs = forked.Pipe()

    def run() -> None:
        by = Attacker(address, stop, under_way)
        attack(by, *arguments)
        theirs.send({"answers": dict(by.answers), "largest": by.largest})

    process = forked.Process(target=run, daemon=True)
    process.start()
    while not under_way.wait(0.2):
        assert process.is_alive(), f"the attack {attack.__name__} has failed"
    try:
        yield found
    finally:
        stop.set()
        if mine.poll(30):
            found.update(mine.recv())
        process.join(5)
        process.kill()
