"""The health of the store and the queue: can they be reached, do they take writes, how much waits in the queues.

>>> refusal("NOREPLICAS Not enough good replicas to write.")
'it waits for a replica, or its disk is nearly full'
"""

from redis.exceptions import OutOfMemoryError, ReadOnlyError, RedisError, ResponseError

from service.store import keys, queues
from service.store.client import Client

REFUSALS = {
    "NOREPLICAS": "it waits for a replica, or its disk is nearly full",
    "MISCONF": "it cannot write to its disk",
    "OOM": "its memory is full",
    "READONLY": "it is a replica, or about to become one",
}
"""Why a Redis refuses writes while it goes on answering reads, by the first word of what it says."""


def refusal(said: str) -> str | None:
    """Why writes are refused, if that is what a Redis has said; None when it is another error."""
    return REFUSALS.get(said.split(" ", 1)[0])


def why_refused(error: Exception) -> str | None:
    """The same for an error of redis-py, which takes the first word off some."""
    if isinstance(error, OutOfMemoryError):
        return REFUSALS["OOM"]
    if isinstance(error, ReadOnlyError):
        return REFUSALS["READONLY"]
    return refusal(str(error)) if isinstance(error, ResponseError) else None


def check(client: Client) -> str:
    """`ok` when the server takes a write; else what is wrong with it."""
    try:
        client.set(keys.PROBE, "1", ex=60)
    except RedisError as error:
        why = why_refused(error)
        return f"refuses writes: {why}" if why else f"unreachable: {type(error).__name__}"
    return "ok"


def waiting(client: Client, known: list[str]) -> dict[str, int]:
    """How many jobs wait in each queue: in those known, and in those that anybody has ever put a job into."""
    names = sorted({*known, *(member.decode().removeprefix(queues.PREFIX) for member in client.execute_command("SMEMBERS", queues.ALL))})
    pipeline = client.pipeline(transaction=False)
    for name in names:
        pipeline.llen(queues.PREFIX + name)
    return dict(zip(names, pipeline.execute(), strict=True))
