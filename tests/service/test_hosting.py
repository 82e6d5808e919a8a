"""An AI that somebody else wrote: installed by pip, hosted by a worker or far away over HTTP, listed, and played against."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import Client, Server
from tests.service.conftest import OPERATOR, start, stop
from tests.service.processes import ENVIRON, ROOT, until


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the client and the example package, which knows nothing else."""
    target = tmp_path_factory.mktemp("installed")
    for package in ("openapi/sdk/python", "openapi/clients/host-an-ai"):
        source = tmp_path_factory.mktemp("source") / "package"
        shutil.copytree(ROOT / package, source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
        subprocess.run([*command, str(target), str(source)], check=True, timeout=300)
    (target / "troublesome.py").write_text(TROUBLESOME)
    folder = target / "troublesome-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: troublesome\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[intramuros.ais]\ncrasher = troublesome:Crasher\nbabbler = troublesome:Babbler\nsleeper = troublesome:Sleeper\n"
    )
    return target


TROUBLESOME = """
import time
class Crasher:
    def choose(self, view, moves, budget): raise RuntimeError("out of ideas")
class Babbler:
    def choose(self, view, moves, budget): return "resign the world"
class Sleeper:
    def choose(self, view, moves, budget): time.sleep(60)
"""


def hosting(*command: str, installed: Path, server: Server | None = None) -> subprocess.Popen[bytes]:
    """A process that hosts; without a server's data it has nothing but the network."""
    environ = {**ENVIRON, "PYTHONPATH": f"{ROOT}{os.pathsep}{installed}", "INTRAMUROS_LOG_LEVEL": "warning"}
    if server:
        environ |= {"INTRAMUROS_DATA": str(server.data), "INTRAMUROS_AI_SECONDS": "0.2", "INTRAMUROS_LEASE_MARGIN": "1"}
        environ |= {"INTRAMUROS_STORE_URL": server.store_url, "INTRAMUROS_QUEUE_URL": server.queue_url}
    return subprocess.Popen([sys.executable, "-m", "service.commands.cli", *command], env=environ, cwd=installed)


