"""An Idempotency-Key on requests that change no game."""

from concurrent.futures import ThreadPoolExecutor

from tests.service.client import Client


def test_a_webhook_registered_again_with_the_same_key_is_the_same_one(ada: Client) -> None:
    body = {"url": "https://example.com/hook"}
    answers = [ada.post("/v1/webhooks", body, Idempotency_Key="one") for _ in range(2)]
    assert answers[0].status_code in (201, 422)
    assert answers[0].status_code == answers[1].status_code
    assert len(ada.get("/v1/webhooks").json()["items"]) == (answers[0].status_code == 201)


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
