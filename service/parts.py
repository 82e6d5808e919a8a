"""The composition root: all that a process of the server is made of, from the settings: store, queue, referee, the AI's waker, caches."""

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial

from redis.exceptions import RedisError

from engine.ai.opponent import WALL
from service.accounts.departure import Departures
from service.accounts.moderation import Moderation
from service.ai.remote_work import Hosts, RemoteWork
from service.ai.scheduling import Thinking
from service.cache import Cache
from service.config import Settings
from service.contests.advancing import Contests
from service.contests.describing import Told
from service.contests.fair_work import FairWork
from service.contests.matchmaking import Seeks
from service.contests.rating_games import Ratings
from service.games.archiving import Archiving
from service.games.expiry import Expiry
from service.games.inbox import Bodies, Inboxes, Prompts
from service.games.invitations import Invitations, game_awaits
from service.games.offers import Offers
from service.games.pictures import Pictures
from service.games.referee import Referee
from service.games.running_games import RunningGames
from service.games.snapshots import Heads, Snapshots
from service.json_object import Json
from service.store import archive, queues
from service.store.audit import Audit
from service.store.blocks import Blocks
from service.store.client import Client, connect
from service.store.contests import ContestStore
from service.store.games import Store
from service.store.notifications import News
from service.store.outages import Outages
from service.store.players import Players, secret
from service.store.quotas import Quotas
from service.store.rate_limits import HOUR, MINUTE, SHORT, Limits, OwnLimits
from service.store.ratings import RatingStore
from service.store.refused_callers import RefusedCallers
from service.store.seeks import SeekStore
from service.store.slow_requests import SlowRequests
from service.store.summaries import Summary
from service.store.tokens import Tokens
from service.webhooks.deliveries import Deliveries
from service.webhooks.messengers import Messengers
from service.webhooks.registration import Webhooks

DAY = 24 * 3600
PROBES, FILES = 100, 1000
"""Probes and static files that one address may ask one process for in ten seconds, where addresses have a limit."""
MOST_BYTES = 16_000_000
"""How much is kept of the answers about contests."""
COMPRESSED = 100
"""How many compressed answers are kept."""


