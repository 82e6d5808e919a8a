"""Figures for Prometheus, over all processes when `PROMETHEUS_MULTIPROC_DIR` names their folder."""

import os
from collections.abc import Mapping, Sequence
from functools import cache

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

from service.game import FINISHED, Game
from service.json_object import Json

CONTENT_TYPE = CONTENT_TYPE_LATEST

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30)

REQUESTS = Histogram("intramuros_request_seconds", "Time to answer a request.", ["operation", "status"], buckets=BUCKETS)
MOVES = Counter("intramuros_moves_total", "Moves stored, by ruleset and who made them.", ["ruleset", "by"])
GAMES = Counter("intramuros_games_total", "Games created or finished, by ruleset.", ["ruleset", "what"])
LAPSES = Counter("intramuros_ai_lapses_total", "AI turns whose lease lapsed, by what was done about it.", ["repair"])
for repair in ("again", "fallback"):
    LAPSES.labels(repair)  # told from the beginning, so that the first lapse is a rise
HELD_BACK = Counter("intramuros_held_back_total", "Requests refused because a caller had enough, by what it had enough of.", ["kind"])
for enough in ("token", "address", "address-all", "too-many"):
    HELD_BACK.labels(enough)
WAITING = Gauge("intramuros_waiting_clients", "Clients that wait for news.", multiprocess_mode="livesum")


def count(before: Game | None, after: Game, entries: Sequence[Json]) -> None:
    """Counts a stored change: its moves, and a game that begins or ends with it."""
    for entry in entries:
        by = "chance" if entry["seat"] is None else after.seats[entry["seat"]].kind
        MOVES.labels(after.ruleset, by).inc()
    if before is None:
        GAMES.labels(after.ruleset, "created").inc()
    if after.status == FINISHED and (before is None or before.status != FINISHED):
        GAMES.labels(after.ruleset, "finished").inc()


@cache
def request_times(method: str, endpoint: str, status: int) -> Histogram:
    """Where the time of a request is entered; all that no operation answers share one place."""
    operation = endpoint.partition(".")[2]
    return REQUESTS.labels(f"{method} {operation}" if operation else "nothing", status)


def exposition() -> bytes:
    """The figures as Prometheus reads them; only this process's when the common folder is none, or was swept away."""
    if not os.path.isdir(os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")):
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def held_back() -> dict[str, int]:
    """How many requests were refused because a caller had enough, by what it had enough of, over all processes."""
    start = "intramuros_held_back_total{"
    lines = [line for line in exposition().decode().splitlines() if line.startswith(start)]
    counts = {line.split('"')[1]: int(float(line.rpartition(" ")[2])) for line in lines}
    return {kind: count for kind, count in counts.items() if count}


def gauge(name: str, about: str, values: Mapping[str, int]) -> bytes:
    """A figure as Prometheus reads it, by its labels.

    >>> gauge("open_gates", "Gates that are open.", {"": 3}).decode().splitlines()[-1]
    'open_gates 3'
    """
    lines = [f"# HELP {name} {about}", f"# TYPE {name} gauge", *(f"{name}{labels} {value}" for labels, value in values.items())]
    return ("\n".join(lines) + "\n").encode()
