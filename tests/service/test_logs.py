"""Log lines for machines: one JSON object a line, found by the request id, and never a token in them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import until


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that logs everything it does, as JSON."""
    running = start(tmp_path_factory.mktemp("telling"), LOG_FORMAT="json", LOG_LEVEL="debug", WORKERS="1", WEB_PROCESSES="1")
    yield running
    stop(running)


def lines(log: Path) -> list[dict[str, Any]]:
    """The log but for the welcome."""
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def test_a_request_is_one_line_under_its_id(telling: Server) -> None:
    with Client(telling.url) as client:
        ada = client.named("Ada")
        given = ada.get("/v1/me", X_Request_Id="find-me").headers["X-Request-Id"]
        made = ada.get("/v1/nothing").headers["X-Request-Id"]
    assert (given, len(made)) == ("find-me", 16)
    until(lambda: {given, made} <= {line.get("request") for line in lines(telling.log)})
    (line,) = [line for line in lines(telling.log) if line.get("request") == "find-me" and line["from"] == "intramuros.request"]
    assert (line["message"], line["player"], line["level"]) == ("GET /v1/me 200", ada.id, "info")
    assert line["ms"] > 0


def test_what_a_worker_does_stands_under_the_id_of_the_request_that_caused_it(telling: Server) -> None:
    with Client(telling.url) as client:
        ada = client.named("Ada")
        game = ada.game("cathedral", ["me", {"ai": "random"}])["id"]
        body = {"turn": 1, "move": "cathedral@e5n"}
        assert ada.post(f"/v1/games/{game}/moves", body, X_Request_Id="the cause").status_code == 201
        ada.wait_until_mine(game)
    until(lambda: any(line.get("game") == game and line["message"] == "an AI has moved" for line in lines(telling.log)))
    moved = [line for line in lines(telling.log) if line.get("game") == game and line["message"] == "an AI has moved"]
    assert [line.get("request") for line in moved] == ["the cause"]


@pytest.mark.parametrize("given", ["x" * 65, "a\tb", "caf\xe9", ""])
def test_an_id_that_is_not_fit_for_a_log_is_replaced(telling: Server, given: str) -> None:
    with Client(telling.url) as client:
        assert client.get("/healthz", X_Request_Id=given).headers["X-Request-Id"] != given


def test_no_token_is_ever_in_the_log(telling: Server) -> None:
    with Client(telling.url) as client:
        ada = client.named("Ada")
        game = ada.game("cathedral", ["me", {"ai": "random"}])["id"]
        ada.play(game, 1, "cathedral@e5n")
        ada.wait_until_mine(game)
        ada.get("/v1/me", Authorization="Bearer im_secret_unknown-token")
        ada.post("/v1/players", {"name": "Eve"}, Idempotency_Key="hard-to-guess-key")
        ada.get("/v1/nothing", X_Request_Id="the last")
        assert ada.token
        until(lambda: "the last" in telling.log.read_text())
        said = telling.log.read_text()
        assert ada.token.split("_", 2)[2] not in said
    assert "unknown-token" not in said
    assert "hard-to-guess-key" not in said
    assert [line for line in lines(telling.log) if line["message"] == "an AI has moved"]
