"""Everything that can go wrong for a client, as one table: slug, status and title.

A problem is raised anywhere and becomes an `application/problem+json` document (RFC 9457) in one handler. Its `type` is
`/docs/problems#<slug>`, which never changes and can be opened.

What it says this time is a sentence by name (`service/sentences`), whose code and params translate it:

>>> stale = StaleTurn("passed", {"turn": 7, "pending": 9}, turn=9)
>>> stale.status, stale.code, stale.detail
(409, 'stale-turn.passed', 'Turn 7 has passed; turn 9 is pending.')
"""

from typing import Any, ClassVar, Self

from engine import errors
from engine.sentences import Params, Sentence
from service import sentences
from service.json_object import Json


class Problem(Exception):
    """A refusal with a stable slug; extra members go into the document beside `detail`.

    What it says is the sentence of that name and kind with its params, or one that a game has said. `code` and `params` are what a client
    translates it by.
    """

    slug: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    title: ClassVar[str] = "Something broke on our side"
    lead = ""
    """Where it is that something is wrong, said before the sentence in every language: `/name: `."""

    def __init__(
        self, said: str | Sentence, params: Params | None = None, *, headers: dict[str, str] | None = None, **members: Any
    ) -> None:
        sentence = said if isinstance(said, Sentence) else sentences.say(f"{self.slug}.{said}", params or {})
        super().__init__(sentence.text)
        self.sentence = sentence
        self.headers = headers or {}
        self.members = members

    @property
    def code(self) -> str:
        return self.sentence.code

    @property
    def params(self) -> Params:
        return self.sentence.params

    @property
    def detail(self) -> str:
        """What was wrong this time, in English."""
        return self.lead + self.sentence.text


class Unreadable(Problem):
    """The body is not valid JSON or does not come in time, or the request line or a header cannot be understood."""

    slug, status, title = "unreadable", 400, "The request cannot be read"


class Unauthorized(Problem):
    """The request needs a player token in `Authorization: Bearer …`, or the one it has is not ours."""

    slug, status, title = "unauthorized", 401, "A player token is needed"

    def __init__(self, said: str, params: Params | None = None, *, invalid: bool = False) -> None:
        """`invalid` is a token that was sent and is not good (RFC 6750, 3.1)."""
        error = ', error="invalid_token"' if invalid else ""
        super().__init__(said, params, headers={"WWW-Authenticate": f'Bearer realm="intramuros"{error}'})


class Forbidden(Problem):
    """The token is good, but the seat or the thing belongs to somebody else."""

    slug, status, title = "forbidden", 403, "That is not yours to do"


class InsufficientScope(Problem):
    """The token is good, but not for this: it was made for less. `scope` of `WWW-Authenticate` names what is missing."""

    slug, status, title = "insufficient-scope", 403, "The token may not do that"

    def __init__(self, said: str, params: Params, *, scope: str) -> None:
        """`scope` is the one that is missing (RFC 6750, 3.1)."""
        challenge = f'Bearer realm="intramuros", error="insufficient_scope", scope="{scope}"'
        super().__init__(said, params, headers={"WWW-Authenticate": challenge})


class Frozen(Problem):
    """The operator has frozen the player; `detail` says why. Nothing of it is lost."""

    slug, status, title = "frozen", 403, "The player is frozen"


class Blocked(Problem):
    """The operator has blocked the address that you call from; `detail` says why and until when."""

    slug, status, title = "blocked", 403, "Your address is blocked"


class NotFound(Problem):
    """The address is wrong, the thing has expired, or it is hidden from you."""

    slug, status, title = "not-found", 404, "There is no such thing here"


class MethodNotAllowed(Problem):
    """The `Allow` header lists what is possible with this address."""

    slug, status, title = "method-not-allowed", 405, "That cannot be done with this address"


class NotAcceptable(Problem):
    """Ask for one of the media types that the document lists."""

    slug, status, title = "not-acceptable", 406, "It cannot be given in that form"


class NotYourTurn(Problem):
    """The game waits for another seat; `actors` in the snapshot says for which."""

    slug, status, title = "not-your-turn", 409, "It is not your turn"


class StaleTurn(Problem):
    """The move answers a turn that is no longer pending, or not yet. Read the snapshot again and decide anew; `turn` is the pending one."""

    slug, status, title = "stale-turn", 409, "That turn is not pending"


