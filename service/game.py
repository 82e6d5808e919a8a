"""A game as the host keeps it: who sits where, how far it is, and the position as text.

The journal is the truth; the position here is a cache of it.
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import orjson

from engine.core import Outcome, Position, Ruleset
from engine.rulesets import ruleset

OPEN, RUNNING, FINISHED = "open", "running", "finished"


@dataclass(frozen=True)
class Seat:
    """A place in a game: held by a player, played by an AI, or open (perhaps kept for somebody)."""

    kind: str
    name: str | None = None
    player: str | None = None
    ai: str | None = None
    reserved_for: str | None = None
    resigned: bool = False


@dataclass(frozen=True)
class Game:
    """Everything about a game but its journal; a change makes a new one with the next revision."""

    id: str
    ruleset: str
    version: int
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    status: str
    revision: int
    turn: int
    actors: tuple[int, ...]
    entries: int
    """How long the journal is."""
    notation: str
    seed: str
    commitment: str
    creator: str
    created_at: str
    updated_at: str
    visibility: str = "listed"
    join_code: str | None = None
    degraded: bool = False
    outcome: Outcome | None = None
    last: dict[str, Any] | None = None
    """The last seat's move in the journal, as stored."""
    hints: bool = True
    """Whether players may ask an AI for advice."""
    turn_at: str = ""
    """Since when the pending turn has been pending."""

    @property
    def rules(self) -> Ruleset[Any, Any]:
        return ruleset(self.ruleset)

    @cached_property
    def position(self) -> Position[Any]:
        position: Position[Any] = self.rules.read(self.notation)
        return position

    def with_position(self, position: Position[Any], **changes: Any) -> "Game":
        """The game with that position and other changes, without reading the notation back."""
        changed = replace(self, notation=str(position), **changes)
        changed.__dict__["position"] = position
        return changed

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats that a player holds."""
        return tuple(n for n, seat in enumerate(self.seats) if player and seat.player == player)

    def ai_actors(self) -> tuple[int, ...]:
        """The seats whose pending decision an AI must make."""
        return tuple(seat for seat in self.actors if self.seats[seat].kind == "ai")

    def acted_by(self, seat: int) -> "Game":
        """The game as it was when this seat was to act."""
        return self.with_position(self.position, actors=(seat,))

    @cached_property
    def owed(self) -> dict[str, tuple[int, ...]]:
        """Each player who owes a decision, with the turn and then the seats that owe it."""
        people = sorted({str(self.seats[seat].player) for seat in self.actors if self.seats[seat].player})
        return {player: (self.turn, *(seat for seat in self.actors if self.seats[seat].player == player)) for player in people}

    @cached_property
    def brief(self) -> "Brief":
        """What a poll knows of the game."""
        return Brief.read(self.brief_text)

    @cached_property
    def brief_text(self) -> str:
        """What a poll needs to know before anything is loaded: who holds which seat, who owes since when, who may look."""
        actors = ",".join(map(str, self.actors))
        holders = ",".join(seat.player or "" for seat in self.seats)
        invited = [seat.reserved_for for seat in self.seats if seat.reserved_for]
        guests = ",".join([self.creator, *invited]) if self.visibility == "private" else "*"
        code = f"{self.creator}:{self.join_code}" if self.join_code and self.status == OPEN else ":"
        return f"{self.status}|{actors}|{holders}|{guests}|{code}|{self.turn_at}|{self.updated_at}"


FIELDS = tuple(each.name for each in fields(Game))


def dump(game: Game) -> str:
    """The game as JSON, which `load` reads back."""
    return orjson.dumps({name: getattr(game, name) for name in FIELDS}).decode()


def load(text: str) -> Game:
    found = orjson.loads(text)
    found["seats"] = tuple(Seat(**seat) for seat in found["seats"])
    found["actors"] = tuple(found["actors"])
    if found["outcome"]:
        outcome = found["outcome"]
        found["outcome"] = Outcome(tuple(outcome["scores"]), tuple(outcome["winners"]), outcome["reason"])
    return Game(**found)


@dataclass(frozen=True)
class Brief:
    """`Game.brief_text` read back."""

    status: str
    actors: tuple[int, ...]
    holders: tuple[str, ...]
    guests: str
    creator: str
    code: str
    """The join code, and who may hand it out beside those who sit there; empty when there is none to give."""
    turn_at: str
    updated_at: str
    """Tells two games of one revision apart, of which Redis has lost the first; empty in those stored before this was."""

    @classmethod
    def read(cls, text: str) -> "Brief":
        status, actors, holders, guests, code, turn_at, updated_at = [*text.split("|"), ""][:7]
        owing = tuple(int(seat) for seat in actors.split(",") if seat)
        creator, join_code = code.split(":")
        return cls(status, owing, tuple(holders.split(",")), guests, creator, join_code, turn_at, updated_at)

    def may_look(self, player: str | None, code: str | None = None) -> bool:
        """Whether the game exists at all for this player, or for somebody without a token; its join code makes it exist."""
        known = player is not None and (player in self.holders or player in self.guests.split(","))
        return self.guests == "*" or known or bool(code and code == self.code)

    def code_for(self, player: str | None) -> str:
        """The join code, for those who may hand it out."""
        return self.code if player and (player == self.creator or player in self.holders) else ""

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        return tuple(n for n, holder in enumerate(self.holders) if player and holder == player)

    def owing(self, player: str) -> tuple[int, ...]:
        """Those of the player's seats that owe a decision."""
        return tuple(seat for seat in self.seats_of(player) if seat in self.actors)
