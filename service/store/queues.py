"""The queues, which are RQ's as we use it: JSON instead of pickles, the few jobs that may run (`JOBS`), and short memories.

AI turns of games where a person waits come before those of games that only AIs play, and a player's first few before its many:
however much one player has waiting, another one's turn stands near the front. Hints and analyses have queues of their own, which
only half of the workers empty, so that there is always one free for turns.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, cast

from redis import Redis
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import import_attribute

from engine.ai.levels import LEVELS
from service import logs
from service.store.client import Client

JOBS = {job: f"service.worker.jobs.{job}" for job in ("think", "hint", "draw", "analyse", "deliver", "advance")}
"""Every job there is and what runs it, by words that stay wherever the code moves to."""

FORMERLY = "service.jobs."
"""What the names of jobs began with before, for those still queued."""

LATER, LAST = "-later", "-last"
"""Ends the name of a queue for games where no person waits, or whose maker has a few turns waiting already; and for more of them."""

HINTS = "hints"
"""The queue of the hints."""

ANALYSIS = "analysis"
"""The queue of the analyses, for when nothing else is to do."""

WEBHOOKS = "webhooks"
"""The queue of notices to webhooks."""

CONTESTS = "contests"
"""The queue of contests that go on."""
ALL, PREFIX = "rq:queues", "rq:queue:"
"""Where RQ keeps the names of the queues, and the queues."""

FEW, MANY = 4, 16
"""Waiting turns of one player that stand in front, and behind those of others but before its last."""

FAILED_SECONDS = 24 * 3600


class AllowedJob(Job):
    """A job that runs only what we wrote to be run, with the parts of the worker that runs it."""

    parts: ClassVar[Any] = None

    @property
    def func(self) -> Callable[..., None]:
        found = JOBS.get((self.func_name or "").removeprefix(FORMERLY))
        if found is None:
            raise PermissionError(f"{self.func_name!r} may not be run as a job.")
        return partial(import_attribute(found), self.parts)

    def perform(self) -> object:
        """Runs the job, with what its request was about in its log lines."""
        logs.about.set(self.meta)
        try:
            return super().perform()
        finally:
            logs.about.set({})


def for_rq(client: Client) -> Redis:
    """The client as RQ wants it; a queue is never on a cluster."""
    return cast(Redis, client)


def queue(name: str, client: Client) -> Queue:
    return Queue(name, connection=for_rq(client), serializer=JSONSerializer, job_class=AllowedJob)


def queue_name(ruleset: str, ai: str, place: str = "") -> str:
    """The queue of an AI's turns in a ruleset; the built-in levels share one.

    >>> queue_name("cathedral", "hard"), queue_name("cathedral", "mybot", LATER)
    ('ai-cathedral', 'ai-cathedral-by-mybot-later')
    """
    return (f"ai-{ruleset}" if ai in LEVELS else f"ai-{ruleset}-by-{ai}") + place


def place_of(waiting: int, *, waited_for: bool) -> str:
    """How far back a turn stands, by how many its game's maker has waiting with it, and whether a person waits for it.

    >>> [place_of(4, waited_for=True), place_of(5, waited_for=True), place_of(3, waited_for=False)]
    ['', '-later', '-last']
    """
    few, many = (FEW, MANY) if waited_for else (0, FEW // 2)
    return "" if waiting <= few else LATER if waiting <= many else LAST


def is_waiting(client: Client, name: str, job_id: str) -> bool:
    """Whether the job still waits for a worker in the queue or in those behind it."""
    return any(client.lpos(queue(name + place, client).key, job_id) is not None for place in ("", LATER, LAST))


def queue_names(rulesets: Sequence[str], ais: Sequence[str]) -> list[str]:
    """The queues of some AIs in some rulesets, in the order in which a worker empties them."""
    first = list(dict.fromkeys(queue_name(ruleset, ai) for ruleset in rulesets for ai in ais))
    return [name + place for place in ("", LATER, LAST) for name in first]


def taken(rulesets: Sequence[str], ais: Sequence[str], *, advises: bool = True, hands_on: bool = True) -> list[str]:
    """Everything that a worker for some AIs does, what people wait for first; notices, contests and advice by those who play `hard`.

    A worker that hands notices on to messengers takes them first, which costs it next to nothing; one that carries them itself, later.

    >>> taken(["cathedral"], ["hard"])
    ['webhooks', 'ai-cathedral', 'contests', 'hints', 'ai-cathedral-later', 'ai-cathedral-last', 'analysis']
    >>> taken(["cathedral"], ["hard"], advises=False, hands_on=False)
    ['ai-cathedral', 'webhooks', 'contests', 'ai-cathedral-later', 'ai-cathedral-last']
    """
    turns = queue_names(rulesets, ais)
    if "hard" not in ais:
        return turns
    front = [name for name in turns if not name.endswith((LATER, LAST))]
    behind = [name for name in turns if name not in front]
    first = [WEBHOOKS, *front] if hands_on else [*front, WEBHOOKS]
    return [*first, CONTESTS, *([HINTS] if advises else []), *behind, *([ANALYSIS] if advises else [])]


def length(client: Client, ruleset: str, ai: str, *, places: Sequence[str] = ("", LATER, LAST)) -> int:
    """How many turns wait in the queues of an AI, in front and behind."""
    name = queue_name(ruleset, ai)
    return sum(queue(name + place, client).count for place in places)


def enqueue(client: Client, name: str, function: str, args: Sequence[object], job_id: str, timeout: int) -> bool:
    """Queues the job unless one of that id is queued or running already."""
    try:
        queue(name, client).enqueue_call(
            function,
            args=tuple(args),
            job_id=job_id,
            timeout=timeout,
            result_ttl=0,
            failure_ttl=FAILED_SECONDS,
            unique=True,
            meta=dict(logs.about.get()),
        )
    except DuplicateJobError:
        return False
    return True
