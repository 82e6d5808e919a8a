"""The examples of both READMEs, run as they stand, at a real server."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.commands import cli
from service.web.views.docs import GUIDES
from tests.sdk.node import TYPESCRIPT, built, compiled, run
from tests.service.client import Server
from tests.service.processes import ENVIRON, ROOT

PYTHON = ROOT / "openapi" / "sdk" / "python"
ADDRESS = "http://127.0.0.1:8000"


def blocks(readme: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", readme.read_text(), re.DOTALL)


BOTS = [("A bot", 0, "{'scores'"), ("the same with await", 1, "{'scores'"), ("look, wait, watch", 2, "finished")]


@pytest.mark.parametrize(("what", "number", "said"), BOTS, ids=[bot[0] for bot in BOTS])
def test_a_python_example_plays(server: Server, what: str, number: int, said: str) -> None:
    program = blocks(PYTHON / "README.md", "python")[number].replace(ADDRESS, server.url)
    environ = {**ENVIRON, "PYTHONPATH": str(PYTHON / "src")}
    ran = subprocess.run([sys.executable, "-W", "error", "-c", program], env=environ, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert said in ran.stdout


@pytest.mark.long
def test_every_python_example_has_right_types(tmp_path: Path) -> None:
    found = blocks(PYTHON / "README.md", "python")
    assert len(found) == 5
    for number, text in enumerate(found):
        (tmp_path / f"example_{number}.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file", os.devnull, str(tmp_path)]
    ran = subprocess.run(command, env={**ENVIRON, "MYPYPATH": str(PYTHON / "src")}, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout


def test_the_bot_has_ten_lines() -> None:
    assert len([line for line in blocks(PYTHON / "README.md", "python")[0].splitlines() if line]) <= 10
    assert len([line for line in blocks(TYPESCRIPT / "README.md", "ts")[0].splitlines() if line]) <= 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("typescript"))


@pytest.mark.long
@pytest.mark.parametrize(("number", "said"), [(0, "scores"), (1, "finished")])
def test_a_typescript_example_plays(server: Server, folder: Path, number: int, said: str) -> None:
    text = blocks(TYPESCRIPT / "README.md", "ts")[number].replace(ADDRESS, server.url)
    assert said in run("node", compiled(folder, f"example{number}", text), cwd=folder)


@pytest.mark.long
@pytest.mark.parametrize("number", [2, 3])
def test_the_other_typescript_examples_compile(folder: Path, number: int) -> None:
    compiled(folder, f"example{number}", blocks(TYPESCRIPT / "README.md", "ts")[number])


def test_the_first_readme_has_both_bots_in_full() -> None:
    first = (ROOT / "README.md").read_text()
    assert blocks(PYTHON / "README.md", "python")[0] in first
    assert blocks(TYPESCRIPT / "README.md", "ts")[0] in first


def test_the_first_readme_is_short_and_has_two_small_pictures() -> None:
    first = (ROOT / "README.md").read_text()
    assert len(first.splitlines()) < 150
    assert first.count("<img ") == 2
    for link in re.findall(r'\]\(([^)#]+)\)|src="([^"]+)"', first):
        assert (ROOT / "".join(link)).exists(), link


def test_every_command_that_the_first_readme_names_is_there() -> None:
    first = (ROOT / "README.md").read_text()
    named = set(re.findall(r"[`/ ]intramuros ([a-z][a-z-]+)", first))
    assert "serve" in named
    assert named <= {*cli.OTHERS, "serve", "web", "worker", "config"}


def test_every_page_that_the_first_readme_names_is_there() -> None:
    assert set(re.findall(r"`(/docs[a-z/]*)`", (ROOT / "README.md").read_text())) <= set(GUIDES)
