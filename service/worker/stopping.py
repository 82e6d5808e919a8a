"""RQ's workers, stopped without losing a job: one that is asked to stop goes on until the job that it has taken is done.

RQ leaves its wait for a job by an exception. A job that has just been taken off a queue and not yet begun is gone with it, and its turn
stands still until the lease lapses. Ours are rung for instead: by an entry in a queue of the worker's own.
"""

import logging
import os
import threading
from typing import Any

from redis.exceptions import RedisError
from rq import SimpleWorker, Worker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.worker import BaseWorker, WorkerStatus

from service.store import queues

log = logging.getLogger("intramuros.worker")

BELL = "stop-"
"""Begins the name of a worker's own queue, the first that it listens to."""
RING = "stop"
"""What stands in it instead of a job."""
RINGS_FOR = 60
"""Seconds after which Redis forgets a ring that nobody heard."""


class JobOrRing(queues.AllowedJob):
    """A job, unless what was taken off a queue is the ring."""

    @classmethod
    def fetch(cls, id: str, *args: Any, **options: Any) -> Job:  # noqa: A002, their name
        if id == RING:
            raise StopRequested
        return super().fetch(id, *args, **options)


class Stopping(BaseWorker):
    """A worker that stops between two jobs, never between taking one and doing it."""

    def _shutdown(self) -> None:
        """Called by a signal, in the middle of anything: the ring is sent beside it."""
        self._stop_requested = True
        threading.Thread(target=self._ring, name="bell").start()

    def _ring(self) -> None:
        bell = queues.PREFIX + BELL + self.name
        try:
            self.connection.rpush(bell, RING)
            self.connection.expire(bell, RINGS_FOR)
        except RedisError as error:
            log.warning("Redis cannot be used: %s", error)
            if self.get_state() != WorkerStatus.BUSY:
                os._exit(0)  # it waits for a Redis that is away, and has no job


class PlainWorker(Stopping, SimpleWorker):
    """Does its jobs itself."""


class ForkingWorker(Stopping, Worker):
    """Starts a process for each job."""
