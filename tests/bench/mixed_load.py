"""`make bench-load`: everything at once for minutes, without one error; then the same with ever more games stored, and with trouble.

python -m tests.bench.mixed_load --seconds 120 --players 8 --stored 10 100 1000

Players poll, wait, list and move in games against AIs. Every answer but a 2xx or a 304 is an error. Whether stored games cost nothing is
judged by processor time, API and Redis together, which a busy machine changes little. Trouble is a Redis that halts again and again,
a clock that jumps by hours (our own `moved_clock.c`, which needs a C compiler) and memory that runs out; the last may refuse moves,
with 503, and nothing else. The append-only file cut at every byte of its last command is `python -m tests.drills.cutting`.
"""

import argparse
import json
import random
import shutil
import struct
import subprocess
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis
import requests

from service.config import Settings
from service.store import embedded
from tests.bench.capacity import cost
from tests.bench.table import heading, row, times
from tests.service.client import Client, Server
from tests.service.conftest import AS_RUN, start, stop
from tests.service.processes import ENVIRON, running, until


@dataclass
class Tally:
    """What the players met: times by kind of request, and errors."""

    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    refused: int = 0
    """Moves answered 503 where that was allowed."""

    def ms(self, kind: str, share: float) -> float:
        ordered = sorted(self.took[kind]) or [float("nan")]
        return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)]

    @property
    def requests(self) -> int:
        return sum(map(len, self.took.values()))


class Player(threading.Thread):
    """One player: a poll, a list now and then, a wait for the AI, a move; until told to stop."""

    def __init__(self, url: str, number: int, tally: Tally, over: threading.Event, *, may_refuse: bool = False) -> None:
        super().__init__(daemon=True)
        self.url, self.tally, self.over, self.may_refuse = url, tally, over, may_refuse
        self.rng, self.session = random.Random(number), requests.Session()
        self.session.headers["Authorization"] = f"Bearer {self.ask('join', 'POST', '/v1/players', {'name': f'P{number}'}).json()['token']}"

    def ask(self, kind: str, method: str, path: str, body: Any = None, **headers: str) -> requests.Response:
        began = time.perf_counter()
        answer = self.session.request(method, self.url + path, json=body, headers=headers, timeout=60)
        self.tally.took[kind].append(time.perf_counter() - began)
        if answer.status_code == 503 and self.may_refuse and method == "POST":
            self.tally.refused += 1
        elif answer.status_code not in (200, 201, 304):
            self.tally.errors.append(f"{method} {path} {answer.status_code} {answer.text[:200]}")
        return answer

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.game()
        except Exception as error:
            self.tally.errors.append(repr(error))

    def game(self) -> None:
        ruleset = self.rng.choice(["cathedral", "cathedral", "forbidden_city"])
        seats = ["me", {"ai": self.rng.choice(["random", "easy"])}]
        made = self.ask("create", "POST", "/v1/games", {"ruleset": ruleset, "seats": seats})
        if made.status_code != 201:
            time.sleep(0.5)
            return
        path, snapshot = f"/v1/games/{made.json()['id']}", made.json()
        tag = self.ask("look", "GET", path).headers["ETag"]
        while not self.over.is_set() and snapshot["status"] == "running":
            self.ask("poll (304)", "GET", path, **{"If-None-Match": tag})
            if self.rng.random() < 0.1:
                self.ask("list", "GET", "/v1/games?limit=20")
            if snapshot["you"]["owe"]:
                legal = self.ask("legal moves", "GET", f"{path}/legal-moves?limit=20").json()
                move = self.ask("move", "POST", f"{path}/moves", {"turn": legal["turn"], "move": self.rng.choice(legal["items"])["move"]})
                if move.status_code != 201:
                    time.sleep(0.2)
                    continue
            waited = self.ask("wait for the AI", "GET", f"{path}?wait=20", **({"If-None-Match": tag} if not snapshot["you"]["owe"] else {}))
            if waited.status_code == 200:
                tag, snapshot = waited.headers["ETag"], waited.json()


def load(server: Server, players: int, seconds: float, *, may_refuse: bool = False) -> Tally:
    """What so many players meet in so long a time."""
    tally, over = Tally(), threading.Event()
    crowd = [Player(server.url, number, tally, over, may_refuse=may_refuse) for number in range(players)]
    for player in crowd:
        player.start()
    over.wait(seconds)
    over.set()
    for player in crowd:
        player.join(90)
    return tally


