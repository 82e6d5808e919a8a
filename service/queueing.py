"""RQ as we use it: JSON instead of pickles, two functions that may run, and short memories.

AI turns of games where a person waits come before those of games that only AIs play.
"""

from collections.abc import Sequence
from typing import Any

from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from service.connections import Client

ALLOWED = {"service.jobs.think", "service.jobs.deliver"}
"""The functions that a job may name."""

BUILT_IN = "ai"
"""The queue of the built-in AIs; `ai-later` is its queue for games where nobody waits."""

WEBHOOKS = "webhooks"
"""The queue of notices to webhooks."""

FAILED_SECONDS = 24 * 3600


class AllowedJob(Job):
    """A job that runs only what we wrote to be run."""

    @property
    def func(self) -> Any:
        if self.func_name not in ALLOWED:
            raise PermissionError(f"{self.func_name!r} may not be run as a job.")
        return super().func


def queue(name: str, client: Client) -> Queue:
    return Queue(name, connection=client, serializer=JSONSerializer, job_class=AllowedJob)


def queue_names(ais: Sequence[str] = (BUILT_IN,)) -> list[str]:
    """The queues of some AIs, in the order in which a worker empties them."""
    return [*ais, *(f"{name}-later" for name in ais)]


def enqueue(client: Client, name: str, function: str, args: Sequence[Any], job_id: str, timeout: int) -> bool:
    """Queues the job unless one of that id is queued or running already."""
    try:
        queue(name, client).enqueue_call(
            function, args=tuple(args), job_id=job_id, timeout=timeout, result_ttl=0, failure_ttl=FAILED_SECONDS, unique=True
        )
    except DuplicateJobError:
        return False
    return True
