"""A store that takes no writes, because its disk or its memory is full: moves are 503, reading goes on, /readyz says why."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import redis
import requests

from service.config import Settings
from service.store import embedded, health
from service.store.disk_guard import DiskGuard
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import running, until


@pytest.fixture(scope="module")
def hurt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = start(tmp_path_factory.mktemp("hurt"), LEASE_MARGIN="0.5", AI_SECONDS="0.1")
    yield server
    stop(server)


def valkey(server: Server) -> "redis.Redis[str]":
    return redis.Redis(unix_socket_path=str(embedded.socket_path(server.data)), decode_responses=True)


@contextmanager
def refusing(server: Server, **settings: object) -> Iterator[None]:
    with valkey(server) as store:
        before = {name: store.config_get(name.replace("_", "-"))[name.replace("_", "-")] for name in settings}
        for name, value in settings.items():
            store.config_set(name.replace("_", "-"), value)
        try:
            yield
        finally:
            for name, value in before.items():
                store.config_set(name.replace("_", "-"), value)


WAYS = [{"min_replicas_to_write": 1}, {"maxmemory": 1}]


@pytest.mark.parametrize("way", WAYS, ids=["no room on the disk", "no memory"])
def test_moves_are_refused_and_reading_goes_on(hurt: Server, way: dict[str, object]) -> None:
    with Client(hurt.url) as ada:
        ada.named("Ada")
        game = ada.game("cathedral", ["me", {"ai": "random"}])["id"]
        move, tag = ada.first_legal(game), ada.get(f"/v1/games/{game}").headers["ETag"]
        with refusing(hurt, **way):
            answer = ada.play(game, 1, move)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert answer.json()["detail"].startswith("The store takes no changes for now (")
            assert ada.post("/v1/players", {"name": "Bob"}).status_code == 503
            assert ada.get(f"/v1/games/{game}", If_None_Match=tag).status_code == 304
            for path in ("", "/moves", "/legal-moves", "/board", "?wait=1"):
                accept = {"Accept": "image/svg+xml"} if path == "/board" else {}
                assert ada.get(f"/v1/games/{game}{path}", **accept).status_code == 200, path
            for path in ("/v1/me", "/v1/me/turns", "/v1/games", f"/v1/games?player={ada.id}", "/v1/rulesets", "/v1/ais", "/metrics"):
                assert ada.get(path).status_code == 200, path
        assert ada.play(game, 1, move).status_code == 201
        ada.wait_until_mine(game)


def test_a_poll_of_a_game_whose_ai_lapsed_reads_on_and_is_repaired_afterwards(hurt: Server) -> None:
    with Client(hurt.url) as ada:
        ada.named("Ada")
        game = ada.game("cathedral", ["me", {"ai": "random"}])["id"]
        with valkey(hurt) as store:
            jobs = [store.lpop("rq:queue:ai-cathedral") for _ in range(3)]
        assert not any(jobs)
        for worker in running(hurt.process.pid, "worker"):
            os.kill(worker, 19)  # it cannot take the job
        try:
            assert ada.play(game, 1, ada.first_legal(game)).status_code == 201
            with refusing(hurt, min_replicas_to_write=1):
                until(lambda: (ada.get(f"/v1/games/{game}?wait=1").status_code == 200) and lapsed(hurt, game))
                assert ada.look(game)["turn"] == 2
        finally:
            for worker in running(hurt.process.pid, "worker"):
                os.kill(worker, 18)
        ada.wait_until_mine(game)


def lapsed(server: Server, game: str) -> bool:
    with valkey(server) as store:
        seconds, _ = store.time()
        return float(store.hget(f"game:{{{game}}}", "due") or "inf") < seconds


def test_readiness_and_the_figures_say_that_writes_are_refused(hurt: Server) -> None:
    until(hurt.is_ready)
    with Client(hurt.url) as anybody, refusing(hurt, min_replicas_to_write=1):
        answer = anybody.get("/readyz")
        checks = answer.json()["checks"]
        assert answer.status_code == 503
        assert checks["store"] == checks["queue"] == f"refuses writes: {health.REFUSALS['NOREPLICAS']}"
        assert checks["worker"] == "ok", "reading goes on"
        assert "\nintramuros_store_writable 0\n" in anybody.get("/metrics").text
    with Client(hurt.url) as anybody:
        until(lambda: anybody.get("/readyz").status_code == 200)
        assert "\nintramuros_store_writable 1\n" in anybody.get("/metrics").text


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of its own, in memory; who may not mount one skips the test."""
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(folder)], capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path, leave: int) -> Path:
    """A file that leaves so many bytes of the disk free, or fewer where others write meanwhile."""
    free = os.statvfs(disk)
    path = disk / "filler"
    with suppress(OSError), path.open("wb", buffering=0) as filler:
        filler.write(bytes(max(free.f_bavail * free.f_frsize - leave, 0)))
    return path


