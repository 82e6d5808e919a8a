"""The brief of a game: the line that is stored beside it, from which a poll is answered before the game is loaded.

>>> brief = Brief.read("running|0|ada,bob|*|:|2026-11-18T12:00:00.000Z|2026-11-18T12:00:00.000Z|cathedral|")
>>> brief.seats_of("bob"), brief.owing("bob"), brief.owing("ada"), brief.may_look(None)
((1,), (), (0,), True)
"""

from functools import lru_cache
from typing import NamedTuple


class Brief(NamedTuple):
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
    ruleset: str
    """Empty in games stored before this was."""
    deadline: float | None
    """The first deadline of its clocks, in seconds since the epoch."""

    @classmethod
    @lru_cache(maxsize=5000)
    def read(cls, text: str) -> "Brief":
        """The brief of that text; most have been read before, since games are looked at more often than they change."""
        status, actors, holders, guests, code, turn_at, updated_at, ruleset, until = [*text.split("|"), "", "", ""][:9]
        owing = tuple(int(seat) for seat in actors.split(",") if seat)
        creator, join_code = code.split(":")
        deadline = int(until) / 1000 if until else None
        return cls(status, owing, tuple(holders.split(",")), guests, creator, join_code, turn_at, updated_at, ruleset, deadline)

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
