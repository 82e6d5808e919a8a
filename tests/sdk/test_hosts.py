"""Opponents hosted far away, in three languages, each by nothing but HTTP; and one class that plays wherever it is put."""

import html
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
import requests

from tests.service.client import Client, Server
from tests.service.conftest import OPERATOR
from tests.service.processes import ENVIRON, ROOT, intramuros, until

HOSTS = ROOT / "openapi" / "clients" / "hosts"
EXAMPLE = ROOT / "openapi" / "clients" / "host-an-ai"
SDK = ROOT / "openapi" / "sdk" / "python" / "src"


def needed(command: str) -> str:
    """Where a language lies; without it nothing is tested, and CI fails."""
    found = shutil.which(command)
    if found is None:
        assert "CI" not in os.environ, f"{command} is needed to test the hosts, and there is none here"
        pytest.skip(f"NOT TESTED: there is no {command} here")
    return found


def key_for(server: Server, ai: str) -> str:
    asked = {"name": "Far", "ais": [ai]}
    answer = requests.post(f"{server.url}/v1/hosts", json=asked, headers={"Authorization": f"Bearer {OPERATOR}"}, timeout=20)
    return str(answer.json()["key"])


@contextmanager
def running(*command: str | Path, key: str, cwd: Path, **environ: str) -> Iterator[subprocess.Popen[str]]:
    """A host with its key in the environment, ended when the block does."""
    settings = {name: value for name, value in ENVIRON.items() if name != "PYTHONPATH"} | {"INTRAMUROS_KEY": key} | environ
    with subprocess.Popen(command, env=settings, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)


def plays(server: Server, ai: str) -> dict[str, Any]:
    """The snapshot after the AI has moved twice, its own moves and nobody else's."""
    with Client(server.url) as client:
        client.named("Ada")
        until(lambda: client.rulesets_of(ai), 90)
        game = client.game("cathedral", ["me", {"ai": ai}])
        snapshot = client.wait_until_mine(game["id"])
        for _ in range(2):
            assert client.play(game["id"], snapshot["turn"], client.first_legal(game["id"])).status_code == 201
            snapshot = client.wait_until_mine(game["id"])
        assert not snapshot["degraded"]
        placed = [building for building in snapshot["position"]["buildings"] if building["seat"] == 1]
        assert {len(building["cells"]) for building in placed} == {5}, "it places its largest buildings first"
        return snapshot


def about(server: Server, ai: str) -> str:
    listed = requests.get(f"{server.url}/v1/ais", timeout=20).json()["items"]
    return next(str(one["about"]) for one in listed if one["name"] == ai)


@pytest.mark.long
def test_a_host_in_javascript_plays(operated: Server, tmp_path: Path) -> None:
    node, key = needed("node"), key_for(operated, "javascript")
    with running(node, HOSTS / "host.mjs", operated.url, key=key, cwd=tmp_path):
        plays(operated, "javascript")
        assert about(operated, "javascript") == "Places its largest building that fits. Written in JavaScript."


@pytest.fixture(scope="module")
def go_host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    go, folder = needed("go"), tmp_path_factory.mktemp("go")
    environ = {**os.environ, "GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": str(folder / "cache"), "GOPATH": str(folder / "path")}
    subprocess.run([go, "vet", str(HOSTS / "host.go")], check=True, timeout=400, env=environ)
    subprocess.run([go, "build", "-o", str(folder / "host"), str(HOSTS / "host.go")], check=True, timeout=400, env=environ)
    return folder / "host"


@pytest.mark.long
def test_a_host_in_go_plays(operated: Server, go_host: Path, tmp_path: Path) -> None:
    with running(go_host, operated.url, key=key_for(operated, "golang"), cwd=tmp_path):
        plays(operated, "golang")
        assert about(operated, "golang") == "Written in Go."


@pytest.mark.parametrize("name", ["host.mjs", "host.go"])
def test_a_host_has_fewer_than_eighty_lines_and_is_on_the_page(operated: Server, name: str) -> None:
    text = (HOSTS / name).read_text()
    assert len(text.splitlines()) < 80
    page = requests.get(f"{operated.url}/docs/hosting", timeout=20).text
    (shown,) = re.findall(rf'<code id="{name.replace(".", "-")}">(.*?)</code>', page, re.DOTALL)
    assert html.unescape(shown) == text