def answered(server: Server, path: str) -> int:
    try:
        return requests.get(f"{server.url}{path}", timeout=5).status_code
    except requests.RequestException:
        return 0


def test_a_full_disk_stops_moves_but_not_reading_and_room_brings_them_back(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "24m") as disk:
        server = start(disk, WORKERS="1", WEB_PROCESSES="1")
        try:
            with Client(server.url) as ada:
                ada.named("Ada")
                game = ada.game("cathedral", ["me", "me"])["id"]
                ada.play(game, 1, ada.first_legal(game))
                (before,) = running(server.process.pid, "valkey-server")
                filler = fill(disk, leave=600_000)  # half of what it should have: refused before the disk is full
                until(lambda: answered(server, "/readyz") == 503)
                assert ada.play(game, 2, ada.first_legal(game)).status_code == 503
                assert ada.look(game)["turn"] == 2
                assert running(server.process.pid, "valkey-server") == [before], "it has not ended"
                filler.unlink()
                until(lambda: answered(server, "/readyz") == 200)
                assert ada.play(game, 2, ada.first_legal(game)).status_code == 201
                with valkey(server) as store:
                    assert store.config_get("appendfsync") == {"appendfsync": "always"}
        finally:
            stop(server)


def test_a_disk_that_is_full_at_once_ends_the_server_and_the_next_one_reads_on(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "24m") as disk:
        server = start(disk, WORKERS="1", WEB_PROCESSES="1")
        try:
            with Client(server.url) as ada:
                ada.named("Ada")
                game = ada.game("cathedral", ["me", "me"])["id"]
                (before,) = running(server.process.pid, "valkey-server")
                filler = fill(disk, leave=0)
                with valkey(server) as store, pytest.raises(redis.RedisError):
                    store.mset({f"much:{number}": "x" * 100_000 for number in range(20)})
                until(lambda: running(server.process.pid, "valkey-server") not in ([], [before]) or answered(server, "/readyz") == 503)
                until(lambda: answered(server, f"/v1/games/{game}") == 200)
                assert ada.play(game, 1, ada.first_legal(game)).status_code == 503
                steady = running(server.process.pid, "valkey-server")
                for _ in range(20):
                    assert answered(server, f"/v1/games/{game}") == 200
                assert running(server.process.pid, "valkey-server") == steady, "it does not end again and again"
                filler.unlink()
                until(lambda: answered(server, "/readyz") == 200)
                assert ada.play(game, 1, ada.first_legal(game)).status_code == 201
        finally:
            stop(server)


def test_the_embedded_server_has_a_bound_for_its_memory(tmp_path: Path) -> None:
    with embedded.server(Settings(data=tmp_path, max_memory=100)) as url, redis.Redis.from_url(url, decode_responses=True) as store:
        assert store.config_get("maxmemory*") | {"maxmemory": str(100 << 20), "maxmemory-policy": "noeviction"} == store.config_get(
            "maxmemory*"
        )
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert 64 << 20 <= embedded.memory(Settings()) <= max(machine // 2, 64 << 20)


def test_the_guard_asks_the_disk_and_not_its_memory_of_it(tmp_path: Path) -> None:
    with embedded.hold(Settings(data=tmp_path)) as place:
        guard = DiskGuard(place)
        process = guard.spawn()
        place.wait(process)
        assert not guard.refusing
        guard.watch()
        assert not guard.refusing
        embedded.stop(process)
