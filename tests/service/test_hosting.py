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

from engine.rulesets import NAMES
from service import names, remote_worker
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import ENVIRON, ROOT, until

OPERATOR = "the-operator-of-the-tests"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the example package."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for file in (ROOT / "openapi/clients/host-an-ai").iterdir():
        if file.is_file():
            (source / file.name).write_bytes(file.read_bytes())
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([*command, str(target), str(source)], check=True, timeout=120)
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


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an operator's token and built-in workers only."""
    running = start(tmp_path_factory.mktemp("operated"), OPERATOR_TOKEN=OPERATOR, LEASE_MARGIN="1")
    yield running
    stop(running)


def hosting(*command: str, installed: Path, server: Server | None = None) -> subprocess.Popen[bytes]:
    """A process that hosts; without a server's data it has nothing but the network."""
    environ = {**ENVIRON, "PYTHONPATH": f"{ROOT}{os.pathsep}{installed}", "INTRAMUROS_LOG_LEVEL": "warning"}
    if server:
        environ |= {"INTRAMUROS_DATA": str(server.data), "INTRAMUROS_AI_SECONDS": "0.2", "INTRAMUROS_LEASE_MARGIN": "1"}
    return subprocess.Popen([sys.executable, "-m", "service.cli", *command], env=environ, cwd=installed)


