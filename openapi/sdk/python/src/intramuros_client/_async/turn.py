"""A turn: one decision that this player owes."""

from typing import TYPE_CHECKING, Generic

from intramuros_client._async.game import AsyncGame
from intramuros_client._shapes import M, P
from intramuros_client.moves import Move
from intramuros_client.types import TurnAnswer

if TYPE_CHECKING:
    from intramuros_client._async.client import AsyncClient


class AsyncTurn(Generic[P, M]):
    """A decision to make: `moves()` are those to choose from, `play(move)` makes it."""

    def __init__(self, client: "AsyncClient", about: TurnAnswer) -> None:
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

    async def game(self) -> AsyncGame[P, M]:
        """The game as the seat sees it."""
        return await self.client.game(self.game_id, seat=self.seat)

    async def moves(self, **filters: str) -> list[Move[M]]:
        """The legal moves; `piece`, `cell`, `official`, `kind`, `facing` and `starts` narrow them."""
        return await self.client.legal_moves(self.game_id, self.seat, **filters)

    async def play(self, move: str) -> AsyncGame[P, M]:
        """Makes the decision and gives the game after it."""
        return await self.client.play(self.game_id, move, turn=self.number, seat=self.seat)