class GameOver(Problem):
    """Nobody may move any more; `outcome` in the snapshot says how it ended."""

    slug, status, title = "game-over", 409, "The game is over"


class GameNotStarted(Problem):
    """Seats are still open; the game starts when the last one is taken."""

    slug, status, title = "game-not-started", 409, "The game has not started"


class GameRunning(Problem):
    """That is possible only after the game is over."""

    slug, status, title = "game-running", 409, "The game is not over"


class GamePaused(Problem):
    """Nobody moves until the game is resumed: offer `resume`, or accept it."""

    slug, status, title = "game-paused", 409, "The game is paused"


class GameFrozen(Problem):
    """The operator has frozen the game; `detail` says why. Nothing is lost and no clock runs."""

    slug, status, title = "game-frozen", 409, "The game is frozen"


class NotOffered(Problem):
    """The offer cannot be made now; `detail` says why."""

    slug, status, title = "not-offered", 409, "That cannot be offered now"


class NoOffer(Problem):
    """There is no such offer: it was withdrawn or declined, or a move has been played since."""

    slug, status, title = "no-offer", 409, "There is no such offer"


class TooLate(Problem):
    """A game can be aborted until a second side has moved; after that it can be resigned."""

    slug, status, title = "too-late", 409, "It is too late for that"


class LateAnswer(Problem):
    """The lease of the work had lapsed and the decision was made by somebody else. Ask for other work."""

    slug, status, title = "late-answer", 409, "The answer came too late"


class VersionMismatch(Problem):
    """Host and server follow different versions of the protocol or of a ruleset. Install the same version of Intramuros."""

    slug, status, title = "version-mismatch", 409, "The versions do not fit"


class CommitmentSpent(Problem):
    """The commitment was used for another game: each is good for one. Ask for a new one."""

    slug, status, title = "commitment-spent", 409, "That commitment is spent"


class OtherBox(Problem):
    """The game was begun with another board, other tiles or dice than are loaded. It is kept, and goes on once its own are loaded again."""

    slug, status, title = "other-box", 409, "The game was begun with another box"


class SeatTaken(Problem):
    """Somebody sits there, or it is kept for somebody else."""

    slug, status, title = "seat-taken", 409, "That seat is not open"


class TooMany(Problem):
    """You have as many of these as a player may have; delete one first."""

    slug, status, title = "too-many", 409, "You have too many of these"


class EntryClosed(Problem):
    """The contest has begun or is over; its `status` says which."""

    slug, status, title = "entry-closed", 409, "The contest does not take that now"


class ContestFull(Problem):
    """Every place is taken; somebody may still withdraw."""

    slug, status, title = "contest-full", 409, "The tournament is full"


class Unfit(Problem):
    """So many entrants cannot play what was asked for; `ways` says what fits them."""

    slug, status, title = "unfit-field", 422, "That does not fit the field"


class PreconditionFailed(Problem):
    """The thing was edited since you read it. Read it again and send its new ETag as `If-Match`."""

    slug, status, title = "precondition-failed", 412, "It has changed in the meantime"


class StillRunning(Problem):
    """The same request is being answered at this moment. Repeat it with the same `Idempotency-Key` after `Retry-After`."""

    slug, status, title = "still-running", 409, "The first request is not answered yet"


class TooLarge(Problem):
    """The body is larger than the server accepts."""

    slug, status, title = "too-large", 413, "The request is too large"


class AddressTooLong(Problem):
    """The path and query are longer than the server reads."""

    slug, status, title = "address-too-long", 414, "The address is too long"


class UnsupportedMediaType(Problem):
    """Send `Content-Type: application/json`."""

    slug, status, title = "unsupported-media-type", 415, "The body must be JSON"


LISTED = 20
"""Errors that a problem document lists; where there are more it says how many."""


