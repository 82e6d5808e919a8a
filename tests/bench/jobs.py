"""From the moment an AI's turn is queued until its job starts, on a worker with nothing else to do."""

import sys
import time
from collections.abc import Callable

from service.config import Settings
from service.store import identifiers, queues
from service.store.client import Client, connect
from tests.bench import table
from tests.bench.stage import running, stage

ASKED, STARTS = "bench:asked", "bench:starts"
JOBS = 150
WARM = 15
GOAL_MS = 10.0


def waits(settings: Settings, client: Client, ask: Callable[[], object]) -> list[float]:
    """Milliseconds from asking until the other side says that it has started, in order of size."""
    found = []
    for number in range(JOBS + WARM):
        asked = time.time()
        ask()
        answered = client.blpop(STARTS, 4 if number else 30)
        assert answered, (settings.data / f"{settings.port}.log").read_text()
        found.append((float(answered[1]) - asked) * 1000)
        time.sleep(0.01)
    return sorted(found[WARM:])


def run() -> None:
    command = [sys.executable, "-m", "tests.bench.worker"]
    with stage() as settings:
        client = connect(settings.queue_url, 4, text=False)
        with running([*command, "bare"], settings):
            bare = waits(settings, client, lambda: client.rpush(ASKED, "go"))
        with running(command, settings):
            queue = queues.queue_name("cathedral", "hard")
            ours = waits(settings, client, lambda: enqueue(client, queue))
    table.heading(f"An AI's job on an idle worker, from queueing to its start, {JOBS} one at a time", "p50 ms", "p99 ms", "goal")
    table.row("the machine: a bare process that waits", *halves(bare), "")
    half, late = halves(ours)
    table.row("an AI's job", half, late, f"p50 ≤ {GOAL_MS:g} {'met' if float(half) <= GOAL_MS else 'MISSED'}")


def enqueue(client: Client, queue: str) -> None:
    assert queues.enqueue(client, queue, "start", (), f"bench-{identifiers.fresh_id()}", 10)


def halves(ordered: list[float]) -> tuple[str, str]:
    return f"{ordered[len(ordered) // 2]:.1f}", f"{ordered[int(len(ordered) * 0.99)]:.1f}"
