"""Requests per second of the API, each as a ratio to the floor measured right before and after it, in one run."""

import json
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import repeat

import requests

from service.config import Settings
from service.web.fast_path import find
from tests.bench import table
from tests.bench.load import Address, Load, drive, request
from tests.bench.stage import cpu_seconds, stage, web
from tests.engine.walk import Table, walk

CONNECTIONS = 16
PAGE = "https://client.example"
REFERENCE = "/docs/reference"
OWED = 5
"""Games in which the player whose turns are asked for owes a decision."""
SECONDS = 0.4
BUDGET = 25.0
"""Seconds for all rounds; there are as many as fit."""

Streams = list[Iterator[bytes]]


@dataclass
class Case:
    """One kind of request: what must come back, what the issue asks for, and what was measured so far."""

    name: str
    status: int
    goal: float | None
    streams: Callable[[], Streams]
    like: str = ""
    """The row that this one should come close to, nine tenths at least."""
    site: "Site | None" = None
    way: str = ""
    """Which way answers it."""
    ratios: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    cpu: float = 0.0
    answers: int = 0

    @property
    def cost(self) -> float:
        """Microseconds of the processor an answer, in the API's processes."""
        return self.cpu / self.answers * 1e6

    def forget(self) -> None:
        """Takes back what was measured while everything was warming up."""
        self.cpu, self.answers = 0.0, 0
        self.rates.clear()


@dataclass
class Site:
    """A running server: where it listens and which process its workers are children of."""

    address: Address
    master: int

    @property
    def url(self) -> str:
        return f"http://{self.address[0]}:{self.address[1]}"

    def drive(self, case: Case) -> Load:
        streams = case.streams()
        before = cpu_seconds(self.master)
        load = drive(self.address, case.status, streams, SECONDS)
        case.cpu += cpu_seconds(self.master) - before
        case.answers += load.answers
        case.rates.append(load.rate)
        return load


