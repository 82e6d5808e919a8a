"""`intramuros doctor`: looks at settings, machine, Redis, queues, workers and games, and says what is wrong and what to do about it.

Exit code 0 when everything is well or only worth a look, 1 when something is bad, 2 when it cannot even begin.
"""

import argparse
import json
import os
import resource
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from redis.exceptions import RedisError

from engine.ai.levels import LEVELS
from engine.rulesets import NAMES
from service.commands import doctor_redis
from service.commands.doctor_redis import BAD, LOOK, OK, Finding
from service.commands.serve import connected
from service.config import CannotStart, Settings, load
from service.parts import Parts
from service.store import health, heartbeats, queues

MARKS = {OK: "ok  ", LOOK: "look", BAD: "BAD "}
SAMPLE = 1000
"""Games that are read to see whether they can be."""
SHOWN = 10
"""Of those that cannot be read, how many are named."""


@dataclass(frozen=True)
class Report:
    """Everything found, in the order in which an operator would look."""

    findings: list[Finding]

    @property
    def code(self) -> int:
        return int(any(each.level == BAD for each in self.findings))

    def text(self) -> str:
        counts = {level: sum(each.level == level for each in self.findings) for level in MARKS}
        lines = [f"{MARKS[each.level]} {each.what}: {each.detail}" for each in self.findings]
        return "\n".join([*lines, f"{counts[OK]} ok, {counts[LOOK]} worth a look, {counts[BAD]} bad."])


def main(argv: list[str]) -> int:
    """Prints what was found."""
    parser = argparse.ArgumentParser(prog="intramuros doctor", description="Look at everything that a server needs, and say what is wrong.")
    parser.add_argument("--json", action="store_true", help="for machines: one object with findings")
    parser.add_argument(
        "--worker", action="store_true", help="only: has a worker of this host shown that it is alive? For container probes"
    )
    chosen = parser.parse_args(argv)
    settings = connected(load(os.environ))
    if chosen.worker:
        return worker_here(settings)
    report = Report(list(everything(settings)))
    print(json.dumps({"findings": [asdict(each) for each in report.findings]}) if chosen.json else report.text())
    return report.code


def everything(settings: Settings) -> Iterator[Finding]:
    yield from of_settings(settings)
    yield from of_machine(settings)
    parts = Parts(settings)
    reachable = True
    for name, client, url in (("store", parts.store_client, settings.store_url), ("queue", parts.queue_client, settings.queue_url)):
        try:
            yield from doctor_redis.of_server(name, client, url)
        except RedisError as error:
            reachable = False
            yield Finding(BAD, name, f"cannot be reached ({type(error).__name__}: {error}); is it running, are URL and password right?")
    if reachable:
        yield from of_queues(parts)
        yield from of_workers(parts)
        yield from of_games(parts)


def of_settings(settings: Settings) -> Iterator[Finding]:
    """What the settings let happen."""
    if settings.host not in ("127.0.0.1", "::1", "localhost") and not settings.trusted_proxies:
        yield Finding(LOOK, "proxy", "the API listens beyond this machine and trusts no proxy: put one before it that ends TLS")
    if not settings.operator_token:
        yield Finding(LOOK, "operator", "INTRAMUROS_OPERATOR_TOKEN is empty: nobody can use the operator's calls")
    if settings.webhook_loopback:
        yield Finding(LOOK, "webhooks", "INTRAMUROS_WEBHOOK_LOOPBACK=on lets players make this server call itself")
    if not settings.rate_token or not settings.rate_address:
        yield Finding(LOOK, "limits", "INTRAMUROS_RATE_TOKEN or INTRAMUROS_RATE_ADDRESS is 0: one caller can use everything up")
    yield Finding(OK, "settings", "can be used")


def of_machine(settings: Settings) -> Iterator[Finding]:
    """Open files and room on the disk."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = settings.max_waiters + 1000 + settings.pool
    if most != resource.RLIM_INFINITY and most < needed:
        yield Finding(BAD, "open files", f"{most} are allowed, {needed} are needed for INTRAMUROS_MAX_WAITERS: raise ulimit -n")
    else:
        yield Finding(OK, "open files", "as many as the waiting clients need")
    if settings.store_url.startswith("unix:") and settings.data.is_dir():
        free = shutil.disk_usage(settings.data).free
        level = BAD if free < 128 << 20 else LOOK if free < 1 << 30 else OK
        yield Finding(
            level, "disk", f"{free >> 20} MB are free at {settings.data}{'' if level == OK else ': below 64 MB writes are refused'}"
        )


def of_queues(parts: Parts) -> Iterator[Finding]:
    """What waits, and what has failed."""
    waiting = health.waiting(parts.queue_client, queues.taken(NAMES, LEVELS))
    turns = sum(count for name, count in waiting.items() if name.startswith("ai-"))
    level = LOOK if turns >= parts.settings.max_queue // 2 else OK
    longest = max(waiting, key=lambda name: waiting[name])
    yield Finding(level, "queues", f"{turns} AI turns wait; the longest queue is {longest} with {waiting[longest]}")
    failed = sum(parts.queue_client.zcard(f"rq:failed:{name}") for name in waiting)
    if failed:
        yield Finding(LOOK, "failed jobs", f"{failed} in the last day: the workers' logs say why")


def of_workers(parts: Parts) -> Iterator[Finding]:
    """Who plays for the AIs."""
    alive = heartbeats.alive(parts.store_client)
    here = [one for one in alive if one["host"] == "worker"]
    if not here:
        yield Finding(BAD, "workers", "none is alive: AIs do not move; start `intramuros worker`")
    else:
        away = f", {len(alive) - len(here)} hosts far away" if len(alive) > len(here) else ""
        yield Finding(OK, "workers", f"{len(here)} alive{away}")
    unplayed = [name for name in NAMES if not any(name in one["rulesets"] for one in here)]
    if here and unplayed:
        yield Finding(LOOK, "workers", f"none of them plays {', '.join(unplayed)}")


def of_games(parts: Parts) -> Iterator[Finding]:
    """Games that cannot be read, in a sample and of those that somebody met, and turns of AIs that nobody takes up."""
    met = parts.moderation.unreadable()
    if met:
        yield Finding(BAD, "quarantine", f"{', '.join(met[:SHOWN])}: cannot be read; restore them from a backup, or remove them")
    read, broken = 0, []
    for key in parts.store_client.scan_iter(match="game:{*}", count=500):
        if not key.endswith("}"):
            continue
        try:
            parts.store.load(key[6:-1])
        except Exception:
            broken.append(key[6:-1])
        read += 1
        if read >= SAMPLE:
            break
    if broken:
        yield Finding(BAD, "games", f"{len(broken)} of {read} cannot be read, {broken[0]} for one: restore them from a backup")
    else:
        yield Finding(OK, "games", f"{read} looked at, all can be read")
    late = parts.store.leases.lapsed(doctor_redis.now(parts.store_client) - 10, count=1000)
    if late:
        yield Finding(LOOK, "AI turns", f"{len(late)} have been owed for more than ten seconds longer than they should, {late[0]} for one")


def worker_here(settings: Settings) -> int:
    """0 when a worker of this host is alive, or when the store cannot say: a lost Redis must not restart workers."""
    prefix = f"{socket.gethostname()}-".replace(".", "-")
    try:
        alive = [one for one in heartbeats.alive(Parts(settings).store_client) if one["worker"].startswith(prefix)]
    except (RedisError, CannotStart) as error:
        print(f"The store cannot be asked: {error}", file=sys.stderr)
        return 0
    if not alive:
        print("No worker of this host is alive.", file=sys.stderr)
    return int(not alive)
