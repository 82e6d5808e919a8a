"""Which players bear a name: an index, so that somebody can be looked up by name. A name is nobody's alone.

What is written in a player is the fact. The index has every player who bears a name, and may have one who does not: a player is entered
before it is written, and whoever reads looks each of them up. Players and names have slots of their own in a cluster.

>>> folded("  Ada   Lovelace ") == folded("ADA LOVELACE") != folded("Ada")
True
"""

import unicodedata
from dataclasses import dataclass

from service import clock
from service.store import identifiers, keys
from service.store.client import Client, together

LOOKED_AT = 100
"""So many of those who bear a name are looked at, whoever has borne it longest first: many new ones push nobody out."""


@dataclass(frozen=True)
class Bearer:
    """A player as far as its name tells."""

    id: str
    name: str
    created_at: str
    named_at: str
    """Since when it has that name."""


def folded(name: str) -> str:
    """The name without what people do not heed in it: capitals, spaces too many, one way or another to write a letter."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def key_of(name: str) -> str:
    return keys.named_key(identifiers.digest(folded(name))[:32])


class Names:
    """The index of one Redis, cluster or sentinel set."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def bearers(self, name: str) -> tuple[list[Bearer], bool]:
        """Who bears a name, whoever has borne it longest first; and whether there may be more of them."""
        entered = self.client.zrange(key_of(name), 0, LOOKED_AT)
        return [one for one in self._read(entered[:LOOKED_AT]) if folded(one.name) == folded(name)], len(entered) > LOOKED_AT

    def enter(self, player: str, name: str, named_at: str) -> None:
        """Notes that a player bears a name, or is about to."""
        self.client.zadd(key_of(name), {player: clock.seconds(named_at)})

    def settle(self, player: str, *names: str) -> None:
        """Puts right what is noted of a player, in case it bears one of the names no longer, or was never given it."""
        for name in names:
            self.client.zrem(key_of(name), player)
        for one in self._read([player]):  # read after the removal: whoever names it meanwhile has entered it before, and again afterwards
            self.enter(one.id, one.name, one.named_at)

    def reindex(self) -> None:
        """Enters every player again."""
        every = (key for key in self.client.scan_iter(match=keys.player_key("*"), count=500) if key.endswith("}"))
        for key in every:
            self.settle(key.split("{")[1].rstrip("}"))

    def _read(self, players: list[str]) -> list[Bearer]:
        """Those of the players that there are."""
        rows = together(self.client, [["HMGET", keys.player_key(one), "name", "created_at", "named_at"] for one in players])
        known = zip(players, rows, strict=True)
        return [Bearer(one, name, born, named or born) for one, (name, born, named) in known if name and born]
