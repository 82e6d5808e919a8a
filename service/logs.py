"""Log lines: one JSON object a line for machines, or readable text for a terminal.

What a line is about goes into `extra`, or, for everything logged while one request or job is served, into `about`:

    logs.about.set({"request": "7f3a", "game": "k3f9"})
    log.info("played", extra={"turn": 7, "ms": 1.9})

    {"time": "2026-05-01T12:00:00.000Z", "level": "info", "from": "service.games.referee", "message": "played", "request": "7f3a", …}
"""

import json
import logging
import sys
import time
from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from types import MappingProxyType
from typing import TextIO

from service import clock
from service.config import Settings

about: ContextVar[Mapping[str, object]] = ContextVar("about", default=MappingProxyType({}))

ORDINARY = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def facts(record: logging.LogRecord) -> dict[str, object]:
    """What a line is about beside its message: the request's or job's facts and its own, its own winning."""
    own = {name: value for name, value in vars(record).items() if name not in ORDINARY}
    return {**about.get(), **own}


@lru_cache(maxsize=4)
def time_of_day(second: int) -> str:
    """The local time; many lines share a second."""
    return time.strftime("%H:%M:%S", time.localtime(second))


class JsonLines(logging.Formatter):
    """One JSON object a line; a traceback is its `error`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": clock.written(record.created),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps({**facts(record), **line}, default=str, ensure_ascii=False)


class Readable(logging.Formatter):
    """Time, level where it matters, message, and the facts as `name=value`."""

    def format(self, record: logging.LogRecord) -> str:
        level = f"{record.levelname.lower()}: " if record.levelno != logging.INFO else ""
        pairs = "".join(f"  {name}={value}" for name, value in facts(record).items())
        error = "\n" + self.formatException(record.exc_info) if record.exc_info else ""
        return f"{time_of_day(int(record.created))} {level}{record.getMessage()}{pairs}{error}"


def setup(settings: Settings, stream: TextIO | None = None) -> None:
    """Sends every logger of this process to one stream (stderr) in the format that the settings ask for."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else Readable())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in ("urllib3", "redis"):
        logging.getLogger(name).setLevel(logging.WARNING)
