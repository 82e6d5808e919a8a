"""Players: a name gives a token, shown once; only its hash is stored. What tokens may do is in `tokens`."""

import secrets
from dataclasses import dataclass

from service import clock, problems
from service.json_object import Json
from service.store import identifiers, keys
from service.store.client import Client
from service.store.commands import Pipeline, Word
from service.store.names import Names, folded

REPEATED_SECONDS = 600.0
"""For how long the answer to a request for a new player can be had again."""

BURIED_SECONDS = 24 * 3600
"""For how long it is known that somebody had a player's id."""


@dataclass(frozen=True)
class Player:
    id: str
    name: str
    created_at: str
    revision: int


def secret(client: Client) -> str:
    """The store's secret, made with its first player at the latest: reading must not need a write, which may be refused."""
    known = client.get(keys.SECRET)
    if known is None:
        client.set(keys.SECRET, secrets.token_hex(32), nx=True)
        known = client.get(keys.SECRET)
    return str(known)


def new_token(client: Client, holder: str, words: str | None) -> str:
    """The text of a player's token or an AI host's key; with words made of an Idempotency-Key the same again for the same words.

    Other answers are kept for whoever repeats a request. One with a token must not be: of a token only the hash is stored, so that
    nobody who reads the store or a backup of it can call in somebody's name. So the text is worked out again, by the store's secret.
    """
    ours = secret(client)
    return identifiers.derived_token(holder, words, ours) if words else identifiers.fresh_token(holder)


def is_repeated(before: Json, now: Json) -> bool:
    """Whether a player is asked for again by whoever asked the first time, who has not heard the answer."""
    soon = clock.seconds(now["created_at"]) - clock.seconds(before["created_at"]) <= REPEATED_SECONDS
    return soon and before.get("from") == now["from"] and before.get("token") == now["token"]


class Players:
    """The players of a store."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.names = Names(client)

    def create(self, name: str, key: str | None = None, address: str = "") -> tuple[Player, str]:
        """A new player and its token; with an Idempotency-Key the same ones again for a request repeated soon and from the same address.

        A key may be seen by others, in a log for one, so that it alone must not open a player.
        """
        player = identifiers.new_id("player", key=key)
        token = new_token(self.client, player, key)
        fields: dict[str, Word] = {"name": name, "token": identifiers.digest(token), "created_at": clock.stamp(), "revision": 1}
        self.names.enter(player, name, str(fields["created_at"]))
        if key:
            try:
                fields = self._create_once(keys.player_key(player), fields | {"born": name, "from": identifiers.digest(f"{address} {key}")})
            finally:
                self.names.settle(player, name)
        else:
            self.client.hset(keys.player_key(player), mapping=fields)
        return Player(player, name, str(fields["created_at"]), 1), token

    def _create_once(self, key: str, fields: Json) -> Json:
        """Writes the player unless it is there; what it was when it was written. `born` is its first name, whatever it has now."""
        found: Json = {}

        def change(pipeline: Pipeline) -> None:
            found.update(pipeline.hgetall(key))
            pipeline.multi()
            if not found:
                pipeline.hset(key, mapping=fields)

        self.client.transaction(change, key)
        if found and (found.get("born") != fields["born"] or not is_repeated(found, fields)):
            raise problems.KeyReused("player")
        return found or fields

    def rename(self, player: str, name: str, revision: int | None) -> Player:
        """The player with a new name, if it has not changed since that revision; None for whatever it is now."""
        key, named_at = keys.player_key(player), clock.stamp()
        before: list[str] = []

        def change(pipeline: Pipeline) -> None:
            known, told = pipeline.hmget(key, "name", "revision")
            before[:], now = [known or name], int(told or 0)
            if not now:
                raise problems.Unauthorized("gone", invalid=True)
            if revision not in (now, None):
                raise problems.PreconditionFailed("player")
            fields: dict[str, Word] = {"name": name, "revision": now + 1}
            pipeline.multi()
            pipeline.hset(key, mapping=fields if folded(name) == folded(before[0]) else fields | {"named_at": named_at})

        self.names.enter(player, name, named_at)
        try:
            self.client.transaction(change, key)
        finally:
            self.names.settle(player, name, *before)
        renamed = self.find(player)
        assert renamed is not None
        return renamed

    def find(self, player: str) -> Player | None:
        if not (player.isascii() and player.isalnum()):
            return None
        name, created_at, revision = self.client.hmget(keys.player_key(player), "name", "created_at", "revision")
        return Player(player, name, created_at, int(revision)) if name and created_at and revision else None

    def bury(self, player: str, name: str) -> None:
        """There is no such player any more, and no token of its; its id is not given again as long as a request may be repeated."""
        key = keys.player_key(player)
        pipeline = self.client.pipeline(transaction=True)
        pipeline.delete(key)
        pipeline.hset(key, "buried", clock.stamp())
        pipeline.expire(key, BURIED_SECONDS)
        pipeline.execute()
        self.names.settle(player, name)
