"""An Idempotency-Key on requests that change no game."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from engine.rulesets import ruleset
from service.ai.remote_work import PROTOCOL
from service.config import Settings
from service.parts import Parts
from service.store import embedded, keys
from service.store.tokens import SCOPES
from service.web.app import create_app
from tests.service.client import Client


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A server that takes webhooks on this machine, so that a registration needs no network."""
    given = replace(Settings(), data=tmp_path_factory.mktemp("once"), webhook_loopback=True, operator_token="op", metrics=False)
    with embedded.server(given) as url:
        yield create_app(replace(given, store_url=url, queue_url=url))


def post(app: Flask, path: str, body: dict[str, Any], authorization: str, key: str = "one") -> TestResponse:
    return app.test_client().post(path, json=body, headers={"Authorization": authorization, "Idempotency-Key": key})


@pytest.fixture
def eve(local: Flask) -> tuple[str, str]:
    """A player who has two tokens."""
    known: Parts = local.extensions["intramuros"]
    _, first = known.players.create("Eve")
    _, second = known.player_tokens.make(known.player_tokens.access(first), "another", SCOPES, None, None)
    return first, second


SEEK = {"ruleset": "cathedral", "seats": 2}
HOOK = {"url": "http://127.0.0.1:9/hook"}
SERIES = {"ruleset": "cathedral", "seats": ["me", "open"], "games": 2}
MADE = [("/v1/seeks", SEEK), ("/v1/webhooks", HOOK), ("/v1/series", SERIES)]


@pytest.mark.parametrize(("path", "body"), MADE)
def test_what_is_made_again_with_the_same_key_is_the_same_by_any_token(
    local: Flask, eve: tuple[str, str], path: str, body: dict[str, Any]
) -> None:
    first, second = eve
    answers = [post(local, path, body, how) for how in (f"Bearer {first}", f"bearer {first}", f"Bearer {second}", f"Bearer  {first}")]
    assert [answer.status_code for answer in answers] == [201] * 4
    assert {answer.data for answer in answers} == {answers[0].data}


@pytest.mark.parametrize(("path", "body"), MADE)
def test_the_key_is_the_player_s_own(local: Flask, eve: tuple[str, str], path: str, body: dict[str, Any]) -> None:
    _, other = local.extensions["intramuros"].players.create("Eva")
    answers = [post(local, path, body, f"Bearer {token}").get_json() for token in (eve[0], other)]
    assert answers[0]["id"] != answers[1]["id"]


def test_a_kept_answer_is_not_told_to_a_revoked_token(local: Flask, eve: tuple[str, str]) -> None:
    assert post(local, "/v1/seeks", SEEK, f"Bearer {eve[1]}").status_code == 201
    known: Parts = local.extensions["intramuros"]
    tokens = known.player_tokens
    tokens.revoke(tokens.access(eve[0]).player, tokens.access(eve[1]).token.id)
    assert post(local, "/v1/seeks", SEEK, f"Bearer {eve[1]}").status_code == 401


def test_a_host_has_keys_of_its_own(local: Flask, eve: tuple[str, str]) -> None:
    known: Parts = local.extensions["intramuros"]
    body = {"protocol": PROTOCOL, "rules": {"cathedral": ruleset("cathedral").version}, "wait": 0}
    first, second = (f"Bearer {known.hosts.admit(name, (name,))[1]}" for name in ("guest", "other"))
    assert [post(local, "/v1/work/acquire", body, how).status_code for how in (first, first.lower()[:7] + first[7:], second)] == [204] * 3
    assert post(local, "/v1/work/acquire", body, f"Bearer {eve[0]}").status_code == 401


@pytest.mark.parametrize(("path", "body"), [("/v1/webhooks", HOOK), ("/v1/series", SERIES)])
def test_what_was_made_before_a_crash_is_found_again_by_its_key(
    local: Flask, eve: tuple[str, str], path: str, body: dict[str, Any]
) -> None:
    """The process dies after the effect and before the answer is kept; the note that the request runs lapses."""
    known: Parts = local.extensions["intramuros"]
    player = known.player_tokens.access(eve[0]).player
    made = post(local, path, body, f"Bearer {eve[0]}").get_json()
    assert known.store_client.delete(keys.request_key(f"player {player}", "one")) == 1
    assert post(local, path, body, f"Bearer {eve[0]}").get_json()["id"] == made["id"]
    mine = local.test_client().get(f"{path}?player=me" if "series" in path else path, headers={"Authorization": f"Bearer {eve[0]}"})
    assert [item["id"] for item in mine.get_json()["items"]] == [made["id"]]


@pytest.mark.parametrize("is_matched", [False, True], ids=["it waits", "it is matched"])
def test_a_seek_made_before_a_crash_is_the_same_when_it_is_sent_again(local: Flask, eve: tuple[str, str], *, is_matched: bool) -> None:
    known: Parts = local.extensions["intramuros"]
    player, pool = known.player_tokens.access(eve[0]).player, {**SEEK, "clock": {"kind": "fischer", "seconds": 600, "increment": 7}}
    made = post(local, "/v1/seeks", pool, f"Bearer {eve[0]}").get_json()
    assert made["status"] == "waiting"
    if is_matched:
        _, other = known.players.create("Bob")
        assert post(local, "/v1/seeks", pool, f"Bearer {other}").get_json()["status"] == "matched"
    assert known.store_client.delete(keys.request_key(f"player {player}", "one")) == 1
    again = post(local, "/v1/seeks", pool, f"Bearer {eve[0]}").get_json()
    assert (again["id"], again["status"]) == (made["id"], "matched" if is_matched else "waiting")
    assert known.seeks.mine(player) == ([] if is_matched else [(made["id"].partition("-")[0], made["id"])])
    games = local.test_client().get("/v1/games?player=me", headers={"Authorization": f"Bearer {eve[0]}"}).get_json()["items"]
    assert [game["id"] for game in games] == ([again["game"]] if is_matched else [])
    known.seeks.withdraw(made["id"].partition("-")[0], made["id"])


def test_a_hint_asked_for_again_with_the_same_key_is_answered_alike(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    where = f"/v1/games/{game['id']}/hints"
    first = ada.post(where, {}, Idempotency_Key="hint-1")
    again = ada.post(where, {}, Idempotency_Key="hint-1")
    assert (first.status_code, first.content, first.headers["Location"]) == (again.status_code, again.content, again.headers["Location"])


def test_the_same_key_for_another_request_is_refused(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    ada.post(f"/v1/games/{game['id']}/hints", {}, Idempotency_Key="hint-2")
    other = ada.post(f"/v1/games/{game['id']}/hints", {"seat": 0}, Idempotency_Key="hint-2")
    assert other.json()["type"] == "/docs/problems#idempotency-key-reused"


def test_a_refusal_is_not_kept(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])
    where = f"/v1/games/{game['id']}/hints"
    assert ada.post(where, {}, Idempotency_Key="early").json()["type"] == "/docs/problems#game-not-started"
    ada.post(f"/v1/games/{game['id']}/seats", {})
    assert ada.post(where, {}, Idempotency_Key="early").status_code == 202


def test_requests_at_the_same_instant_take_effect_once(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    where = f"/v1/games/{game['id']}/hints"
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ada.post(where, {}, Idempotency_Key="together"), range(8)))
    assert {answer.status_code for answer in answers} <= {202, 409}
    assert {answer.json().get("type") for answer in answers if answer.status_code == 409} <= {"/docs/problems#still-running"}
    assert len({answer.content for answer in answers if answer.status_code == 202}) == 1
