"""What went wrong with an AI, for whoever hosts it: the last failures of each, newest first."""

import json

from service import clock
from service.json_object import Json
from service.store import keys
from service.store.client import Client

KEPT = 200
KINDS = ("crash", "nonsense", "overtime", "lapsed", "aborted")


def note(client: Client, ai: str, what: str, detail: str, **where: object) -> None:
    """Writes down a failure of one of those kinds."""
    line = json.dumps({"at": clock.stamp(), "what": what, "detail": detail[-2000:], **where})
    pipeline = client.pipeline(transaction=False)
    pipeline.lpush(keys.failures_key(ai), line)
    pipeline.ltrim(keys.failures_key(ai), 0, KEPT - 1)
    pipeline.expire(keys.failures_key(ai), 30 * 24 * 3600)
    pipeline.execute()


def read(client: Client, ai: str) -> list[Json]:
    return [json.loads(line) for line in client.lrange(keys.failures_key(ai), 0, -1)]
