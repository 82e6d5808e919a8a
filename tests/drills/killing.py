"""Workers killed at random while AIs play each other: no game may stand still for longer than its lease and five seconds.

`python -m tests.drills.killing --games 200 --kills 50` is the whole drill; a smaller one is part of the suite.
"""

import argparse
import os
import random
import signal
import tempfile
import time
from pathlib import Path

from tests.service.client import Client
from tests.service.conftest import start, stop
from tests.service.processes import running

AI_SECONDS, LEASE_MARGIN = 0.1, 3.0
PATIENCE = 5.0
TABLES = 20
"""So many games are played at a time: few enough that none waits long for a worker that lives."""


def drill(folder: Path, games: int, kills: int, seconds: float, every: float = 1.3) -> dict[str, float]:
    """Plays so many games at least while workers are killed; the figures, of which `stuck` is the longest that any game stood still."""
    server = start(folder, AI_SECONDS=str(AI_SECONDS), LEASE_MARGIN=str(LEASE_MARGIN), MAX_QUEUE="100000", WEB_PROCESSES="2", WORKERS="4")
    rng = random.Random(1)
    try:
        with Client(server.url) as client:
            client.named("Organiser")
            seen: dict[str, tuple[int, float]] = {}
            going: set[str] = set()
            killed, stuck, degraded = 0, 0.0, 0
            deadline, next_kill = time.monotonic() + seconds, time.monotonic()
            while (going or len(seen) < games) and time.monotonic() < deadline:
                while len(going) < min(TABLES, games) and (len(seen) < games or killed < kills):
                    begun = client.game("cathedral", [{"ai": "random"}, {"ai": "random"}])["id"]
                    seen[begun] = (0, time.monotonic())
                    going.add(begun)
                for game_id in sorted(going):
                    if killed < kills and time.monotonic() >= next_kill:
                        killed += kill_one(server.process.pid, rng)
                        next_kill = time.monotonic() + every
                    snapshot = client.look(game_id)
                    revision, since = seen[game_id]
                    now = time.monotonic()
                    if snapshot["revision"] != revision:
                        seen[game_id] = (snapshot["revision"], now)
                    else:
                        stuck = max(stuck, now - since)
                    if snapshot["status"] == "finished":
                        going.discard(game_id)
                        degraded += snapshot["degraded"]
        return {
            "games": len(seen),
            "unfinished": max(games - len(seen), 0) + len(going),
            "kills": killed,
            "stuck": round(stuck, 2),
            "degraded": degraded,
        }
    finally:
        stop(server)


def kill_one(server: int, rng: random.Random) -> int:
    """How many workers were killed: one, unless none is running."""
    workers = running(server, "service.commands.cli worker")
    if workers:
        os.kill(rng.choice(workers), signal.SIGKILL)
    return min(1, len(workers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--every", type=float, default=1.1, help="seconds between kills")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(drill(Path(folder), chosen.games, chosen.kills, chosen.seconds, chosen.every))


if __name__ == "__main__":
    main()
