"""Everything killed at random while people play: the API, its processes, workers, the embedded server, the supervisor itself.

`python -m tests.drills.everything_killed --kills 200` is the whole drill; a smaller one is part of the suite. No move that was
acknowledged may be missing or there twice, and every journal must replay to its position.
"""

import argparse
import os
import random
import signal
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from tests.drills.players import Players
from tests.service.client import Server
from tests.service.conftest import launch, start, stop
from tests.service.processes import children, running

VICTIMS = {"server": 40, "worker": 36, "API process": 16, "gunicorn": 6, "supervisor": 2}
"""What is killed, by lot: of a hundred so many. What takes long to start is killed more rarely, or nothing else would be alive to be."""
PATIENCE = 150.0
"""Seconds that the server may be away: it may be killed again and again while it starts, on a machine that does much else."""
SETTINGS = {"AI_SECONDS": "0.05", "LEASE_MARGIN": "1", "WORKERS": "2", "WEB_PROCESSES": "2"}


class Site:
    """A server that is started again whenever its supervisor is killed; everything below that it has to see to by itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server: Server = start(folder, **SETTINGS)
        self.port = self.server.url.rpartition(":")[2]

    def victims(self, what: str) -> list[int]:
        """The processes of a kind."""
        supervisor = self.server.process.pid
        masters = running(supervisor, "gunicorn")
        return {
            "worker": running(supervisor, "service.commands.cli worker"),
            "API process": [pid for master in masters for pid in children(master)],
            "gunicorn": masters,
            "server": running(supervisor, "valkey-server"),
            "supervisor": [supervisor],
        }[what]

    def kill(self, what: str, rng: random.Random) -> bool:
        """Kills one of a kind; False when none is running at the moment."""
        found = self.victims(what)
        if not found:
            return False
        with suppress(ProcessLookupError):
            os.kill(rng.choice(found), signal.SIGKILL)
        if what == "supervisor":
            self.server.process.wait()
            self.begin_again()
        return True

    def begin_again(self) -> None:
        """Starts the server until it stays, as whoever keeps services running does: what a killed supervisor leaves may hold the port
        for longer than the next one waits, on a machine that does much else."""
        deadline = time.monotonic() + PATIENCE
        self.server = launch(self.folder, PORT=self.port, **SETTINGS)
        while not self.server.is_ready():
            assert time.monotonic() < deadline, f"it does not start again: {self.server.log.read_text()[-2000:]}"
            if self.server.process.poll() is not None:
                self.server = launch(self.folder, PORT=self.port, **SETTINGS)
            time.sleep(0.2)


def drill(folder: Path, players: int, kills: int, seconds: float, every: float = 0.5) -> dict[str, object]:
    """Kills until enough are dead or the time is over, then looks at every game; the figures."""
    site, rng, killed = Site(folder), random.Random(7), Counter[str]()
    began = time.monotonic()
    try:
        with Players(site.server.url, players, "random", patience=PATIENCE) as playing:
            while killed.total() < kills and time.monotonic() - began < seconds and not playing.errors:
                time.sleep(rng.uniform(0.2, 1.8) * every)
                (what,) = rng.choices(list(VICTIMS), list(VICTIMS.values()))
                killed[what] += site.kill(what, rng)
                if what != "worker":
                    playing.await_moves(1, PATIENCE)  # so that somebody plays when the next is killed
            playing.await_moves(2 * players, PATIENCE)
            playing.stop()
            found = accounts(playing)
            print({"kills": killed.total(), **killed, **found}, flush=True)
            playing.check()
        return {"kills": killed.total(), **killed, **found, "seconds": round(time.monotonic() - began)}
    finally:
        stop(site.server)


def accounts(playing: Players) -> dict[str, int]:
    """The games, the moves acknowledged in them, and of those the ones that a journal lacks or has more than once."""
    lost = doubled = 0
    for player in playing.all:
        stored = Counter((entry["turn"], entry["move"]) for entry in player.journal() if entry["seat"] == 0)
        lost += sum(1 for move in player.acknowledged if not stored[move])
        doubled += sum(count - 1 for count in stored.values())
    return {"games": len(playing.all), "acknowledged": playing.moves(), "lost": lost, "doubled": doubled}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between kills, about")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(drill(Path(folder), chosen.players, chosen.kills, chosen.seconds, chosen.every))


if __name__ == "__main__":
    main()
