"""Webhooks: where a player's own server wants to be told that it owes a decision."""

import base64
import secrets
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

from service import clock, names, outside, problems
from service.connections import Client

MOST = 5
"""Webhooks a player."""


@dataclass(frozen=True)
class Webhook:
    id: str
    player: str
    url: str
    secret: str
    created_at: str
    status: str = "active"
    reason: str | None = None
    failures: int = 0


class Webhooks:
    """The webhooks of a store's players."""

    def __init__(self, client: Client, *, loopback: bool) -> None:
        self.client = client
        self.loopback = loopback
        self._register = client.register_script(files("service").joinpath("register.lua").read_text())

    def create(self, player: str, url: str, key: str | None) -> Webhook:
        """A new webhook; the same one again for a repeated request with the same key."""
        identity = names.derived_id("webhook", player, key) if key else names.fresh_id()
        known = self.find(player, identity)
        if known:
            if known.url != url:
                raise problems.KeyReused("That Idempotency-Key was used for another URL.")
            return known
        try:
            outside.checked(url, loopback=self.loopback)
        except outside.Refused as refused:
            raise problems.Invalid(str(refused), pointer="/url", errors=[{"pointer": "/url", "detail": str(refused)}]) from None
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        made = Webhook(identity, player, url, secret, clock.stamp())
        members = [part for name, value in asdict(made).items() if value is not None for part in (name, value)]
        keys = [names.webhooks_key(player), names.webhook_key(player, identity)]
        self.client.sadd(names.HOOKED, player)
        if not self._register(keys=keys, args=[identity, MOST, *members]):
            raise problems.TooMany(f"A player has {MOST} webhooks at most; delete one first.")
        return made

    def find(self, player: str, identity: str) -> Webhook | None:
        if not (identity.isascii() and identity.isalnum()):
            return None
        found = self.client.hgetall(names.webhook_key(player, identity))
        return Webhook(**found | {"failures": int(found.get("failures", 0))}) if "url" in found else None

    def of(self, player: str) -> list[Webhook]:
        """The player's webhooks, the oldest first."""
        found = [self.find(player, identity) for identity in self.client.smembers(names.webhooks_key(player))]
        return sorted((webhook for webhook in found if webhook), key=lambda webhook: (webhook.created_at, webhook.id))

    def delete(self, webhook: Webhook) -> None:
        player = webhook.player
        pipeline = self.client.pipeline(transaction=True)
        pipeline.srem(names.webhooks_key(player), webhook.id)
        pipeline.delete(names.webhook_key(player, webhook.id), names.deliveries_key(player, webhook.id))
        pipeline.execute()

    def change(self, webhook: Webhook, **fields: Any) -> None:
        """Writes members of a webhook that has not been deleted."""
        key = names.webhook_key(webhook.player, webhook.id)

        def change(pipeline: Client) -> None:
            there = pipeline.hexists(key, "url")
            pipeline.multi()
            if there:
                pipeline.hset(key, mapping=fields)

        self.client.transaction(change, key)
