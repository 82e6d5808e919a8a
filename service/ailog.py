"""What went wrong with an AI, for whoever hosts it: the last failures of each, newest first."""

import json
from typing import Any

from service import clock
from service.connections import Client

KEPT = 200


def key(ai: str) -> str:
    return f"intramuros:ai:{{{ai}}}:log"


def note(client: Client, ai: str, what: str, detail: str, **where: Any) -> None:
    """Writes down a failure: `crash`, `nonsense`, `overtime`, `lapsed` or `aborted`."""
    line = json.dumps({"at": clock.stamp(), "what": what, "detail": detail[-2000:], **where})
    pipeline = client.pipeline(transaction=False)
    pipeline.lpush(key(ai), line)
    pipeline.ltrim(key(ai), 0, KEPT - 1)
    pipeline.expire(key(ai), 30 * 24 * 3600)
    pipeline.execute()


def read(client: Client, ai: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in client.lrange(key(ai), 0, -1)]
