"""What `intramuros doctor` finds out about one Redis: is it fast, does it keep what it acknowledges, is it shut to strangers."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import cast
from urllib.parse import urlsplit

from redis import RedisCluster
from redis.exceptions import NoPermissionError, ResponseError

from service.json_object import Json
from service.store import health
from service.store.client import Client

OK, LOOK, BAD = "ok", "look", "bad"


@dataclass(frozen=True)
class Finding:
    """Something that was looked at: `ok`, worth a `look`, or `bad`; and what to do."""

    level: str
    what: str
    detail: str


def nodes(client: Client) -> list[tuple[str, Client]]:
    """The servers behind a client, each with what to call it."""
    if isinstance(client, RedisCluster):
        cluster = cast(RedisCluster, client)
        return [(f" {node.name}", cast(Client, cluster.get_redis_connection(node))) for node in cluster.get_primaries()]
    return [("", client)]


def now(client: Client) -> float:
    """The server's clock, in seconds."""
    _, one = nodes(client)[0]
    seconds, micros = one.time()
    return float(seconds) + float(micros) / 1e6


def of_server(name: str, client: Client, url: str) -> Iterator[Finding]:
    """Everything about the store or the queue; raises RedisError when it cannot be reached."""
    for which, node in nodes(client):
        yield from of_node(f"{name}{which}", node, keeps=name == "store")
    written = health.check(client)
    yield Finding(OK if written == "ok" else BAD, name, "takes writes" if written == "ok" else written)
    yield from of_doors(name, url)


def of_node(name: str, client: Client, *, keeps: bool) -> Iterator[Finding]:
    took = []
    for _ in range(20):
        before = time.perf_counter()
        client.ping()
        took.append(time.perf_counter() - before)
    ms = median(took) * 1000
    info = client.info()
    called = info.get("server_name", "redis").capitalize()
    number = info.get("valkey_version", info["redis_version"])
    yield Finding(
        LOOK if ms > 5 else OK, name, f"{called} {number} answers in {ms:.2f} ms{', which every request waits for' if ms > 5 else ''}"
    )
    if int(info["redis_version"].split(".")[0]) < 7:
        yield Finding(BAD, name, "is older than Redis 7")
    skew = abs(now(client) - time.time())
    if skew > 1:
        yield Finding(BAD if skew > 5 else LOOK, name, f"its clock and this machine's are {skew:.1f} s apart: leases lapse early or late")
    if info["role"] != "master":
        yield Finding(BAD, name, "is a replica: name the primary, or sentinels")
    yield from of_memory(name, info)
    yield from of_keeping(name, client, info, keeps=keeps)


def of_memory(name: str, info: Json) -> Iterator[Finding]:
    """Whether it refuses writes before the machine runs out, and never drops a game."""
    if info.get("maxmemory_policy", "noeviction") != "noeviction":
        yield Finding(BAD, name, f"maxmemory-policy is {info['maxmemory_policy']}: games are dropped; set noeviction")
    if not info.get("maxmemory"):
        yield Finding(LOOK, name, "has no maxmemory: the kernel ends it before it refuses a write; set half of the machine's memory")
        return
    used = info["used_memory"] / info["maxmemory"]
    yield Finding(BAD if used > 0.95 else LOOK if used > 0.8 else OK, name, f"uses {used:.0%} of its memory")


def of_keeping(name: str, client: Client, info: Json, *, keeps: bool) -> Iterator[Finding]:
    """Whether what it acknowledges is on disk; the queue may be lost."""
    if not keeps:
        return
    if not info.get("aof_enabled"):
        yield Finding(BAD, name, "appendonly is no: acknowledged moves are lost when it ends")
        return
    if info.get("aof_last_write_status") != "ok":
        yield Finding(BAD, name, "could not write to its disk")
    try:
        fsync = client.config_get("appendfsync")["appendfsync"]
    except (NoPermissionError, ResponseError, KeyError):
        yield Finding(LOOK, name, "does not tell this user how it writes: run the doctor as the user `operator`")
        return
    levels = {
        "always": (OK, "every write is on disk before it is acknowledged"),
        "everysec": (LOOK, "the last second may be lost with the machine"),
    }
    level, detail = levels.get(fsync, (BAD, f"appendfsync is {fsync}: acknowledged moves may be lost"))
    yield Finding(level, name, detail)


def of_doors(name: str, url: str) -> Iterator[Finding]:
    """Whether strangers can come in."""
    parts = urlsplit(url)
    near = parts.scheme == "unix" or (parts.hostname or "").startswith("127.") or parts.hostname in ("localhost", "::1")
    if "@" not in parts.netloc and not near:
        yield Finding(BAD, name, "asks for no password: whoever reaches it knows every secret of every game (deploy/make-secrets)")
    if not near and parts.scheme != "rediss":
        yield Finding(LOOK, name, "is reached without TLS: the way to it must be yours alone")
