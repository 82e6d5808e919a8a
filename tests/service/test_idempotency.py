"""Idempotency-Key: a request sent again gives the same bytes and no second effect; for another request the key is refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
import requests

from service.store import heartbeats
from tests.service.client import Client, Server
from tests.service.staging import store_of

Prepared = tuple[Client, str, dict[str, Any], dict[str, Any]]
"""Who asks, the address, a body, and another body that could also be sent."""


def new_player(ada: Client, bob: Client) -> Prepared:
    return ada, "/v1/players", {"name": "Eve"}, {"name": "Eva"}


def new_game(ada: Client, bob: Client) -> Prepared:
    return ada, "/v1/games", {"ruleset": "cathedral", "seats": ["me", "open"]}, {"ruleset": "cathedral", "seats": ["open", "me"]}


def seat(ada: Client, bob: Client) -> Prepared:
    return bob, f"/v1/games/{ada.game('cathedral', ['me', 'open'])['id']}/seats", {}, {"seat": 1}


def move(ada: Client, bob: Client) -> Prepared:
    path = f"/v1/games/{ada.game('cathedral', ['me', 'me'])['id']}/moves"
    return ada, path, {"turn": 1, "move": "cathedral@e5n"}, {"turn": 2, "move": "castle@b2n"}


def resignation(ada: Client, bob: Client) -> Prepared:
    game = ada.game("cathedral", ["me", "open"])["id"]
    bob.post(f"/v1/games/{game}/seats", {})
    return ada, f"/v1/games/{game}/resignation", {}, {"seat": 0}


EVERY = pytest.mark.parametrize("prepare", [new_player, new_game, seat, move, resignation])


@EVERY
def test_the_same_request_gives_the_same_bytes(ada: Client, bob: Client, prepare: Callable[..., Prepared]) -> None:
    client, path, body, _ = prepare(ada, bob)
    key = str(uuid4())
    first, again = (client.post(path, body, Idempotency_Key=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again.headers.get("Location") == first.headers.get("Location")


@EVERY
def test_another_request_with_the_same_key_is_refused(ada: Client, bob: Client, prepare: Callable[..., Prepared]) -> None:
    client, path, body, other = prepare(ada, bob)
    key = str(uuid4())
    assert client.post(path, body, Idempotency_Key=key).status_code == 201
    refused = client.post(path, other, Idempotency_Key=key)
    assert (refused.status_code, refused.json()["type"]) == (422, "/docs/problems#idempotency-key-reused")


@EVERY
def test_requests_that_race_with_one_key_have_one_effect(
    server: Server, ada: Client, bob: Client, prepare: Callable[..., Prepared]
) -> None:
    client, path, body, _ = prepare(ada, bob)
    headers = {"Authorization": f"Bearer {client.token}", "Idempotency-Key": str(uuid4())}

    def send(_: int) -> requests.Response:
        return requests.post(server.url + path, json=body, headers=headers, timeout=30)

    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(send, range(8)))
    assert {answer.status_code for answer in answers} == {201}, [answer.text for answer in answers]
    assert len({answer.content for answer in answers}) == 1


def test_a_refused_request_may_be_mended_under_the_same_key(ada: Client) -> None:
    game, key = ada.game("cathedral", ["me", "me"])["id"], str(uuid4())
    assert ada.play(game, 1, "castle@b2n", Idempotency_Key=key).status_code == 422
    assert ada.play(game, 1, "cathedral@e5n", Idempotency_Key=key).status_code == 201


def test_two_players_may_use_the_same_key(ada: Client, bob: Client) -> None:
    key, body = str(uuid4()), {"ruleset": "cathedral", "seats": ["me", "me"]}
    assert ada.post("/v1/games", body, Idempotency_Key=key).json()["id"] != bob.post("/v1/games", body, Idempotency_Key=key).json()["id"]


def test_a_player_made_with_a_key_gets_the_same_token_after_a_new_name(anybody: Client) -> None:
    key = str(uuid4())
    first = anybody.post("/v1/players", {"name": "Eve"}, Idempotency_Key=key)
    anybody.token = first.json()["token"]
    anybody.request("PATCH", "/v1/me", {"name": "Eva"}, If_Match="*")
    assert anybody.post("/v1/players", {"name": "Eve"}, Idempotency_Key=key).content == first.content


def test_a_game_is_told_again_although_its_ai_has_left(server: Server, ada: Client) -> None:
    client, about = store_of(server).client, {"name": "guest", "rulesets": ["cathedral"], "about": ""}
    heartbeats.sign_of_life(client, "guest-1", {"host": "remote", "ais": [about], "rulesets": ["cathedral"]})
    body, key = {"ruleset": "cathedral", "seats": ["me", {"ai": "guest"}]}, str(uuid4())
    first = ada.post("/v1/games", body, Idempotency_Key=key)
    assert first.status_code == 201
    heartbeats.farewell(client, "guest-1")
    assert ada.post("/v1/games", body, Idempotency_Key=key).content == first.content
    assert ada.post("/v1/games", body).status_code == 422
