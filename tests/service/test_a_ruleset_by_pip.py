"""A ruleset that somebody else wrote, installed by pip: it keeps the laws, is listed, drawn, explained and played like ours."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from engine.ai.levels import LEVELS
from engine.rulesets import BUILT_IN
from service.commands.verify import verify
from tests.plugins.beside import install, path_with, start_beside
from tests.service import client as client_module
from tests.service.client import Client, Server
from tests.service.conftest import stop
from tests.service.processes import ENVIRON, ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory)


@pytest.fixture(scope="module")
def environ(installed: Path) -> dict[str, str]:
    return {**ENVIRON, "PYTHONPATH": path_with(installed)}


@pytest.fixture(scope="module")
def extended(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server beside which the ruleset is installed."""
    running = start_beside(installed, tmp_path_factory.mktemp("extended"))
    yield running
    stop(running)


@pytest.fixture
def eve(extended: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A player whose answers are held against the document of that server, which knows the ruleset."""
    served = requests.get(f"{extended.url}/openapi.json", timeout=20).json()
    forget()
    monkeypatch.setattr(client_module, "document", lambda: served)
    with Client(extended.url) as client:
        yield client.named("Eve")
    monkeypatch.undo()
    forget()


def forget() -> None:
    """What the client has worked out of a document."""
    for found in vars(client_module).values():
        if hasattr(found, "cache_clear"):
            found.cache_clear()


def test_it_keeps_the_laws(environ: dict[str, str]) -> None:
    """The same tests that ours pass, in a process that knows it."""
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/engine/test_laws.py", "-k", "moat"]
    said = subprocess.run(tests, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=300)
    assert said.returncode == 0, said.stdout
    assert " passed" in said.stdout


def test_it_is_listed_after_ours_with_its_options_and_ais(eve: Client) -> None:
    listed = eve.get("/v1/rulesets").json()["items"]
    assert [each["name"] for each in listed] == [*BUILT_IN, "moat"]
    moat = listed[-1]
    assert (moat["title"], moat["seats"], moat["ais"]) == ("Filling the Moat", [2], list(LEVELS))
    assert moat["options"][0]["schema"]["default"] == 15
    assert eve.get("/v1/rulesets/moat").json()["components"] == {"ruleset": "moat", "most": 3}
    assert eve.post("/v1/games", {"ruleset": "moat", "seats": ["me", "me"], "options": {"depth": 99}}).status_code == 422


def test_it_is_drawn_and_explained(extended: Server) -> None:
    assert "/docs/games/moat" in requests.get(f"{extended.url}/docs/games", timeout=20).text
    page = requests.get(f"{extended.url}/docs/games/moat", timeout=20)
    assert page.status_code == 200
    assert "Throw earth into the moat" in page.text
    assert "<code>throw 3</code>" in page.text
    assert "{{" not in page.text
    for path in ("/docs/games/moat.svg", "/docs/games/moat/pieces.svg"):
        assert requests.get(extended.url + path, timeout=20).text.startswith("<svg ")


@pytest.mark.parametrize("level", LEVELS)
def test_it_is_played_over_http_against_every_level(level: str, eve: Client) -> None:
    game = eve.game("moat", ["me", {"ai": level}], options={"depth": 9})["id"]
    snapshot = eve.wait_until_mine(game)
    while snapshot["status"] == "running":
        assert eve.play(game, snapshot["turn"], eve.first_legal(game)).status_code == 201
        snapshot = eve.wait_until_mine(game)
    assert snapshot["outcome"]["reason"] == "filled"
    assert not snapshot["degraded"]
    assert eve.get(f"/v1/games/{game}/board.svg").text.startswith("<svg ")
    assert "wins: filled." in eve.get(f"/v1/games/{game}/board.txt").text
    assert "\nruleset moat 1\n" in eve.get(f"/v1/games/{game}/export").text


def test_hard_never_misses_a_win(environ: dict[str, str]) -> None:
    """Unless a multiple of four is left there is a way to win: to leave one."""
    program = """
from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.rulesets import ruleset
rules = ruleset("moat")
for left in (1, 2, 3, 5, 6, 7):
    position = rules.read(f"moat\\n{'#' * (12 - left)}{'.' * left} seat 0")
    move = opponent("moat", "hard").choose(View(rules, 0, position), position.moves(0), Budget(5, 600, seed=left))
    assert move.loads == left % 4, (left, move)
"""
    said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120)
    assert said.returncode == 0, said.stderr


def test_its_record_is_verified_where_it_is_installed(eve: Client, environ: dict[str, str], tmp_path: Path) -> None:
    game = eve.game("moat", ["me", "me"])["id"]
    assert eve.play(game, 1, "throw 2").status_code == 201
    assert eve.play(game, 2, "throw 9").status_code == 422
    assert eve.post(f"/v1/games/{game}/resignation", {"seat": 1}).status_code == 201
    record = eve.get(f"/v1/games/{game}/export").text
    (tmp_path / "game.record").write_text(record)
    command = [sys.executable, "-m", "service.commands.cli", "verify", str(tmp_path / "game.record")]
    said = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)
    assert said.stdout.startswith("HOLDS: moat, 2 seats, 1 move by seats"), said.stdout + said.stderr
    holds, verdict = verify(record)
    assert (holds, "There is no ruleset 'moat'." in verdict) == (False, True)


def test_it_is_played_in_a_terminal(extended: Server, environ: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "service.commands.cli", "play", "--server", extended.url, "--ruleset", "moat", "--against", "random"]
    said = subprocess.run(
        [*command, "--name", "Zoe"],
        env={**environ, "HOME": str(tmp_path)},
        input="throw 3\n" * 12,
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert "###" in said.stdout
    assert "throw" in said.stdout


def test_a_package_that_is_no_ruleset_stops_the_start_with_one_line(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "hollow.py").write_text("RULESET = None\n")
    folder = tmp_path / "hollow-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: hollow\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[intramuros.rulesets]\nhollow = hollow\n")
    environ = {**ENVIRON, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "INTRAMUROS_DATA": str(tmp_path / "data")}
    said = subprocess.run([sys.executable, "-m", "service.commands.cli", "serve"], env=environ, capture_output=True, text=True, timeout=60)
    assert said.returncode == 2
    assert said.stderr == "intramuros: hollow: hollow has no RULESET of that name.\n"