@dataclass
class Player:
    """A client that prepares games for the load generator; its own requests are never measured."""

    url: str
    token: str = ""
    session: requests.Session = field(default_factory=requests.Session)

    @classmethod
    def named(cls, url: str, name: str) -> "Player":
        nobody = cls(url)
        return cls(url, nobody.post("/v1/players", {"name": name}).json()["token"])

    def tag(self, path: str) -> str:
        return self.session.get(self.url + path, headers={"Authorization": f"Bearer {self.token}"}).headers["ETag"]

    def post(self, path: str, body: dict[str, object]) -> requests.Response:
        answer = self.session.post(self.url + path, json=body, headers={"Authorization": f"Bearer {self.token}"} if self.token else {})
        assert answer.status_code == 201, answer.text
        return answer

    def game(self) -> str:
        """A new game of Cathedral in which the player holds both seats."""
        return str(self.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"]}).json()["id"])

    def game_in_the_middle(self) -> str:
        game = self.game()
        for turn, move in enumerate(random_moves(1)[:10], start=1):
            self.post(f"/v1/games/{game}/moves", {"turn": turn, "move": move})
        return game


def random_moves(seed: int) -> list[str]:
    return [str(step.move) for step in walk(Table("cathedral", 2, {}), seed)]


class Moves:
    """Moves to be posted, worked out beforehand; every connection plays games of its own to their end."""

    def __init__(self, player: Player, **headers: str) -> None:
        self.player = player
        self.headers = headers
        self.scripts = [random_moves(seed) for seed in range(6)]
        self.games: list[list[bytes]] = []
        self.spare = 160
        self.lines = [self.line() for _ in range(CONNECTIONS)]

    def streams(self) -> Streams:
        """The connections' streams, with games enough for a round several times as fast as the last."""
        self.spare = max(self.spare, 4 * (self.spare - len(self.games))) if self.games else self.spare
        while len(self.games) < self.spare:
            self.games.append(self.requests(self.player.game(), random.choice(self.scripts)))
        return self.lines

    def line(self) -> Iterator[bytes]:
        while True:
            yield from self.games.pop()

    def requests(self, game: str, moves: list[str]) -> list[bytes]:
        path, token = f"/v1/games/{game}/moves", self.player.token
        bodies = [json.dumps({"turn": turn, "move": move}) for turn, move in enumerate(moves, start=1)]
        return [request("POST", path, token, body, **self.headers) for body in bodies]


def same(sent: bytes) -> Callable[[], Streams]:
    return lambda: [repeat(sent) for _ in range(CONNECTIONS)]


def cases(looker: Player, mover: Player, game: str) -> list[Case]:
    """What most clients ask for."""
    turns = "/v1/me/turns"
    look, play, owe = way_of("GET", game), way_of("POST", f"{game}/moves"), way_of("GET", turns)
    unchanged = request("GET", game, looker.token, If_None_Match=looker.tag(game))
    return [
        Case("GET game, 304", 304, 0.9, same(unchanged), way=look),
        Case("GET game, 200", 200, 0.7, same(request("GET", game, looker.token)), way=look),
        Case("POST move, 201", 201, 0.3, Moves(mover).streams, way=play),
        Case("GET my turns, 304", 304, 0.7, same(request("GET", turns, looker.token, If_None_Match=looker.tag(turns))), way=owe),
        Case(f"GET my turns, 200, {OWED} games", 200, 0.7, same(request("GET", turns, looker.token)), way=owe),
    ]


def cases_of_browsers(looker: Player, mover: Player, game: str, strict: "Site") -> list[Case]:
    """The same as browsers ask, at a server for all pages and at one for some, and a page that is made by Flask."""
    unchanged = same(request("GET", game, looker.token, If_None_Match=looker.tag(game), Origin=PAGE))
    typed = Moves(mover, Content_Type="application/json; charset=utf-8")
    look, play, book = way_of("GET", game), way_of("POST", f"{game}/moves"), way_of("GET", REFERENCE)
    return [
        Case("GET reference page, 200", 200, None, same(request("GET", REFERENCE, looker.token, Accept_Encoding="gzip")), way=book),
        Case("  304 with Origin", 304, 0.9, unchanged, like="GET game, 304", way=look),
        Case("  304 with Origin, CORS_ORIGINS set", 304, 0.9, unchanged, like="GET game, 304", site=strict, way=look),
        Case("  POST move, charset=utf-8", 201, 0.9, typed.streams, like="POST move, 201", way=play),
    ]


def prepared(api: "Site") -> tuple[Player, Player, str]:
    """Who looks, who moves, and the address of a game to look at."""
    looker, mover = Player.named(api.url, "Looker"), Player.named(api.url, "Mover")
    game = f"/v1/games/{looker.game_in_the_middle()}"
    for _ in range(OWED - 1):
        looker.game()
    return looker, mover, game


def way_of(method: str, path: str) -> str:
    """Which way answers such a request, as the server decides it."""
    return "fast path" if find(method, path) else "Flask"


def measure(floor_site: Site, floor_case: Case, api: Site, chosen: list[Case]) -> None:
    """Rounds of floor, case, floor, case …, until the time is used up; shuffled, so that no case always follows the same one."""
    for case in (floor_case, *chosen):
        (floor_site if case is floor_case else case.site or api).drive(case)
        case.forget()
    deadline = time.monotonic() + BUDGET
    before = floor_site.drive(floor_case).rate
    while time.monotonic() < deadline:
        for case in random.sample(chosen, len(chosen)):
            rate = (case.site or api).drive(case).rate
            after = floor_site.drive(floor_case).rate
            case.ratios.append(2 * rate / (before + after))
            before = after


def site(started: tuple[Settings, subprocess.Popen[bytes]]) -> Site:
    settings, process = started
    return Site((settings.host, settings.port), process.pid)


def keeps_up(chosen: list[Case]) -> bool:
    """Whether every row that is like another one comes as close to it as it should: a browser waits no longer than a script."""
    plain = {case.name: table.middle(case.ratios) for case in chosen}
    return all(case.goal is None or table.middle(case.ratios) >= case.goal * plain[case.like] for case in chosen if case.like)


def run() -> bool:
    """Whether browsers are served as fast as others."""
    with ExitStack() as stack:
        settings = stack.enter_context(stage())
        bare = site(stack.enter_context(web(settings, "tests.bench.floor:app", "/floor")))
        api = site(stack.enter_context(web(settings, "service.web.wsgi:app", "/healthz")))
        strict = site(stack.enter_context(web(replace(settings, cors_origins=(PAGE,)), "service.web.wsgi:app", "/healthz")))
        floor_case = Case("floor", 200, None, same(request("GET", "/floor")))
        scene = prepared(api)
        chosen = [*cases(*scene), *cases_of_browsers(*scene, strict)]
        measure(bare, floor_case, api, chosen)
        show(settings, floor_case, chosen)
        return keeps_up(chosen)


def show(settings: Settings, floor_case: Case, chosen: list[Case]) -> None:
    title = f"HTTP against a bare Flask route with one Redis GET of 4 kB: gunicorn, gevent, {settings.web_processes} processes"
    table.heading(title, "ratio", "goal", "middle half", "CPU µs", "requests/s", "way")
    plain = {case.name: table.middle(case.ratios) for case in chosen}
    for case in (floor_case, *chosen):
        cost, rate = f"{case.cost:,.0f}", f"{table.middle(case.rates):,.0f}"
        if case is floor_case:
            table.row("the floor", "1", "", "", cost, rate, "Flask")
        else:
            ratio = table.middle(case.ratios) / plain.get(case.like, 1)
            name = f"{case.name}, of the row" if case.like else case.name
            table.row(name, table.times(ratio), table.verdict(ratio, case.goal), table.spread(case.ratios), cost, rate, case.way)
