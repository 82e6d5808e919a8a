"""Tournaments whose server is killed, part by part and as a whole: each comes to its end, and no game is there twice.

`python -m tests.drills.tournaments` is the whole drill: a round robin of 6 AIs and a Swiss of 32 over 7 rounds. A smaller one is part of
the suite.
"""

import argparse
import os
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import requests

from tests.service.client import Client, Server, free_port
from tests.service.conftest import AS_RUN, start, stop
from tests.service.processes import alive, children, until
from tests.service.recomputed import recomputed, records

Json = dict[str, Any]
SETTINGS = {"AI_SECONDS": "0.1", "LEASE_MARGIN": "2", "MAX_QUEUE": "100000", "KEEP_FINISHED_DAYS": "1", **AS_RUN}


def drill(folder: Path, tournaments: list[Json], kills: int, wholes: int, seconds: float, every: float = 2.0) -> list[Json]:
    """Plays the tournaments while processes are killed, the whole server `wholes` times among them; what each came to."""
    port, rng, deadline = str(free_port()), random.Random(1), time.monotonic() + seconds
    server = start(folder, PORT=port, **SETTINGS)
    try:
        client = Client(server.url).named("Organiser")
        made = [client.post("/v1/tournaments", body).json() for body in tournaments]
        plan = ["part"] * kills + ["whole"] * wholes
        rng.shuffle(plan)
        begun = time.monotonic()
        while any(status(client, each) not in ("finished", "cancelled") for each in made):
            assert time.monotonic() < deadline, f"stuck: {[client.get(each['links']['self']).json()['games'] for each in made]}"
            if plan and time.monotonic() - begun > every * (kills + wholes - len(plan) + 1):
                server = hurt(server, plan.pop(), rng, folder, port)
            time.sleep(0.1)
        came_to = [checked(client, each, len(plan)) for each in made]
        there = stored_games(client)
        assert there == sum(each["games"] for each in came_to), f"{there} games are there: some belong to no tournament, or are there twice"
        return came_to
    finally:
        stop(server)


def status(client: Client, made: Json) -> str:
    """How far a tournament is, as soon as somebody answers."""
    try:
        answer = client.get(made["links"]["self"])
    except requests.RequestException:
        return "unknown"
    return str(answer.json()["status"]) if answer.status_code == 200 else "unknown"


def hurt(server: Server, what: str, rng: random.Random, folder: Path, port: str) -> Server:
    """Kills one process of the server, or all of them at once; the server, if need be a new one on the same data."""
    family = descendants(server.process.pid)
    if what == "part":
        os.kill(rng.choice(family), signal.SIGKILL)
        return server
    for pid in (server.process.pid, *family):
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    server.process.wait(10)
    until(lambda: not any(alive(pid) for pid in family), 20)
    return start(folder, PORT=port, **SETTINGS)


def descendants(pid: int) -> list[int]:
    """Every process that a process has started, and those that they have."""
    return [found for child in children(pid) for found in (child, *descendants(child))]


def checked(client: Client, made: Json, left: int) -> Json:
    """What a tournament came to; fails if a game is missing, or there twice, or the standings are not those of its records."""
    over = client.get(made["links"]["self"]).json()
    games = records(client, over)
    legs = Counter((item["round"], item["pair"], item["leg"]) for item in games)
    assert len(games) == over["games"]["finished"] == over["games"]["planned"], over["games"]
    assert set(legs.values()) == {1}
    assert over["standings"] == recomputed(client, over)
    return {"status": over["status"], "games": len(games), "rounds": over["round"], "kills not reached": left}


def stored_games(client: Client) -> int:
    """How many games the server has in all, whatever became of them."""
    return sum(listed_games(client, status) for status in ("open", "running", "finished"))


def listed_games(client: Client, status: str) -> int:
    count, cursor = 0, ""
    while True:
        page = client.get(f"/v1/games?status={status}&limit=100{cursor}").json()
        count += len(page["items"])
        if page["next"] is None:
            return count
        cursor = f"&cursor={page['next']}"


def body(count: int, **more: Any) -> Json:
    """A tournament of so many AIs that play at random."""
    entrants = [{"ai": "random", "name": f"Random {number}"} for number in range(1, count + 1)]
    return {"name": f"{count} entrants", "ruleset": "cathedral", "entrants": entrants, "start": "now"} | more


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--wholes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--every", type=float, default=6.0, help="seconds between kills")
    chosen = parser.parse_args()
    both = [body(6, opponents=None), body(32, format="swiss", rounds=7)]
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        for came_to in drill(Path(folder), both, chosen.kills, chosen.wholes, chosen.seconds, chosen.every):
            print(came_to)
        print(f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
