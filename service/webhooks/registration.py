"""Webhooks: where a player's own server wants to be told that it owes a decision."""

import base64
import secrets
from dataclasses import asdict, dataclass
from importlib.resources import files

from service import clock, problems
from service.json_object import Json
from service.store import identifiers, keys
from service.store.client import Client
from service.store.commands import Pipeline, Word
from service.webhooks import safe_post

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
    origin: str = ""
    """A keyed digest of the address that it was registered from: messengers are shared among addresses by it. Nobody is told."""


class Webhooks:
    """The webhooks of a store's players."""

    def __init__(self, client: Client, *, loopback: bool) -> None:
        self.client = client
        self.loopback = loopback
        self._register = client.register_script(files("service.webhooks").joinpath("register.lua").read_text())

    def create(self, player: str, url: str, key: str | None, origin: str = "") -> Webhook:
        """A new webhook; the same one again for a repeated request with the same key."""
        identity = identifiers.new_id("webhook", player, key=key)
        known = self.find(player, identity)
        if known:
            if known.url != url:
                raise problems.KeyReused("url")
            return known
        try:
            safe_post.checked(url, loopback=self.loopback)
        except safe_post.Refused as refused:
            raise problems.Invalid(refused.name, pointer="/url") from None
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        made = Webhook(identity, player, url, secret, clock.stamp(), origin=origin)
        members = [part for name, value in asdict(made).items() if value is not None for part in (name, value)]
        places = [keys.webhooks_key(player), keys.webhook_key(player, identity)]
        self.client.sadd(keys.HOOKED, player)
        if not self._register(keys=places, args=[identity, MOST, *members]):
            raise problems.TooMany("webhooks", {"most": MOST})
        return made

    def reindex(self) -> None:
        """Notes again who has webhooks."""
        for key in self.client.scan_iter(match=keys.webhooks_key("*"), count=500):
            self.client.sadd(keys.HOOKED, key.split("{")[1].split("}")[0])

    def find(self, player: str, identity: str) -> Webhook | None:
        if not (identity.isascii() and identity.isalnum()):
            return None
        found = self.client.hgetall(keys.webhook_key(player, identity))
        known: Json = found | {"failures": int(found.get("failures", 0))}
        return Webhook(**known) if "url" in found else None

    def of(self, player: str) -> list[Webhook]:
        """The player's webhooks, the oldest first."""
        found = [self.find(player, identity) for identity in self.client.smembers(keys.webhooks_key(player))]
        return sorted((webhook for webhook in found if webhook), key=lambda webhook: (webhook.created_at, webhook.id))

    def delete(self, webhook: Webhook) -> None:
        player = webhook.player
        pipeline = self.client.pipeline(transaction=True)
        pipeline.srem(keys.webhooks_key(player), webhook.id)
        pipeline.delete(keys.webhook_key(player, webhook.id), keys.deliveries_key(player, webhook.id))
        pipeline.execute()

    def change(self, webhook: Webhook, **fields: Word) -> None:
        """Writes members of a webhook that has not been deleted."""
        key = keys.webhook_key(webhook.player, webhook.id)

        def change(pipeline: Pipeline) -> None:
            there = pipeline.hexists(key, "url")
            pipeline.multi()
            if there:
                pipeline.hset(key, mapping=fields)

        self.client.transaction(change, key)