@pytest.mark.long
@pytest.mark.parametrize("name", ["host.mjs", "host.go"])
def test_a_host_with_a_wrong_key_ends_and_says_why(operated: Server, go_host: Path, name: str, tmp_path: Path) -> None:
    command = [str(go_host)] if name == "host.go" else [needed("node"), str(HOSTS / name)]
    with running(*command, operated.url, key="hk_nobody_x", cwd=tmp_path) as host:
        said, _ = host.communicate(timeout=60)
        assert host.returncode == 2
        assert "The host key is not one of ours." in said


class OtherRules(BaseHTTPRequestHandler):
    """A server with which no host of ours has rules in common, and which says so in no English."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.answer(200, {"items": [{"name": "cathedral", "version": 1}]})

    def do_POST(self) -> None:
        self.asked.append(self.path)
        self.answer(409, {"type": "/docs/problems#version-mismatch", "detail": "Andere Regeln."})

    def answer(self, status: int, document: dict[str, Any]) -> None:
        text = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def other_rules() -> Iterator[str]:
    OtherRules.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), OtherRules) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("name", ["host.mjs", "remote-worker"])
def test_a_host_that_plays_other_rules_ends_instead_of_asking_for_ever(other_rules: str, name: str, tmp_path: Path) -> None:
    far = [sys.executable, "-m", "service.commands.cli", "remote-worker", "--server"]
    command = far if name == "remote-worker" else [needed("node"), str(HOSTS / name)]
    with running(*command, other_rules, key="hk_some_body", cwd=tmp_path, PYTHONPATH=str(ROOT)) as host:
        said, _ = host.communicate(timeout=60)
        assert host.returncode == 2
        assert "Andere Regeln." in said
    assert OtherRules.asked == ["/v1/work/acquire"]


def test_the_curl_commands_of_the_page_play_a_turn(operated: Server, tmp_path: Path) -> None:
    page = requests.get(f"{operated.url}/docs/hosting", timeout=20).text
    blocks = [re.findall(rf'<code id="{name}">(.*?)</code>', page, re.DOTALL)[0] for name in ("key-curl", "acquire-curl", "answer-curl")]
    key, acquire, answer = map(html.unescape, blocks)
    with Client(operated.url) as client:
        client.named("Ada")
        script = f"{key}\n{acquire.replace('25', '0')}\n"
        environ = {**os.environ, "INTRAMUROS_OPERATOR_TOKEN": OPERATOR}
        told = ["sh", "-c", script + 'printf "\\n%s" "$INTRAMUROS_KEY"']
        first = subprocess.run(told, env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert client.rulesets_of("my-bot") == ["cathedral"]
        game = client.game("cathedral", ["me", {"ai": "my-bot"}])
        client.play(game["id"], 1, "cathedral@e5n")
        given = f"URL={operated.url}\nJSON='Content-Type: application/json'\nINTRAMUROS_KEY={first.stdout.splitlines()[-1]}"
        subprocess.run(["sh", "-c", f"{given}\n{acquire}\n{answer}"], cwd=tmp_path, check=True, timeout=60)
        assert client.wait_until_mine(game["id"])["turn"] == 3
        assert not client.look(game["id"])["degraded"]


def test_the_python_client_hosts_without_the_server_installed(operated: Server, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE / "largest_first.py", tmp_path)
    (tmp_path / "engine.py").write_text("raise ImportError('the client must not need the server')")
    (tmp_path / "service.py").write_text("raise ImportError('the client must not need the server')")
    command = [sys.executable, "-m", "intramuros_client", "largest_first:LargestFirst", "--server", operated.url]
    with running(*command, key=key_for(operated, "python"), cwd=tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{SDK}"):
        plays(operated, "python")
        assert about(operated, "python") == "Places its largest building that fits, anywhere."


def test_the_key_of_a_remote_worker_is_read_from_the_environment(operated: Server) -> None:
    said = intramuros("remote-worker", "--server", operated.url)
    assert said.returncode == 2
    assert "INTRAMUROS_KEY" in said.stderr
    said = intramuros("remote-worker", "--server", operated.url, INTRAMUROS_KEY="hk_nobody_x")
    assert said.returncode == 2
    assert said.stderr.strip().endswith("The host key is not one of ours.")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `intramuros host new new-bot` writes, installed by pip beside the client."""
    folder = tmp_path_factory.mktemp("project")
    made = intramuros("host", "new", "new-bot", "--folder", str(folder / "new-bot"))
    assert made.returncode == 0, made.stderr
    for source in (SDK.parent, folder / "new-bot"):
        copied = shutil.copytree(
            source, folder / f"{source.name}-source", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        )
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--target",
            str(folder / "installed"),
        ]
        subprocess.run([*command, str(copied)], check=True, timeout=300)
    return folder


