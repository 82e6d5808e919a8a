"""The store on a Redis Cluster and the queue behind a Sentinel: the same games, from servers made of the embedded binary."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import redis

from service import embedded, jobs, leash, names
from service.changes import Change
from service.config import Settings
from service.game import Seat
from service.host import Host
from service.news import game_topic
from service.referee import Asked
from tests.service.client import free_port
from tests.service.processes import until

SLOTS = 16384


@contextmanager
def valkey(folder: Path, *options: str) -> Iterator[int]:
    """The port of a server of its own."""
    folder.mkdir()
    port = free_port()
    command = [str(embedded.find_binary(Settings())), *options, "--port", str(port), "--dir", str(folder), "--save", ""]
    process = subprocess.Popen(leash.command(command), stdout=subprocess.DEVNULL, process_group=0)
    try:
        until(lambda: answers(port))
        yield port
    finally:
        process.kill()
        process.wait()


def answers(port: int) -> bool:
    try:
        with redis.Redis(port=port) as client:
            return bool(client.ping())
    except redis.ConnectionError:
        return False


def knows_three(node: "redis.Redis[str]") -> bool:
    """Whether a node can tell both others what is published on it."""
    known = node.cluster("nodes").values()
    return len(known) == 3 and all(each["connected"] and "handshake" not in each["flags"] for each in known)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    """Three primaries that share the slots."""
    with ExitStack() as stack:
        buses = [free_port() for _ in range(3)]
        options = [("--cluster-enabled", "yes", "--cluster-port", str(bus)) for bus in buses]
        ports = [stack.enter_context(valkey(tmp_path / str(number), *options[number])) for number in range(3)]
        nodes = [stack.enter_context(redis.Redis(port=port, decode_responses=True)) for port in ports]
        for number, node in enumerate(nodes):
            node.execute_command("CLUSTER", "ADDSLOTSRANGE", number * SLOTS // 3, (number + 1) * SLOTS // 3 - 1)
            node.execute_command("CLUSTER", "MEET", "127.0.0.1", ports[0], buses[0])
        until(lambda: all(node.cluster("info")["cluster_state"] == "ok" and knows_three(node) for node in nodes), 20)
        yield "cluster://" + ",".join(f"127.0.0.1:{port}" for port in ports)


@pytest.fixture
def sentinel(tmp_path: Path) -> Iterator[str]:
    """One primary and one sentinel that knows it."""
    with valkey(tmp_path / "primary") as primary:
        (tmp_path / "sentinel.conf").write_text(f"sentinel monitor games 127.0.0.1 {primary} 1\n")
        with valkey(tmp_path / "sentinel", str(tmp_path / "sentinel.conf"), "--sentinel") as port:
            yield f"sentinel://127.0.0.1:{port}/games"


def test_games_are_created_joined_played_and_listed_on_a_cluster(cluster: str, sentinel: str) -> None:
    host = Host(Settings(store_url=cluster, queue_url=sentinel))
    ada, token = host.players.create("Ada", "an idempotency key")
    bob, _ = host.players.create("Bob")
    assert host.players.create("Ada", "an idempotency key") == (ada, token)
    assert host.players.rename(ada.id, "Ann", 1).name == "Ann"
    games = []
    for _ in range(6):  # so that every primary has some
        made = host.referee.create("cathedral", {}, (Seat("player", "Ann", ada.id), Seat("open")), "listed", Asked(ada.id), str)
        assert isinstance(made, Change)
        assert isinstance(host.referee.sit(made.game.id, None, "Bob", None, Asked(bob.id, "key", "digest"), lambda _: "answer"), Change)
        assert host.referee.sit(made.game.id, None, "Bob", None, Asked(bob.id, "key", "digest"), lambda _: "other") == "answer"
        assert isinstance(host.referee.play(made.game.id, 1, "cathedral@e5n", None, Asked(ada.id), str), Change)
        games.append(made.game.id)
    assert {member for member, _ in host.store.page(names.list_key("running"), None, 10)} == set(games)
    assert [game.turn for game in host.store.load_many(games)] == [2] * 6
    assert {game.id for game in host.store.every_game()} == set(games)
    assert all(len(host.store.journal(game)) == 1 for game in games)


def test_a_turn_of_an_ai_is_queued_behind_a_sentinel_and_repaired_on_a_cluster(cluster: str, sentinel: str) -> None:
    host = Host(Settings(store_url=cluster, queue_url=sentinel, ai_seconds=0.1, lease_margin=0.1))
    seats = (Seat("ai", "easy", ai="easy"), Seat("player", "Ada", "ada"))
    made = host.referee.create("cathedral", {}, seats, "listed", Asked("ada"), str)
    assert isinstance(made, Change)
    assert host.queue_client.exists(f"rq:job:think-{made.game.id}-1-0")
    until(lambda: host.thinking.sweep() and getattr(host.store.load(made.game.id), "degraded", False))
    jobs.use(host.settings)
    jobs.think(made.game.id, 1, 0)  # the late job finds its turn gone
    assert len(host.store.journal(made.game.id)) == 1


def test_who_waits_hears_of_changes_on_every_node_of_a_cluster(cluster: str, sentinel: str) -> None:
    here, there = (Host(Settings(store_url=cluster, queue_url=sentinel)) for _ in range(2))
    seats = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
    with there.news.watch("nothing") as listening:
        assert listening is not None
        assert listening.wait(20), "the listener calls everybody when it has subscribed"
        for _ in range(6):
            made = here.referee.create("cathedral", {}, seats, "listed", Asked("ada"), str)
            assert isinstance(made, Change)
            with there.news.watch(game_topic(made.game.id)) as watch:
                assert watch is not None
                assert isinstance(here.referee.play(made.game.id, 1, "cathedral@e5n", None, Asked("ada"), str), Change)
                assert watch.wait(20)
