"""Our own AI worker, which also runs one job more: it says when it was started. With the argument `bare`, no worker at all but a
process that waits for a word on a list of its own and says when it came: what the machine itself takes."""

import os
import sys
import time

from service.config import Settings, load
from service.parts import Parts
from service.store import queues
from service.store.client import connect
from service.worker import worker
from tests.bench.jobs import ASKED, STARTS


def start(parts: Parts) -> None:
    now = time.time()
    parts.store_client.rpush(STARTS, now)


def wait_bare(settings: Settings) -> None:
    client = connect(settings.queue_url, 4, patient=True)
    while client.blpop(ASKED, 0):
        client.rpush(STARTS, time.time())


if __name__ == "__main__":
    if "bare" in sys.argv:
        wait_bare(load(os.environ))
    queues.JOBS["start"] = "tests.bench.worker.start"
    worker.run(load(os.environ))
