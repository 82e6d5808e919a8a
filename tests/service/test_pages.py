"""The pages for client authors: their examples work, their links lead somewhere, and nothing comes from elsewhere."""

import html
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs

import jsonschema
import pytest
import requests

from engine.rulesets import NAMES
from service.config import Settings
from service.problems import PROBLEMS
from service.store import embedded
from service.web.app import create_app
from service.web.pages.reference import ROOT as ROOT_OF_REFERENCE
from service.web.pages.reference import Reference
from service.web.pages.search import Section
from service.web.views import docs
from service.web.views.docs import GUIDES
from tests.service.client import Server
from tests.service.processes import ROOT, until

REFERENCE = ("/docs/reference/playMove", "/docs/reference/schemas/SnapshotAnswer")
PAGES = ("/", "/operator", *GUIDES, *(f"/docs/games/{name}" for name in NAMES), *REFERENCE)


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


@pytest.mark.long
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
        try:
            until(lambda: requests.get(here, timeout=20).json()["status"] == "finished")
        finally:
            bot.kill()
    assert requests.get(here, timeout=20).json()["outcome"]["reason"] == "neither_can_place"


@pytest.mark.parametrize("path", [path for path in PAGES if not path.startswith("/docs/reference/")])
def test_no_line_of_code_is_too_long_for_a_page(server: Server, path: str) -> None:
    blocks = re.findall(r"<pre><code[^>]*>(.*?)</code></pre>", read(server, path), re.DOTALL)
    assert all(len(html.unescape(line)) <= 100 for block in blocks for line in block.splitlines() if not line.startswith("pavilions "))


def test_the_bot_on_the_page_is_the_one_that_is_tested(server: Server) -> None:
    tested = (ROOT / "openapi/clients/bot.py").read_text()
    assert code(read(server, "/docs/bots"), "bot") == tested.replace("http://127.0.0.1:8000", server.url)


@pytest.mark.parametrize(("path", "words"), [("/docs/python", "from intramuros_client"), ("/docs/typescript", "new Client(")])
def test_the_clients_to_install_have_a_page_that_others_lead_to(server: Server, path: str, words: str) -> None:
    page = read(server, path)
    assert f"<pre><code>{words}" in page or words in page
    assert f"{server.url}" in page
    assert "```" not in page
    for other in ("/docs", "/docs/start", "/docs/bots", "/docs/clients"):
        assert f'href="{path}"' in read(server, other).partition("<main")[2], other


def test_nothing_is_said_to_be_where_it_is_not(server: Server) -> None:
    for path in GUIDES:
        said = html.unescape(read(server, path))
        assert not re.search(r"(pipx run|uvx|pip install|npm install) @?intramuros", said), path


def test_the_page_of_problems_shows_code_as_code(server: Server) -> None:
    page = requests.get(f"{server.url}/docs/problems", timeout=20).text
    assert "<code>Retry-After</code>" in page
    assert "`" not in page


def test_the_page_of_problems_begins_with_a_table_of_all_and_an_example(server: Server) -> None:
    page = read(server, "/docs/problems")
    table = page.partition('<table class="problems">')[2].partition("</table>")[0]
    assert re.findall(r'#([a-z-]+)"><code>', table) == [kind.slug for kind in PROBLEMS]
    example = json.loads(code(page, "example").partition("\n\n")[2])
    assert set(example) == {"type", "title", "status", "detail", "code", "params", "instance", "links", "rule", "rule_code", "pointer"}


def test_every_operation_and_schema_has_a_page_whose_links_lead_somewhere() -> None:
    book = Reference(json.loads((ROOT / "openapi/openapi.json").read_text()))
    written = {ROOT_OF_REFERENCE: book.contents()}
    written |= {f"{ROOT_OF_REFERENCE}/{name}": book.operation(name) for name in book.operations}
    written |= {f"{ROOT_OF_REFERENCE}/schemas/{name}": book.schema(name) for name in book.schemas}
    assert set(written) == set(book.pages())
    assert len(book.operations) > 80
    for path, text in written.items():
        for link in re.findall(r'href="(/docs/reference[^"]*)"', text):
            page, _, place = link.partition("#")
            assert page in written, (path, link)
            assert not place or f'id="{place}"' in written[page], (path, link)


def test_every_curl_line_of_the_reference_can_be_pasted_and_its_body_fits() -> None:
    document = json.loads((ROOT / "openapi/openapi.json").read_text())
    book = Reference(document)
    assert len(book.operations) > 80
    for name, (method, path, operation) in book.operations.items():
        if operation["tags"] == ["notices"]:
            continue
        words = shlex.split(book.command(method, path, operation).replace("\\\n", ""))
        assert words[0] == "curl"
        assert words[-1].startswith("{{url}}/"), name
        assert "…" not in " ".join(words), name
        if "-d" in words:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            sent = json.loads(words[words.index("-d") + 1])
            jsonschema.validate(sent, {**schema, "components": document["components"]}, jsonschema.Draft202012Validator)
        given = set(parse_qs(words[-1].partition("?")[2]))
        needed = {each["name"] for each in operation["parameters"] if each.get("in") == "query" and each.get("required")}
        assert given == needed, name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("acquireWork", "Bearer $KEY"),
        ("freezePlayer", "Bearer $OPERATOR"),
        ("freezePlayer", '"why"'),
        ("getMe", "Bearer $TOKEN"),
        ("watchGame", "curl -N"),
        ("getBoardPng", "-o board.png"),
        ("getDailyPuzzle", "ruleset=cathedral"),
        ("renameMe", "If-Match: *"),
    ],
)
def test_a_curl_line_of_the_reference_says_what_it_must(name: str, words: str) -> None:
    book = Reference(json.loads((ROOT / "openapi/openapi.json").read_text()))
    assert words in book.command(*book.operations[name])


