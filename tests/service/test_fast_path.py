"""The fast path says exactly what the way through Flask says: the same handlers, schemas, refusals and headers stand behind both."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.config import Settings
from service.game import Seat
from service.games.referee import Asked
from service.parts import Parts
from service.store import embedded
from service.web import fast_path
from service.web.app import create_app

PAGE = "https://client.example"
GAME, MOVES, TURNS = "/v1/games/{game}", "/v1/games/{game}/moves", "/v1/me/turns"


@pytest.fixture(scope="module", params=["*", PAGE], ids=["any origin", "one origin"])
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    given = replace(Settings(), data=tmp_path_factory.mktemp("fast"), cors_origins=(request.param,), metrics=False)
    with embedded.server(given) as url:
        yield create_app(replace(given, store_url=url, queue_url=url))


@pytest.fixture
def parts(app: Flask) -> Parts:
    found: Parts = app.extensions["intramuros"]
    return found


@pytest.fixture
def ada(parts: Parts) -> tuple[str, str]:
    known, token = parts.players.create("Ada")
    return known.id, token


@pytest.fixture
def game(parts: Parts, ada: tuple[str, str]) -> str:
    made = parts.referee.create("cathedral", {}, (Seat("player", "Ada", ada[0]),) * 2, "listed", Asked(ada[0]), lambda _: "")
    assert not isinstance(made, str)
    return made.game.id


Ask = Callable[..., TestResponse]


@pytest.fixture
def ask(app: Flask, ada: tuple[str, str], game: str, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Sends a request by both ways, Flask's first, and fails unless both answers are the same; gives the fast one."""

    def asked(method: str, path: str, **more: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {ada[1]}", "X-Request-Id": "one", **more.pop("headers", {})}
        given = {"method": method, "path": path.format(game=game), "headers": headers, **more}
        with monkeypatch.context() as patch:
            patch.setattr(fast_path, "ROUTES", {})
            slow = app.test_client().open(**given)
        fast = app.test_client().open(**given)
        assert fast.status_code == slow.status_code
        assert fast.data == slow.data
        assert told(fast) == told(slow)
        return fast

    return asked


def told(answer: TestResponse) -> dict[str, str]:
    """The headers but for the count of requests left."""
    return {name: re.sub(r"[rt]=\d+", "…", value) if name == "RateLimit" else value for name, value in answer.headers.items()}


def test_every_route_is_an_operation_that_flask_documents(app: Flask) -> None:
    rules = {f"{method} {rule}": rule.endpoint for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    named = {re.sub(r"<\w+:game_id>", "{game_id}", text): endpoint for text, endpoint in rules.items()}
    assert {text: route.endpoint for text, route in fast_path.ROUTES.items()} == {text: named[text] for text in fast_path.ROUTES}


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
@pytest.mark.parametrize("path", [GAME, GAME + "?seat=1", GAME + "?wait=0&seat=0", TURNS, TURNS + "?limit=3"])
@pytest.mark.parametrize("origin", [{}, {"Origin": PAGE}, {"Origin": "https://other.example"}], ids=["no page", "our page", "another page"])
def test_a_poll_is_told_alike(ask: Ask, path: str, encoding: str, origin: dict[str, str]) -> None:
    first = ask("GET", path, headers={"Accept-Encoding": encoding, **origin})
    assert first.status_code == 200
    tag = first.headers["ETag"]
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        assert ask("GET", path, headers={"If-None-Match": known, **origin}).status_code == 304
    assert ask("GET", path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (GAME + "?wait=61", 422), (GAME + "?wait=soon", 422), (GAME + "?wait=-1", 422), (GAME + "?seat=8", 422), (GAME + "?sight=1", 422),
        (GAME + "?seat=7", 403), (TURNS + "?limit=0", 422), (TURNS + "?seat=1", 422), ("/v1/games/nosuchgame", 404),
        ("/v1/games/import", 405), ("/v1/games/no-such-game", 404), ("/v1/games/", 404),
    ],
)  # fmt: skip
def test_a_poll_is_refused_alike(ask: Ask, path: str, status: int) -> None:
    assert ask("GET", path).status_code == status


@pytest.mark.parametrize("token", ["Bearer im_nobody_x", "Bearer ", "Basic abc"])
@pytest.mark.parametrize(("method", "path"), [("GET", GAME), ("GET", TURNS), ("POST", MOVES)])
def test_a_caller_whom_we_do_not_know_is_refused_alike(ask: Ask, method: str, path: str, token: str) -> None:
    answer = ask(method, path, headers={"Authorization": token}, json={"turn": 1, "move": "cathedral@e5n"} if method == "POST" else None)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        {"turn": 2, "move": "inn@e5n"}, {"turn": 1, "move": "castle@b2n"}, {"turn": 1, "move": "no move"},
        {"turn": 1, "move": "cathedral@e5n", "seat": 1}, {"turn": 1, "move": "cathedral@e5n", "seat": 7}, {"turn": 1.5, "move": "x"},
        {"turn": True, "move": "x"}, {"turn": 1, "move": ""}, {"turn": 1, "move": "x" * 201}, {"turn": 1, "move": "x", "seat": None},
        {"turn": 1, "move": "cathedral@e5n", "more": 1}, {"turn": 1}, [], "abbey",
    ],
)  # fmt: skip
def test_a_move_is_refused_alike(ask: Ask, body: Any) -> None:
    assert 400 <= ask("POST", MOVES, json=body).status_code < 500


