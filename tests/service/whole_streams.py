"""What schemathesis is told before it reads our document: a stream's schema is about its whole text, as OpenAPI 3.1 has it.

The tool holds each event to it instead, as OpenAPI 3.2 has it. So it sees no schema of streams and checks all else of them: statuses,
headers, problem documents. test_events and test_contest_events hold the events to their schemas.
"""

from typing import Any

import schemathesis

STREAM = "text/event-stream"


@schemathesis.hook
def before_load_schema(context: schemathesis.HookContext, raw_schema: dict[str, Any]) -> None:
    """Takes the schemas of streams out of the document."""
    for item in raw_schema["paths"].values():
        for response in item.get("get", {}).get("responses", {}).values():
            response.get("content", {}).get(STREAM, {}).pop("schema", None)
