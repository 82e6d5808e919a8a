"""The state of a game, or what a viewer may know of it; what a move does is decided in rules.

What a seat has not laid (`rest`) is known to all; which of those tiles it holds is not.

>>> from engine.forbidden_city.setup import start
>>> position = start(2, {"start_side": "garden", "first": 1, "colours": None})
>>> for tile in ("green3", "pink7"):
...     position = position.play(CHANCE, rules.Draw(tile))
>>> position.actors, str(position.moves(1)[0]), position.view(0).hands
((1,), 'lay pink7@-1,-2n', ('green3', '?'))
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core import CHANCE, Decision, Outcome, Refusal
from engine.endings import with_ending
from engine.forbidden_city import rules
from engine.forbidden_city.box import LEFT_OVER
from engine.forbidden_city.moves import UNKNOWN, Draw, Move
from engine.forbidden_city.notation import draw_position
from engine.forbidden_city.refusals import refused
from engine.forbidden_city.rooms import Board
from engine.forbidden_city.scoring import Scoring, coins_left
from engine.forbidden_city.sentences import SENTENCES
from engine.forbidden_city.starts import STARTS


@dataclass(frozen=True)
class Setup:
    """What was settled before the first tile."""

    colours: tuple[str, ...]
    """The colour of each seat."""
    side: str
    """Which side of the start tile is up."""
    first: int | None
    """Who begins; None before chance has said so."""


@dataclass(frozen=True)
class Position:
    """A game, or what a viewer may know of it: then the tiles in other hands are `?`."""

    setup: Setup
    turn: int
    """Who lays the next tile, once everybody holds one."""
    board: Board
    hands: tuple[str | None, ...]
    rest: tuple[tuple[str, ...], ...]
    """The tiles that each seat has not laid, with the one in hand, in their fixed order."""
    aside: tuple[tuple[str, ...], ...]
    """The tiles that fitted nowhere."""
    history: tuple[Scoring, ...]
    scores: tuple[int, ...]
    """The coins paid for rooms so far."""
    verdict: Outcome | None = None
    """How the host ended the game before its end; None otherwise."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def laid(self) -> int:
        """How many tiles lie on the table beside the start tile."""
        return len(self.board.places) - len(STARTS[self.setup.side])

    @property
    def drawing(self) -> int | None:
        """The seat that draws now. Ruling: at the beginning the seats draw in seat order, once it is known who begins."""
        for seat, held in enumerate(self.hands):
            if held is None and len(self.rest[seat]) > LEFT_OVER:
                return seat
        return None

    @property
    def actors(self) -> tuple[int, ...]:
        if self.verdict:
            return ()
        if self.setup.first is None or self.drawing is not None:
            return (CHANCE,)
        return () if self.hands[self.turn] is None else (self.turn,)

    def decision(self, seat: int) -> Decision:
        if seat != CHANCE:
            return SENTENCES.decision("lay", "lay", {})
        if self.setup.first is None:
            return SENTENCES.decision("first", "first", {})
        return SENTENCES.decision("draw", "draw", {"colour": self.setup.colours[self.drawing or 0]})

    def moves(self, seat: int) -> Sequence[Move]:
        return rules.moves(self, seat) if self.actors == (seat,) else ()

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        return refused(self, seat, move)

    def odds(self) -> Sequence[tuple[Move, int]]:
        return rules.odds(self) if self.actors == (CHANCE,) else ()

    def play(self, seat: int, move: Move) -> "Position":
        return rules.play(self, seat, move)

    def view(self, seat: int | None) -> "Position":
        hands = tuple(held if held is None or other == seat else UNKNOWN for other, held in enumerate(self.hands))
        return self if hands == self.hands else replace(self, hands=hands)

    def glimpse(self, actor: int, move: Move, seat: int | None) -> Move:
        return Draw(UNKNOWN) if isinstance(move, Draw) and self.drawing != seat else move

    @property
    def outcome(self) -> Outcome | None:
        return self.verdict or (None if self.actors else rules.outcome(self))

    def ended(self, outcome: Outcome) -> "Position":
        return replace(self, verdict=outcome)

    @property
    def revealed(self) -> tuple[int, ...]:
        """The coins for the tiles that each seat has left ("The winner of the game")."""
        return tuple(sum(coins_left(name) for name in rest) for rest in self.rest)

    def __str__(self) -> str:
        return with_ending(draw_position(self), self.verdict)
