"""A turn: one decision that this player owes."""

from typing import TYPE_CHECKING, Generic

from intramuros_client._shapes import M, P
from intramuros_client._sync.game import Game
from intramuros_client.moves import Move
from intramuros_client.types import TurnAnswer

if TYPE_CHECKING:
    from intramuros_client._sync.client import Client


class Turn(Generic[P, M]):
    """A decision to make: `moves()` are those to choose from, `play(move)` makes it."""

    def __init__(self, client: "Client", about: TurnAnswer) -> None:
        self.client = client
        self.about = about

    def __repr__(self) -> str:
        return f"<turn {self.number} of game {self.game_id}, seat {self.seat}: {self.prompt}>"

    @property
    def game_id(self) -> str:
        return self.about["game"]

    @property
    def ruleset(self) -> str:
        return self.about["ruleset"]

    @property
    def number(self) -> int:
        """Names the decision; what the move answers."""
        return self.about["turn"]

    @property
    def seat(self) -> int:
        """The seat of mine that has to decide."""
        return self.about["seat"]

    @property
    def kind(self) -> str:
        """What is to be decided, as a word for programs."""
        return self.about["kind"]

    @property
    def prompt(self) -> str:
        """What is to be decided, for a person."""
        return self.about["prompt"]

    @property
    def deadline(self) -> str | None:
        return self.about["deadline"]

    def game(self) -> Game[P, M]:
        """The game as the seat sees it."""
        return self.client.game(self.game_id, seat=self.seat)

    def moves(self, **filters: str) -> list[Move[M]]:
        """The legal moves; `piece`, `cell`, `official`, `kind`, `facing` and `starts` narrow them."""
        return self.client.legal_moves(self.game_id, self.seat, **filters)

    def play(self, move: str) -> Game[P, M]:
        """Makes the decision and gives the game after it."""
        return self.client.play(self.game_id, move, turn=self.number, seat=self.seat)
