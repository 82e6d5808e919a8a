"""Webhooks: signed notices that a decision is owed, tried again while it is, never sent into our own network."""

import base64
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from service import outside, webhooks
from service.queueing import ALLOWED
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import until
from tests.service.receiver import Receiver, receiving
from tests.service.waiters import kill, processes_of


@pytest.fixture(scope="module")
def hooked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may send webhooks to this machine."""
    running = start(tmp_path_factory.mktemp("hooked"), WEBHOOK_LOOPBACK="on")
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
        until(lambda: receiver.received, 20)
        ((headers, body),) = receiver.received
        notice = json.loads(body)
        assert notice["type"] == "turn.owed"
        assert (notice["data"]["game"], notice["data"]["turn"], notice["data"]["ruleset"]) == (game["id"], 1, "cathedral")
        assert eve.get(notice["data"]["links"]["game"]).json()["you"]["owe"] == [0]
        assert is_signed(webhook["secret"], headers, body)
        assert not is_signed(webhook["secret"], headers, body + b" ")
        assert abs(int(headers["webhook-timestamp"]) - time.time()) < 30
        until(lambda: attempts(eve, webhook), 10)
        (attempt,) = attempts(eve, webhook)
        assert (attempt["id"], attempt["status"], attempt["response"]) == (headers["webhook-id"], "delivered", 204)


def test_each_decision_is_announced_once(eve: Client) -> None:
    with receiving() as receiver:
        register(eve, receiver.url)
        game = eve.game("cathedral", ["me", {"ai": "random"}])["id"]
        until(lambda: len(receiver.received) == 1, 20)
        eve.play(game, 1, "cathedral@e5n")
        until(lambda: len(receiver.received) == 2, 20)
        time.sleep(2)
        assert [json.loads(body)["data"]["turn"] for _, body in receiver.received] == [1, 3]


def test_a_test_notice_can_be_asked_for_once_with_a_key(eve: Client) -> None:
    with receiving() as receiver:
        webhook = register(eve, receiver.url)
        asked = [eve.post(webhook["links"]["test"], None, Idempotency_Key="try") for _ in range(2)]
        assert [answer.status_code for answer in asked] == [202, 202]
        until(lambda: attempts(eve, webhook), 20)
        assert eve.post(webhook["links"]["test"], None, Idempotency_Key="try").json() == asked[0].json() == asked[1].json()
        time.sleep(1.5)
        assert [headers["webhook-id"] for headers, _ in receiver.received] == [asked[0].json()["id"]]
        assert json.loads(receiver.received[0][1])["type"] == "test"


def test_a_failed_delivery_is_tried_again_with_the_same_id(eve: Client) -> None:
    with receiving(500, 302, 200) as receiver:
        webhook = register(eve, receiver.url)
        eve.post(webhook["links"]["test"], None)
        until(lambda: len(receiver.received) == 2, 30)
        until(lambda: len(attempts(eve, webhook)) == 2, 5)
        second, first = attempts(eve, webhook)
        assert [(attempt["status"], attempt["response"], attempt["attempt"]) for attempt in (first, second)] == [
            ("failed", 500, 1),
            ("failed", 302, 2),
        ]
        assert first["next_at"] < second["at"] < second["next_at"]
        assert len({headers["webhook-id"] for headers, _ in receiver.received}) == 1
        assert eve.get(webhook["links"]["self"]).json()["failures"] == 2


def test_an_answer_410_disables_the_webhook(eve: Client) -> None:
    with receiving(410) as receiver:
        webhook = register(eve, receiver.url)
        eve.post(webhook["links"]["test"], None)
        until(lambda: eve.get(webhook["links"]["self"]).json()["status"] == "disabled", 20)
        assert eve.get(webhook["links"]["self"]).json()["reason"] == "gone"
        until(lambda: attempts(eve, webhook), 5)
        assert attempts(eve, webhook)[0]["next_at"] is None
        eve.game("cathedral", ["me", "me"])
        time.sleep(2.5)
        assert len(receiver.received) == 1


def test_many_failures_in_a_row_disable_the_webhook(eve: Client) -> None:
    with receiving(500) as receiver:
        webhook = register(eve, receiver.url)
        for _ in range(webhooks.DISABLED_AFTER + 5):
            eve.post(webhook["links"]["test"], None)
        until(lambda: eve.get(webhook["links"]["self"]).json()["status"] == "disabled", 40)
        assert eve.get(webhook["links"]["self"]).json()["reason"] == "failing"


def test_a_decision_made_in_the_meantime_is_not_announced_again(eve: Client) -> None:
    with receiving(500) as receiver:
        webhook = register(eve, receiver.url)
        game = eve.game("cathedral", ["me", "open"])["id"]
        with Client(eve.url) as bob:
            bob.named("Bob").post(f"/v1/games/{game}/seats", {})
        until(lambda: receiver.received, 20)
        eve.play(game, 1, "cathedral@e5n")
        until(lambda: len(attempts(eve, webhook)) == 2, 30)
        assert (attempts(eve, webhook)[0]["status"], attempts(eve, webhook)[0]["error"]) == ("dropped", "no-longer-owed")
        assert len(receiver.received) == 1


def test_a_notice_outlives_the_workers_that_are_killed(own_server: Server) -> None:
    with receiving() as receiver, Client(own_server.url) as ada:
        stop(own_server)
        again = start(own_server.data, WEBHOOK_LOOPBACK="on")
        try:
            ada.url = again.url
            register(ada.named("Ada"), receiver.url)
            for pid in processes_of(again, "service.cli worker"):
                kill(pid)
            ada.game("cathedral", ["me", "me"])
            until(lambda: receiver.received, 30)
        finally:
            stop(again)


def test_a_slow_receiver_delays_no_ai(eve: Client) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        webhook = register(eve, f"http://127.0.0.1:{silent.getsockname()[1]}/")
        for _ in range(6):
            eve.post(webhook["links"]["test"], None)
        time.sleep(1.5)
        game = eve.game("cathedral", [{"ai": "easy"}, "me"])["id"]
        assert not eve.wait_until_mine(game, 10)["degraded"]
        until(lambda: attempts(eve, webhook), 20)
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
        made = [register(eve, f"{receiver.url}/{number}") for number in range(webhooks.MOST)]
        refused = eve.post("/v1/webhooks", {"url": receiver.url})
        assert (refused.status_code, refused.json()["type"]) == (409, "/docs/problems#too-many")
        eve.request("DELETE", made[0]["links"]["self"])
        register(eve, receiver.url)


FORBIDDEN = [
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://localhost/",
    "https://localhost./",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[fec0::1]/",
    "https://no-such-host.invalid/",
    "http://8.8.8.8/",
    "http://localhost/",
    "ftp://8.8.8.8/",
    "https://user:password@8.8.8.8/",
    "https://8.8.8.8/#fragment",
    "https://8.8.8.8\\@127.0.0.1/",
    "https://8.8.8.8:99999/",
    "https://8.8.8.8/ x",
    "https:///x",
    "//8.8.8.8/",
    "https://[::1",
    "https://münchen.example/",
    "x" * 501,
]


@pytest.mark.parametrize("url", FORBIDDEN)
def test_no_webhook_leads_into_our_own_network(url: str) -> None:
    with pytest.raises(outside.Refused):
        outside.checked(url, loopback=False)


@pytest.mark.parametrize("url", ["https://8.8.8.8/", "https://8.8.8.8:8443/turns?bot=1", "https://[2001:4860:4860::8888]/"])
def test_an_address_on_the_internet_is_allowed(url: str) -> None:
    outside.checked(url, loopback=False)


def test_a_refusal_names_the_url(ada: Client) -> None:
    for url in ("https://127.0.0.1/", "http://127.0.0.1:8000/", "https://169.254.169.254/"):
        answer = ada.post("/v1/webhooks", {"url": url})
        assert (answer.status_code, answer.json()["pointer"]) == (422, "/url")


def answers(*found: str) -> Any:
    return lambda *_arguments, **_options: [(0, 0, 0, "", (address, 443)) for address in found]


def test_a_name_with_one_address_of_ours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside.socket, "getaddrinfo", answers("8.8.8.8", "10.0.0.1"))
    with pytest.raises(outside.Refused):
        outside.checked("https://two-faced.example/", loopback=False)


def test_a_name_that_changes_after_the_check_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    gone_to: list[Any] = []

    def connect(address: Any, _timeout: float) -> socket.socket:
        gone_to.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(outside.socket, "getaddrinfo", answers("8.8.8.8"))
    monkeypatch.setattr(outside.socket, "create_connection", connect)
    assert outside.post("https://rebinding.example/", b"", {}, loopback=False) == outside.Answer(None, "no-answer")
    assert gone_to == [("8.8.8.8", 443)]


def test_a_host_with_an_address_that_leads_nowhere_is_reached_by_its_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving(200) as receiver:
        port = int(receiver.url.split(":")[2].split("/")[0])
        monkeypatch.setattr(outside, "resolved", lambda *_: ["127.0.0.9", "127.0.0.1"])
        assert outside.post(f"http://two-homes.example:{port}/", b"{}", {}, loopback=True) == outside.Answer(200)


def test_plain_http_stays_on_this_machine_even_where_it_is_allowed() -> None:
    outside.checked("http://127.0.0.1:8000/", loopback=True)
    for url in ("http://8.8.8.8/", "http://10.0.0.1/", "https://10.0.0.1/"):
        with pytest.raises(outside.Refused):
            outside.checked(url, loopback=True)


def test_an_answer_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "ALL_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            peer, _ = server.accept()
            with peer:
                for _ in range(100):
                    try:
                        peer.sendall(b"H")
                    except OSError:
                        return
                    time.sleep(0.1)

        thread = threading.Thread(target=drip)
        thread.start()
        before = time.monotonic()
        answer = outside.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"", {}, loopback=True)
        assert answer.status is None
        assert time.monotonic() - before < 4
        thread.join(10)


def test_workers_may_run_the_delivery() -> None:
    assert "service.jobs.deliver" in ALLOWED


def test_the_receiver_of_these_tests_gives_its_answers_in_turn() -> None:
    with receiving(500, 200) as receiver:
        assert isinstance(receiver, Receiver)
        sent = [outside.post(receiver.url, b"{}", {}, loopback=True).status for _ in range(3)]
    assert sent == [500, 200, 200]