class Invalid(Problem):
    """A member or parameter is missing, unknown or of the wrong kind; `errors` lists each one."""

    slug, status, title = "invalid", 422, "The request does not fit the schema"

    def __init__(self, said: str | Sentence, params: Params | None = None, *, pointer: str | None = None, at: Json | None = None) -> None:
        """`pointer` is where in the body, `at` names a `parameter` or a `header`, which `detail` then begins with."""
        where: Json = at or ({} if pointer is None else {"pointer": pointer})
        super().__init__(said, params, **{name: value for name, value in where.items() if name == "pointer"})
        self.lead = f"{next(iter(at.values()))}: " if at else ""
        self.members = {"errors": [misfit(where, self.sentence)], **self.members}

    @classmethod
    def by_schema(cls, errors: list[tuple[Json, Sentence]], count: int) -> Self:
        """All that does not fit a schema, each with where it is; `detail` is the first."""
        at, sentence = errors[0]
        made = cls(sentence, at=at)
        made.lead = f"{next(iter(at.values())) or 'The body'}: "
        return made.listing(errors, count)

    def listing(self, errors: list[tuple[Json, Sentence]], count: int) -> Self:
        """The same with those errors in its list, as many as it bears."""
        self.members["errors"] = [misfit(where, sentence) for where, sentence in errors[:LISTED]]
        self.members |= {"error_count": count} if count > LISTED else {}
        return self


def misfit(where: Json, said: Sentence) -> Json:
    """One entry of `errors`: where, and what is said of it."""
    return {**where, "detail": said.text, "code": said.code, "params": said.params}


class BadNotation(Problem):
    """The text is no move of this ruleset. The legal moves show how moves are written."""

    slug, status, title = "bad-notation", 422, "That text cannot be read"


class BadOption(Problem):
    """The ruleset does not know the option, or not with this value or number of seats; `pointer` names it."""

    slug, status, title = "bad-option", 422, "The game cannot be set up like that"


class IllegalMove(Problem):
    """The move can be read but may not be played; `detail` says why and `rule` where the rulebook says so."""

    slug, status, title = "illegal-move", 422, "The rules refuse that move"


class KeyReused(Problem):
    """Use a new `Idempotency-Key` for a new request; the same one only to repeat the same request."""

    slug, status, title = "idempotency-key-reused", 422, "That Idempotency-Key was used for another request"


class PreconditionRequired(Problem):
    """Send the ETag that you read as `If-Match`, so that no edit is lost."""

    slug, status, title = "precondition-required", 428, "If-Match is required"


class HeadersTooLarge(Problem):
    """A header is longer, or there are more of them, than the server reads."""

    slug, status, title = "headers-too-large", 431, "The headers are too large"


class TooManyRequests(Problem):
    """Wait as long as `Retry-After` says. A legal move in a running game is never refused for this reason."""

    slug, status, title = "too-many-requests", 429, "Too many requests"


class Unavailable(Problem):
    """The server lacks something for the moment. Nothing was lost; try again after `Retry-After`."""

    slug, status, title = "unavailable", 503, "Not available right now"


class Internal(Problem):
    """A fault of the server. `instance` ends with the request id, which finds the cause in its log."""


OF_A_TURN = (IllegalMove, BadNotation, StaleTurn)
"""Refusals after which the legal moves are the place to look."""
OF_A_GAME = (*OF_A_TURN, NotYourTurn, GameOver, GameNotStarted, GameRunning, SeatTaken, Forbidden)
"""Refusals after which the game is."""

PROBLEMS: tuple[type[Problem], ...] = tuple(sorted(Problem.__subclasses__(), key=lambda kind: (kind.status, kind.slug)))


def pointed(name: str) -> str:
    """A member's name as a part of a JSON pointer.

    >>> pointed("a/b~c")
    'a~1b~0c'
    """
    return name.replace("~", "~0").replace("/", "~1")


def of_game_error(error: errors.GameError) -> Problem:
    """The problem that a game's refusal is for a client."""
    said = sentences.other(str(error)) if error.code == error.slug else Sentence(error.code, error.params, str(error))
    match error:
        case errors.IllegalMove():
            cited: Json = {"rule": error.rule} | ({"rule_code": error.rule_code} if error.rule_code else {})
            return IllegalMove(said, pointer="/move", **cited)
        case errors.BadOption():
            pointer = "/seats" if error.name == "seats" else f"/options/{pointed(error.name)}"
            return BadOption(said, pointer=pointer)
        case errors.OtherBox():
            return OtherBox(said)
        case errors.GameOver():
            return GameOver("over")
        case errors.NotYourTurn():
            return NotYourTurn("turn")
        case _:
            return BadNotation(said, pointer="/move")
