"""The short way for moves plays, answers and refuses exactly as the long way does."""

from itertools import product
from typing import Any

import pytest
import requests

from service.plays import plain
from service.sent import MoveRequest
from tests.service.client import Client
from tests.service.test_polls import same

LONG = "?dry_run=false"
ONE = {"X_Request_Id": "one"}


def raw(client: Client, path: str, data: bytes, **headers: str) -> requests.Response:
    """The answer to a body sent as it is."""
    sent = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/json", "X-Request-Id": "one", **headers}
    return client.session.post(client.url + path, data=data, headers=sent, timeout=60)


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
@pytest.mark.parametrize("ruleset", ["cathedral", "forbidden_city", "verbotene_stadt"])
def test_a_move_is_played_and_told_alike(ada: Client, ruleset: str, encoding: str) -> None:
    asked = {**ONE, "Accept_Encoding": encoding}
    game = ada.game(ruleset, ["me", "me"])
    path = f"/v1/games/{game['id']}/moves"
    for _ in range(4):
        turn, seat = game["turn"], game["actors"][0]
        body = {"turn": turn, "move": ada.first_legal(game["id"], seat), "seat": seat}
        short = ada.post(path, body, **asked)
        assert short.status_code == 201
        same(short, ada.post(path + LONG, body, **asked))
        game = ada.look(game["id"])


@pytest.mark.parametrize(
    "body",
    [
        {"turn": 2, "move": "inn@e5n"},
        {"turn": 1, "move": "castle@b2n"},
        {"turn": 1, "move": "no move"},
        {"turn": 1, "move": "cathedral@e5n", "seat": 1},
        {"turn": 1, "move": "cathedral@e5n", "seat": 7},
        {"turn": 1.5, "move": "cathedral@e5n"},
        {"turn": True, "move": "cathedral@e5n"},
        {"turn": 1, "move": ""},
        {"turn": 1, "move": "x" * 201},
        {"turn": 1, "move": "cathedral@e5n", "seat": None},
        {"turn": 1, "move": "cathedral@e5n", "more": 1},
        {"turn": 1},
        [],
        "abbey",
    ],
)
def test_what_is_refused_is_refused_alike(ada: Client, bob: Client, body: Any) -> None:
    path = f"/v1/games/{ada.game('cathedral', ['me', 'me'])['id']}/moves"
    for client in (ada, bob):
        short = client.post(path, body, **ONE)
        assert 400 <= short.status_code < 500
        same(short, client.post(path + LONG, body, **ONE))


@pytest.mark.parametrize(
    "data", [b"", b"{", b'{"turn": 1, "turn": 1, "move": "x"}', b'{"turn": 1, "move": "\\ud800"}', b"\xff", b"[" * 900]
)
def test_a_body_that_cannot_be_read_is_refused_alike(ada: Client, data: bytes) -> None:
    path = f"/v1/games/{ada.game('cathedral', ['me', 'me'])['id']}/moves"
    short = raw(ada, path, data)
    assert 400 <= short.status_code < 500
    same(short, raw(ada, path + LONG, data))


def test_a_game_that_does_not_exist_or_has_not_begun_is_refused_alike(ada: Client, bob: Client) -> None:
    unbegun, hidden = ada.game("cathedral", ["me", "open"])["id"], ada.game("cathedral", ["me", "me"], visibility="private")["id"]
    for client, game in ((ada, "nosuchgame"), (ada, unbegun), (bob, hidden)):
        path, body = f"/v1/games/{game}/moves", {"turn": 1, "move": "cathedral@e5n"}
        short = client.post(path, body, **ONE)
        assert 400 <= short.status_code < 500
        same(short, client.post(path + LONG, body, **ONE))


def test_without_a_token_of_ours_a_move_is_refused_alike(ada: Client) -> None:
    path = f"/v1/games/{ada.game('cathedral', ['me', 'me'])['id']}/moves"
    for authorization in ("Bearer im_nobody_x", "Bearer ", "Basic abc"):
        sent = {**ONE, "Authorization": authorization}
        body = {"turn": 1, "move": "cathedral@e5n"}
        short = ada.post(path, body, **sent)
        assert short.status_code == 401
        same(short, ada.post(path + LONG, body, **sent))


def test_a_request_with_a_key_is_the_same_request_by_either_way(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    first = ada.play(game, 1, "cathedral@e5n", Idempotency_Key="one", Origin="https://client.example")
    again = ada.play(game, 1, "cathedral@e5n", Idempotency_Key="one")
    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
    second = ada.play(game, 2, "inn@b2n", Idempotency_Key="two")
    again = ada.play(game, 2, "inn@b2n", Idempotency_Key="two", Origin="https://client.example")
    assert (second.status_code, again.status_code, again.content) == (201, 201, second.content)
    other = ada.play(game, 3, "inn@h8n", Idempotency_Key="two")
    assert other.json()["type"] == "/docs/problems#idempotency-key-reused"
    assert ada.play(game, 3, "inn@h8n", Idempotency_Key="x" * 256).status_code == 422


def test_a_page_of_another_origin_may_play(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    answer = ada.play(game, 1, "cathedral@e5n", Origin="https://client.example")
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (201, "*")


TURNS = (0, 1, 2**31 - 1, 2**31, -1, 1.0, True, "1", None)
WORDS = ("x", "x" * 200, "", "x" * 201, 1, None)
SEATS = (0, 7, 8, -1, 1.0, False, "1", None)


def test_what_is_plain_is_what_the_schema_reads() -> None:
    for turn, move, seat in product(TURNS, WORDS, SEATS):
        for value in ({"turn": turn, "move": move}, {"turn": turn, "move": move, "seat": seat}):
            sent = plain(value)
            is_exact = (type(turn), type(move)) == (int, str) and type(value.get("seat", 0)) is int
            assert (sent is not None) == (is_exact and not MoveRequest().validate(value))
            if sent is not None:
                assert MoveRequest().load(value) == {name: part for name, part in sent._asdict().items() if part is not None}
    assert plain({"turn": 1, "move": "x", "more": 1}) is None
    assert plain({"turn": 1}) is plain([]) is plain("x") is None
