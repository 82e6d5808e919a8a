"""What a game is made of by its ruleset: the types of its position and of the moves to choose from.

`Game[CathedralPosition, CathedralPlace]` is what `create_game("cathedral", …)` gives. Without types in brackets both are anything:
rulesets can be installed at a server, and a game that is looked up may be of any.
"""

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from intramuros_client.types import ClockRequest, SeatForAI, SeatForPlayer, SeatWord

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # type checkers bring it along; nobody needs it to run

    P = TypeVar("P", default=Any, covariant=True)
    M = TypeVar("M", default=Any, covariant=True)
else:
    from typing import TypeVar

    P = TypeVar("P", covariant=True)
    M = TypeVar("M", covariant=True)

Seat = SeatWord | SeatForAI | SeatForPlayer
"""`me`, `open`, `{"ai": "medium"}` or `{"player": id}`."""


class Wishes(TypedDict, total=False):
    """What else can be said of a new game, as `POST /v1/games` describes it."""

    visibility: Literal["listed", "unlisted", "private"]
    hints: bool
    rated: bool
    clock: ClockRequest
    commitment: str
    client_seed: str
