"""Nobody starves, measured: what one caller's attack costs another user, on a real server with its default limits.

python -m tests.bench fairness                          every attack, about eight minutes
python -m tests.bench.fairness hints long_polls         some of them; `--owed 20000` for a larger inbox

Another user polls its game, plays an AI and is sent notices, before and during each attack (`attacks.py`); each row is the worst of
what it meets. What held the attacker back is read from its answers and from `/metrics`.
"""

import argparse
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from service.config import Settings
from service.game import Seat
from service.games.referee import Asked
from service.parts import Parts
from service.store import embedded
from tests.bench import attacks
from tests.bench.attacks import Line, under
from tests.bench.large_contests import tournament
from tests.bench.load import Address
from tests.bench.table import heading, row, times
from tests.service.client import Server
from tests.service.conftest import AS_RUN, start, stop

POLLS, TURNS, NOTICES, COMINGS, PAIRS, TABLES = 500, 12, 6, 50, 10, 20
LIMITED = ("rate_token", "rate_address", "rate_all", "new_players", "new_games")
"""What the tests' servers have no limits for, and this one has."""


@dataclass(frozen=True)
class Goal:
    """What another user may notice of an attack: so many times what it was, or so many seconds, whichever is more."""

    ratio: float
    seconds: float

    def met(self, before: float, during: float) -> bool:
        return during <= max(self.ratio * before, self.seconds)

    def __str__(self) -> str:
        return f"≤ {self.ratio:g}×, {told(self.seconds)}"


POLL, TURN, NOTICE = Goal(2, 0.005), Goal(2, 0.25), Goal(1, 2.0)
STREAMS = Goal(3, 0.005)
BEHIND_ONE = Goal(2, 1.5)
"""A turn that finds every worker thinking waits until the first of them, which thinks for a second, is done."""
BEHIND_EXPERT, FIRST, PAIRED, TABLE = Goal(2, 4.0), Goal(2, 0.1), Goal(2, 0.5), Goal(2, 0.5)
"""The same where they think for three; a newcomer's first answer; two who seek the same; a table that comes after one of 4,000 games."""


class Bystander:
    """Another user: its poll, its turn against an AI, and the notice that it owes a decision, each timed."""

    def __init__(self, address: Address, notices: "Queue[float]", receiver: str) -> None:
        self.line = Line(address, "127.0.0.1").named("Bob")
        self.notices = notices
        self.waiting = self.line.game("cathedral", "me", "me")["id"]
        self.game: dict[str, Any] = {"status": "finished"}
        self.cups: list[str] = []
        """Tournaments that nobody has looked at yet."""
        assert self.line.ask("POST", "/v1/webhooks", {"url": receiver})[0] == 201

    def polls(self) -> list[float]:
        path = f"/v1/games/{self.waiting}"
        tag, took = self.line.ask("GET", path)[1]["etag"], []
        for _ in range(POLLS):
            began = time.perf_counter()
            assert self.line.ask("GET", path, If_None_Match=tag)[0] == 304
            took.append(time.perf_counter() - began)
            time.sleep(0.01)
        return took

    def turn(self) -> float:
        """Seconds from a move until the AI has answered it and the next decision is owed."""
        while not (self.game["status"] == "running" and self.game["you"]["owe"]):
            if self.game["status"] == "finished":
                self.game = self.line.game("cathedral", "me", {"ai": "easy"})
            else:
                self.wait()
        path = f"/v1/games/{self.game['id']}"
        move = json.loads(self.line.ask("GET", f"{path}/legal-moves?limit=1")[2])["items"][0]["move"]
        began = time.perf_counter()
        status, _, body = self.line.ask("POST", f"{path}/moves", {"turn": self.game["turn"], "move": move})
        assert status == 201, body
        self.game = json.loads(body)["game"]
        self.wait()
        return time.perf_counter() - began

    def wait(self) -> None:
        """Waits until a decision is owed, or the game is over; a snapshot is asked for first, as the AI may have moved already."""
        path, tag = f"/v1/games/{self.game['id']}", {}
        while True:
            status, headers, body = self.line.ask("GET", f"{path}?wait=20" if tag else path, **tag)
            assert status in (200, 304), f"{status} {body!r}"
            self.game = json.loads(body) if status == 200 else self.game
            if self.game["you"]["owe"] or self.game["status"] == "finished":
                return
            tag = {"If_None_Match": headers["etag"]}

    def turns(self) -> list[float]:
        return [self.turn() for _ in range(TURNS)]

    def come(self) -> list[float]:
        """Seconds until a newcomer's first request is answered."""
        took = []
        for _ in range(COMINGS):
            began = time.perf_counter()
            line = Line(self.line.address, "127.0.0.1")
            assert line.ask("GET", "/healthz")[0] == 200
            line.connection.close()
            took.append(time.perf_counter() - began)
        return took

    def paired(self) -> list[float]:
        """Seconds until two who seek the same, one after the other, have a game."""
        other, took = Line(self.line.address, "127.0.0.1").named("Ann"), []
        for _ in range(PAIRS):
            began = time.perf_counter()
            seeks = [json.loads(line.ask("POST", "/v1/seeks", {"ruleset": "cathedral"})[2]) for line in (self.line, other)]
            status = seeks[1]["status"]
            while status == "waiting" and time.perf_counter() - began < 20:
                status = json.loads(other.ask("GET", f"{seeks[1]['links']['self']}?wait=5")[2])["status"]
            took.append(time.perf_counter() - began)
            for line, seek in zip((self.line, other), seeks, strict=True):
                line.ask("DELETE", seek["links"]["self"])
        return took

    def tables(self) -> list[float]:
        """Seconds until it has the standings of a small tournament that nobody has looked at."""
        took = []
        for _ in range(TABLES):
            began = time.perf_counter()
            assert self.line.ask("GET", f"/v1/tournaments/{self.cups.pop()}/standings")[0] == 200
            took.append(time.perf_counter() - began)
        return took

    def told(self) -> list[float]:
        """Seconds from a decision that is owed until its notice has come."""
        took: list[float] = []
        while len(took) < NOTICES:
            while not self.notices.empty():
                self.notices.get()
            self.turn()
            owed = time.time()
            if self.game["status"] == "running":
                took.append(max(self.notices.get(timeout=120) - owed, 0.0))
        return took


