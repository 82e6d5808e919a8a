"""One AI worker process: takes jobs off the queues, shows that it is alive, and sweeps up turns that others dropped."""

import logging
import os
import socket
import threading
from collections.abc import Sequence
from typing import Any

from redis.exceptions import RedisError
from rq import SimpleWorker, Worker
from rq.serializers import JSONSerializer

from engine.ai.brain import brain
from engine.ai.levels import LEVELS
from engine.rulesets import NAMES, ruleset
from service import ais, jobs, names, queueing, workers
from service.config import Settings
from service.connections import connect
from service.host import Host

log = logging.getLogger("intramuros.worker")

SWEEP_EVERY = 1.0


def run(settings: Settings, rulesets: Sequence[str] = NAMES, played: Sequence[str] = LEVELS) -> None:
    """Works for these AIs in these rulesets until a signal asks it to stop; the move it is thinking about is finished first."""
    name = f"{socket.gethostname()}-{os.getpid()}-{names.fresh_id(4)}".replace(".", "-")
    preload(rulesets, played)
    jobs.use(settings)
    host = Host(settings)
    about = {
        "host": "worker",
        "ais": [ais.description(known, rulesets) for known in played],
        "rulesets": list(rulesets),
        "kind": settings.worker_kind,
        "pid": os.getpid(),
    }
    stopping = threading.Event()
    sweeper = threading.Thread(target=sweep_until, args=(stopping, host, name, about), name="sweeper", daemon=True)
    sweeper.start()
    try:
        rq_worker(settings, name, queueing.taken(rulesets, played)).work(logging_level="WARNING", with_scheduler=False)
    finally:
        stopping.set()
        sweeper.join(5)
        workers.farewell(host.store_client, name)


def rq_worker(settings: Settings, name: str, queues: Sequence[str]) -> Any:
    """The RQ worker: a plain one, or one that forks for every job."""
    kind = SimpleWorker if settings.worker_kind == "simple" else Worker
    client = connect(settings.queue_url, settings.pool, text=False)
    return kind(
        [queueing.queue(queue, client) for queue in queues],
        name=name,
        connection=client,
        serializer=JSONSerializer,
        job_class=queueing.AllowedJob,
        default_result_ttl=0,
        worker_ttl=60,
        maintenance_interval=60,
        job_monitoring_interval=5,
        log_job_description=False,
    )


def preload(rulesets: Sequence[str], played: Sequence[str]) -> None:
    """Loads the rulesets, their brains and the custom AIs, so that no job waits for imports."""
    for name in rulesets:
        ruleset(name)
        brain(name)
    for name in played:
        ais.description(name)


def sweep_until(stopping: threading.Event, host: Host, name: str, about: dict[str, Any]) -> None:
    """Shows that the worker is alive and repairs lapsed turns, until told to stop; a lost Redis is waited for."""
    beat = 0
    while not stopping.wait(SWEEP_EVERY if beat else 0):
        try:
            if beat % int(workers.EVERY) == 0:
                workers.sign_of_life(host.store_client, name, about)
            host.thinking.sweep()
            host.deliveries.sweep()
        except RedisError as error:
            log.warning("Redis cannot be used: %s", error)
        except Exception:
            log.exception("a sweep failed")
        beat += 1
