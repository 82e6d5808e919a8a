"""Everything that can go wrong for a client, as one table: slug, status and title.

A problem is raised anywhere and becomes an `application/problem+json` document (RFC 9457) in one handler. Its `type` is
`/docs/problems#<slug>`, which never changes and can be opened.

>>> StaleTurn("Turn 7 has passed; turn 9 is pending.", turn=9).status
409
"""

from typing import Any, ClassVar

from engine import errors


class Problem(Exception):
    """A refusal with a stable slug; extra members go into the document beside `detail`."""

    slug: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    title: ClassVar[str] = "Something broke on our side"

    def __init__(self, detail: str, *, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.headers = headers or {}
        self.members = members


class Unreadable(Problem):
    slug, status, title = "unreadable", 400, "The request cannot be read"


class Unauthorized(Problem):
    slug, status, title = "unauthorized", 401, "A player token is needed"

    def __init__(self, detail: str) -> None:
        super().__init__(detail, headers={"WWW-Authenticate": 'Bearer realm="intramuros"'})


class Forbidden(Problem):
    slug, status, title = "forbidden", 403, "That is not yours to do"


class NotFound(Problem):
    slug, status, title = "not-found", 404, "There is no such thing here"


class MethodNotAllowed(Problem):
    slug, status, title = "method-not-allowed", 405, "That cannot be done with this address"


class NotAcceptable(Problem):
    slug, status, title = "not-acceptable", 406, "It cannot be given in that form"


class NotYourTurn(Problem):
    slug, status, title = "not-your-turn", 409, "It is not your turn"


class StaleTurn(Problem):
    slug, status, title = "stale-turn", 409, "That turn has passed"


class GameOver(Problem):
    slug, status, title = "game-over", 409, "The game is over"


class GameNotStarted(Problem):
    slug, status, title = "game-not-started", 409, "The game has not started"


class SeatTaken(Problem):
    slug, status, title = "seat-taken", 409, "That seat is not open"


class PreconditionFailed(Problem):
    slug, status, title = "precondition-failed", 412, "It has changed in the meantime"


class TooLarge(Problem):
    slug, status, title = "too-large", 413, "The request is too large"


class UnsupportedMediaType(Problem):
    slug, status, title = "unsupported-media-type", 415, "The body must be JSON"


class Invalid(Problem):
    slug, status, title = "invalid", 422, "The request does not fit the schema"


class BadNotation(Problem):
    slug, status, title = "bad-notation", 422, "That text cannot be read"


class BadOption(Problem):
    slug, status, title = "bad-option", 422, "The game cannot be set up like that"


class IllegalMove(Problem):
    slug, status, title = "illegal-move", 422, "The rules refuse that move"


class KeyReused(Problem):
    slug, status, title = "idempotency-key-reused", 422, "That Idempotency-Key was used for another request"


class PreconditionRequired(Problem):
    slug, status, title = "precondition-required", 428, "If-Match is required"


class TooManyRequests(Problem):
    slug, status, title = "too-many-requests", 429, "Too many requests"


class Unavailable(Problem):
    slug, status, title = "unavailable", 503, "Not available right now"


class Internal(Problem):
    pass


PROBLEMS: tuple[type[Problem], ...] = tuple(sorted(Problem.__subclasses__(), key=lambda kind: (kind.status, kind.slug)))


def of_game_error(error: errors.GameError) -> Problem:
    """The problem that a game's refusal is for a client."""
    match error:
        case errors.IllegalMove():
            return IllegalMove(str(error), rule=error.rule, pointer="/move")
        case errors.BadOption():
            pointer = "/seats" if error.name == "seats" else f"/options/{error.name}"
            return BadOption(str(error), pointer=pointer)
        case errors.GameOver():
            return GameOver(str(error))
        case errors.NotYourTurn():
            return NotYourTurn(str(error))
        case _:
            return BadNotation(str(error), pointer="/move")