@pytest.mark.parametrize("path", ["/v1/games/import/moves", "/v1/games/import"])
def test_what_is_beside_the_games_is_none_by_either_way(ask: Ask, path: str) -> None:
    assert 400 <= ask("POST", path, json={"turn": 1, "move": "cathedral@e5n"}).status_code < 500


def test_the_query_is_looked_at_before_the_body_by_either_way(ask: Ask) -> None:
    answer = ask("POST", MOVES + "?sight=1", json={"turn": "one"})
    assert answer.json is not None
    assert [error.get("parameter") for error in answer.json["errors"]] == ["sight"]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "application/json"), (b"{", "application/json"), (b'{"turn": 1, "turn": 1, "move": "x"}', "application/json"),
        (b'{"turn": 1, "move": "\\ud800"}', "application/json"), (b"\xff", "application/json"), (b"[" * 900, "application/json"),
        (b'{"turn": 1, "move": "cathedral@e5n"}', "text/plain"), (b"x" * 70_000, "application/json"),
    ],
)  # fmt: skip
def test_a_body_that_cannot_be_read_is_refused_alike(ask: Ask, data: bytes, kind: str) -> None:
    assert 400 <= ask("POST", MOVES, data=data, content_type=kind).status_code < 500


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
@pytest.mark.parametrize("origin", [{}, {"Origin": PAGE}], ids=["no page", "our page"])
def test_a_move_is_played_once_and_told_alike(ask: Ask, parts: Parts, game: str, kind: str, origin: dict[str, str]) -> None:
    answer = ask("POST", MOVES, data=b'{"turn": 1, "move": "cathedral@e5n"}', content_type=kind, headers=origin)
    assert (answer.status_code, parts.referee.load(game).revision) == (201, 2)
    tried = ask("POST", MOVES + "?dry_run=true", data=b'{"turn": 2, "move": "inn@b2n"}', content_type=kind, headers=origin)
    assert (tried.status_code, parts.referee.load(game).revision) == (200, 2)


def test_a_request_with_a_key_is_the_same_request_by_either_way(ask: Ask, parts: Parts, game: str) -> None:
    sent = {"data": b'{"turn": 1, "move": "cathedral@e5n"}', "content_type": "application/json"}
    assert ask("POST", MOVES, headers={"Idempotency-Key": "one"}, **sent).status_code == 201
    other = ask("POST", MOVES, headers={"Idempotency-Key": "one"}, data=b'{"turn": 2, "move": "inn@b2n"}', content_type="application/json")
    assert other.json is not None
    assert other.json["type"] == "/docs/problems#idempotency-key-reused"
    assert ask("POST", MOVES, headers={"Idempotency-Key": "x" * 256}, **sent).status_code == 422
    assert parts.referee.load(game).revision == 2


def test_a_move_beyond_the_limit_passes_only_if_it_is_legal(tmp_path: Path) -> None:
    given = replace(Settings(), data=tmp_path, rate_token=1, metrics=False)
    with embedded.server(given) as url:
        app = create_app(replace(given, store_url=url, queue_url=url))
        here: Parts = app.extensions["intramuros"]
        known, token = here.players.create("Ada")
        made = here.referee.create("cathedral", {}, (Seat("player", "Ada", known.id),) * 2, "listed", Asked(known.id), lambda _: "")
        assert not isinstance(made, str)
        path, client, headers = f"/v1/games/{made.game.id}", app.test_client(), {"Authorization": f"Bearer {token}"}
        assert client.get(path, headers=headers).status_code == 200
        assert client.get(path, headers=headers).status_code == 429
        wrong, right = {"turn": 1, "move": "castle@b2n"}, {"turn": 1, "move": "cathedral@e5n"}
        assert client.post(f"{path}/moves?dry_run=true", json=right, headers=headers).status_code == 429
        assert client.post(f"{path}/moves", json=wrong, headers=headers).status_code == 429
        assert client.post(f"{path}/moves", json=right, headers=headers).status_code == 201
