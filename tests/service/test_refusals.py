"""What a refused client is told: why, where to look, and how long to wait; and the legal moves it then asks for."""

import gzip
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import until


def test_a_refused_move_says_where_the_legal_moves_are(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    links = {"game": f"/v1/games/{game}", "legal_moves": f"/v1/games/{game}/legal-moves"}
    assert ada.play(game, 1, "abbey@b2n").json()["links"] == links
    assert ada.play(game, 1, "pub").json()["links"] == links
    assert ada.play(game, 9, "abbey@b2n").json()["links"] == links
    assert ada.get(links["legal_moves"]).status_code == 200


def test_somebody_whose_turn_it_is_not_is_shown_the_game_only(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])["id"]
    bob.post(f"/v1/games/{game}/seats", {})
    assert bob.play(game, 1, "cathedral@e5n").json()["links"] == {"game": f"/v1/games/{game}"}


def texts(client: Client, game: str, query: str) -> list[str]:
    found = client.get(f"/v1/games/{game}/legal-moves?limit=500&{query}").json()
    assert found["count"] == len(found["items"]) or found["next"]
    return [item["move"] for item in found["items"]]


def test_legal_moves_can_be_asked_for_by_piece_cell_facing_and_kind(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    assert set(texts(ada, game, "kind=cathedral&facing=n")) <= set(texts(ada, game, "starts=cathedral@"))
    ada.play(game, 1, "cathedral@e5n")
    castles = texts(ada, game, "piece=castle")
    assert castles
    assert castles == texts(ada, game, "starts=castle@")
    corner = texts(ada, game, "piece=castle&cell=a1")
    assert corner
    assert all("a1" in item["object"]["cells"] for item in ada.get(f"/v1/games/{game}/legal-moves?piece=castle&cell=a1").json()["items"])
    assert texts(ada, game, "piece=castle&cell=a1&facing=n") == [move for move in corner if move.endswith("n")]
    assert texts(ada, game, "kind=pass") == []


def test_the_same_filters_serve_the_other_rulesets(ada: Client) -> None:
    game = ada.game("forbidden_city", ["me", "me"])["id"]
    first = ada.get(f"/v1/games/{game}/legal-moves?limit=1").json()["items"][0]["object"]
    found = ada.get(f"/v1/games/{game}/legal-moves?piece={first['tile']}&cell={first['x']},{first['y']}").json()
    assert found["count"] == len({item["object"]["facing"] for item in found["items"]}) > 0
    game = ada.game("verbotene_stadt", ["me", "me"])["id"]
    choice = ada.get(f"/v1/games/{game}/legal-moves?limit=1&seat=0").json()["items"][0]["object"]
    found = ada.get(f"/v1/games/{game}/legal-moves?kind={choice['kind']}&official={choice['official']}&seat=0").json()
    assert [item["object"]["official"] for item in found["items"]] == [choice["official"]] * found["count"]


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets a player send 40 requests a minute, and an address 20."""
    running = start(tmp_path_factory.mktemp("strict"), RATE_TOKEN="40", RATE_ADDRESS="20", WEB_PROCESSES="2")
    yield running
    stop(running)


def test_too_many_requests_are_refused_but_never_a_legal_move(strict: Server) -> None:
    with Client(strict.url) as ada:
        ada.named("Ada")
        game = ada.game("cathedral", ["me", "me"])["id"]
        began = time.monotonic()
        answers = [ada.get(f"/v1/games/{game}") for _ in range(60)]
        given_back = 40 * (time.monotonic() - began) / 60
        refused = [answer for answer in answers if answer.status_code == 429]
        assert 15 - given_back <= len(refused) <= 25
        assert answers[0].headers["RateLimit-Policy"] == '"token";q=40;w=60'
        assert answers[0].headers["RateLimit"].startswith('"token";r=3')
        assert refused[-1].json()["type"] == "/docs/problems#too-many-requests"
        assert 1 <= int(refused[-1].headers["Retry-After"]) <= 3
        until(lambda: ada.play(game, 1, "abbey@b2n").status_code == 429)  # every second and a half one request is given back
        assert ada.play(game, 1, "cathedral@e5n").status_code == 201
        assert ada.play(game, 2, "castle@b2n").status_code == 201
        until(lambda: ada.post(f"/v1/games/{game}/moves?dry_run=true", {"turn": 3, "move": "castle@h8n"}).status_code == 429)
        assert ada.post(f"/v1/games/{game}/moves?dry_run=false", {"turn": 3, "move": "castle@h8n"}).status_code == 201
        until(lambda: ada.get("/v1/me").status_code == 200, float(refused[-1].headers["Retry-After"]) + 10)


def test_callers_without_token_are_counted_by_address(strict: Server) -> None:
    with Client(strict.url) as anybody:
        answers = [anybody.get("/v1/rulesets", Authorization="Bearer im_nobody_x") for _ in range(40)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert answers[-1].headers["RateLimit-Policy"] == '"address";q=20;w=60'
        assert anybody.get("/healthz").status_code == 200


def test_pages_are_counted_by_address_and_a_search_as_ten_requests(tmp_path: Path) -> None:
    server = start(tmp_path, RATE_TOKEN="0", RATE_ADDRESS="60", WEB_PROCESSES="1", WORKERS="1")
    try:
        with Client(server.url) as anybody:
            assert anybody.get("/docs").headers["RateLimit-Policy"] == '"address";q=60;w=60'
            found = [anybody.get(f"/docs/search?q=move{number}").status_code for number in range(20)]
            assert 5 <= found.count(200) < 20, "of sixty requests a minute"
            for path in ("/", "/openapi.json", "/metrics"):
                until(lambda path=path: anybody.get(path).status_code == 429)
            assert anybody.get("/healthz").status_code == 200
            assert "429" not in anybody.get("/readyz").text
    finally:
        stop(server)


def test_of_many_parameters_that_there_are_not_the_first_are_listed_with_their_number(anybody: Client) -> None:
    refused = anybody.get("/v1/rulesets?" + "&".join(f"p{number}=1" for number in range(900)))
    assert (refused.status_code, len(refused.json()["errors"]), refused.json()["error_count"]) == (422, 20, 900)
    assert len(refused.content) < 5000


def test_where_players_have_no_limit_they_are_not_counted_by_address_either(tmp_path: Path) -> None:
    server = start(tmp_path, RATE_TOKEN="0", RATE_ADDRESS="20", WEB_PROCESSES="1")
    try:
        with Client(server.url) as ada:
            game = ada.named("Ada").game("cathedral", ["me", "me"])["id"]
            for path in ("/v1/me", f"/v1/games/{game}", f"/v1/games/{game}?wait=0"):
                assert {ada.get(path).status_code for _ in range(30)} == {200}
            assert {ada.get("/v1/rulesets", Authorization="Bearer im_nobody_x").status_code for _ in range(30)} == {200, 429}
    finally:
        stop(server)


@pytest.fixture
def strict_with_hosts(tmp_path: Path) -> Iterator[Server]:
    """A server that lets the bearer of a token or a key send 40 requests a minute."""
    running = start(tmp_path, RATE_TOKEN="40", OPERATOR_TOKEN="operator", LEASE_MARGIN="60")
    yield running
    stop(running)


def test_a_host_of_ais_is_counted_by_its_key_and_its_moves_are_never_refused(strict_with_hosts: Server) -> None:
    with Client(strict_with_hosts.url) as far, Client(strict_with_hosts.url) as ada:
        ada.named("Ada")
        far.token = "operator"
        far.token = far.post("/v1/hosts", {"name": "Far", "ais": ["far"]}).json()["key"]
        acquire = {"protocol": 1, "rules": {"cathedral": 1}}
        first = far.post("/v1/work/acquire", acquire)
        assert (first.status_code, first.headers["RateLimit-Policy"]) == (204, '"token";q=40;w=60')
        ada.game("cathedral", [{"ai": "far"}, "me"])
        work = far.post("/v1/work/acquire", acquire | {"wait": 10}).json()
        until(lambda: far.post(f"/v1/work/{work['id']}/heartbeat", None).status_code == 429)
        assert far.post(f"/v1/work/{work['id']}/move", {"move": "cathedral@e5n"}).status_code == 204


def test_large_answers_are_compressed_for_those_who_take_it(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    path = f"/v1/games/{game}"
    plain = ada.get(path, Accept_Encoding="identity")
    packed = ada.get(path, Accept_Encoding="gzip")
    refused = ada.get(path, Accept_Encoding="gzip;q=0, identity")
    assert "Content-Encoding" not in plain.headers
    assert "Content-Encoding" not in refused.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.json() == plain.json()
    assert packed.headers["ETag"] == plain.headers["ETag"]
    assert plain.headers["ETag"].startswith('W/"1-0-')
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, packed))
    assert ada.get(path, If_None_Match=packed.headers["ETag"]).status_code == 304
    assert "Content-Encoding" not in ada.get("/healthz", Accept_Encoding="gzip").headers


def test_what_is_sent_compressed_is_smaller(server: Server) -> None:
    raw = requests.get(f"{server.url}/openapi.json", headers={"Accept-Encoding": "gzip"}, stream=True, timeout=20).raw.read(
        decode_content=False
    )
    assert len(raw) * 4 < len(gzip.decompress(raw))
