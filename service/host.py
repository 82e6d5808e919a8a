"""What every process of the server is made of: the store, the queue, the referee and the AI's waker, from the settings."""

import json
from dataclasses import dataclass, field
from typing import Any

from service.config import Settings
from service.connections import Client, connect
from service.deliveries import Deliveries
from service.limits import Limits
from service.news import News
from service.players import Players
from service.referee import Referee
from service.remote import Hosts, RemoteWork
from service.store import Store
from service.thinking import Thinking
from service.webhooks import Webhooks

DAY = 24 * 3600


@dataclass
class Host:
    """The parts of one process, connected."""

    settings: Settings
    store_client: Client = field(init=False)
    queue_client: Client = field(init=False)
    store: Store = field(init=False)
    players: Players = field(init=False)
    thinking: Thinking = field(init=False)
    referee: Referee = field(init=False)
    hosts: Hosts = field(init=False)
    work: RemoteWork = field(init=False)
    news: News = field(init=False)
    tokens: Limits = field(init=False)
    addresses: Limits = field(init=False)
    webhooks: Webhooks = field(init=False)
    deliveries: Deliveries = field(init=False)

    def __post_init__(self) -> None:
        settings = self.settings
        self.store_client = connect(settings.store_url, settings.pool)
        self.queue_client = connect(settings.queue_url, settings.pool, text=False)
        self.store = Store(
            self.store_client,
            lease=settings.ai_seconds + settings.lease_margin,
            keep_finished=settings.keep_finished_days * DAY,
            keep_open=settings.lobby_days * DAY,
        )
        self.players = Players(self.store_client)
        self.thinking = Thinking(self.store, self.queue_client, settings.max_queue)
        self.referee = Referee(self.store, self.thinking.wake)
        self.hosts = Hosts(self.store_client)
        self.work = RemoteWork(self.store, self.referee, settings.ai_seconds)
        self.tokens = Limits(self.store_client, "token", settings.rate_token)
        self.addresses = Limits(self.store_client, "address", settings.rate_address)
        self.news = News(settings.store_url, settings.max_waiters)
        self.webhooks = Webhooks(self.store_client, loopback=settings.webhook_loopback)
        self.deliveries = Deliveries(self.store, self.queue_client, self.webhooks)

    def entries(self, game_id: str) -> list[dict[str, Any]]:
        """The whole journal of a game, as stored."""
        return [json.loads(line) for line in self.store.journal(game_id)]
