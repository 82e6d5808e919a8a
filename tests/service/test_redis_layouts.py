"""The store on a Redis Cluster and the queue behind a Sentinel: the same games, from servers made of the embedded binary."""

import re
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import redis

import service
from service import child_process
from service.config import Settings
from service.game import Seat
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store import embedded, keys
from service.store.notifications import News
from service.store.watches import game_topic
from service.worker import jobs
from tests.service.client import free_port
from tests.service.processes import until

SLOTS = 16384


@contextmanager
def valkey(folder: Path, *options: str) -> Iterator[int]:
    """The port of a server of its own."""
    folder.mkdir()
    port = free_port()
    command = [str(embedded.find_binary(Settings())), *options, "--port", str(port), "--dir", str(folder), "--save", ""]
    process = subprocess.Popen(child_process.command(command), stdout=subprocess.DEVNULL, process_group=0)
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
        until(lambda: all(node.cluster("info")["cluster_state"] == "ok" and knows_three(node) for node in nodes))
        yield "cluster://" + ",".join(f"127.0.0.1:{port}" for port in ports)


@pytest.fixture
def sentinel(tmp_path: Path) -> Iterator[str]:
    """One primary and one sentinel that knows it."""
    with valkey(tmp_path / "primary") as primary:
        (tmp_path / "sentinel.conf").write_text(f"sentinel monitor games 127.0.0.1 {primary} 1\n")
        with valkey(tmp_path / "sentinel", str(tmp_path / "sentinel.conf"), "--sentinel") as port:
            yield f"sentinel://127.0.0.1:{port}/games"


def test_games_are_created_joined_played_and_listed_on_a_cluster(cluster: str, sentinel: str) -> None:
    parts = Parts(Settings(store_url=cluster, queue_url=sentinel))
    ada, token = parts.players.create("Ada", "an idempotency key")
    bob, _ = parts.players.create("Bob")
    assert parts.players.create("Ada", "an idempotency key") == (ada, token)
    assert parts.players.rename(ada.id, "Ann", 1).name == "Ann"
    games = []
    for _ in range(6):  # so that every primary has some
        made = parts.referee.create("cathedral", {}, (Seat("player", "Ann", ada.id), Seat("open")), "listed", Asked(ada.id), str)
        assert isinstance(made, Change)
        assert isinstance(parts.referee.sit(made.game.id, None, "Bob", None, Asked(bob.id, "key", "digest"), lambda _: "answer"), Change)
        assert parts.referee.sit(made.game.id, None, "Bob", None, Asked(bob.id, "key", "digest"), lambda _: "other") == "answer"
        assert isinstance(parts.referee.play(made.game.id, 1, "cathedral@e5n", None, Asked(ada.id), str), Change)
        games.append(made.game.id)
    assert {member for member, _ in parts.store.lists.page(keys.list_key("running"), None, 10)} == set(games)
    assert [game.turn for game in parts.store.load_many(games)] == [2] * 6
    assert {game.id for game in parts.store.every_game()} == set(games)
    assert all(len(parts.store.journal(game)) == 1 for game in games)


def test_a_turn_of_an_ai_is_queued_behind_a_sentinel_and_repaired_on_a_cluster(cluster: str, sentinel: str) -> None:
    parts = Parts(Settings(store_url=cluster, queue_url=sentinel, ai_seconds=0.1, lease_margin=0.1))
    seats = (Seat("ai", "easy", ai="easy"), Seat("player", "Ada", "ada"))
    made = parts.referee.create("cathedral", {}, seats, "listed", Asked("ada"), str)
    assert isinstance(made, Change)
    assert parts.queue_client.exists(f"rq:job:think-{made.game.id}-1-0")
    until(lambda: parts.thinking.sweep() and getattr(parts.store.load(made.game.id), "degraded", False))
    jobs.think(parts, made.game.id, 1, 0)  # the late job finds its turn gone
    assert len(parts.store.journal(made.game.id)) == 1


def begun(parts: Parts) -> str:
    seats = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
    made = parts.referee.create("cathedral", {}, seats, "listed", Asked("ada"), str)
    assert isinstance(made, Change)
    return made.game.id


def heard(parts: Parts, game: str, first: str) -> int:
    """The revision that somebody is told of who waits with the first snapshot."""
    return parts.snapshots.awaited(game, "ada", 0, 20, first.__eq__)[0].revision


def deaf(hear: Callable[..., None]) -> Callable[..., None]:
    """Hears everything but notices."""
    return lambda kind, *more, **told: None if kind == "smessage" else hear(kind, *more, **told)


@pytest.mark.parametrize("lost", [False, True], ids=["told", "with every notice lost"])
def test_who_waits_hears_of_changes_on_every_node_of_a_cluster(
    cluster: str, sentinel: str, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    """By notices alone, without the beat that would make up for a lost one; and by the beat alone."""
    here, there = (Parts(Settings(store_url=cluster, queue_url=sentinel)) for _ in range(2))
    if lost:
        monkeypatch.setattr(there.news, "_hear", deaf(there.news._hear))
    else:
        monkeypatch.setattr(News, "_look_again", lambda *_: None)
    games = [begun(here) for _ in range(6)]
    tags = [there.snapshots.sight(game, "ada", 0).tag for game in games]
    with ThreadPoolExecutor(6) as crowd:
        waiting = [crowd.submit(heard, there, game, tag) for game, tag in zip(games, tags, strict=True)]
        until(lambda: all(there.news.is_watched(game_topic(game)) for game in games))
        for game in games:
            assert isinstance(here.referee.play(game, 1, "cathedral@e5n", None, Asked("ada"), str), Change)
        assert [wait.result(15) for wait in waiting] == [2] * 6


def test_every_name_of_a_key_stands_in_one_file() -> None:
    """`intramuros: …` begins what a command says; without a space it is a key."""
    folder = Path(str(service.__file__)).parent
    named = {str(path.relative_to(folder)) for path in folder.rglob("*.py") if re.search(r"""["']intramuros:[^ ]""", path.read_text())}
    assert named == {"store/keys.py"}
