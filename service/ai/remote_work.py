"""AI turns for hosts far away: an offer for every owed decision, a lease for the host that takes it, and nothing but its view.

An offer is only a hint that is checked against the game, so a lost or doubled one does no harm: the turn's lease in the
game brings it back, and after two failures the fallback plays as it does for any AI.
"""

import hmac
import json
import time
from dataclasses import asdict, dataclass

from engine.rulesets import NAMES, ruleset
from service import clock, problems
from service.ai import failures
from service.game import Game
from service.games import clocks, visibility
from service.games.long_poll import long_poll
from service.games.referee import Referee
from service.json_object import Json
from service.store import heartbeats, identifiers, keys
from service.store.client import Client
from service.store.games import Store
from service.store.notifications import News
from service.store.players import new_token
from service.store.watches import WORK_TOPIC

PROTOCOL = 1
PEEK_AT = 20
PEEK_EVERY = 0.2
MEMORY = 3600
HOST_KEY = "hk_"
"""How the key of a host begins."""
LATER = 10.0**10
"""Seconds that put an offer behind every other in the order of their times."""


@dataclass(frozen=True)
class RemoteHost:
    """Somebody whom the operator gave a key to host some AIs."""

    id: str
    name: str
    ais: tuple[str, ...]


@dataclass(frozen=True)
class Ability:
    """What a host says of itself when it asks for work: what it plays, a line about it, whether it wants moves as objects, and ratings."""

    rulesets: tuple[str, ...]
    about: str = ""
    objects: bool = False
    ladder: bool = False


@dataclass(frozen=True)
class Lease:
    """A decision that a host has taken on."""

    id: str
    host: str
    ai: str
    game: str
    turn: int
    seat: int
    until: float


