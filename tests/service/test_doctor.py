"""`intramuros doctor` finds what is wrong: one server after another is made ill."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from service.commands.doctor_redis import of_doors
from service.config import Settings
from service.store import embedded, heartbeats, keys
from service.store.client import connect
from tests.service.client import free_port
from tests.service.processes import intramuros

AT_EASE = {"INTRAMUROS_OPERATOR_TOKEN": "somebody"}


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with embedded.server(Settings(data=tmp_path)) as url:
        yield url


@contextmanager
def worker(url: str, name: str = "far-1") -> Iterator[None]:
    client = connect(url)
    about = {
        "host": "worker",
        "ais": [{"name": "easy", "rulesets": ["cathedral"]}],
        "rulesets": ["cathedral", "forbidden_city", "verbotene_stadt"],
    }
    heartbeats.sign_of_life(client, name, about)
    yield
    client.close()


def findings(url: str, *words: str, **environ: str) -> tuple[int, dict[str, list[str]]]:
    """The exit code, and what was found by how bad it is."""
    given = {"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url, **AT_EASE, **environ}
    said = intramuros("doctor", "--json", *words, **given)
    assert said.returncode in (0, 1), said.stderr
    found: dict[str, list[str]] = {"ok": [], "look": [], "bad": []}
    for each in json.loads(said.stdout)["findings"]:
        found[each["level"]].append(f"{each['what']}: {each['detail']}")
    return said.returncode, found


def test_a_healthy_server_has_nothing_bad(url: str) -> None:
    with worker(url):
        code, found = findings(url)
    assert (code, found["bad"], found["look"]) == (0, [], [])
    assert "workers: 1 alive" in found["ok"]
    assert "store: every write is on disk before it is acknowledged" in found["ok"]


def test_it_says_so_in_words(url: str) -> None:
    with worker(url):
        said = intramuros("doctor", INTRAMUROS_STORE_URL=url, INTRAMUROS_QUEUE_URL=url, **AT_EASE)
    assert said.stdout.splitlines()[-1].endswith("0 worth a look, 0 bad.")
    assert "ok   store: takes writes" in said.stdout


@pytest.mark.parametrize(
    ("setting", "value", "level", "words"),
    [
        ("appendonly", "no", "bad", "appendonly is no"),
        ("appendfsync", "everysec", "look", "the last second may be lost"),
        ("appendfsync", "no", "bad", "appendfsync is no"),
        ("maxmemory", "0", "look", "has no maxmemory"),
        ("maxmemory", "1mb", "bad", "refuses writes: its memory is full"),
        ("maxmemory-policy", "allkeys-lru", "bad", "games are dropped"),
        ("min-replicas-to-write", "1", "bad", "refuses writes"),
    ],
)
def test_an_ill_store_is_found(url: str, setting: str, value: str, level: str, words: str) -> None:
    with worker(url), redis.Redis.from_url(url) as store:
        store.config_set(setting, value)
        code, found = findings(url)
    assert any(words in each for each in found[level]), found
    assert code == int(level == "bad")


def test_a_store_that_is_away_is_found() -> None:
    code, found = findings(f"redis://127.0.0.1:{free_port()}")
    assert code == 1
    assert [each.split(" ")[0] for each in found["bad"]] == ["store:", "queue:"]


def test_missing_workers_a_broken_game_and_waiting_turns_are_found(url: str) -> None:
    with redis.Redis.from_url(url) as store:
        store.hset("game:{k3f9}", mapping={"game": "{", "revision": 1, "brief": "x"})
        store.rpush("rq:queue:ai-cathedral", *map(str, range(150)))
        store.zadd("intramuros:thinking", {"k3f9": 1})
        code, found = findings(url)
    assert code == 1
    assert "workers: none is alive: AIs do not move; start `intramuros worker`" in found["bad"]
    assert "games: 1 of 1 cannot be read, k3f9 for one: restore them from a backup" in found["bad"]
    assert any(each.startswith("queues: 150 AI turns wait") for each in found["look"])
    assert any(each.startswith("AI turns: 1 have been owed") for each in found["look"])


def test_what_somebody_met_that_cannot_be_read_is_named_until_it_can_be(url: str) -> None:
    with redis.Redis.from_url(url) as store, worker(url):
        store.sadd(keys.QUARANTINE, "k3f9", "contest c4p2", "gone")
        store.hset(keys.game_key("k3f9"), mapping={"game": "{", "revision": 1, "brief": "x"})
        store.hset(keys.contest_key("c4p2"), mapping={"contest": "{", "revision": 1})
        _, found = findings(url)
        assert "quarantine: contest c4p2, k3f9: cannot be read; restore them from a backup, or remove them" in found["bad"]
        assert store.scard(keys.QUARANTINE) == 3, "it changes nothing"


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("HOST", "0.0.0.0", "proxy"),
        ("OPERATOR_TOKEN", "", "operator"),
        ("WEBHOOK_LOOPBACK", "on", "webhooks"),
        ("RATE_TOKEN", "0", "limits"),
    ],
)
def test_settings_worth_a_look_are_named(url: str, name: str, value: str, what: str) -> None:
    with worker(url):
        _, found = findings(url, **{f"INTRAMUROS_{name}": value})
    assert [each.split(":")[0] for each in found["look"]] == [what]


@pytest.mark.parametrize(
    ("url", "levels"),
    [
        ("unix:///run/socket", []),
        ("redis://127.0.0.1:6379", []),
        ("redis://store.example:6379", ["bad", "look"]),
        ("redis://web:secret@store.example:6379", ["look"]),
        ("rediss://web:secret@store.example:6379", []),
    ],
)
def test_a_store_open_to_strangers_is_found(url: str, levels: list[str]) -> None:
    assert [each.level for each in of_doors("store", url)] == levels


def test_a_container_asks_whether_its_worker_is_alive(url: str) -> None:
    given = {"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url}
    with worker(url, "another-host-1"):
        assert intramuros("doctor", "--worker", **given).returncode == 1
    with worker(url, f"{os.uname().nodename}-17".replace(".", "-")):
        assert intramuros("doctor", "--worker", **given).returncode == 0
    away = f"redis://127.0.0.1:{free_port()}"
    said = intramuros("doctor", "--worker", INTRAMUROS_STORE_URL=away, INTRAMUROS_QUEUE_URL=away)
    assert (said.returncode, said.stderr.count("\n")) == (0, 1), "a lost Redis must not restart workers"
