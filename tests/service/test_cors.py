"""Pages of other origins may call the API, as far as the operator lets them."""

import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.web.app import create_app
from tests.service.client import Client

ASKS = {"Origin": "https://page.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


def test_a_page_anywhere_may_read_use_its_token_and_see_our_headers(ada: Client) -> None:
    answer = ada.get("/v1/me", Origin="https://page.example")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert {"ETag", "Location", "Retry-After"} <= set(answer.headers["Access-Control-Expose-Headers"].split(", "))


@pytest.mark.parametrize("path", ["/v1/games", "/v1/me", "/v1/games/x/moves"])
def test_a_browser_that_asks_first_is_told_what_it_may_send(ada: Client, path: str) -> None:
    told = ada.session.options(ada.url + path, headers=ASKS, timeout=20)
    assert told.status_code == 204
    assert told.headers["Access-Control-Allow-Origin"] == "*"
    assert {"Authorization", "Content-Type", "If-None-Match", "If-Match", "Idempotency-Key"} <= set(
        told.headers["Access-Control-Allow-Headers"].split(", ")
    )
    assert {"GET", "POST", "PATCH"} <= set(told.headers["Access-Control-Allow-Methods"].split(", "))


def test_a_page_can_read_why_it_was_refused(anybody: Client) -> None:
    for path in ("/v1/me", "/v1/nothing"):
        assert anybody.get(path, Origin="https://page.example").headers["Access-Control-Allow-Origin"] == "*"


def api(*origins: str) -> FlaskClient:
    return create_app(Settings(store_url="redis://nowhere", queue_url="redis://nowhere", cors_origins=origins)).test_client()


def test_only_the_origins_that_the_operator_names_are_let_in() -> None:
    client = api("https://page.example")
    let_in = client.get("/healthz", headers={"Origin": "https://page.example"})
    assert (let_in.status_code, let_in.headers["Vary"]) == (200, "Origin")
    assert let_in.headers["Access-Control-Allow-Origin"] == "https://page.example"
    kept_out = client.get("/healthz", headers={"Origin": "https://other.example"})
    assert (kept_out.status_code, "Access-Control-Allow-Origin" in kept_out.headers, kept_out.headers["Vary"]) == (200, False, "Origin")


def test_without_origins_no_page_is_let_in() -> None:
    assert "Access-Control-Allow-Origin" not in api().options("/v1/games", headers=ASKS).headers