class Hosts:
    """The hosts that have a key; only its hash is stored."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def admit(self, name: str, ais: tuple[str, ...], once: str | None = None) -> tuple[RemoteHost, str]:
        """A new host and its key, shown once; with an Idempotency-Key the same ones again for a repeated request."""
        host = RemoteHost(identifiers.new_id("host", key=once, length=8), name, ais)
        key = new_token(self.client, host.id, once).replace("im_", HOST_KEY, 1)
        known = {each.id: each for each in self.listed()}.get(host.id)
        if self.client.sismember(keys.DISMISSED, host.id) or (known and known != host):
            raise problems.KeyReused("host")
        self.client.hset(keys.HOSTS, host.id, json.dumps({"name": name, "ais": ais, "key": identifiers.digest(key)}))
        return host, key

    def dismiss(self, host_id: str) -> bool:
        heartbeats.farewell(self.client, f"remote-{host_id}")
        self.client.sadd(keys.DISMISSED, host_id)  # its key must not come to life again by a repeated request
        return bool(self.client.hdel(keys.HOSTS, host_id))

    def listed(self) -> list[RemoteHost]:
        known = sorted(self.client.hgetall(keys.HOSTS).items())
        return [RemoteHost(host, said["name"], tuple(said["ais"])) for host, said in ((host, json.loads(text)) for host, text in known)]

    def of_key(self, key: str) -> RemoteHost:
        """The host that the key belongs to; raises Unauthorized for any other."""
        host = identifiers.player_of_token(key.replace(HOST_KEY, "im_", 1)) if key.startswith(HOST_KEY) else None
        text = self.client.hget(keys.HOSTS, host) if host else None
        said = json.loads(text) if text else {"key": ""}
        if not host or not hmac.compare_digest(said["key"], identifiers.digest(key)):
            raise problems.Unauthorized("host_unknown", invalid=True)
        return RemoteHost(host, said["name"], tuple(said["ais"]))


class RemoteWork:
    """Offers, leases and answers."""

    def __init__(self, store: Store, referee: Referee, seconds: float) -> None:
        self.store = store
        self.client = store.client
        self.referee = referee
        self.seconds = seconds

    def show_life(self, host: RemoteHost, able: Ability) -> None:
        """Lists the host's AIs as playable now, with what it says about them, and as rated if it asks for that."""
        about = able.about or f"Hosted by {host.name}."
        described = [{"name": ai, "rulesets": able.rulesets, "about": about, "ladder": able.ladder} for ai in host.ais]
        heartbeats.sign_of_life(self.client, f"remote-{host.id}", {"host": "remote", "ais": described, "rulesets": able.rulesets})

    def stay_listed(self, host: RemoteHost, lease: Lease) -> None:
        """Shows that a host is alive that thinks; what it said of itself when it took the turn still holds."""
        said = [
            Ability(tuple(one["rulesets"]), one["ais"][0]["about"], ladder=bool(one["ais"][0].get("ladder")))
            for one in heartbeats.alive(self.client)
            if one["worker"] == f"remote-{host.id}"
        ]
        self.show_life(host, said[0] if said else Ability((self.referee.load(lease.game).ruleset,)))

    def wait_for(self, host: RemoteHost, able: Ability, seconds: float, news: News) -> Json | None:
        """A job for the host as soon as there is one; None when the time is over. The host is listed as alive meanwhile."""

        def read(*_: object) -> Json | None:
            self.show_life(host, able)
            return self.acquire(host, able)

        deadline = time.monotonic() + seconds
        while True:
            left = max(deadline - time.monotonic(), 0.0)
            work, crowded = long_poll(news.watch(WORK_TOPIC), left, read, bool, lambda _: heartbeats.EVERY)
            if work or not crowded:
                return work
            time.sleep(min(left, PEEK_EVERY))

    def acquire(self, host: RemoteHost, able: Ability) -> Json | None:
        """A job for the host, leased to it; None when nothing waits for it."""
        for ai in host.ais:
            for offer in self.client.zrange(keys.offers_key(ai), 0, PEEK_AT):
                game = self._still_owed(ai, offer)
                if (
                    game
                    and game.ruleset in able.rulesets
                    and not self._others_first(host, ai, offer)
                    and self.client.zrem(keys.offers_key(ai), offer)
                ):
                    return self._lease(host, ai, game, int(offer.split()[2]), objects=able.objects)
        return None

    def _still_owed(self, ai: str, offer: str) -> Game | None:
        game_id, turn, seat = offer.split()
        game = self.store.load(game_id)
        if game is None or not game.has_its_box or game.turn != int(turn) or int(seat) not in game.ai_actors():
            self.client.zrem(keys.offers_key(ai), offer)
            return None
        return game

    def _others_first(self, host: RemoteHost, ai: str, offer: str) -> bool:
        """Whether this host has failed at the decision and another one is there to try it."""
        if not self.client.sismember(keys.failed_key(offer), host.id):
            return False
        here = [one["worker"] for one in heartbeats.alive(self.client) if ai in [known["name"] for known in one["ais"]]]
        return any(worker != f"remote-{host.id}" for worker in here)

    def _lease(self, host: RemoteHost, ai: str, game: Game, seat: int, *, objects: bool) -> Json:
        """The work, whose time begins now, however long it has been waiting."""
        self.store.leases.hold(game)
        until = time.time() + self.store.leases.of(game)
        budget = clocks.thinking_budget(game, seat, self.seconds)
        lease = Lease(identifiers.fresh_id(20), host.id, ai, game.id, game.turn, seat, until)
        self.client.set(keys.lease_key(lease.id), json.dumps(asdict(lease)), ex=MEMORY)
        return {
            "id": lease.id,
            "protocol": PROTOCOL,
            "ai": ai,
            "ruleset": game.ruleset,
            "rules_version": game.version,
            "seats": len(game.seats),
            "seat": seat,
            **visibility.work_view(game, seat, objects=objects),
            "budget_seconds": round(budget.seconds, 3),
            "wall_seconds": round(budget.end - budget.started, 3),
            "deadline": clock.written(until),
        }

    def lease_of(self, host: RemoteHost, lease_id: str) -> Lease:
        """The host's own lease, while its turn is pending; raises NotFound or LateAnswer."""
        text = self.client.get(keys.lease_key(lease_id))
        lease = Lease(**json.loads(text)) if text else None
        if lease is None or lease.host != host.id:
            raise problems.NotFound("work", {"work": lease_id})
        game = self.store.load(lease.game)
        if game is None or game.turn != lease.turn or lease.seat not in game.ai_actors():
            raise problems.LateAnswer("made")
        return lease

    def answer(self, lease: Lease, move: str) -> None:
        """Plays the host's move; raises the refusal, and gives the turn back, when it is not legal."""
        game = self.referee.load(lease.game)
        if move not in {str(legal) for legal in visibility.legal_moves(game, lease.seat)}:
            self.give_back(lease, "nonsense", f"{move[:200]!r} is not one of the legal moves.")
            raise problems.IllegalMove("not_given", pointer="/move", rule="")
        if self.referee.play_for_ai(lease.game, lease.turn, lease.seat, move) is None:
            raise problems.LateAnswer("made")

    def give_back(self, lease: Lease, what: str, why: str) -> None:
        """Notes that the host failed, and lets the turn go to somebody else at once."""
        offer = f"{lease.game} {lease.turn} {lease.seat}"
        failures.note(self.client, lease.ai, what, why, turn=lease.turn, seat=lease.seat)
        self.client.sadd(keys.failed_key(offer), lease.host)
        self.client.expire(keys.failed_key(offer), MEMORY)
        self.client.delete(keys.lease_key(lease.id))
        self.store.leases.release(lease.game, self.referee.load(lease.game).revision)


def offer(client: Client, ai: str, game: Game, seat: int, *, later: bool = False) -> None:
    """Offers a decision to the hosts of an AI; where no person waits for it, after all those where one does."""
    client.zadd(keys.offers_key(ai), {f"{game.id} {game.turn} {seat}": time.time() + (LATER if later else 0)})
    client.spublish(WORK_TOPIC, "")


def is_offered(client: Client, ai: str, game: Game, seat: int) -> bool:
    """Whether the decision still waits for a host to take it."""
    return client.zscore(keys.offers_key(ai), f"{game.id} {game.turn} {seat}") is not None


def offers(client: Client, ai: str, *, waited_for: bool = False) -> int:
    """How many decisions wait for the hosts of an AI; all, or those that a person waits for."""
    return int(client.zcount(keys.offers_key(ai), "-inf", time.time() + LATER / 2 if waited_for else "+inf"))


def check_versions(protocol: int, rules: dict[str, int]) -> list[str]:
    """The rulesets that the host and the server both play; raises VersionMismatch where their rules differ."""
    if protocol != PROTOCOL:
        raise problems.VersionMismatch("protocol", {"ours": PROTOCOL, "theirs": protocol})
    for name, version in rules.items():
        if name in NAMES and ruleset(name).version != version:
            raise problems.VersionMismatch("rules", {"ours": ruleset(name).version, "ruleset": name, "theirs": version})
    return [name for name in NAMES if name in rules]