@pytest.mark.long
def test_a_new_project_passes_its_own_tests(project: Path) -> None:
    environ = {**ENVIRON, "PYTHONPATH": str(project / "installed")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ran = subprocess.run(command, cwd=project / "new-bot", env=environ, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout
    assert "9 passed" in ran.stdout


def commands(readme: Path) -> list[str]:
    """The first block of a README: how to install the project and test it."""
    return readme.read_text().partition("```\n")[2].partition("```")[0].splitlines()


def test_what_a_new_projects_readme_installs_is_there(project: Path) -> None:
    (install,) = [line for line in commands(project / "new-bot" / "README.md") if line.startswith("pip install")]
    client, rest = shlex.split(install)[2], shlex.split(install)[3:]
    assert (Path(client) / "src" / "intramuros_client").is_dir()
    assert rest == ["-e", ".[test]"]


@pytest.mark.drill
def test_the_commands_of_a_new_projects_readme_install_and_test_it(tmp_path: Path) -> None:
    assert intramuros("host", "new", "my-bot", "--folder", str(tmp_path / "my-bot")).returncode == 0
    environ = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    script = "\n".join(["set -e", *commands(tmp_path / "my-bot" / "README.md")])
    ran = subprocess.run(["sh", "-c", script], cwd=tmp_path / "my-bot", env=environ, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "9 passed" in ran.stdout


def test_a_new_project_never_touches_what_is_there(project: Path) -> None:
    again = intramuros("host", "new", "new-bot", "--folder", str(project / "new-bot"))
    assert (again.returncode, again.stderr.strip()[-32:]) == (2, "is there already, and not empty.")
    assert intramuros("host", "new", "easy").returncode == 2
    assert intramuros("host", "new", "My Bot").returncode == 2


@pytest.mark.long
def test_the_same_class_plays_in_the_arena_in_a_worker_and_far_away(operated: Server, project: Path) -> None:
    environ = {"PYTHONPATH": f"{ROOT}{os.pathsep}{project / 'installed'}"}
    arena = intramuros("arena", "new-bot", "random", "--games", "20", "--seconds", "2", "--jobs", "1", "--json", "-", **environ)
    assert arena.returncode == 0, arena.stderr
    (pair,) = json.loads(arena.stdout)["pairs"]
    assert pair["first"] == "new-bot"
    assert pair["wins"] > 13, "the largest building first beats any building"
    served = {"INTRAMUROS_DATA": str(operated.data), "INTRAMUROS_AI_SECONDS": "0.2", "INTRAMUROS_LEASE_MARGIN": "1"}
    worker = [sys.executable, "-m", "service.commands.cli", "worker", "--ai", "new-bot"]
    with running(*worker, key="", cwd=project, **environ, **served):
        plays(operated, "new-bot")
    far = [sys.executable, "-m", "service.commands.cli", "remote-worker", "--server", operated.url, "--ai", "new-bot"]
    with running(*far, key=key_for(operated, "far-bot"), cwd=project, **environ):
        plays(operated, "far-bot")
        assert about(operated, "far-bot") == "A new opponent, still learning."
