"""What any HTTP client may expect of any answer: tags, links, newlines, and refusals in the words of the standards."""

import gzip
import http.client
import json
import socket

import brotli
import pytest
import requests

from service.web import languages, static
from tests.service.client import Client, Server

READS = (
    "/v1/rulesets", "/v1/rulesets/cathedral", "/v1/sentences", "/v1/ais", "/v1/games", "/v1/games?player=me", "/v1/me", "/v1/me/turns",
    "/v1/webhooks", "/openapi.json", "/", "/docs", "/docs/reference", "/docs/style.css", "/docs/games/cathedral.svg",
    "{game}", "{game}/moves", "{game}/legal-moves", "{game}/legal-moves/mask", "{game}/board", "{game}/board.svg",
)  # fmt: skip


@pytest.fixture(name="game", scope="module")
def _game(server: Server) -> tuple[str, str]:
    """A token, and the address of a game with a move in it."""
    with Client(server.url) as ada:
        ada.named("Ada")
        made = ada.game("cathedral", ["me", "me"])["id"]
        ada.play(made, 1, "cathedral@e5n")
        return str(ada.token), f"/v1/games/{made}"


@pytest.mark.parametrize("path", READS)
def test_whatever_was_read_is_not_sent_twice(server: Server, game: tuple[str, str], path: str) -> None:
    with Client(server.url, game[0]) as ada:
        first = ada.get(path.format(game=game[1]))
        assert first.status_code == 200
        assert first.headers["Cache-Control"]
        again = ada.get(path.format(game=game[1]), If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert "Content-Type" not in again.headers


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_what_says_how_it_is_now_is_not_kept(server: Server, path: str) -> None:
    answer = requests.get(server.url + path, timeout=10)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert "ETag" not in answer.headers


def test_a_tag_changes_with_what_it_names(ada: Client) -> None:
    made = ada.game("cathedral", ["me", "me"])["id"]
    before = ada.get(f"/v1/games/{made}/moves").headers["ETag"]
    ada.play(made, 1, "cathedral@e5n")
    after = ada.get(f"/v1/games/{made}/moves", If_None_Match=before)
    assert (after.status_code, len(after.json()["items"])) == (200, 1)


def test_the_next_page_is_where_the_link_says(ada: Client) -> None:
    made = ada.game("cathedral", ["me", "me"])["id"]
    found, page = [], ada.get(f"/v1/games/{made}/legal-moves?facing=n&limit=50")
    while True:
        found += page.json()["items"]
        if "Link" not in page.headers:
            break
        link = requests.utils.parse_header_links(page.headers["Link"])[0]
        assert (link["rel"], f"cursor={page.json()['next']}" in link["url"]) == ("next", True)
        page = ada.get(link["url"])
    assert page.json()["next"] is None
    assert found == ada.get(f"/v1/games/{made}/legal-moves?facing=n&limit=500").json()["items"]


def test_every_list_of_more_than_a_page_has_a_link(ada: Client) -> None:
    two = {"ruleset": "cathedral", "seats": ["me", {"ai": "random"}], "games": 2}
    rated = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", {"ai": "random"}], "rated": True}).json()["id"]
    ada.post(f"/v1/games/{rated}/resignation", {})
    for _ in range(2):
        ada.post("/v1/series", two)
        ada.post("/v1/tournaments", {"ruleset": "cathedral", "name": "Two", "entrants": ["me"]})
    for path in ("/v1/puzzles?", "/v1/series?player=me&", "/v1/tournaments?player=me&", "/v1/leaderboards/cathedral?", "/v1/me/turns?"):
        page = ada.get(f"{path}limit=1")
        (link,) = requests.utils.parse_header_links(page.headers["Link"])
        assert f"cursor={page.json()['next']}" in link["url"], path
        assert ada.get(link["url"]).status_code == 200


def test_json_ends_with_a_line(ada: Client, anybody: Client) -> None:
    for answer in (ada.get("/v1/me"), ada.get("/v1/rulesets"), anybody.get("/v1/me"), ada.post("/v1/games", {})):
        assert answer.content.endswith(b"}\n")
        assert answer.content.count(b"\n") == 1


def test_a_token_that_is_wrong_is_told_from_one_that_is_missing(server: Server, anybody: Client) -> None:
    assert anybody.get("/v1/me").headers["WWW-Authenticate"] == 'Bearer realm="intramuros"'
    with Client(server.url, "im_nobody_nothing") as stranger:
        assert stranger.get("/v1/me").headers["WWW-Authenticate"] == 'Bearer realm="intramuros", error="invalid_token"'


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/me/turns", "/docs"])
def test_a_request_without_a_host_is_refused(server: Server, path: str) -> None:
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nConnection: close\r\n\r\n".encode())
        head, _, body = b"".join(iter(lambda: line.recv(65536), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["code"] == "unreadable.host"


@pytest.mark.parametrize("path", ["/v1/games", "/v1/me/turns", "/docs"])
def test_what_is_possible_is_told_without_a_body(server: Server, path: str) -> None:
    told = requests.options(server.url + path, timeout=10)
    assert (told.status_code, told.content) == (204, b"")
    assert "GET" in told.headers["Allow"]
    assert "Content-Type" not in told.headers


@pytest.mark.parametrize("path", ["/docs/", "/docs/start/", "/docs/games/cathedral/"])
def test_a_page_with_a_slash_too_many_is_found(server: Server, path: str) -> None:
    moved = requests.get(server.url + path, timeout=10, allow_redirects=False)
    assert (moved.status_code, moved.headers["Location"]) == (308, path.rstrip("/"))
    assert requests.get(server.url + path, timeout=10).status_code == 200
    assert requests.get(f"{server.url}/v1/games/", timeout=10, allow_redirects=False).status_code == 404


def test_a_problem_is_named_by_a_uri(ada: Client) -> None:
    refused = ada.get("/v1/games/nothing", X_Request_Id="mine 1")
    assert refused.json()["instance"] == "urn:intramuros:request:mine%201"


SAID = {
    "en": "The abbey would cover d6, where the Cathedral stands.",
    "de": "Abtei läge auf d6, wo die Kathedrale steht.",
}


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("fi", "en"),
        ("de-CH, en;q=0.5", "de"),
        ("en;q=0.1, fr;q=0.9", "fr"),
        ("nl", "nl"),
        ("de;q=0, nl;q=0.3", "nl"),
        ("de;q=nonsense, ;;,,", "de"),
    ],
)
def test_a_refusal_is_said_in_the_callers_language(server: Server, game: tuple[str, str], asked: str, language: str) -> None:
    with Client(server.url, game[0]) as ada:
        refused = ada.post(f"{game[1]}/moves", {"turn": 2, "move": "abbey@e5n"}, Accept_Language=asked)
    said, words = refused.json(), languages.words(language)
    title = languages.said("illegal-move", {}, language) or "The rules refuse that move"
    assert (refused.status_code, said["code"]) == (422, "cathedral.refusal.covers_cathedral")
    assert refused.headers["Content-Language"] == language
    assert "Accept-Language" in refused.headers["Vary"]
    assert said["detail"] == SAID.get(language, said["detail"])
    assert (said["detail"] == SAID["en"]) == (language == "en")
    assert said["title"] == title
    assert said["rule"] == words.get("code.cathedral.rule.rules-2", "Rules, 2")
    assert said.get("english") == (None if language == "en" else SAID["en"])


def test_what_flask_refuses_by_itself_is_said_in_the_callers_language_too(server: Server) -> None:
    for path in ("/v1/nothing", "/v1/games/nothing"):
        refused = requests.get(server.url + path, headers={"Accept-Language": "nl"}, timeout=10)
        assert refused.json()["title"] == "Dat is hier niet"
        assert refused.json()["english"]


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("gzip, deflate, br", "br"),
        ("br;q=0.4, gzip;q=0.8", "gzip"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.001", "gzip"),
        ("*", "br"),
        ("br;q=0, *", "gzip"),
        ("identity", None),
        ("gzip;q=0, br;q=0.000", None),
        ("identity, gzip;q=0.5", None),
        ("deflate, zstd", None),
    ],
)
@pytest.mark.parametrize("path", ["/v1/sentences", "/docs/reference", "{static}"])
def test_a_large_answer_is_packed_as_its_caller_likes(server: Server, path: str, asked: str, given: str | None) -> None:
    port, where = server.url.rpartition(":")[2], path.format(static=f"{static.base()}/main.js")
    line = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
    line.request("GET", where, headers={"Accept-Encoding": asked})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    assert answer.getheader("Content-Encoding") == given
    assert "Accept-Encoding" in (answer.getheader("Vary") or "")
    unpacked = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[given](body)
    assert unpacked == requests.get(server.url + where, headers={"Accept-Encoding": "identity"}, timeout=10).content