def ended(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(30)


def is_listed(client: Client, name: str) -> bool:
    return bool(listed_rulesets(client, name))


def listed_rulesets(client: Client, name: str) -> list[str]:
    """The rulesets that an AI is listed with; none when it is not listed."""
    found: dict[str, list[str]] = {known["name"]: known["rulesets"] for known in client.get("/v1/ais").json()["items"]}
    return found.get(name, [])


def played_out(client: Client, ai: str) -> dict[str, Any]:
    """A game against the AI until it has moved three times."""
    game = client.game("cathedral", ["me", {"ai": ai}])
    snapshot = client.wait_until_mine(game["id"])
    for _ in range(3):
        assert client.play(game["id"], snapshot["turn"], client.first_legal(game["id"])).status_code == 201
        snapshot = client.wait_until_mine(game["id"], 30)
    return snapshot


def test_an_installed_ai_is_hosted_by_a_worker_and_played_against(operated: Server, installed: Path) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        assert client.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", {"ai": "largest-first"}]}).status_code == 422
        worker = hosting("worker", "--ai", "largest-first", installed=installed, server=operated)
        try:
            until(lambda: is_listed(client, "largest-first"), 60)
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
            until(lambda: is_listed(client, ai), 60)
            game = client.game("cathedral", ["me", {"ai": ai}])
            client.play(game["id"], 1, "cathedral@e5n")
            snapshot = client.wait_until_mine(game["id"], 30)
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
        until(lambda: is_listed(client, name), 60)
        game = client.game("cathedral", ["me", {"ai": name}])
        client.play(game["id"], 1, "cathedral@e5n")
        snapshot = client.wait_until_mine(game["id"], 30)
        assert not snapshot["degraded"]
        hosted.kill()
        hosted.wait(30)
        client.play(game["id"], snapshot["turn"], client.first_legal(game["id"]))
        assert client.wait_until_mine(game["id"], 40)["degraded"], "the built-in workers that live are no help to it"
        log = client.get(f"/v1/ais/{name}/log", Authorization=f"Bearer {OPERATOR}").json()["items"]
        assert {line["what"] for line in log} == {"lapsed"}


def test_the_same_ai_is_hosted_far_away_over_http(operated: Server, installed: Path) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        told = client.post("/v1/hosts", {"name": "Far away", "ais": ["largest-first"]}, Authorization=f"Bearer {OPERATOR}").json()
        command = ["remote-worker", "--server", operated.url, "--key", told["key"], "--ai", "largest-first"]
        remote = hosting(*command, installed=installed)
        try:
            until(lambda: is_listed(client, "largest-first"), 60)
            assert listed_rulesets(client, "largest-first") == ["cathedral"]
            snapshot = played_out(client, "largest-first")
            assert not snapshot["degraded"]
        finally:
            ended(remote)


def test_a_host_that_thinks_stays_listed_with_all_that_it_plays(operated: Server) -> None:
    with Client(operated.url) as ada, Client(operated.url) as far:
        ada.named("Ada")
        far.token = ada.post("/v1/hosts", {"name": "Far", "ais": ["thinker"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        acquire = {"protocol": 1, "rules": dict.fromkeys(NAMES, 1)}
        assert far.post("/v1/work/acquire", acquire).status_code == 204
        ada.game("cathedral", [{"ai": "thinker"}, "me"])
        work = far.post("/v1/work/acquire", acquire | {"wait": 10}).json()
        assert far.post(f"/v1/work/{work['id']}/heartbeat", None).json()["seconds_left"] > 0
        assert listed_rulesets(ada, "thinker") == list(NAMES)


def test_turns_that_people_wait_for_come_first_far_away_too(operated: Server) -> None:
    with Client(operated.url) as ada, Client(operated.url) as far:
        ada.named("Ada")
        far.token = ada.post("/v1/hosts", {"name": "Far", "ais": ["busy"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        acquire = {"protocol": 1, "rules": {"cathedral": 1, "forbidden_city": 1}}
        far.post("/v1/work/acquire", acquire)
        ada.game("forbidden_city", [{"ai": "busy"}, {"ai": "busy"}])
        ada.game("cathedral", [{"ai": "busy"}, "me"])
        waiting = {known["name"]: known["waiting"] for known in ada.get("/v1/ais").json()["items"]}
        assert waiting["busy"] == 2
        assert [far.post("/v1/work/acquire", acquire).json()["ruleset"] for _ in range(2)] == ["cathedral", "forbidden_city"]


def test_an_answer_that_does_not_get_through_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str]] = []

    def post(_link: remote_worker.Link, path: str, _body: dict[str, str], once: str = "") -> None:
        sent.append((path, once))
        if len(sent) < 3:
            raise ConnectionResetError

    monkeypatch.setattr(remote_worker.Link, "post", post)
    monkeypatch.setattr(remote_worker, "AGAIN", (0, 0, 0))
    remote_worker.answer(remote_worker.Link("", ""), {"id": "w1"}, "castle@b2n")
    assert sent == [("/v1/work/w1/move", "w1")] * 3


def test_the_owner_of_an_ai_far_away_sees_why_it_failed(operated: Server, installed: Path) -> None:
    with Client(operated.url) as client:
        client.named("Ada")
        one, other = (
            client.post("/v1/hosts", {"name": "Far", "ais": [ai]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
            for ai in ("unlucky", "somebody-elses")
        )
        remote = hosting("remote-worker", "--server", operated.url, "--key", one, "--ai", "crasher", installed=installed)
        try:
            until(lambda: is_listed(client, "unlucky"), 60)
            game = client.game("cathedral", ["me", {"ai": "unlucky"}])
            client.play(game["id"], 1, "cathedral@e5n")
            assert client.wait_until_mine(game["id"], 30)["degraded"]
        finally:
            ended(remote)
        log = client.get("/v1/ais/unlucky/log", Authorization=f"Bearer {one}").json()["items"]
        assert {(line["what"], line["detail"]) for line in log} == {("aborted", "RuntimeError: out of ideas")}
        assert client.get("/v1/ais/unlucky/log", Authorization=f"Bearer {other}").status_code == 403
        assert client.get("/v1/ais/unlucky/log", Authorization="Bearer hk_nobody_x").status_code == 401


def test_nobody_can_work_out_the_key_that_a_repeated_request_gives_again(operated: Server) -> None:
    with Client(operated.url) as client:
        body = {"name": "Far", "ais": ["repeated"]}
        first, again = (client.post("/v1/hosts", body, Authorization=f"Bearer {OPERATOR}", Idempotency_Key="host-1") for _ in range(2))
        assert first.content == again.content
        told = first.json()
        for secret in ("", "None", "host-1"):
            guess = names.derived_token(told["id"], "host-1", secret).replace("im_", "hk_", 1)
            assert client.post("/v1/work/acquire", {"protocol": 1, "rules": {}}, Authorization=f"Bearer {guess}").status_code == 401


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/hosts", {"name": "Far", "ais": ["far\n"]}, "/ais/0"),
        ("/v1/hosts", {"name": "Far", "ais": ["hard"]}, "/ais"),
        ("/v1/hosts", {"name": "Far\n", "ais": ["far"]}, "/name"),
        ("/v1/work/acquire", {"protocol": 1, "rules": {"cathedral": "1"}}, "/rules/cathedral"),
    ],
)
def test_what_does_not_fit_is_pointed_at(operated: Server, path: str, body: dict[str, Any], pointer: str) -> None:
    with Client(operated.url) as client:
        refused = client.post(path, body, Authorization=f"Bearer {OPERATOR}")
        assert (refused.status_code, refused.json()["pointer"]) == (422, pointer)


@pytest.mark.parametrize("acquire", [{"protocol": 2, "rules": {}}, {"protocol": 1, "rules": {"cathedral": 99}}])
def test_a_host_of_another_version_is_refused_clearly(operated: Server, acquire: dict[str, Any]) -> None:
    with Client(operated.url) as client:
        key = client.post("/v1/hosts", {"name": "Old", "ais": ["old"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        refused = client.post("/v1/work/acquire", acquire, Authorization=f"Bearer {key}")
        assert (refused.status_code, refused.json()["type"]) == (409, "/docs/problems#version-mismatch")
        assert str(max(acquire["protocol"], *acquire["rules"].values(), 2)) in refused.json()["detail"]


def test_a_failed_turn_goes_to_another_key_and_a_late_answer_is_told_so(operated: Server) -> None:
    with Client(operated.url) as ada, Client(operated.url) as one, Client(operated.url) as other:
        ada.named("Ada")
        for host in (one, other):
            host.token = ada.post("/v1/hosts", {"name": "Far", "ais": ["shared"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        acquire = {"protocol": 1, "rules": {"cathedral": 1}}
        for host in (one, other):
            assert host.post("/v1/work/acquire", acquire).headers["Intramuros-Reason"]
        ada.game("cathedral", [{"ai": "shared"}, "me"])
        failed = one.post("/v1/work/acquire", acquire | {"wait": 10}).json()
        assert one.post(f"/v1/work/{failed['id']}/abort", {"reason": "no idea"}).status_code == 204
        taken = other.post("/v1/work/acquire", acquire | {"wait": 10}).json()
        assert one.post("/v1/work/acquire", acquire).status_code == 204, "whoever failed is not asked again while another is there"
        assert one.post(f"/v1/work/{taken['id']}/move", {"move": taken["moves"][0]}).status_code == 404, "it is the other's"
        assert other.post(f"/v1/work/{taken['id']}/move", {"move": taken["moves"][0]}).status_code == 204
        late = other.post(f"/v1/work/{taken['id']}/move", {"move": taken["moves"][1]})
        assert (late.status_code, late.json()["type"]) == (409, "/docs/problems#late-answer")


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
            inside = [
                "ip",
                "netns",
                "exec",
                namespace,
                sys.executable,
                "-m",
                "service.cli",
                "remote-worker",
                "--server",
                address,
                "--key",
                key,
            ]
            environ = {**ENVIRON, "PYTHONPATH": f"{ROOT}{os.pathsep}{installed}", "INTRAMUROS_LOG_LEVEL": "warning"}
            remote = subprocess.Popen(inside, env=environ, cwd=installed)
            try:
                until(lambda: is_listed(client, "largest-first"), 60)
                assert not played_out(client, "largest-first")["degraded"]
            finally:
                ended(remote)
    finally:
        stop(server)


def test_a_key_that_is_not_ours_is_refused_clearly(operated: Server, installed: Path) -> None:
    command = [sys.executable, "-m", "service.cli", "remote-worker", "--server", operated.url, "--key", "hk_nobody_x"]
    said = subprocess.run(command, env=ENVIRON, capture_output=True, text=True, timeout=60)
    assert said.returncode == 2
    assert said.stderr.strip().endswith("The host key is not one of ours.")