def copies(server: Server, count: int) -> None:
    """Stores so many more finished games, each a copy of one that was played, with all its keys and its place in the lists."""
    model = finished(server)
    with redis.Redis(unix_socket_path=str(embedded.socket_path(server.data))) as store:
        key, listed = f"game:{{{model}}}", "intramuros:games:finished"
        game, began, at = store.hgetall(key), store.zcard(listed), store.zscore(listed, model)
        beside = {other.decode().removeprefix(key): store.dump(other) for other in store.keys(f"game:{{{model}}}:*")}
        for first in range(0, count, 500):
            pipeline = store.pipeline(transaction=False)
            for number in range(began + first, began + min(first + 500, count)):
                copy = f"copy{number}"
                text = {member: value.replace(model.encode(), copy.encode()) for member, value in game.items()}
                pipeline.hset(f"game:{{{copy}}}", mapping=text)
                for part, value in beside.items():
                    pipeline.restore(f"game:{{{copy}}}{part}", 0, value, replace=True)
                pipeline.zadd(listed, {copy: at})
            pipeline.execute()


def finished(server: Server) -> str:
    """A game that two AIs have played to its end, as it is kept then."""
    with Client(server.url) as client:
        game = str(client.named("Model").game("cathedral", [{"ai": "random"}, {"ai": "random"}])["id"])
        until(lambda: client.look(game)["status"] == "finished", 120)
        return game


FLAT, NOISE = 1.5, 0.5
"""How many times what it cost with few games stored a request may cost, and how many milliseconds more in any case."""
PAGE = 40
"""Games that are stored before the first reading, so that a page is full."""
READS = {
    "poll (304)": "/v1/games/{game}",
    "inbox": "/v1/me/turns",
    "list": "/v1/games?limit=20",
    "finished": "/v1/games?status=finished&limit=20",
}


def costs(server: Server, count: int) -> dict[str, float]:
    """Milliseconds of processor that each kind of reading takes, API and Redis together."""
    (api,), (valkey,) = running(server.process.pid, "gunicorn"), running(server.process.pid, "valkey-server")
    with Client(server.url) as client:
        game = client.named("Counter").game("cathedral", ["me", "me"])["id"]
        session = client.session
        session.headers["Authorization"] = f"Bearer {client.token}"
        session.headers["If-None-Match"] = session.get(f"{server.url}/v1/games/{game}").headers["ETag"]
        found = {}
        for kind, path in READS.items():
            url = server.url + path.format(game=game)
            found[kind] = sum(cost(api, valkey, lambda url=url: session.get(url), count))
    return found


def flat(name: str, few: dict[str, float], now: dict[str, float]) -> list[str]:
    """Prints what readings cost now, as ratios to what they did; what has become dearer."""
    row(f"  processor, ms: {name}", *(f"{kind} {now[kind]:.2f} {times(now[kind] / max(few[kind], 0.01))}" for kind in READS))
    dear = [kind for kind in READS if now[kind] > max(FLAT * few[kind], few[kind] + NOISE)]
    return [f"{kind} costs {now[kind]:.2f} ms with {name}, {few[kind]:.2f} with few" for kind in dear]


KINDS = ("poll (304)", "look", "list", "legal moves", "move", "create", "wait for the AI")


def tell(name: str, tally: Tally) -> None:
    cells = [f"{tally.ms(kind, 0.5):.1f}/{tally.ms(kind, 0.99):.0f}" for kind in KINDS]
    row(f"{name}: {tally.requests} requests, {len(tally.errors)} errors", *cells)
    for error in tally.errors[:5]:
        print("    ", error, flush=True)


