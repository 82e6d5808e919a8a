"""What a game, a request and a decision cost, for `deploy/CAPACITY.md`; and a simulation of the AI queue, held against a real run.

python -m tests.bench.capacity            everything, about three minutes
python -m tests.bench.capacity queue      only the simulation and the real run, one minute
python -m tests.bench.capacity simulate --rate 40 --workers 8 --mean 0.15
"""

import argparse
import heapq
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import redis
import requests

from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.rulesets import NAMES, ruleset
from service.store import embedded
from tests.bench.stage import cpu_seconds
from tests.bench.table import heading, row, times
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import running

SEATS = {"cathedral": 2, "forbidden_city": 4, "verbotene_stadt": 3}


def bytes_of_a_game(server: Server) -> None:
    """What Redis keeps of one finished game of each ruleset, played by `random`: all its keys."""
    heading("Redis, bytes a finished game", "moves", "kB")
    with Client(server.url) as client, redis.Redis(unix_socket_path=str(embedded.socket_path(server.data))) as store:
        client.named("Counter")
        for name in NAMES:
            game = client.game(name, [{"ai": "random"}] * SEATS[name])["id"]
            deadline = time.monotonic() + 90
            while client.look(game)["status"] != "finished" and time.monotonic() < deadline:
                time.sleep(0.2)
            keys = list(store.scan_iter(match=f"game:{{{game}}}*", count=1000))
            used = sum(int(store.memory_usage(key, samples=0) or 0) for key in keys)
            row(name, str(client.look(game)["revision"]), f"{used / 1000:.1f}")


def cpu_of_a_request(server: Server, count: int = 400) -> None:
    """Processor time of the API and of Redis for each kind of request."""
    heading("Processor, ms a request", "API", "Redis")
    (api,), (valkey,) = running(server.process.pid, "gunicorn"), running(server.process.pid, "valkey-server")
    with Client(server.url) as client:
        client.named("Counter")
        game = client.game("cathedral", ["me", "me"])["id"]
        path, session = f"{server.url}/v1/games/{game}", client.session
        session.headers["Authorization"] = f"Bearer {client.token}"
        tag = session.get(path).headers["ETag"]
        kinds: dict[str, Callable[[], requests.Response]] = {
            "poll, nothing new": lambda: session.get(path, headers={"If-None-Match": tag}),
            "snapshot": lambda: session.get(path),
            "inbox": lambda: session.get(f"{server.url}/v1/me/turns"),
            "legal moves, 20 of them": lambda: session.get(f"{path}/legal-moves?limit=20"),
            "list of 20 games": lambda: session.get(f"{server.url}/v1/games?limit=20"),
        }
        for name, ask in kinds.items():
            row(name, *(f"{each:.2f}" for each in cost(api, valkey, ask, count)))
        row("create a game and move twice", *(f"{each:.2f}" for each in cost(api, valkey, lambda: two_moves(client), 60)))


def two_moves(client: Client) -> requests.Response:
    game = client.game("cathedral", ["me", "me"])["id"]
    client.play(game, 1, "cathedral@e5n", 0)
    return client.play(game, 2, client.first_legal(game, 1), 1)


def cost(api: int, valkey: int, ask: Callable[[], requests.Response], count: int) -> tuple[float, float]:
    """Milliseconds of the API's processes and of Redis for one of many, without what they use anyway in that time."""

    def used() -> tuple[float, float, float]:
        return time.monotonic(), cpu_seconds(api), own_seconds(valkey)

    ask()
    quiet = used()
    time.sleep(3)
    before = used()
    for _ in range(count):
        assert ask().status_code < 400
    after = used()
    share = (after[0] - before[0]) / (before[0] - quiet[0])
    found = [(after[n] - before[n] - (before[n] - quiet[n]) * share) / count * 1000 for n in (1, 2)]
    return max(found[0], 0.0), max(found[1], 0.0)


