"""RQ as we use it: JSON instead of pickles, two functions that may run, and short memories.

AI turns of games where a person waits come before those of games that only AIs play.
"""

from collections.abc import Sequence
from typing import Any

from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from engine.ai.levels import LEVELS
from service.connections import Client

ALLOWED = {"service.jobs.think", "service.jobs.hint", "service.jobs.analyse", "service.jobs.deliver"}
"""The functions that a job may name."""

LATER = "-later"
"""Ends the name of a queue for games where no person waits."""

ANALYSIS = "analysis"
"""The queue of the analyses, for when nothing else is to do."""

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


def queue_name(ruleset: str, ai: str, *, later: bool = False) -> str:
    """The queue of an AI's turns in a ruleset; the built-in levels share one.

    >>> queue_name("cathedral", "hard"), queue_name("cathedral", "mybot")
    ('ai-cathedral', 'ai-cathedral-by-mybot')
    """
    return (f"ai-{ruleset}" if ai in LEVELS else f"ai-{ruleset}-by-{ai}") + (LATER if later else "")


def is_waiting(client: Client, name: str, job_id: str) -> bool:
    """Whether the job still waits in the queue for a worker."""
    return client.lpos(queue(name, client).key, job_id) is not None


def queue_names(rulesets: Sequence[str], ais: Sequence[str]) -> list[str]:
    """The queues of some AIs in some rulesets, in the order in which a worker empties them."""
    first = list(dict.fromkeys(queue_name(ruleset, ai) for ruleset in rulesets for ai in ais))
    return [*first, *(name + LATER for name in first)]


def taken(rulesets: Sequence[str], ais: Sequence[str]) -> list[str]:
    """Everything that a worker for some AIs does, what people wait for first; notices and analyses by those who play `hard`.

    >>> taken(["cathedral"], ["hard"])
    ['ai-cathedral', 'webhooks', 'ai-cathedral-later', 'analysis']
    """
    turns = queue_names(rulesets, ais)
    if "hard" not in ais:
        return turns
    later = [name for name in turns if name.endswith(LATER)]
    return [*(name for name in turns if name not in later), WEBHOOKS, *later, ANALYSIS]


def length(client: Client, ruleset: str, ai: str) -> int:
    """How many turns wait in the queues of an AI."""
    name = queue_name(ruleset, ai)
    return queue(name, client).count + queue(name + LATER, client).count


def enqueue(client: Client, name: str, function: str, args: Sequence[Any], job_id: str, timeout: int) -> bool:
    """Queues the job unless one of that id is queued or running already."""
    try:
        queue(name, client).enqueue_call(
            function, args=tuple(args), job_id=job_id, timeout=timeout, result_ttl=0, failure_ttl=FAILED_SECONDS, unique=True
        )
    except DuplicateJobError:
        return False
    return True
