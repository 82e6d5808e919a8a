"""Webhooks: signed notices that a decision is owed, tried again while it is."""

import base64
import hashlib
import hmac
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from service import problems
from service.config import Settings
from service.parts import Parts
from service.store import embedded, keys
from service.webhooks import deliveries, registration, safe_post
from tests.service.client import Client, Server, document, fits
from tests.service.conftest import start, stop
from tests.service.processes import until
from tests.service.receiver import Receiver, receiving
from tests.service.staging import store_of
from tests.service.waiters import kill, processes_of


@pytest.fixture(scope="module")
def hooked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may send webhooks to this machine."""
    running = start(tmp_path_factory.mktemp("hooked"), WEBHOOK_LOOPBACK="on", WEBHOOK_TESTS="100")
    yield running
    stop(running)


@pytest.fixture
def eve(hooked: Server) -> Iterator[Client]:
    with Client(hooked.url) as client:
        yield client.named("Eve")


def register(client: Client, url: str) -> dict[str, Any]:
    answer = client.post("/v1/webhooks", {"url": url})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def attempts(client: Client, webhook: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(webhook["links"]["deliveries"]).json()["items"]
    return found


def nothing_is_on_its_way(server: Server, client: Client) -> bool:
    """Whether every note of the player's decisions has been seen to, and no delivery is left to be made."""
    store = store_of(server).client
    left = [*store.zrange(keys.NOTICES, 0, -1), *store.zrange(keys.DELIVERIES, 0, -1)]
    return not any(client.id in each for each in left)


