"""The pages for client authors: their examples work, their links lead somewhere, and nothing comes from elsewhere."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
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


def test_the_python_of_the_first_page_plays_a_move(server: Server) -> None:
    program = code(read(server, "/docs/start"), "python")
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert said.stdout.startswith("224 legal moves, the first is cathedral@b1n\n[{'seat': 1,"), said.stderr


def test_the_typescript_of_the_first_page_plays_a_move(server: Server, tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        assert "CI" not in os.environ, "Node.js is needed to test the TypeScript of the first page, and there is none here"
        pytest.skip("NOT TESTED: there is no Node.js here")
    subprocess.run([ROOT / "openapi" / "lint", "--install"], check=True, timeout=200)
    (tmp_path / "first.ts").write_text(code(read(server, "/docs/start"), "typescript"))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    options = ["--strict", "--target", "es2022", "--module", "es2022", "--lib", "es2022,dom", "--skipLibCheck"]
    subprocess.run([ROOT / "openapi/node_modules/.bin/tsc", *options, "first.ts"], cwd=tmp_path, check=True, timeout=200)
    said = subprocess.run(["node", "first.js"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert said.stdout.startswith("224 legal moves, the first is cathedral@b1n"), said.stderr


def test_the_bot_on_the_page_is_the_one_that_is_tested(server: Server) -> None:
    assert code(read(server, "/docs/bots"), "bot") == (ROOT / "openapi/clients/bot.py").read_text()


def test_the_page_of_problems_shows_code_as_code(server: Server) -> None:
    page = requests.get(f"{server.url}/docs/problems", timeout=20).text
    assert "<code>Retry-After</code>" in page
    assert "`" not in page


def test_the_page_of_problems_begins_with_a_table_of_all_and_an_example(server: Server) -> None:
    page = read(server, "/docs/problems")
    table = page.partition("<table>")[2].partition("</table>")[0]
    assert re.findall(r'#([a-z-]+)"><code>', table) == [kind.slug for kind in PROBLEMS]
    example = json.loads(code(page, "example").partition("\n\n")[2])
    assert set(example) == {"type", "title", "status", "detail", "instance", "links", "rule", "pointer"}