def own_seconds(pid: int) -> float:
    """Processor time of a process, its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def cpu_of_an_ai_turn(server: Server, seconds: float = 20) -> None:
    """Processor time of workers and Redis for one turn of an AI that thinks of nothing: what queue, job and commit cost."""
    (valkey,), workers = running(server.process.pid, "valkey-server"), running(server.process.pid, "service.commands.cli worker")
    with Client(server.url) as client:
        client.named("Counter")
        games = [client.game("cathedral", [{"ai": "random"}, {"ai": "random"}])["id"] for _ in range(30)]
        before = sum(map(own_seconds, workers)), own_seconds(valkey), sum(client.look(game)["revision"] for game in games)
        time.sleep(seconds)
        after = sum(map(own_seconds, workers)), own_seconds(valkey), sum(client.look(game)["revision"] for game in games)
    turns = after[2] - before[2]
    heading("Processor, ms a turn of the AI `random`", "worker", "Redis")
    row(f"{turns} turns", f"{(after[0] - before[0]) / turns * 1000:.2f}", f"{(after[1] - before[1]) / turns * 1000:.2f}")


def cpu_of_a_decision(seconds: float = 3.0) -> dict[str, list[float]]:
    """Processor time of a decision, over a game of each ruleset, by level."""
    heading("Processor, ms a decision (middle / mean)", *NAMES)
    found: dict[str, list[float]] = {}
    for level in ("random", "easy", "medium", "hard"):
        cells = []
        for name in NAMES:
            took = decisions(name, level, seconds)
            found[f"{level} {name}"] = took
            cells.append(f"{1000 * statistics.median(took):.1f} / {1000 * statistics.mean(took):.1f}")
        row(level, *cells)
    return found


def decisions(name: str, level: str, seconds: float) -> list[float]:
    rules, rng, took = ruleset(name), random.Random(3), []
    from engine.core import CHANCE, settle_options

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        position = rules.start(SEATS[name], settle_options(rules, SEATS[name], {}))
        while position.actors and time.monotonic() < until:
            actor = position.actors[0]
            if actor == CHANCE:
                moves, weights = zip(*position.odds(), strict=True)
                position = position.play(actor, rng.choices(moves, weights)[0])
                continue
            view, moves = View(rules, actor, position.view(actor)), tuple(position.moves(actor))
            began = time.process_time()
            move = opponent(name, level).choose(view, moves, Budget(seconds=1.0, seed=rng.getrandbits(32)))
            took.append(time.process_time() - began)
            position = position.play(actor, rng.choice(moves) if move not in moves else move)
    return took or [float("nan")]


@dataclass(frozen=True)
class Waits:
    """How long turns waited for a worker, in seconds."""

    p50: float
    p95: float
    busy: float


def simulate(rate: float, workers: int, service: Callable[[random.Random], float], seconds: float, seed: int = 1) -> Waits:
    """Turns that come at random, one line, so many workers: first come, first served."""
    rng, free = random.Random(seed), [0.0] * workers
    heapq.heapify(free)
    now, waits, worked = 0.0, [], 0.0
    while now < seconds:
        now += rng.expovariate(rate)
        begins, takes = max(now, heapq.heappop(free)), service(rng)
        heapq.heappush(free, begins + takes)
        waits.append(begins - now)
        worked += takes
    ordered = sorted(waits)
    return Waits(ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], worked / (workers * now))


def held_against_a_real_run(folder: Path) -> None:
    """Turns of `hard` on two workers, as many as keep them busy for two thirds of their time: what the simulation says, what clients see.

    The simulation is given how long turns take alone on this machine, and lasts as long as the run, many times over.
    """
    thinking, workers, seconds = 0.2, 2, 40.0
    server = start(folder, AI_SECONDS=str(thinking), WEB_PROCESSES="2", WORKERS=str(workers), MAX_QUEUE="100000", LEASE_MARGIN="30")
    try:
        alone = real_turns(server, 0.5, 15.0)
        rate = 0.67 * workers / statistics.mean(alone)
        real = sorted(real_turns(server, rate, seconds))
    finally:
        stop(server)
    runs = [simulate(rate, workers, lambda rng: rng.choice(alone), seconds, seed) for seed in range(200)]
    base = statistics.median(alone)
    middle, slow = (base + statistics.median(getattr(each, name) for each in runs) for name in ("p50", "p95"))
    heading(f"AI turns at {rate:.1f} a second on {workers} workers", "simulated", "real run", "ratio")
    row("one turn alone, s", "", f"{base:.2f}")
    for name, said, seen in (("middle", middle, real[len(real) // 2]), ("slowest twentieth", slow, real[int(len(real) * 0.95)])):
        row(f"turn answered, {name}, s", f"{said:.2f}", f"{seen:.2f}", times(seen / said))
    row("share of the workers' time", f"{statistics.mean(each.busy for each in runs):.0%}")


def real_turns(server: Server, rate: float, seconds: float) -> list[float]:
    """Seconds from a move to the AI's answer, for moves made at random times at this rate, each in a game of its own."""
    rng, took, threads, until = random.Random(2), [], [], time.monotonic() + seconds
    with Client(server.url) as client:
        client.named("Counter")
        games = [client.game("cathedral", ["me", {"ai": "hard"}])["id"] for _ in range(int(rate * seconds * 1.5) + 1)]

    def one(game: str) -> None:
        headers = {"Authorization": f"Bearer {client.token}"}
        url = f"{server.url}/v1/games/{game}"
        requests.post(f"{url}/moves", json={"turn": 1, "move": "cathedral@e5n"}, headers=headers, timeout=60)
        began = time.monotonic()
        tag = requests.get(url, headers=headers, timeout=60)
        while tag.json()["turn"] < 3 and time.monotonic() - began < 60:
            answer = requests.get(f"{url}?wait=20", headers={**headers, "If-None-Match": tag.headers["ETag"]}, timeout=60)
            tag = answer if answer.status_code == 200 else tag
        took.append(time.monotonic() - began)

    while time.monotonic() < until and games:
        thread = threading.Thread(target=one, args=(games.pop(),))
        thread.start()
        threads.append(thread)
        time.sleep(rng.expovariate(rate))
    for thread in threads:
        thread.join()
    return took