def ended(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(30)


def is_listed(client: Client, name: str) -> bool:
    return bool(client.rulesets_of(name))


def played_out(client: Client, ai: str) -> dict[str, Any]:
    """A game against the AI until it has moved three times."""
    game = client.game("cathedral", ["me", {"ai": ai}])
    snapshot = client.wait_until_mine(game["id"])
    for _ in range(3):
        assert client.play(game["id"], snapshot["turn"], client.first_legal(game["id"])).status_code == 201
        snapshot = client.wait_until_mine(game["id"])
    return snapshot


def test_an_installed_ai_is_hosted_by_a_worker_and_played_against(operated: Server, installed: Path) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        assert client.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", {"ai": "largest-first"}]}).status_code == 422
        worker = hosting("worker", "--ai", "largest-first", installed=installed, server=operated)
        try:
            until(lambda: is_listed(client, "largest-first"))
            snapshot = played_out(client, "largest-first")
            assert not snapshot["degraded"]
            placed = [building for building in snapshot["position"]["buildings"] if building["seat"] == 1]
            assert {len(building["cells"]) for building in placed} == {5}
        finally:
            ended(worker)
        assert not is_listed(client, "largest-first")


@pytest.mark.parametrize(("ai", "what"), [("crasher", "crash"), ("babbler", "nonsense"), ("sleeper", "overtime")])
def test_an_ai_that_fails_holds_up_nobody_and_its_owner_sees_why(operated: Server, installed: Path, ai: str, what: str) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        worker = hosting("worker", "--ai", ai, installed=installed, server=operated)
        try:
            until(lambda: is_listed(client, ai))
            game = client.game("cathedral", ["me", {"ai": ai}])
            client.play(game["id"], 1, "cathedral@e5n")
            snapshot = client.wait_until_mine(game["id"])
        finally:
            ended(worker)
        assert snapshot["degraded"]
        log = client.get(f"/v1/ais/{ai}/log", Authorization=f"Bearer {OPERATOR}").json()["items"]
        kinds = [line["what"] for line in log]
        if what == "overtime":  # whether the lease or the job's own time is over first depends on the machine
            assert what in kinds
            assert set(kinds) <= {what, "lapsed"}
        else:
            assert kinds == [what, what]
        assert client.get(f"/v1/ais/{ai}/log").status_code == 403


@pytest.mark.parametrize("far", [False, True])
def test_a_game_goes_on_when_the_host_of_its_ai_is_killed(operated: Server, installed: Path, far: bool) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        name = "largest-first" if not far else "lost"
        key = client.post("/v1/hosts", {"name": "Far", "ais": ["lost"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        command = ["remote-worker", "--server", operated.url, "--key", key, "--ai", "largest-first"] if far else ["worker", "--ai", name]
        hosted = hosting(*command, installed=installed, server=None if far else operated)
        until(lambda: is_listed(client, name))
        game = client.game("cathedral", ["me", {"ai": name}])
        client.play(game["id"], 1, "cathedral@e5n")
        snapshot = client.wait_until_mine(game["id"])
        assert not snapshot["degraded"]
        hosted.kill()
        hosted.wait(30)
        client.play(game["id"], snapshot["turn"], client.first_legal(game["id"]))
        assert client.wait_until_mine(game["id"])["degraded"], "the built-in workers that live are no help to it"
        log = client.get(f"/v1/ais/{name}/log", Authorization=f"Bearer {OPERATOR}").json()["items"]
        assert {line["what"] for line in log} == {"lapsed"}


def test_the_same_ai_is_hosted_far_away_over_http(operated: Server, installed: Path) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        told = client.post("/v1/hosts", {"name": "Far away", "ais": ["largest-first"]}, Authorization=f"Bearer {OPERATOR}").json()
        command = ["remote-worker", "--server", operated.url, "--key", told["key"], "--ai", "largest-first"]
        remote = hosting(*command, installed=installed)
        try:
            until(lambda: is_listed(client, "largest-first"))
            assert client.rulesets_of("largest-first") == ["cathedral"]
            snapshot = played_out(client, "largest-first")
            assert not snapshot["degraded"]
        finally:
            ended(remote)


def test_the_owner_of_an_ai_far_away_sees_why_it_failed(operated: Server, installed: Path) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        one, other = (
            client.post("/v1/hosts", {"name": "Far", "ais": [ai]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
            for ai in ("unlucky", "somebody-elses")
        )
        remote = hosting("remote-worker", "--server", operated.url, "--key", one, "--ai", "crasher", installed=installed)
        try:
            until(lambda: is_listed(client, "unlucky"))
            game = client.game("cathedral", ["me", {"ai": "unlucky"}])
            client.play(game["id"], 1, "cathedral@e5n")
            assert client.wait_until_mine(game["id"])["degraded"]
        finally:
            ended(remote)
        log = client.get("/v1/ais/unlucky/log", Authorization=f"Bearer {one}").json()["items"]
        assert {(line["what"], line["detail"]) for line in log} == {("aborted", "RuntimeError: out of ideas")}
        assert client.get("/v1/ais/unlucky/log", Authorization=f"Bearer {other}").status_code == 403
        assert client.get("/v1/ais/unlucky/log", Authorization="Bearer hk_nobody_x").status_code == 401


@pytest.fixture
def far_away() -> Iterator[tuple[str, str]]:
    """The name of a network namespace, and the address at which it reaches this machine, and nothing else of it."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("another network namespace needs root and the command ip")
    name = f"far{os.getpid() % 10000}"
    here, there, net = f"{name}a", f"{name}b", f"10.93.{os.getpid() % 250}"
    commands = [
        f"ip netns add {name}", f"ip link add {here} type veth peer name {there}", f"ip link set {there} netns {name}",
        f"ip addr add {net}.1/30 dev {here}", f"ip link set {here} up", f"ip -n {name} addr add {net}.2/30 dev {there}",
        f"ip -n {name} link set {there} up",
    ]  # fmt: skip
    for command in commands:
        subprocess.run(command.split(), check=True)
    yield name, f"{net}.1"
    subprocess.run(["ip", "netns", "del", name], check=True)


@pytest.mark.long
def test_an_ai_in_another_network_namespace_plays_through_the_lease_protocol(
    tmp_path_factory: pytest.TempPathFactory, installed: Path, far_away: tuple[str, str]
) -> None:
    server = start(tmp_path_factory.mktemp("reachable"), OPERATOR_TOKEN=OPERATOR, HOST="0.0.0.0", WORKERS="1")
    try:
        with Client(server.url) as client:
            client.named("Ada")
            key = client.post("/v1/hosts", {"name": "Far", "ais": ["largest-first"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
            namespace, here = far_away
            address = f"http://{here}:{server.url.rpartition(':')[2]}"
            command = ["remote-worker", "--server", address, "--key", key]
            inside = ["ip", "netns", "exec", namespace, sys.executable, "-m", "service.commands.cli", *command]
            environ = {**ENVIRON, "PYTHONPATH": f"{ROOT}{os.pathsep}{installed}", "INTRAMUROS_LOG_LEVEL": "warning"}
            remote = subprocess.Popen(inside, env=environ, cwd=installed)
            try:
                until(lambda: is_listed(client, "largest-first"))
                assert not played_out(client, "largest-first")["degraded"]
            finally:
                ended(remote)
    finally:
        stop(server)


def test_a_key_that_is_not_ours_is_refused_clearly(operated: Server, installed: Path) -> None:
    command = [sys.executable, "-m", "service.commands.cli", "remote-worker", "--server", operated.url, "--key", "hk_nobody_x"]
    said = subprocess.run(command, env=ENVIRON, capture_output=True, text=True, timeout=60)
    assert said.returncode == 2
    assert said.stderr.strip().endswith("The host key is not one of ours.")
