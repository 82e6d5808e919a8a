"""From the moment an AI's turn is queued until its job starts, on a worker with nothing else to do."""

import sys
import time

from service import names, queueing
from service.connections import connect
from tests.bench import table
from tests.bench.stage import running, stage

STARTS = "bench:starts"
JOBS = 150
WARM = 15
GOAL_MS = 10.0


def run() -> None:
    with stage() as settings, running([sys.executable, "-m", "tests.bench.worker"], settings):
        client, queue = connect(settings.queue_url, 4, text=False), queueing.queue_name("cathedral", "hard")
        waits = []
        for _ in range(JOBS + WARM):
            asked = time.time()
            assert queueing.enqueue(client, queue, "tests.bench.worker.start", (), f"bench-{names.fresh_id()}", 10)
            answered = client.blpop(STARTS, 4 if waits else 30)
            assert answered, (settings.data / f"{settings.port}.log").read_text()
            waits.append((float(answered[1]) - asked) * 1000)
            time.sleep(0.01)
    counted = sorted(waits[WARM:])
    half, late = counted[len(counted) // 2], counted[int(len(counted) * 0.99)]
    table.heading("An AI's job on an idle worker, from queueing to its start", "p50 ms", "p99 ms", "goal")
    table.row(f"{JOBS} jobs, one at a time", f"{half:.1f}", f"{late:.1f}", f"p50 ≤ {GOAL_MS:g} {'met' if half <= GOAL_MS else 'MISSED'}")
