"""The example clients and those generated from the document, each at a real server, each to the end of a game."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rulesets import NAMES
from tests.service.client import Server
from tests.service.processes import ROOT
from tests.service.waiters import api_processes, kill

OPENAPI = ROOT / "openapi"
CLIENTS = OPENAPI / "clients"
TOOLS = OPENAPI / "node_modules"


def run(*command: object, cwd: Path | None = None, **environ: str) -> str:
    """What a command prints; fails with all it said when it does."""
    ran = subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**os.environ, **environ}, capture_output=True, text=True, timeout=200
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def node() -> Path:
    """Where Node.js tools are installed; without Node.js nothing is tested, and CI fails."""
    if shutil.which("npm") is None:
        assert "CI" not in os.environ, "Node.js is needed to test the TypeScript clients, and there is none here"
        pytest.skip("NOT TESTED: there is no Node.js here for the TypeScript clients")
    run(OPENAPI / "lint", "--install")
    return TOOLS / ".bin"


def test_the_python_bot_plays_a_game(server: Server) -> None:
    told = run(sys.executable, CLIENTS / "bot.py", server.url, "forbidden_city")
    assert ": lay " in told
    assert "won by [" in told


@pytest.mark.long
def test_the_python_bot_plays_on_when_the_api_is_killed(own_server: Server) -> None:
    command = [sys.executable, str(CLIENTS / "bot.py"), own_server.url, "cathedral"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout
        told: list[str] = []
        for line in bot.stdout:
            told.append(line)
            if not any("trying again" in each for each in told):  # between two requests nobody notices
                for process in api_processes(own_server):
                    kill(process)
    assert told[0].startswith("turn ")
    assert any("trying again" in line for line in told)
    assert "won by [" in told[-1]


def test_the_python_bot_has_forty_lines() -> None:
    assert len([line for line in (CLIENTS / "bot.py").read_text().splitlines() if line.strip()]) <= 40


def test_the_curl_script_plays_a_game(server: Server) -> None:
    told = run("sh", CLIENTS / "game.sh", server.url, "cathedral")
    assert "turn 1: cathedral@" in told
    assert '"winners"' in told


@pytest.mark.long
def test_the_typescript_bot_plays_a_game(server: Server, node: Path, tmp_path: Path) -> None:
    options = ["--strict", "--target", "es2022", "--module", "es2022", "--lib", "es2022,dom", "--skipLibCheck", "--outDir", tmp_path]
    run(node / "tsc", *options, CLIENTS / "bot.ts")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    assert "won by" in run("node", tmp_path / "bot.js", server.url, "forbidden_city")


@pytest.fixture(scope="module")
def generated_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the Python client generated from the document, and the program that plays with it."""
    folder = tmp_path_factory.mktemp("generated")
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    run(*generator, "--path", OPENAPI / "openapi.json", "--output-path", folder / "generated_client", cwd=folder)
    shutil.copy(CLIENTS / "generated" / "play.py", folder)
    run(sys.executable, "-m", "compileall", "-q", folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_generated_python_client_plays_a_game(server: Server, generated_python: Path, name: str) -> None:
    told = run(sys.executable, "play.py", server.url, name, cwd=generated_python, PYTHONPATH=str(generated_python))
    assert told.startswith("OutcomeAnswer(")


@pytest.fixture(scope="module")
def generated_typescript(node: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a program compiled against the types generated from the document."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "node_modules").symlink_to(TOOLS)
    (folder / "package.json").write_text('{"type": "module"}')
    for name in ("play.ts", "tsconfig.json"):
        shutil.copy(CLIENTS / "generated" / name, folder)
    run(node / "openapi-typescript", OPENAPI / "openapi.json", "-o", folder / "schema.d.ts", "--default-non-nullable=false")
    run(node / "tsc", cwd=folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_generated_typescript_client_plays_a_game(server: Server, generated_typescript: Path, name: str) -> None:
    assert '"winners"' in run("node", "play.js", server.url, name, cwd=generated_typescript)
