"""Our own AI worker, which also runs one job more: it says when it was started. With the argument `bare`, no worker at all but a
process that waits for a word on a list of its own and says when it came: what the machine itself takes."""

import os
import sys
import time

from service import jobs, queueing, worker
from service.config import Settings, load
from service.connections import connect
from tests.bench.jobs import ASKED, STARTS


def start() -> None:
    now = time.time()
    (host,) = jobs._process
    host.store_client.rpush(STARTS, now)


def wait_bare(settings: Settings) -> None:
    client = connect(settings.queue_url, 4, patient=True)
    while client.blpop(ASKED, 0):
        client.rpush(STARTS, time.time())


if __name__ == "__main__":
    if "bare" in sys.argv:
        wait_bare(load(os.environ))
    queueing.ALLOWED.add("tests.bench.worker.start")
    worker.run(load(os.environ))
