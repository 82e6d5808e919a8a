"""What a server refuses, as exceptions: one class for every kind of problem document that a program reacts to.

>>> try:
...     raise problem_of(409, {}, {"type": "/docs/problems#stale-turn", "detail": "Turn 7 has passed.", "turn": 9})
... except StaleTurn as late:
...     print(late, late.status, late.turn)
Turn 7 has passed. 409 9
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class Unreachable(Exception):
    """No answer came, however often it was asked for."""


class Problem(Exception):
    """A refusal of the server. `str()` is its sentence, `slug` the word for programs, `document` everything it says."""

    known_as: ClassVar[str] = ""

    def __init__(self, status: int, headers: Mapping[str, str], document: Mapping[str, Any]) -> None:
        super().__init__(str(document.get("detail") or document.get("title") or f"The server answered {status}."))
        self.status = status
        self.headers = headers
        self.document = dict(document)

    @property
    def slug(self) -> str:
        """`stale-turn`, `illegal-move`, …: stable, listed at `/docs/problems`."""
        return str(self.document.get("type", "")).rpartition("#")[2]

    @property
    def rule(self) -> str | None:
        """The place in the rulebook that a refused move breaks."""
        return self.document.get("rule")

    @property
    def pointer(self) -> str | None:
        """JSON pointer to what was wrong in the body."""
        return self.document.get("pointer")

    @property
    def turn(self) -> int | None:
        """The pending turn, when another one was answered."""
        return self.document.get("turn")


class Unauthorized(Problem):
    known_as = "unauthorized"


class Forbidden(Problem):
    known_as = "forbidden"


class NotFound(Problem):
    known_as = "not-found"


class NotYourTurn(Problem):
    known_as = "not-your-turn"


class StaleTurn(Problem):
    """The decision has been made, or is not pending yet: look again."""

    known_as = "stale-turn"


class GameOver(Problem):
    known_as = "game-over"


class LateAnswer(Problem):
    """Somebody else made the decision that a host was thinking about."""

    known_as = "late-answer"


class VersionMismatch(Problem):
    known_as = "version-mismatch"


class Invalid(Problem):
    known_as = "invalid"


class BadNotation(Problem):
    known_as = "bad-notation"


class IllegalMove(Problem):
    """The rules refuse the move: `str()` says why, `rule` where the rulebook says so."""

    known_as = "illegal-move"


class TooManyRequests(Problem):
    known_as = "too-many-requests"


class Unavailable(Problem):
    known_as = "unavailable"


KINDS = {kind.known_as: kind for kind in Problem.__subclasses__()}


def problem_of(status: int, headers: Mapping[str, str], document: Mapping[str, Any]) -> Problem:
    """The exception for a problem document; plain `Problem` for a kind that this version does not know."""
    slug = str(document.get("type", "")).rpartition("#")[2]
    return KINDS.get(slug, Problem)(status, headers, document)
