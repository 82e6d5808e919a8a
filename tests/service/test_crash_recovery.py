"""kill -9 of anything in the middle of a game: the game goes on by itself and no acknowledged move is lost."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.heartbeats import BELIEVED
from tests.service.client import Client, Server
from tests.service.conftest import AS_RUN, start, stop
from tests.service.processes import alive, children, running, until
from tests.service.steadfast import Steadfast

LEASE = 3 * 0.2 + 2.0
"""AI_SECONDS and LEASE_MARGIN of the tests' servers."""
PROMISE = LEASE + 5.0


@pytest.fixture(scope="module")
def hurt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that one test after the other hurts, and that must be whole again for the next."""
    server = start(tmp_path_factory.mktemp("hurt"), **AS_RUN)
    yield server
    stop(server)


@pytest.fixture
def player(hurt: Server) -> Iterator[Steadfast]:
    until(hurt.is_ready)
    with Steadfast.against(hurt.url) as player:
        player.turns(2)
        yield player
        player.turns(2)
        player.check()


def test_without_workers_polls_alone_bring_the_move_of_the_fallback(hurt: Server, player: Steadfast) -> None:
    workers = running(hurt.process.pid, "worker")
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    try:
        player.move()
        # Workers that stand still are believed to be alive for a while; only then a job that none has taken counts as lost.
        snapshot = player.client.wait_until_mine(player.game, 2 * LEASE + 5 + BELIEVED)
        assert snapshot["degraded"]
    finally:
        for pid in workers:
            os.kill(pid, signal.SIGCONT)


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    until(lambda: not alive(pid))


@pytest.mark.parametrize("victim", [0, 1])
def test_a_killed_worker_leaves_no_turn_behind(hurt: Server, player: Steadfast, victim: int) -> None:
    lose_worker(hurt, player, victim)


def lose_worker(server: Server, player: Steadfast, victim: int) -> None:
    """Kills one of two workers when the AI's job has been handed to one of them; the AI must move all the same."""
    until(lambda: len(running(server.process.pid, "worker")) == 2)
    workers = running(server.process.pid, "worker")
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)  # so that the job is taken and not done
    player.move()
    kill(workers[victim])
    os.kill(workers[1 - victim], signal.SIGCONT)
    player.wait_for_the_ai(PROMISE)


def test_a_killed_api_process_is_made_up_for(hurt: Server, player: Steadfast) -> None:
    (master,) = running(hurt.process.pid, "gunicorn")
    for pid in children(master):
        os.kill(pid, signal.SIGKILL)
        player.turns(1, PROMISE)


def test_a_killed_gunicorn_is_started_again(hurt: Server, player: Steadfast) -> None:
    (master,) = running(hurt.process.pid, "gunicorn")
    orphans = children(master)
    kill(master)
    player.turns(2, PROMISE)
    until(lambda: not any(alive(pid) for pid in orphans))


def test_a_killed_redis_comes_back_with_every_acknowledged_move(hurt: Server, player: Steadfast) -> None:
    player.move()  # the AI is about to answer
    (server,) = running(hurt.process.pid, "valkey-server")
    kill(server)
    player.wait_for_the_ai(PROMISE)
    player.turns(1, PROMISE)


def test_a_killed_supervisor_leaves_nothing_but_its_data(tmp_path: Path) -> None:
    first = start(tmp_path)
    with Steadfast.against(first.url) as player:
        player.turns(2)
        player.move()
        everything = [pid for child in children(first.process.pid) for pid in (child, *children(child))]
        first.process.kill()
        first.process.wait()
        second = start(tmp_path, PORT=first.url.rpartition(":")[2])
        try:
            until(lambda: not any(alive(pid) for pid in everything))
            player.wait_for_the_ai(PROMISE)
            player.turns(2)
            player.check()
        finally:
            stop(second)


@pytest.fixture(scope="module")
def forking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = start(tmp_path_factory.mktemp("forking"), WORKER_KIND="fork", WORKERS="2")
    yield server
    stop(server)


@pytest.fixture
def guest(forking: Server) -> Iterator[Steadfast]:
    until(forking.is_ready)
    with Steadfast.against(forking.url) as player:
        player.turns(1)
        yield player
        player.turns(1)
        player.check()


def kill_horse(server: Server, player: Steadfast, seconds: float) -> bool:
    """Kills the next process that a worker starts for a job; False when the AI's move was there first."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for worker in running(server.process.pid, "worker"):
            if horses := children(worker):
                os.kill(horses[0], signal.SIGKILL)
                return player.journal()[-1]["seat"] == 0
    raise AssertionError("no job was started")


def test_a_killed_work_horse_is_made_up_for(forking: Server, guest: Steadfast) -> None:
    for _ in range(5):
        guest.move()
        caught = kill_horse(forking, guest, PROMISE)
        guest.wait_for_the_ai(PROMISE)
        if caught:
            break
    assert caught
    assert not guest.client.look(guest.game)["degraded"]


def test_a_job_that_dies_every_time_ends_in_the_fallback(forking: Server, guest: Steadfast) -> None:
    guest.move()
    while guest.journal()[-1]["seat"] == 0:
        try:
            kill_horse(forking, guest, 2 * LEASE)
        except AssertionError:
            break
    guest.wait_for_the_ai(PROMISE)
    assert guest.client.look(guest.game)["degraded"]


@pytest.mark.parametrize("victim", [0, 1])
def test_a_killed_fork_worker_leaves_no_turn_behind(forking: Server, guest: Steadfast, victim: int) -> None:
    lose_worker(forking, guest, victim)


def is_taken(client: Client, name: str) -> bool:
    """Whether no turn of the AI waits for a worker."""
    return [known["waiting"] for known in client.get("/v1/ais").json()["items"] if known["name"] == name] == [0]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["simple", "fork"])
def test_a_worker_that_is_asked_to_stop_finishes_its_move(tmp_path: Path, kind: str) -> None:
    server = start(tmp_path, WORKERS="1", WORKER_KIND=kind, AI_SECONDS="2", LEASE_MARGIN="60")
    try:
        with Steadfast.against(server.url, "hard") as player:
            player.move()
            (worker,) = running(server.process.pid, "service.commands.cli worker")
            until(lambda: is_taken(player.client, "hard"))
            os.kill(worker, signal.SIGTERM)
            player.wait_for_the_ai(30)
            until(lambda: not alive(worker))
            assert not player.client.look(player.game)["degraded"]
            player.check()
    finally:
        stop(server)
