"""Notices to webhooks: made from the notes that changes leave, signed, sent, tried again while the decision is owed.

A change that leaves a player to decide writes a note into `keys.NOTICES` before it is stored. The workers' sweepers turn notes
into deliveries, one for each webhook, and queue those that are due; both lists hand out leases, so a crash delays a notice
but loses none. A notice may come twice; its `webhook-id` is the same then.
"""

import base64
import hashlib
import hmac
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from importlib.resources import files

from service import clock, problems
from service.json_object import Json
from service.store import identifiers, keys, queues
from service.store.client import Client
from service.store.games import Store
from service.store.quarantine import BROKEN
from service.webhooks import safe_post
from service.webhooks.receivers import Receivers, receiver_of, sharing
from service.webhooks.registration import Webhook, Webhooks

LISTED = 50
"""Attempts that are remembered for each webhook."""
BACKOFF = (5, 30, 120, 600, 1800, 7200)
"""Seconds between the attempts of one delivery, more or less."""
DISABLED_AFTER = 20
"""Failed attempts in a row after which a webhook is given up."""
LEASE = 60.0
DOUBTFUL = 3600.0
"""Seconds after which a note is dropped whose change was never stored."""
BATCH, BATCHES = 200, 5
A_SWEEP = 10
"""Notices of one player that a sweep queues, and half of those of one address: however many there are, others are queued beside them."""
NO_ROOM = 1.0
"""Seconds after which a notice comes back that no messenger had room for."""


