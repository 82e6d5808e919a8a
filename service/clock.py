"""Times as we write them: UTC, milliseconds, `2026-01-31T12:00:00.123Z`.

>>> seconds("1970-01-01T00:00:01.500Z")
1.5
"""

from datetime import UTC, datetime


def stamp() -> str:
    """Now."""
    return written(datetime.now(UTC).timestamp())


def written(epoch_seconds: float) -> str:
    """The time that many seconds after the epoch."""
    return datetime.fromtimestamp(epoch_seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds(written: str) -> float:
    """The time as seconds since the epoch."""
    return datetime.fromisoformat(written).timestamp()