def requests_a_move(server: Server) -> None:
    """How often a client asks for each move of its own, if it loops on the inbox and does nothing else."""
    with Client(server.url) as client:
        client.named("Counter")
        game, asked, moves = client.game("cathedral", ["me", {"ai": "easy"}])["id"], 0, 0
        until = time.monotonic() + 20
        while time.monotonic() < until:
            asked += 1
            owed = client.get("/v1/me/turns?wait=5").json()["items"]
            if not owed:
                break
            asked += 2
            client.play(game, owed[0]["turn"], client.first_legal(game))
            moves += 1
    heading("Requests of a bot for each move of its own", "requests")
    row("inbox, legal moves, move", f"{asked / max(moves, 1):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["everything", "queue", "simulate"], default="everything")
    parser.add_argument("--rate", type=float, default=40, help="turns a second")
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--mean", type=float, default=0.15, help="seconds a decision takes")
    chosen = parser.parse_args()
    if chosen.what == "simulate":
        print(simulate(chosen.rate, chosen.workers, lambda rng: rng.expovariate(1 / chosen.mean), 3600))
        return
    with tempfile.TemporaryDirectory(prefix="intramuros-capacity-") as folder:
        if chosen.what == "queue":
            held_against_a_real_run(Path(folder) / "queue")
            return
        server = start(Path(folder) / "costs", WEB_PROCESSES="1", WORKERS="2", MAX_QUEUE="100000")
        try:
            bytes_of_a_game(server)
            cpu_of_a_request(server)
            cpu_of_an_ai_turn(server)
            requests_a_move(server)
        finally:
            stop(server)
        cpu_of_a_decision()
        held_against_a_real_run(Path(folder) / "queue")


if __name__ == "__main__":
    main()