@contextmanager
def receiving() -> Iterator[tuple[str, "Queue[float]"]]:
    """A receiver that answers at once, and when each notice came."""
    came: Queue[float] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            came.put(time.time())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", came
        server.shutdown()


@dataclass(frozen=True)
class Row:
    """An attack, and what another user must not notice of it."""

    attack: Callable[..., None]
    about: str
    measured: tuple[tuple[str, Goal], ...]


ROWS = {
    made.attack.__name__: made
    for made in (
        Row(attacks.members_twice, "62 kB, one member twice", (("polls", POLL),)),
        Row(attacks.hints, "hints in 150 hot-seat games", (("turns", TURN), ("polls", POLL))),
        Row(attacks.webhook_tests, "400 tests to a deaf receiver", (("told", NOTICE), ("turns", TURN))),
        Row(attacks.many_players, "650 players from one address", (("polls", POLL), ("turns", TURN))),
        Row(attacks.long_polls, "3,000 long-polls on one token", (("polls", POLL), ("turns", TURN))),
        Row(attacks.games_of_ais, "150 games of `hard` alone", (("turns", BEHIND_ONE), ("polls", POLL))),
        Row(attacks.draws, "draws offered and withdrawn", (("turns", BEHIND_ONE), ("polls", POLL))),
        Row(attacks.experts, "25 players in 100 games with `expert`", (("turns", BEHIND_EXPERT), ("polls", POLL))),
        Row(attacks.connections, "13,500 connections, a byte each", (("come", FIRST), ("polls", POLL))),
        Row(attacks.deaf_receivers, "40 deaf receivers of one address", (("told", NOTICE), ("turns", TURN))),
        Row(attacks.seeks, "seeks that fit nobody", (("paired", PAIRED),)),
        Row(attacks.unknown_members, "58 kB of unknown members", (("polls", POLL),)),
        Row(attacks.inbox, "an inbox of thousands", (("polls", POLL),)),
        Row(attacks.crosstables, "a crosstable of 256 over 6 lines", (("polls", POLL),)),
        Row(attacks.cold_tables, "400 cold tables of 20 tournaments of 256", (("tables", TABLE), ("polls", POLL))),
        Row(attacks.contest_lists, "a list of 41 tournaments of 256", (("polls", POLL),)),
        Row(attacks.contest_streams, "100 streams of a tournament of 64", (("polls", STREAMS),)),
    )
}
NAMED = {"polls": "poll", "turns": "AI turn", "told": "notice", "come": "first answer", "paired": "opponent", "tables": "standings"}


