"""The pages for client authors: their examples work, their links lead somewhere, and nothing comes from elsewhere."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import requests

from engine.rulesets import NAMES
from service.problems import PROBLEMS
from tests.service.client import Server
from tests.service.processes import ROOT

PAGES = ("/", "/docs", "/docs/start", "/docs/bots", "/docs/problems", "/docs/games", *(f"/docs/games/{name}" for name in NAMES))


def read(server: Server, path: str) -> str:
    answer = requests.get(server.url + path, timeout=20)
    assert answer.status_code == 200, path
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    return answer.text


def code(page: str, name: str) -> str:
    """The text of a block of code on a page."""
    (found,) = re.findall(rf'<code id="{name}">(.*?)</code>', page, re.DOTALL)
    return html.unescape(found)


@pytest.mark.parametrize("path", PAGES)
def test_every_link_of_a_page_leads_somewhere_on_this_server(server: Server, path: str) -> None:
    page = read(server, path)
    links = set(re.findall(r'(?:href|src)="([^"]*)"', page)) - {"data:,"}
    assert links
    for link in links:
        assert link.startswith("/"), f"{path} loads {link} from elsewhere"
        found = requests.get(server.url + link, timeout=20)
        assert found.status_code == 200, link
        place = link.partition("#")[2]
        is_there = place.startswith(("/", "svgView(")) or f'id="{place}"' in found.text
        assert not place or is_there, f"{link} leads nowhere on its page"


def test_the_curl_commands_of_the_first_page_play_a_move(server: Server) -> None:
    blocks = re.findall(r"<pre><code>(.*?)</code></pre>", read(server, "/docs/start"), re.DOTALL)
    script = "\n".join(html.unescape(block) for block in blocks)
    said = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60).stdout
    assert '"count":224' in said
    assert '"move":"cathedral@e5n"' in said
    assert "a b c d e f g h i j" in said


def test_the_curl_commands_of_the_readme_play_a_move(server: Server) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    script = "\n".join(blocks).replace("http://127.0.0.1:8000", server.url)
    script = script.replace("curl -s $URL/v1/games/$GAME/board", "sleep 2; curl -s $URL/v1/games/$GAME/board")
    said = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60).stdout
    assert '"count":224' in said
    assert "Light: place a building." in said
    assert "The abbey would cover e5, where the Cathedral stands." in said


def test_the_python_of_the_first_page_plays_a_move(server: Server) -> None:
    program = code(read(server, "/docs/start"), "python")
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert said.stdout.startswith("224 legal moves, the first is cathedral@b1n\n[{'seat': 1,"), said.stderr


@pytest.fixture
def run_typescript(tmp_path: Path) -> Callable[[str], str]:
    """Compiles a program strictly, runs it and gives what it prints; without Node.js nothing is tested, and CI fails."""
    if shutil.which("npm") is None:
        assert "CI" not in os.environ, "Node.js is needed to test the TypeScript of the pages, and there is none here"
        pytest.skip("NOT TESTED: there is no Node.js here")
    subprocess.run([ROOT / "openapi" / "lint", "--install"], check=True, capture_output=True, timeout=200)

    def said(*command: str | Path) -> str:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def run(text: str) -> str:
        (tmp_path / "first.ts").write_text(text)
        (tmp_path / "package.json").write_text('{"type": "module"}')
        strictly = ("--strict", "--target", "es2022", "--module", "es2022", "--lib", "es2022,dom")
        said(ROOT / "openapi" / "node_modules" / ".bin" / "tsc", *strictly, "first.ts")
        return said("node", "first.js")

    return run


def test_the_typescript_of_the_first_page_plays_a_move(server: Server, run_typescript: Callable[[str], str]) -> None:
    assert run_typescript(code(read(server, "/docs/start"), "typescript")).startswith("224 legal moves, the first is cathedral@b1n")


def test_the_events_of_a_game_are_read_to_its_end(server: Server, run_typescript: Callable[[str], str]) -> None:
    first = code(read(server, "/docs/start"), "typescript")
    given_up = "setTimeout(() => call(`${here}/resignation`, {}, token), 300);"
    events = code(read(server, "/docs/bots"), "events-loop")
    assert run_typescript("\n".join([first, given_up, events, "console.log(newest.outcome.reason);"])).endswith("resigned\n")


def test_the_loop_on_turns_plays_a_game(server: Server, tmp_path: Path) -> None:
    page = read(server, "/docs/bots")
    start = code(page, "bot").partition("while game")[0]
    (tmp_path / "turns.py").write_text(f"{start}print(game['id'], flush=True)\n{code(page, 'turns-loop')}")
    with subprocess.Popen([sys.executable, tmp_path / "turns.py", server.url, "cathedral"], stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout
        here = f"{server.url}/v1/games/{bot.stdout.readline().strip()}"
        deadline = time.monotonic() + 60
        while requests.get(here, timeout=20).json()["status"] != "finished" and time.monotonic() < deadline:
            time.sleep(0.3)
        bot.kill()
    assert requests.get(here, timeout=20).json()["outcome"]["reason"] == "neither_can_place"


@pytest.mark.parametrize("path", PAGES)
def test_no_line_of_code_is_too_long_for_a_page(server: Server, path: str) -> None:
    blocks = re.findall(r"<pre><code[^>]*>(.*?)</code></pre>", read(server, path), re.DOTALL)
    assert all(len(html.unescape(line)) <= 100 for block in blocks for line in block.splitlines() if not line.startswith("pavilions "))


def test_the_bot_on_the_page_is_the_one_that_is_tested(server: Server) -> None:
    tested = (ROOT / "openapi/clients/bot.py").read_text()
    assert code(read(server, "/docs/bots"), "bot") == tested.replace("http://127.0.0.1:8000", server.url)


def test_the_page_of_problems_shows_code_as_code(server: Server) -> None:
    page = requests.get(f"{server.url}/docs/problems", timeout=20).text
    assert "<code>Retry-After</code>" in page
    assert "`" not in page


def test_the_page_of_problems_begins_with_a_table_of_all_and_an_example(server: Server) -> None:
    page = read(server, "/docs/problems")
    table = page.partition('<table class="problems">')[2].partition("</table>")[0]
    assert re.findall(r'#([a-z-]+)"><code>', table) == [kind.slug for kind in PROBLEMS]
    example = json.loads(code(page, "example").partition("\n\n")[2])
    assert set(example) == {"type", "title", "status", "detail", "instance", "links", "rule", "pointer"}
