"""What schemathesis is told before it walks the document's links, beside `whole_streams`: requests need no name.

The tool takes X-Request-Id for the id of something that an operation has to make first. No operation does, so it would begin nowhere
and go along no link. The other runs send the header.
"""

from typing import Any

import schemathesis

from tests.service import whole_streams

NAME = {"$ref": "#/components/parameters/RequestId"}
__all__ = ["whole_streams"]


@schemathesis.hook
def before_load_schema(context: schemathesis.HookContext, raw_schema: dict[str, Any]) -> None:
    """Takes X-Request-Id out of the operations."""
    for item in raw_schema["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict) and NAME in operation.get("parameters", []):
                operation["parameters"].remove(NAME)