def movable_clock(folder: Path) -> dict[str, str] | None:
    """The environment in which a server's clock can be moved; None where no C compiler is."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        return None
    library, source = folder / "moved_clock.so", Path(__file__).with_name("moved_clock.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(source)], check=True)
    move_clock(folder, 0)
    return {"LD_PRELOAD": str(library), "CLOCK_OFFSET_FILE": str(folder / "offset")}


def move_clock(folder: Path, seconds: int) -> None:
    path = folder / "offset"
    if not path.exists():
        path.write_bytes(bytes(8))
    with path.open("r+b") as file:  # the same file, which the processes have mapped
        file.write(struct.pack("q", seconds))


def with_trouble(folder: Path, players: int, seconds: float) -> list[str]:
    """A clock that jumps, a Redis that halts, and memory that runs out; the errors."""
    errors: list[str] = []
    if environ := movable_clock(folder):
        ENVIRON.update(environ)
        try:
            server = start(folder / "jumping", **AS_RUN)
        finally:
            for name in environ:
                del ENVIRON[name]
        jumps = [0, 3600, -3600, 86400]
        errors += troubled("a clock that jumps by hours", server, players, seconds, lambda n: move_clock(folder, jumps[n % 4]))
    else:
        row("a clock that jumps: no C compiler is here")
    server = start(folder / "slow", **AS_RUN)
    errors += troubled("a Redis that halts for half a second", server, players, seconds, lambda _: pause(server))
    server = start(folder / "small", **AS_RUN)
    errors += troubled("memory that runs out", server, players, seconds, lambda n: squeeze(server, n), may_refuse=True)
    return errors


def pause(server: Server) -> None:
    with redis.Redis(unix_socket_path=str(embedded.socket_path(server.data))) as store:
        store.client_pause(500, all=True)


def squeeze(server: Server, number: int) -> None:
    with redis.Redis(unix_socket_path=str(embedded.socket_path(server.data))) as store:
        store.config_set("maxmemory", 1 if number % 2 else embedded.memory(Settings()))


def troubled(name: str, server: Server, players: int, seconds: float, act: Any, *, may_refuse: bool = False) -> list[str]:
    """The errors under a trouble that comes every two seconds, and is over at the end."""
    over = threading.Event()

    def trouble() -> None:
        number = 0
        while not over.wait(2.0):
            number += 1
            act(number)
        act(4)  # all is well again

    threading.Thread(target=trouble, daemon=True).start()
    try:
        tally = load(server, players, seconds, may_refuse=may_refuse)
        over.set()
        time.sleep(2.5)
        well = load(server, players, 5)
    finally:
        over.set()
        stop(server)
    tell(f"{name}{f' ({tally.refused} moves refused)' if may_refuse else ''}", tally)
    tell("  afterwards", well)
    return [*tally.errors, *well.errors]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120, help="of the mixed load; the other parts take a quarter of it each")
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--stored", type=int, nargs="*", default=[100, 1000, 10_000, 100_000], help="stored games, more and more")
    parser.add_argument("--readings", type=int, default=200, help="of each kind, when processor time is counted")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    chosen = parser.parse_args()
    figures: dict[str, Any] = {}
    errors: list[str] = []
    heading("Mixed load, ms at the middle / of the slowest hundredth", *KINDS)
    with tempfile.TemporaryDirectory(prefix="intramuros-load-") as name:
        folder = Path(name)
        server = start(folder / "data", MAX_QUEUE="100000", **AS_RUN)
        try:
            tally = load(server, chosen.players, chosen.seconds)
            tell("few games stored", tally)
            errors += tally.errors
            copies(server, PAGE)
            few = costs(server, chosen.readings)
            errors += flat("few games stored", few, few)
            figures["mixed"] = {kind: [tally.ms(kind, 0.5), tally.ms(kind, 0.99), len(tally.took[kind])] for kind in KINDS}
            there = PAGE
            for count in chosen.stored:
                copies(server, count - there)
                there = count
                tally = load(server, chosen.players, chosen.seconds / 4)
                tell(f"{count} games stored", tally)
                errors += tally.errors
                now = costs(server, chosen.readings)
                errors += flat(f"{count} games stored", few, now)
                figures[f"processor with {count}"] = now
                figures[f"stored {count}"] = {kind: [tally.ms(kind, 0.5), tally.ms(kind, 0.99), len(tally.took[kind])] for kind in KINDS}
        finally:
            stop(server)
        errors += with_trouble(folder, chosen.players, chosen.seconds / 4)
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1))
    for error in errors:
        print(error)
    print(f"{len(errors)} errors")
    raise SystemExit(bool(errors))


if __name__ == "__main__":
    main()
