"""How the page is served: a strict policy, files packed and kept for a year, and small enough."""

import json
import re
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser

from service.web.static import assets, base, folder, index
from service.web.views.docs import GUIDES
from tests.page.conftest import visitor
from tests.service.client import Server

PAGES = ("/", *GUIDES, "/docs/games/cathedral", "/docs/reference/playMove", "/docs/reference/schemas/SnapshotAnswer", "/docs/search?q=seed")
BUDGET = 120_000


@pytest.mark.parametrize("address", PAGES)
def test_every_page_of_ours_has_the_strict_policy(table: Server, address: str) -> None:
    policy = requests.get(table.url + address, timeout=20).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "trusted-types 'none'" in policy
    assert "unsafe" not in policy


def test_the_files_are_packed_and_kept(table: Server) -> None:
    answer = requests.get(f"{table.url}{base()}/main.js", headers={"Accept-Encoding": "gzip"}, timeout=20)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    assert requests.get(f"{table.url}/static/0000/main.js", timeout=20).status_code == 404
    plain = requests.get(f"{table.url}{base()}/main.js", headers={"Accept-Encoding": "identity"}, timeout=20)
    assert plain.text == answer.text


def test_everything_together_is_small() -> None:
    assert sum(len(asset.packed["gzip"]) for asset in assets().values()) <= BUDGET


def words_of(code: str) -> dict[str, str]:
    """The words of a language by their names, as they are written."""
    found: dict[str, str] = json.loads(folder().joinpath("lang", f"{code}.json").read_text(encoding="utf-8"))
    return found


def test_every_language_has_the_same_words() -> None:
    languages = {name.removeprefix("lang/").removesuffix(".json") for name in assets() if name.startswith("lang/")}
    assert languages == {"en", "fr", "de", "nl"}
    words = {code: words_of(code) for code in languages}
    english = words["en"]
    for name, found in words.items():
        assert {key for key in found if not key.startswith("code.")} == set(english), name
        assert {key for key in found if key.startswith("code.")} == (
            {key for key in words["de"] if key.startswith("code.")} if found is not english else set()
        )
        for key in english:
            assert placeholders(found[key]) == placeholders(english[key]), (name, key)


def test_every_sentence_of_a_game_is_in_every_language(table: Server) -> None:
    """English is what the API says itself; problems of the server come in the language that the page asks for."""
    listed = requests.get(f"{table.url}/v1/sentences", timeout=20).json()["items"]
    sentences = [each for each in listed if each["kind"] != "problem"]
    assert len(sentences) > 100
    for code in ("fr", "de", "nl"):
        words = words_of(code)
        assert {key.removeprefix("code.") for key in words if key.startswith("code.")} == {each["code"] for each in sentences}, code
        for each in sentences:
            assert placeholders(words[f"code.{each['code']}"]) == set(each["params"]), (code, each["code"])


def placeholders(text: str) -> set[str]:
    return {part.split("}")[0].split(",")[0] for part in text.split("{")[1:]}


def test_no_word_is_used_that_no_language_has() -> None:
    """Keys that are put together from parts are left out; their families must be there."""
    words = words_of("en")
    for name, asset in assets().items():
        if name.endswith(".js"):
            for key in re.findall(r'\bt\("([^"]+)"', asset.plain.decode()):
                assert key in words, (name, key)


@pytest.mark.parametrize(("language", "word"), [("fr", "Trois"), ("de", "Drei"), ("nl", "Drie"), ("es", "Three")])
def test_the_page_speaks_the_browsers_language(browser: Browser, table: Server, language: str, word: str) -> None:
    with visitor(browser, table, locale=language) as somebody:
        page = somebody.goes_to("/")
        page.wait_for_selector(".city h2")
        assert word in page.locator("h1").inner_text()
        page.locator(".city button.main").first.click()
        page.wait_for_selector(".prompt.mine")
        assert page.evaluate("() => document.documentElement.lang") == ("en" if language == "es" else language)


@pytest.mark.parametrize(("language", "said"), [("fr", "Il n’y a pas de partie « k3f9 »."), ("de", "Es gibt keine Partie „k3f9“.")])
def test_a_problem_of_the_server_is_said_in_the_pages_language(browser: Browser, table: Server, language: str, said: str) -> None:
    with visitor(browser, table, locale=language) as somebody:
        somebody.goes_to("/#/game/k3f9").get_by_text(said).wait_for()


def test_the_first_board_is_drawn_within_a_second(browser: Browser, table: Server) -> None:
    with visitor(browser, table) as somebody:
        page = somebody.goes_to("/")
        page.wait_for_selector(".city h2")
        page.locator(".city button.main").first.click()
        page.wait_for_selector("#board .drawing")
        address = page.url
        times = []
        for _ in range(5):
            page.goto("about:blank")
            page.goto(address)
            page.wait_for_selector("#board .drawing")
            times.append(page.evaluate("() => performance.now()"))
        assert min(times) < 1000, times


def test_the_digest_of_ours_is_sha_256(browser: Browser, table: Server) -> None:
    """On plain HTTP in a home network browsers withhold Web Crypto; ours must say the same."""
    with visitor(browser, table, bypass_csp=True) as somebody:
        page = somebody.goes_to("/")
        alike = page.evaluate(
            """async (base) => {
              const ours = await import(base + "/sha256.js");
              for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
                const bytes = crypto.getRandomValues(new Uint8Array(length)), key = crypto.getRandomValues(new Uint8Array(32));
                if (ours.toHex(ours.ownSha256(bytes)) !== ours.toHex(await ours.sha256(bytes))) return `digest ${length}`;
                if (ours.toHex(ours.ownHmac(key, bytes)) !== ours.toHex(await ours.hmac(key, bytes))) return `hmac ${length}`;
              }
              return "alike";
            }""",
            base(),
        )
        assert alike == "alike"


def test_no_file_of_the_page_is_left_out_of_the_package() -> None:
    folder = Path(__file__).resolve().parents[2] / "service" / "web" / "pages" / "app"
    files = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in (".js", ".css", ".json", ".svg")
    }
    assert files == set(assets())


def test_the_page_links_every_stylesheet_those_of_the_boards_last() -> None:
    linked = re.findall(rf'<link rel="stylesheet" href="{base()}/([^"]+)">', index())
    assert linked == ["app.css", "board.css", *sorted(name for name in assets() if name.startswith("board/") and name.endswith(".css"))]
    assert set(linked) == {name for name in assets() if name.endswith(".css")}
