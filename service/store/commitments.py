"""Commitments: seeds promised before anybody says what for, so that not even the operator can choose a game's rolls and draws.

A player asks for one and gets its SHA-256. The game that is then created with it and a `client_seed` draws from both; a commitment
is good for one game, for an hour, and for whoever asked.
"""

import time
from dataclasses import dataclass
from importlib.resources import files

from engine.chance import Fate
from service import problems
from service.store import identifiers, keys
from service.store.client import Client

SECONDS = 3600
"""How long a commitment can be used."""
MOST = 20
"""Commitments that a player may have made and not used."""


@dataclass(frozen=True)
class Promise:
    """What a new game is created with: a commitment, and what its creator adds."""

    commitment: str
    client_seed: str


@dataclass(frozen=True)
class Commitment:
    """A seed that is promised: its id and its SHA-256, and until when it can be used, in seconds since 1970."""

    id: str
    sha256: str
    expires: float


class Commitments:
    """The commitments of a store's players."""

    def __init__(self, client: Client) -> None:
        self._make, self._redeem = (
            client.register_script(files("service.store").joinpath("lua", f"{name}.lua").read_text()) for name in ("commitment", "redeem")
        )

    def make(self, player: str) -> Commitment:
        """A new commitment; raises TooMany for a player with too many unused ones."""
        fate, identity, now = Fate.fresh(), identifiers.fresh_id(), time.time()
        places = [keys.commitments_key(player), keys.commitment_key(player, identity)]
        if not self._make(keys=places, args=[identity, fate.seed.hex(), now, now + SECONDS, SECONDS, MOST]):
            raise problems.TooMany("commitments", {"most": MOST})
        return Commitment(identity, fate.commitment, now + SECONDS)

    def redeem(self, player: str, promise: Promise, game: str) -> Fate:
        """What the game draws from; the same again for the same game. Raises a problem for a commitment that is not there or spent."""
        places = [keys.commitments_key(player), keys.commitment_key(player, promise.commitment)]
        seed = self._redeem(keys=places, args=[promise.commitment, game])
        if seed is None:
            raise problems.Invalid("commitment", {"commitment": promise.commitment}, pointer="/commitment")
        if not seed:
            raise problems.CommitmentSpent("spent")
        return Fate(bytes.fromhex(seed), promise.client_seed)