def test_an_operations_page_has_what_a_caller_needs(server: Server) -> None:
    page = read(server, "/docs/reference/playMove")
    assert f"{server.url}/v1/games/{{game_id}}/moves" in html.unescape(page)
    assert '<a href="/docs/reference/schemas/MoveRequest">' in page
    for word in ("dry_run", "Idempotency-Key", "illegal-move", "cathedral@e5n", "Place the cathedral"):
        assert word in page, word


def test_the_reference_is_small(server: Server) -> None:
    answer = requests.get(f"{server.url}/docs/reference", headers={"Accept-Encoding": "gzip"}, timeout=20)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) < 20_000


def test_the_document_is_read_once_for_all_who_look_into_the_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Reference] = []
    monkeypatch.setattr(docs, "Reference", lambda document: made.append(Reference(document)) or made[-1])
    docs.reference.cache_clear()
    with embedded.server(replace(Settings(), data=tmp_path)) as url:
        browser = create_app(replace(Settings(), data=tmp_path, store_url=url, queue_url=url)).test_client()
        for path in ("/docs/reference", *REFERENCE, "/docs/reference"):
            assert browser.get(path).status_code == 200
    assert len(made) == 1


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("idempotency-key-reused", "/docs/problems#idempotency-key-reused"),
        ("play a move", "/docs/reference/playMove"),
        ("SnapshotAnswer", "/docs/reference/schemas/SnapshotAnswer"),
        ("INTRAMUROS_PORT", "/docs/operate#settings"),
        ("crosstable spreadsheet", "/docs/reference/getCrosstableCsv"),
    ],
)
def test_what_is_searched_for_is_found(server: Server, words: str, first: str) -> None:
    page = requests.get(f"{server.url}/docs/search", params={"q": words}, timeout=20).text
    found = re.findall(r'<li><a href="([^"]*)"', page)
    assert first in found[:3], found[:5]


def test_reading_the_pages_to_be_searched_lets_others_in_after_each(monkeypatch: pytest.MonkeyPatch) -> None:
    book, read, let_in = Reference(json.loads((ROOT / "openapi/openapi.json").read_text())), list[str](), list[int]()
    monkeypatch.setattr(docs, "reference", lambda: book)
    here, by_page = threading.get_ident(), docs.sections_by_page

    def noted() -> Iterator[list[Section]]:
        for sections in by_page():
            (page,) = {section.path.partition("#")[0] for section in sections}
            read.append(page)
            yield sections

    monkeypatch.setattr(docs, "sections_by_page", noted)
    sleep = time.sleep  # other threads sleep too
    monkeypatch.setattr(docs.time, "sleep", lambda wait: let_in.append(len(read)) if threading.get_ident() == here else sleep(wait))
    docs.read_pages.__wrapped__()
    assert let_in == list(range(1, len(read) + 1))
    assert len(read) == len(set(read)) == len(GUIDES) - 1 + len(NAMES) + len(book.operations) + len(book.schemas)


@pytest.mark.parametrize("words", ["", "  ", "<script>alert(1)</script>", "no such words at all", "x" * 5000, "a&b=c"])
def test_a_search_for_anything_is_answered_and_harms_nobody(server: Server, words: str) -> None:
    answer = requests.get(f"{server.url}/docs/search", params={"q": words}, timeout=20)
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert len(answer.content) < 30_000


def test_the_changes_are_told_by_version(server: Server) -> None:
    page = read(server, "/docs/changelog")
    assert '<h2 id="0.1.0">0.1.0</h2>' in page
    for version in re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        assert f'id="{version.lower()}"' in page


def test_a_page_that_is_none_is_a_problem_that_says_where_they_are(server: Server) -> None:
    for path in ("/docs/nothing", "/docs/reference/nothing", "/docs/reference/schemas/Nothing"):
        answer = requests.get(server.url + path, timeout=20)
        assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")
        assert "lists them all" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/reference/nothing", "/docs/reference/schemas/Nothing"])
def test_a_page_that_is_none_is_a_page_for_a_browser(server: Server, path: str) -> None:
    answer = requests.get(server.url + path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}, timeout=20)
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert 'href="/docs"' in answer.text


@pytest.mark.parametrize(("path", "there"), [("/docs/?q=1", "/docs?q=1"), ("/operator/", "/operator"), ("/docs/play/", "/docs/play")])
def test_a_slash_too_many_leads_to_the_page_with_what_was_asked(server: Server, path: str, there: str) -> None:
    answer = requests.get(server.url + path, allow_redirects=False, timeout=20)
    assert (answer.status_code, answer.headers["Location"]) == (308, there)