@dataclass
class Parts:
    """The parts of one process, connected."""

    settings: Settings
    store_client: Client = field(init=False)
    queue_client: Client = field(init=False)
    store: Store = field(init=False)
    players: Players = field(init=False)
    player_tokens: Tokens = field(init=False)
    thinking: Thinking = field(init=False)
    referee: Referee = field(init=False)
    outages: Outages = field(init=False)
    expiry: Expiry = field(init=False)
    offers: Offers = field(init=False)
    archiving: Archiving = field(init=False)
    hosts: Hosts = field(init=False)
    work: RemoteWork = field(init=False)
    news: News = field(init=False)
    snapshots: Snapshots = field(init=False)
    inboxes: Inboxes = field(init=False)
    tokens: Limits = field(init=False)
    addresses: Limits = field(init=False)
    everybody: Limits = field(init=False)
    new_players: Limits = field(init=False)
    new_games: Limits = field(init=False)
    quotas: Quotas = field(init=False)
    running_games: RunningGames = field(init=False)
    invitations: Invitations = field(init=False)
    webhooks: Webhooks = field(init=False)
    deliveries: Deliveries = field(init=False)
    contests: Contests = field(init=False)
    ratings: Ratings = field(init=False)
    seeks: Seeks = field(init=False)
    departures: Departures = field(init=False)
    moderation: Moderation = field(init=False)
    audit: Audit = field(init=False)
    blocks: Blocks = field(init=False)
    slow: SlowRequests = field(init=False)
    refused: RefusedCallers = field(init=False)
    pictures: Pictures = field(default_factory=Pictures)
    messengers: Messengers = field(default_factory=Messengers)
    contest_answers: Cache[tuple[str, str], Told] = field(default_factory=lambda: Cache(MOST_BYTES, lambda told: len(told.body)))
    """By the contest's tag and what of it is told: as long as its revision is the same, so are they."""
    contest_work: FairWork = field(default_factory=FairWork)
    """What has to be worked out for them."""
    compressed: Cache[tuple[bytes, str], bytes] = field(default_factory=lambda: Cache(COMPRESSED))
    """Answers as they are sent compressed, by what they say and how: all who wait for a game are told the same at the same time."""

    def __post_init__(self) -> None:
        settings = self.settings
        self.store_client = connect(settings.store_url, settings.pool)
        self.queue_client = connect(settings.queue_url, settings.pool, text=False)
        self.store = Store(
            self.store_client,
            lease=WALL * settings.ai_seconds + settings.lease_margin,
            thought=WALL * settings.ai_seconds,
            keep_finished=settings.keep_finished_days * DAY,
            keep_open=settings.lobby_days * DAY,
            archive=archive.at(settings.archive_url),
        )
        self.quotas = Quotas(self.store_client)
        self.players = Players(self.store_client)
        self.player_tokens = Tokens(self.store_client)
        self.referee = Referee(self.store, lambda game: self.thinking.wake(game))
        self.running_games = RunningGames(self.store, self.quotas, settings.running_games)
        self.referee.on_end.append(self.running_games.over)
        self.outages = Outages(self.store_client)
        self.expiry = Expiry(self.store, self.referee, self.outages)
        self.referee.expire = self.expiry.expire
        self.thinking = Thinking(self.store, self.referee, self.quotas, self.queue_client, settings.max_queue, settings.draws)
        self.archiving = Archiving(self.store, settings.archive_after_days)
        self.offers = Offers(self.referee, self.thinking.admit_draw, self.thinking.ask_about_draw)
        self.hosts = Hosts(self.store_client)
        self.work = RemoteWork(self.store, self.referee, settings.ai_seconds)
        self.tokens = Limits(self.store_client, "token", settings.rate_token)
        self.addresses = Limits(self.store_client, "address", settings.rate_address)
        at_once = -(-settings.rate_all * SHORT // MINUTE)  # a minute's worth of everybody's at once would fill the server for seconds
        self.everybody = Limits(self.store_client, "address-all", at_once, SHORT)
        self.probes = OwnLimits("probes", PROBES if settings.rate_address else 0, SHORT)
        self.files = OwnLimits("files", FILES if settings.rate_address else 0, SHORT)
        self.new_players = Limits(self.store_client, "players", settings.new_players, HOUR)
        self.new_games = Limits(self.store_client, "games", settings.new_games, HOUR)
        self.news = News(settings.store_url, settings.max_waiters, {"player": settings.waits, "address": settings.waits_address})
        self.snapshots = Snapshots(self.store, self.news, self.referee, self.expiry, self.thinking.repair, Heads())
        self.inboxes = Inboxes(self.store, self.news, self.expiry, Bodies(), Prompts())
        self.webhooks = Webhooks(self.store_client, loopback=settings.webhook_loopback)
        self.deliveries = Deliveries(self.store, self.queue_client, self.webhooks)
        self.contests = Contests(
            ContestStore(self.store_client),
            self.store,
            self.referee,
            self.players,
            self.ask_to_advance,
            keep_open=settings.lobby_days * DAY,
            keep_over=settings.keep_contests_days * DAY,
        )
        awaiting = (partial(game_awaits, self.store), self.contests.awaits)
        self.invitations = Invitations(self.quotas, settings.invitations, settings.lobby_days * DAY, awaiting)
        self.ratings = Ratings(RatingStore(self.store_client), self.store, self.referee)
        self.seeks = Seeks(SeekStore(self.store_client), self.referee, self.quotas, self.running_games)
        self.departures = Departures(
            self.store_client, self.players, self.store, self.referee, self.contests, self.seeks, self.ratings, self.webhooks
        )
        self.moderation = Moderation(self.store_client, self.players, self.referee, self.seeks, self.departures)
        self.audit = Audit(self.store_client)
        self.blocks = Blocks(self.store_client)
        self.slow = SlowRequests(self.store_client)
        self.refused = RefusedCallers(self.store_client)

    def ask_to_advance(self, contest: str) -> None:
        """Queues a contest for a worker; a queue that cannot be reached is made up for by the next sweep."""
        with suppress(RedisError):
            queues.enqueue(self.queue_client, queues.CONTESTS, "advance", (contest,), f"advance-{contest}", timeout=60)

    @cached_property
    def secret(self) -> bytes:
        """What only processes of this store know."""
        return secret(self.store_client).encode()

    def summary(self, game_id: str) -> Summary | None:
        """What a read needs to know of a game first, deadlines that are over dealt with; None for an unknown game."""
        return self.expiry.timely(game_id, self.store.summary(game_id))

    def entries(self, game_id: str) -> list[Json]:
        """The whole journal of a game, as stored."""
        return self.store.entries(game_id)