@dataclass(frozen=True)
class Delivery:
    """A notice on its way: which one to which webhook, and what it says."""

    id: str
    player: str
    webhook: str
    type: str
    timestamp: str
    data: Json
    attempt: int = 1
    origin: str = ""
    """That of the webhook."""

    def text(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"), sort_keys=True)

    def body(self) -> bytes:
        return json.dumps({"type": self.type, "timestamp": self.timestamp, "data": self.data}, separators=(",", ":")).encode()


def sign(secret: str, identity: str, timestamp: int, body: bytes) -> str:
    """The signature of a notice: HMAC-SHA256 over its id, its time and its body, with the key that the secret holds."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, b"%b.%d.%b" % (identity.encode(), timestamp, body), hashlib.sha256)).decode()


class Deliveries:
    """The notices on their way to the webhooks of a store's players."""

    def __init__(self, store: Store, queue_client: Client, webhooks: Webhooks) -> None:
        self.store = store
        self.client = store.client
        self.queue_client = queue_client
        self.webhooks = webhooks
        self.receivers = Receivers()
        self._take = self.client.register_script(files("service.store").joinpath("lua", "take_due.lua").read_text())

    def attempts(self, webhook: Webhook) -> list[Json]:
        """The last attempts to deliver to it, the newest first."""
        return [json.loads(text) for text in self.client.lrange(keys.deliveries_key(webhook.player, webhook.id), 0, LISTED - 1)]

    def test(self, webhook: Webhook, key: str | None) -> Delivery:
        """A notice that says nothing, on its way to the webhook."""
        identity = "msg_" + identifiers.new_id("test", webhook.id, key=key, length=16)
        sent = Delivery(identity, webhook.player, webhook.id, "test", webhook.created_at, {"webhook": webhook.id}, origin=webhook.origin)
        if identity not in [attempt["id"] for attempt in self.attempts(webhook)]:
            self.client.zadd(keys.DELIVERIES, {sent.text(): time.time()}, nx=True)
        return sent

    def sweep(self) -> None:
        """Turns notes into deliveries, and queues the deliveries that are due."""
        now = time.time()
        while notes := self._take(keys=[keys.NOTICES], args=[now, now + LEASE / 6, BATCH]):
            self._spread(notes, now)
        counted: Counter[str] = Counter()
        for _ in range(BATCHES):
            due = self._take(keys=[keys.DELIVERIES], args=[time.time(), time.time() + LEASE, BATCH])
            self._queue(due, counted)
            if len(due) < BATCH:
                return

    def _queue(self, due: list[str], counted: Counter[str]) -> None:
        """Queues so many deliveries of a player and of an address; the others come later, at the pace at which these can be queued."""
        later = {}
        for text in due:
            delivery = Delivery(**json.loads(text))
            shares = [(f"player {delivery.player}", A_SWEEP), *([(f"address {delivery.origin}", 2 * A_SWEEP)] if delivery.origin else [])]
            counted.update(who for who, _ in shares)
            sweeps = max((counted[who] - 1) // most for who, most in shares)
            if sweeps:
                later[text] = time.time() + sweeps
                continue
            identity = f"deliver-{identifiers.fresh_id()}"
            queues.enqueue(self.queue_client, queues.WEBHOOKS, "deliver", (text,), identity, timeout=30)
        if later:
            self.client.zadd(keys.DELIVERIES, later, xx=True)

    def put_off(self, text: str, seconds: float) -> None:
        """Has the delivery tried again after so many seconds, which is no failure."""
        self.client.zadd(keys.DELIVERIES, {text: time.time() + seconds}, xx=True)

    def _spread(self, notes: list[str], now: float) -> None:
        """Makes the deliveries that the notes ask for, and forgets the notes."""
        hooked = self.client.smismember(keys.HOOKED, [note.split()[0] for note in notes])
        done = [note for note, wanted in zip(notes, hooked, strict=True) if not wanted]
        for note in [note for note, wanted in zip(notes, hooked, strict=True) if wanted]:
            try:
                is_done = self._follow(note, now)
            except BROKEN as error:
                self.store.quarantine.set_aside(note.split()[1], error)
                is_done = now - float(note.split()[3]) >= DOUBTFUL
            except problems.Problem:
                is_done = False
            done += [note] if is_done else []
        if done:
            self.client.zrem(keys.NOTICES, *done)

    def _follow(self, note: str, now: float) -> bool:
        """Makes the deliveries that a note asks for; whether that is done, since its change is stored or will not be any more."""
        player, game, revision, at = note.split()
        summary = self.store.summary(game)
        if (summary.revision if summary else 0) < int(revision) and now - float(at) < DOUBTFUL:
            return False
        deliveries = {delivery.text(): now for delivery in self._deliveries(player, game, int(revision))}
        if deliveries:
            self.client.zadd(keys.DELIVERIES, deliveries, nx=True)
        return True

    def _deliveries(self, player: str, game_id: str, revision: int) -> Iterator[Delivery]:
        if not self.is_owed(player, game_id, revision):
            return
        game = self.store.load(game_id)
        if game is None:
            return
        link = f"/v1/games/{game.id}"
        data = {
            "game": game.id,
            "ruleset": game.ruleset,
            "turn": game.turn,
            "revision": revision,
            "links": {"game": link, "turns": "/v1/me/turns"},
        }
        for webhook in self.webhooks.of(player):
            if webhook.status == "active":
                identity = f"msg_{identifiers.derived_id('owed', webhook.id, game.id, str(revision))}"
                yield Delivery(identity, player, webhook.id, "turn.owed", game.turn_at, data, origin=webhook.origin)

    def is_owed(self, player: str, game: str, revision: int) -> bool:
        """Whether the decision that became the player's at that revision is still to be made."""
        summary = self.store.summary(game)
        return summary is not None and bool(summary.brief.owing(player)) and self.store.inboxes.changed(player, game) == revision

    def attempt(self, text: str) -> None:
        """Tries to deliver, and writes down how it went and when to try again."""
        delivery = Delivery(**json.loads(text))
        webhook = self.webhooks.find(delivery.player, delivery.webhook)
        if webhook is None or (webhook.status != "active" and delivery.type != "test"):
            self.client.zrem(keys.DELIVERIES, text)
        elif delivery.type == "turn.owed" and not self.is_owed(delivery.player, delivery.data["game"], delivery.data["revision"]):
            self._note(delivery, text, "dropped", safe_post.Answer(None, "no-longer-owed"))
        else:
            self._try(webhook, delivery, text)

    def _try(self, webhook: Webhook, delivery: Delivery, text: str) -> None:
        """Sends the notice if its receiver is not busy with others or resting; else it waits, which is no failure."""
        place = self.receivers.enter(receiver_of(webhook.url), sharing(webhook))
        if isinstance(place, float):
            self.put_off(text, place)
            return
        answer = safe_post.Answer(None, "unsent")
        try:
            answer = self._send(webhook, delivery)
        finally:
            self.receivers.leave(place, answered=answer.status is not None, address=answer.address)
        self._judge(webhook, delivery, text, answer)

    def _send(self, webhook: Webhook, delivery: Delivery) -> safe_post.Answer:
        now, body = int(time.time()), delivery.body()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Intramuros",
            "webhook-id": delivery.id,
            "webhook-timestamp": str(now),
            "webhook-signature": sign(webhook.secret, delivery.id, now, body),
        }
        try:
            return safe_post.post(webhook.url, body, headers, loopback=self.webhooks.loopback)
        except safe_post.Refused:
            return safe_post.Answer(None, "refused-address")

    def _judge(self, webhook: Webhook, delivery: Delivery, text: str, answer: safe_post.Answer) -> None:
        """Counts failures in a row, and gives up a webhook that is gone or keeps failing."""
        if answer.status is not None and 200 <= answer.status < 300:
            self.webhooks.change(webhook, failures=0)
            self._note(delivery, text, "delivered", answer)
            return
        failures = webhook.failures + 1
        if answer.status == 410:
            self.webhooks.change(webhook, failures=failures, status="disabled", reason="gone")
        elif failures >= DISABLED_AFTER:
            self.webhooks.change(webhook, failures=failures, status="disabled", reason="failing")
        else:
            self.webhooks.change(webhook, failures=failures)
            if delivery.attempt <= len(BACKOFF):
                wait = BACKOFF[delivery.attempt - 1] * random.uniform(0.75, 1.5)
                self._note(delivery, text, "failed", answer, again=time.time() + wait)
                return
        self._note(delivery, text, "failed", answer)

    def _note(self, delivery: Delivery, text: str, status: str, answer: safe_post.Answer, again: float | None = None) -> None:
        """Takes the delivery off the list, or puts its next attempt there, and writes the attempt down."""
        pipeline = self.client.pipeline(transaction=True)
        pipeline.zrem(keys.DELIVERIES, text)
        if again is not None:
            pipeline.zadd(keys.DELIVERIES, {replace(delivery, attempt=delivery.attempt + 1).text(): again})
        pipeline.execute()
        written = {
            "id": delivery.id, "type": delivery.type, "game": delivery.data.get("game"), "turn": delivery.data.get("turn"),
            "attempt": delivery.attempt, "at": clock.stamp(), "status": status, "response": answer.status, "error": answer.error,
            "next_at": None if again is None else clock.written(again),
        }  # fmt: skip
        key = keys.deliveries_key(delivery.player, delivery.webhook)
        pipeline = self.client.pipeline(transaction=True)
        pipeline.lpush(key, json.dumps(written))
        pipeline.ltrim(key, 0, LISTED - 1)
        pipeline.expire(key, 30 * 24 * 3600)
        pipeline.execute()
