"""One AI worker process: takes jobs off the queues, shows that it is alive, and sweeps up turns that others dropped."""

import logging
import os
import socket
import threading
from collections.abc import Callable, Sequence

from redis.exceptions import RedisError
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from engine.ai.brain import brain
from engine.ai.levels import LEVELS
from engine.rulesets import NAMES, ruleset
from service.ai import installed
from service.config import Settings
from service.json_object import Json
from service.parts import Parts
from service.store import heartbeats, identifiers, queues
from service.store.client import connect
from service.worker import ladder
from service.worker.stopping import BELL, ForkingWorker, JobOrRing, PlainWorker

log = logging.getLogger("intramuros.worker")

SWEEP_EVERY = 1.0
ARCHIVE_EVERY = 60
"""Sweeps after which old games are looked for."""


def run(settings: Settings, rulesets: Sequence[str] = NAMES, played: Sequence[str] = LEVELS, *, advises: bool = True) -> None:
    """Works for these AIs in these rulesets until a signal asks it to stop; the move it is thinking about is finished first."""
    name = f"{socket.gethostname()}-{os.getpid()}-{identifiers.fresh_id(4)}".replace(".", "-")
    preload(rulesets, played)
    parts = Parts(settings)
    about = {
        "host": "worker",
        "ais": [installed.description(known, rulesets) for known in played],
        "rulesets": list(rulesets),
        "kind": settings.worker_kind,
        "pid": os.getpid(),
    }
    stopping = threading.Event()
    sweeper = threading.Thread(target=sweep_until, args=(stopping, parts, name, about), name="sweeper", daemon=True)
    sweeper.start()
    try:
        hands_on = settings.worker_kind == "simple"
        rq_worker(Parts(settings), name, queues.taken(rulesets, played, advises=advises, hands_on=hands_on)).work(
            logging_level="WARNING", with_scheduler=False
        )
    finally:
        stopping.set()
        sweeper.join(5)
        heartbeats.farewell(parts.store_client, name)


def rq_worker(parts: Parts, name: str, taken: Sequence[str]) -> BaseWorker:
    """The RQ worker: a plain one, or one that forks for every job. Its jobs have parts of their own beside the sweeper's."""
    settings = parts.settings
    job_class = type("JobHere", (JobOrRing,), {"parts": parts})
    kind = PlainWorker if settings.worker_kind == "simple" else ForkingWorker
    client = connect(settings.queue_url, settings.pool, text=False)
    return kind(
        [queues.queue(queue, client) for queue in (BELL + name, *taken)],
        name=name,
        connection=queues.for_rq(client),
        serializer=JSONSerializer,
        job_class=job_class,
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
        installed.description(name)


def sweep_until(stopping: threading.Event, parts: Parts, name: str, about: Json) -> None:
    """Shows that the worker is alive and repairs lapsed turns, until told to stop; a lost Redis is waited for."""
    beat = 0
    while not stopping.wait(SWEEP_EVERY if beat else 0):
        due = sweeps(parts, beat)
        if beat % int(heartbeats.EVERY) == 0:
            due.insert(0, lambda: heartbeats.sign_of_life(parts.store_client, name, about))
        sweep(due)
        beat += 1


def sweeps(parts: Parts, beat: int) -> list[Callable[[], object]]:
    """What is swept at a beat, what somebody waits for first."""
    archiving = [parts.archiving.sweep] if beat % ARCHIVE_EVERY == 0 else []
    return [
        parts.expiry.sweep,
        parts.thinking.sweep,
        parts.deliveries.sweep,
        parts.contests.sweep,
        parts.ratings.sweep,
        parts.seeks.sweep,
        parts.departures.sweep,
        lambda: ladder.sweep(parts),
        *archiving,
    ]


def sweep(due: Sequence[Callable[[], object]]) -> None:
    """Does them one after the other; one that fails is in no other's way."""
    lost: RedisError | None = None
    for each in due:
        try:
            each()
        except RedisError as error:
            lost = error
        except Exception:
            log.exception("a sweep failed")
    if lost:
        log.warning("Redis cannot be used: %s", lost)
