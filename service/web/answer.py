"""What a request is answered: status, headers and body, whoever asked and whichever way it came."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import orjson

JSON = "application/json"
EVENT_STREAM = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "Vary": "Authorization",
    "X-Accel-Buffering": "no",
}
"""The headers of a stream of Server-Sent Events."""


@dataclass
class Answer:
    """An answer; `body` is None where it is sent bit by bit, by `stream` or by the framework that made it."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = b""
    stream: Iterator[bytes] | None = None

    @property
    def media_type(self) -> str:
        return self.headers.get("Content-Type", "").partition(";")[0]


def json_answer(body: bytes | str, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    return text_answer(body, JSON, status, headers)


def text_answer(body: bytes | str, content_type: str, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    return Answer(status, {**(headers or {}), "Content-Type": content_type}, body if isinstance(body, bytes) else body.encode())


def vary(headers: dict[str, str], name: str) -> None:
    """Says that the answer depends on that header of the request too."""
    headers["Vary"] = f"{headers['Vary']}, {name}" if "Vary" in headers else name


def as_json(value: object) -> str:
    return orjson.dumps(value).decode()