def told(*seconds: float) -> str:
    """Times in few digits: `0.9/58 ms`, `0.14/20 s`."""
    unit, by = ("ms", 1000) if seconds[0] < 0.1 else ("s", 1)
    return f"{'/'.join(f'{by * each:.2g}' if by * each < 10 else f'{by * each:.0f}' for each in seconds)} {unit}"


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def slow(values: list[float]) -> float:
    """What one in twenty is slower than."""
    return sorted(values)[min(int(len(values) * 0.95), len(values) - 1)]


def measured(site: "Site", name: str, owed: int) -> bool:
    """Prints what another user meets before and during the attack; whether all goals are met."""
    wanted = ROWS[name]
    arguments = site.prepared(name, owed)
    before = {what: getattr(site.bystander, what)() for what, _ in wanted.measured}
    held_before = site.held_back()
    with under(wanted.attack, site.address, *arguments) as found:
        during = {what: getattr(site.bystander, what)() for what, _ in wanted.measured}
    held = {kind: count - held_before.get(kind, 0) for kind, count in site.held_back().items() if count > held_before.get(kind, 0)}
    fair = True
    for what, goal in wanted.measured:
        was, now = before[what], during[what]
        met = goal.met(middle(was), middle(now))
        fair = fair and met
        cells = [told(middle(was), slow(was)), told(middle(now), slow(now)), times(middle(now) / max(middle(was), 1e-9))]
        row(f"{wanted.about}: {NAMED[what]}", *cells, str(goal), "met" if met else "MISSED")
    print(f"      answered {found['answers']}, at most {found['largest']} bytes; held back {held}", flush=True)
    return fair


class Site:
    """The server under attack, and its other user."""

    def __init__(self, server: Server, receiver: str, notices: "Queue[float]") -> None:
        host, _, port = server.url.removeprefix("http://").partition(":")
        self.server, self.address = server, (host, int(port))
        self.bystander = Bystander(self.address, notices, receiver)

    def held_back(self) -> dict[str, int]:
        """How often callers were held back so far, by what for, as `/metrics` tells it."""
        text = Line(self.address, "127.0.0.1").ask("GET", "/metrics")[2].decode()
        return {kind: int(float(count)) for kind, count in re.findall(r'intramuros_held_back_total\{kind="([^"]+)"\} (\S+)', text)}

    def prepared(self, name: str, owed: int) -> tuple[Any, ...]:
        """What an attack finds on the server, as its arguments."""
        match name:
            case "inbox":
                return (self.owing(owed),)
            case "crosstables":
                return (tournament(self.parts(), 256, 15, share=1)[0],)
            case "cold_tables":
                self.bystander.cups = [tournament(self.parts(), 4, None, share=1)[0] for _ in range(2 * TABLES)]
                return ([tournament(self.parts(), 256, 15, share=1)[0] for _ in range(20)],)
            case "contest_lists":
                for _ in range(41):
                    tournament(self.parts(), 256, 15, share=1)
            case "contest_streams":
                cup, to_come = tournament(self.parts(), 64, None, share=0.5)
                left, store = iter(to_come), self.parts().contests.store
                return (lambda: store.note(cup, *next(left)), cup)
        return ()

    def parts(self) -> Parts:
        """The server's store as seen from here."""
        url = f"unix://{embedded.socket_path(self.server.data)}"
        return Parts(Settings(store_url=url, queue_url=url))

    def owing(self, count: int) -> str:
        """The token of a player who owes a decision in so many games."""
        parts = self.parts()
        player, token = parts.players.create("Eve")
        seat = Seat("player", "Eve", player.id)
        for _ in range(count):
            parts.referee.create("cathedral", {}, (seat, seat), "listed", Asked(player.id), lambda _: "")
        return token


def run(chosen: list[str] | None = None, owed: int = 2000) -> bool:
    limits = {name.upper(): str(getattr(Settings(), name)) for name in (*LIMITED, "ai_seconds", "lease_margin")}
    heading("What an attack costs another user, middle / slowest twentieth", "before", "during", "ratio", "goal", "")
    fair = True
    with tempfile.TemporaryDirectory(prefix="intramuros-fair-") as folder, receiving() as (receiver, notices):
        for name in chosen or list(ROWS):
            server = start(Path(folder) / name, WEBHOOK_LOOPBACK="on", LOG_LEVEL="info", **AS_RUN, **limits)
            try:
                fair = measured(Site(server, receiver, notices), name, owed) and fair
            finally:
                stop(server)
    return fair


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", choices=[[], *ROWS], help="those to be tried; all where none is named")
    parser.add_argument("--owed", type=int, default=2000, help="games in the inbox")
    chosen = parser.parse_args()
    raise SystemExit(not run(chosen.attacks, chosen.owed))


if __name__ == "__main__":
    main()
