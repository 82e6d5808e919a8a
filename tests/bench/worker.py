"""Our own AI worker, which also runs one job more: it says when it was started."""

import os
import time

from service import jobs, queueing, worker
from service.config import load
from tests.bench.jobs import STARTS


def start() -> None:
    now = time.time()
    (host,) = jobs._process
    host.store_client.rpush(STARTS, now)


if __name__ == "__main__":
    queueing.ALLOWED.add("tests.bench.worker.start")
    worker.run(load(os.environ))
