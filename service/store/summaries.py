"""What a poll reads of a game without reading the game: by its hash, or from the notice of its last change."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from service.brief import Brief


class Summary(NamedTuple):
    """What a poll reads: the revision, who may see what, and when the AI's lease lapses (None when no AI owes anything)."""

    revision: int
    brief: Brief
    due: float | None
    text: str | None = None
    """The game itself, where it was read in the same moment."""


SUMMARY = ("revision", "brief", "due")


def read_summary(found: Sequence[str | None]) -> Summary | None:
    revision, brief, due, *text = found
    return Summary(int(revision), Brief.read(brief or ""), float(due) if due else None, *text) if revision else None


@lru_cache(maxsize=100)
def read_notice(text: str) -> Summary | None:
    """What a change's notice tells of the game; None when it only says that something has changed."""
    change, *told = text.split("\n", 3)
    if len(told) < 3:
        return None
    due, brief, game = told
    return read_summary((change.split()[1], brief, due, game))
