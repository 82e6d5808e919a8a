"""Players: a name gives a token, shown once; only its hash is stored."""

import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Any

from service import clock, names, problems
from service.connections import Client

TRUST_SECONDS = 30
REMEMBERED = 20_000


@dataclass(frozen=True)
class Player:
    id: str
    name: str
    created_at: str
    revision: int


def secret(client: Client) -> str:
    """The store's secret, made when it is needed first."""
    client.set(names.SECRET, secrets.token_hex(32), nx=True)
    return str(client.get(names.SECRET))


class Players:
    """The players of a store. A token once checked is trusted for half a minute, so that a poll costs one read."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._trusted: dict[str, tuple[str, float]] = {}

    def create(self, name: str, key: str | None = None) -> tuple[Player, str]:
        """A new player and its token; with an Idempotency-Key the same ones again for a repeated request."""
        player = names.derived_id("player", key) if key else names.fresh_id()
        token = names.derived_token(player, key, secret(self.client)) if key else names.fresh_token(player)
        fields = {"name": name, "token": names.digest(token), "created_at": clock.stamp(), "revision": 1}
        if key:
            fields = self._create_once(names.player_key(player), fields | {"born": name})
        else:
            self.client.hset(names.player_key(player), mapping=fields)
        return Player(player, name, str(fields["created_at"]), 1), token

    def _create_once(self, key: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Writes the player unless it is there; what it was when it was written. `born` is its first name, whatever it has now."""
        found: dict[str, Any] = {}

        def change(pipeline: Client) -> None:
            found.update(pipeline.hgetall(key))
            pipeline.multi()
            if not found:
                pipeline.hset(key, mapping=fields)

        self.client.transaction(change, key)
        if found and found.get("born") != fields["born"]:
            raise problems.KeyReused("That Idempotency-Key was used to create another player.")
        return found or fields

    def rename(self, player: str, name: str, revision: int | None) -> Player:
        """The player with a new name, if it has not changed since that revision; None for whatever it is now."""
        key = names.player_key(player)

        def change(pipeline: Client) -> None:
            now = int(pipeline.hget(key, "revision"))
            if revision not in (now, None):
                raise problems.PreconditionFailed("Your player has changed in the meantime; read it again.")
            pipeline.multi()
            pipeline.hset(key, mapping={"name": name, "revision": now + 1})

        self.client.transaction(change, key)
        renamed = self.find(player)
        assert renamed is not None
        return renamed

    def find(self, player: str) -> Player | None:
        if not (player.isascii() and player.isalnum()):
            return None
        fields: dict[str, Any] = self.client.hgetall(names.player_key(player))
        if "name" not in fields:
            return None
        return Player(player, fields["name"], fields["created_at"], int(fields["revision"]))

    def of_token(self, token: str) -> str:
        """The player that the token belongs to; raises Unauthorized for a token we did not give."""
        trusted = self._trusted.get(token)
        if trusted and trusted[1] > time.monotonic():
            return trusted[0]
        player = names.player_of_token(token)
        known = self.client.hget(names.player_key(player), "token") if player else None
        if player is None or known is None or not hmac.compare_digest(known, names.digest(token)):
            raise problems.Unauthorized("The token is not one of ours.")
        if len(self._trusted) >= REMEMBERED:
            self._trusted.clear()
        self._trusted[token] = (player, time.monotonic() + TRUST_SECONDS)
        return player