def is_signed(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """The check that a receiver makes, written from the standard and not from our code."""
    assert secret.startswith("whsec_")
    key = base64.b64decode(secret[len("whsec_") :])
    signed = headers["webhook-id"].encode() + b"." + headers["webhook-timestamp"].encode() + b"." + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split(" ")


def test_a_notice_comes_signed_when_a_decision_is_owed(eve: Client) -> None:
    with receiving() as receiver:
        webhook = register(eve, f"{receiver.url}/turns?bot=1")
        game = eve.game("cathedral", ["me", {"ai": "easy"}])
        until(lambda: receiver.received)
        ((headers, body),) = receiver.received
        notice = json.loads(body)
        fits("TurnOwedNotice", notice)
        said = document()["webhooks"]["turnOwed"]["post"]["parameters"]
        assert {parameter["name"] for parameter in said} == {name for name in headers if name.startswith("webhook-")}
        assert (notice["data"]["game"], notice["data"]["turn"], notice["data"]["ruleset"]) == (game["id"], 1, "cathedral")
        assert eve.get(notice["data"]["links"]["game"]).json()["you"]["owe"] == [0]
        assert is_signed(webhook["secret"], headers, body)
        assert not is_signed(webhook["secret"], headers, body + b" ")
        assert abs(int(headers["webhook-timestamp"]) - time.time()) < 30
        until(lambda: attempts(eve, webhook))
        (attempt,) = attempts(eve, webhook)
        assert (attempt["id"], attempt["status"], attempt["response"]) == (headers["webhook-id"], "delivered", 204)


def test_each_decision_is_announced_once(hooked: Server, eve: Client) -> None:
    with receiving() as receiver:
        register(eve, receiver.url)
        game = eve.game("cathedral", ["me", {"ai": "random"}])["id"]
        until(lambda: len(receiver.received) == 1)
        eve.play(game, 1, "cathedral@e5n")
        until(lambda: len(receiver.received) == 2)
        until(lambda: nothing_is_on_its_way(hooked, eve))
        assert [json.loads(body)["data"]["turn"] for _, body in receiver.received] == [1, 3]


def test_a_test_notice_can_be_asked_for_once_with_a_key(hooked: Server, eve: Client) -> None:
    with receiving() as receiver:
        webhook = register(eve, receiver.url)
        asked = [eve.post(webhook["links"]["test"], None, Idempotency_Key="try") for _ in range(2)]
        assert [answer.status_code for answer in asked] == [202, 202]
        until(lambda: attempts(eve, webhook))
        assert eve.post(webhook["links"]["test"], None, Idempotency_Key="try").json() == asked[0].json() == asked[1].json()
        until(lambda: nothing_is_on_its_way(hooked, eve))
        assert [headers["webhook-id"] for headers, _ in receiver.received] == [asked[0].json()["id"]]
        fits("TestNotice", json.loads(receiver.received[0][1]))


def test_a_failed_delivery_is_tried_again_with_the_same_id(eve: Client) -> None:
    with receiving(500, 302, 200) as receiver:
        webhook = register(eve, receiver.url)
        eve.post(webhook["links"]["test"], None)
        until(lambda: len(receiver.received) == 2)
        until(lambda: len(attempts(eve, webhook)) == 2)
        second, first = attempts(eve, webhook)
        assert [(attempt["status"], attempt["response"], attempt["attempt"]) for attempt in (first, second)] == [
            ("failed", 500, 1),
            ("failed", 302, 2),
        ]
        assert first["next_at"] < second["at"] < second["next_at"]
        assert len({headers["webhook-id"] for headers, _ in receiver.received}) == 1
        assert eve.get(webhook["links"]["self"]).json()["failures"] == 2


def test_an_answer_410_disables_the_webhook(hooked: Server, eve: Client) -> None:
    with receiving(410) as receiver:
        webhook = register(eve, receiver.url)
        eve.post(webhook["links"]["test"], None)
        until(lambda: eve.get(webhook["links"]["self"]).json()["status"] == "disabled")
        assert eve.get(webhook["links"]["self"]).json()["reason"] == "gone"
        until(lambda: attempts(eve, webhook))
        assert attempts(eve, webhook)[0]["next_at"] is None
        eve.game("cathedral", ["me", "me"])
        until(lambda: nothing_is_on_its_way(hooked, eve))
        assert len(receiver.received) == 1


def test_a_disabled_webhook_can_still_be_tested(eve: Client) -> None:
    with receiving(410, 200) as receiver:
        webhook = register(eve, receiver.url)
        for _ in range(2):
            assert eve.post(webhook["links"]["test"], None).status_code == 202
            until(lambda: len(attempts(eve, webhook)) == len(receiver.received))
            until(lambda: eve.get(webhook["links"]["self"]).json()["status"] == "disabled")
        until(lambda: [attempt["status"] for attempt in attempts(eve, webhook)] == ["delivered", "failed"])


def test_many_failures_in_a_row_disable_the_webhook(eve: Client) -> None:
    with receiving(500) as receiver:
        webhook = register(eve, receiver.url)
        for _ in range(deliveries.DISABLED_AFTER + 5):
            eve.post(webhook["links"]["test"], None)
        until(lambda: eve.get(webhook["links"]["self"]).json()["status"] == "disabled")
        assert eve.get(webhook["links"]["self"]).json()["reason"] == "failing"


def test_a_decision_made_in_the_meantime_is_not_announced_again(eve: Client) -> None:
    with receiving(500) as receiver:
        webhook = register(eve, receiver.url)
        game = eve.game("cathedral", ["me", "open"])["id"]
        with Client(eve.url) as bob:
            bob.named("Bob").post(f"/v1/games/{game}/seats", {})
        until(lambda: receiver.received)
        eve.play(game, 1, "cathedral@e5n")
        until(lambda: len(attempts(eve, webhook)) == 2)
        assert (attempts(eve, webhook)[0]["status"], attempts(eve, webhook)[0]["error"]) == ("dropped", "no-longer-owed")
        assert len(receiver.received) == 1


@pytest.mark.long
def test_a_notice_outlives_the_workers_that_are_killed(own_server: Server) -> None:
    with receiving() as receiver, Client(own_server.url) as ada:
        stop(own_server)
        again = start(own_server.data, WEBHOOK_LOOPBACK="on")
        try:
            ada.url = again.url
            register(ada.named("Ada"), receiver.url)
            for pid in processes_of(again, "service.commands.cli worker"):
                kill(pid)
            ada.game("cathedral", ["me", "me"])
            until(lambda: receiver.received)
        finally:
            stop(again)


def test_a_slow_receiver_delays_no_ai(eve: Client) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        webhook = register(eve, f"http://127.0.0.1:{silent.getsockname()[1]}/")
        for _ in range(6):
            eve.post(webhook["links"]["test"], None)
        called, _ = silent.accept()  # a notice is on its way, and will be for seconds
        game = eve.game("cathedral", [{"ai": "easy"}, "me"])["id"]
        assert not eve.wait_until_mine(game)["degraded"]
        until(lambda: attempts(eve, webhook))
        called.close()
        assert attempts(eve, webhook)[0]["error"] == "timeout"


def test_the_secret_is_shown_once_and_a_key_gives_the_same_webhook(eve: Client) -> None:
    with receiving() as receiver:
        first, second = (eve.post("/v1/webhooks", {"url": receiver.url}, Idempotency_Key="mine") for _ in range(2))
        assert first.json() == second.json()
        assert eve.post("/v1/webhooks", {"url": receiver.url + "/x"}, Idempotency_Key="mine").status_code == 422
        shown = eve.get(first.headers["Location"]).json()
        assert "secret" not in shown
        assert eve.get("/v1/webhooks").json() == {"items": [shown]}


def test_a_webhook_is_its_owners_alone(eve: Client) -> None:
    with receiving() as receiver, Client(eve.url) as mallory:
        webhook = register(eve, receiver.url)
        mallory.named("Mallory")
        for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/deliveries"), ("POST", "/test")):
            assert mallory.request(method, webhook["links"]["self"] + path).status_code == 404
        assert mallory.get("/v1/webhooks").json() == {"items": []}
        assert eve.request("DELETE", webhook["links"]["self"]).status_code == 204
        assert eve.get(webhook["links"]["self"]).status_code == 404
        assert eve.get("/v1/webhooks/x:deliveries").status_code == 404


def test_a_player_has_only_a_few_webhooks(eve: Client) -> None:
    with receiving() as receiver:
        made = [register(eve, f"{receiver.url}/{number}") for number in range(registration.MOST)]
        refused = eve.post("/v1/webhooks", {"url": receiver.url})
        assert (refused.status_code, refused.json()["type"]) == (409, "/docs/problems#too-many")
        eve.request("DELETE", made[0]["links"]["self"])
        register(eve, receiver.url)


def test_of_many_registered_at_once_as_many_are_as_may_be(eve: Client) -> None:
    with receiving() as receiver, ThreadPoolExecutor(12) as pool:
        made = pool.map(lambda number: eve.post("/v1/webhooks", {"url": f"{receiver.url}/{number}"}).status_code, range(12))
    assert sorted(made) == [201] * registration.MOST + [409] * (12 - registration.MOST)
    assert len(eve.get("/v1/webhooks").json()["items"]) == registration.MOST


def test_a_refusal_names_the_url(ada: Client) -> None:
    for url in ("https://127.0.0.1/", "http://127.0.0.1:8000/", "https://169.254.169.254/"):
        answer = ada.post("/v1/webhooks", {"url": url})
        assert (answer.status_code, answer.json()["pointer"]) == (422, "/url")


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    """A process whose every step can go wrong."""
    with embedded.server(Settings(data=tmp_path)) as url:
        yield Parts(Settings(store_url=url, queue_url=url, webhook_loopback=True))


def test_a_registration_that_is_sent_twice_is_one(parts: Parts) -> None:
    register = parts.webhooks._register
    parts.webhooks._register = lambda **said: (register(**said), register(**said))[1]
    for number in range(registration.MOST):
        parts.webhooks.create("ada", f"http://127.0.0.1:9/{number}", None)
    with pytest.raises(problems.TooMany):
        parts.webhooks.create("ada", "http://127.0.0.1:9/more", None)
    assert len(parts.webhooks.of("ada")) == registration.MOST


def test_a_deletion_frees_a_place_and_leaves_nothing(parts: Parts) -> None:
    before = {*parts.store_client.keys()}
    for _ in range(registration.MOST + 1):
        made = parts.webhooks.create("ada", "http://127.0.0.1:9/", None)
        assert parts.webhooks.of("ada") == [made]
        parts.webhooks.delete(made)
    assert {*parts.store_client.keys()} - before == {keys.HOOKED}


def test_a_note_is_kept_until_its_game_is_there(parts: Parts) -> None:
    parts.webhooks.create("ada", "http://127.0.0.1:9/", None)
    parts.store_client.zadd(keys.NOTICES, {f"ada somegame 1 {int(time.time())}": time.time()})
    parts.deliveries.sweep()
    assert parts.store_client.zcard(keys.NOTICES) == 1


def test_the_receiver_of_these_tests_gives_its_answers_in_turn() -> None:
    with receiving(500, 200) as receiver:
        assert isinstance(receiver, Receiver)
        sent = [safe_post.post(receiver.url, b"{}", {}, loopback=True).status for _ in range(3)]
    assert sent == [500, 200, 200]
