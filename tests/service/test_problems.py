"""Every kind of refusal as a client meets it: a problem document with a type that can be opened, and never a 5xx."""

import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from service.problems import PROBLEMS
from tests.service.client import Client, Server, check_answer

JSON = {"Content-Type": "application/json"}


def problem(answer: requests.Response, status: int, slug: str) -> dict[str, Any]:
    """The document, which must be a whole one of that kind."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json"), answer.text
    said: dict[str, Any] = answer.json()
    assert (said["type"], said["status"]) == (f"/docs/problems#{slug}", status)
    assert said["title"]
    assert said["detail"].strip().endswith((".", "?", ")"))
    assert said["instance"] == f"urn:intramuros:request:{answer.headers['X-Request-Id']}"
    return said


def send(client: Client, path: str, data: bytes | str, **headers: str) -> requests.Response:
    """A body as it stands, which need not be JSON."""
    sent = JSON | ({"Authorization": f"Bearer {client.token}"} if client.token else {}) | headers
    answer = client.session.post(client.url + path, data=data, headers=sent, timeout=20)
    check_answer("POST", path, answer)
    return answer


@pytest.fixture
def game(ada: Client, bob: Client) -> str:
    """A running game of Ada's and Bob's, Ada to move."""
    made = ada.game("cathedral", ["me", "open"])["id"]
    bob.post(f"/v1/games/{made}/seats", {})
    return str(made)


def test_every_type_can_be_opened(anybody: Client) -> None:
    page = anybody.get("/docs/problems").text
    assert set(re.findall(r'<h2 id="([a-z-]+)"', page)) == {kind.slug for kind in PROBLEMS}


@pytest.mark.parametrize(
    "body",
    ["", "{", "nonsense", "{'name': 'Ada'}", '{"name": "Ada",}', '{"name": NaN}', '{"name": -Infinity}', '{"name": "\\ud800"}', '{"a": "\\',
     '{"name": ' + "[" * 20_000 + "]" * 20_000 + "}", '{"name": ' + "9" * 6000 + "}", b"\xff\xfe{\x00}\x00", b'{"name": "\xff"}'],
    ids=lambda body: repr(body)[:30],
)  # fmt: skip
def test_what_is_no_json_is_unreadable(anybody: Client, body: bytes | str) -> None:
    problem(send(anybody, "/v1/players", body), 400, "unreadable")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [("{}", "/name"), ("[]", ""), ("null", ""), ('"Ada"', ""), ("1", ""), ('{"name": 1}', "/name"), ('{"name": null}', "/name"),
     ('{"name": ["Ada"]}', "/name"), ('{"name": ""}', "/name"), ('{"name": "  "}', "/name"), ('{"name": "A\\u0000da"}', "/name"),
     ('{"name": "\\u202eadA"}', "/name"), ('{"name": "\\ufeff"}', "/name"),
     ('{"name": "' + "a" * 41 + '"}', "/name"), ('{"name": "Ada", "admin": true}', "/admin"), ('{"name": "Ada", "a/b~c": 1}', "/a~1b~0c")],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_what_does_not_fit_the_schema_is_pointed_at(anybody: Client, body: str, pointer: str) -> None:
    said = problem(send(anybody, "/v1/players", body), 422, "invalid")
    assert said["errors"][0]["pointer"] == pointer


def test_a_member_that_stands_twice_is_refused(anybody: Client) -> None:
    assert "'name'" in problem(send(anybody, "/v1/players", '{"name": "Ada", "name": "Eve"}'), 422, "invalid")["detail"]


@pytest.mark.parametrize("turn", ['"1"', "1.5", "true", "null", "-1", "1e400", "99999999999999999999999", "[1]", "{}"])
def test_a_turn_is_a_whole_number(ada: Client, game: str, turn: str) -> None:
    said = problem(send(ada, f"/v1/games/{game}/moves", f'{{"turn": {turn}, "move": "cathedral@e5n"}}'), 422, "invalid")
    assert said["pointer"] == "/turn"


def test_a_whole_number_may_be_written_with_a_point(ada: Client, game: str) -> None:
    assert send(ada, f"/v1/games/{game}/moves", '{"turn": 1.0, "move": "cathedral@e5n"}').status_code == 201


@pytest.mark.parametrize("move", ["", "castle", "castle@", "castle@z9n", "a\u0000b", "\u202e@e5n", "💒@e5n", "roll 4", "resign", "e" * 200])
def test_a_text_that_is_no_move_is_bad_notation(ada: Client, game: str, move: str) -> None:
    problem(ada.play(game, 1, move), 422, "bad-notation" if move else "invalid")


def test_a_move_of_ten_kilobytes_is_not_read(ada: Client, game: str) -> None:
    said = problem(ada.play(game, 1, "castle@e5n" * 1000), 422, "invalid")
    assert (said["pointer"], len(said["detail"]) < 300) == ("/move", True)


def test_an_illegal_move_is_refused_with_a_sentence_and_the_rule(ada: Client, game: str) -> None:
    said = problem(ada.play(game, 1, "castle@c3n"), 422, "illegal-move")
    assert said["rule"].startswith("Rules, ")
    assert "Cathedral" in said["detail"]
    assert ada.look(game)["revision"] == 2


@pytest.mark.parametrize(
    ("more", "slug", "pointer"),
    [({"options": {"colour": "red"}}, "bad-option", "/options/colour"), ({"options": {"a/b~": 1}}, "bad-option", "/options/a~1b~0"),
     ({"options": {"cathedral": "never"}}, "bad-option", "/options/cathedral"),
     ({"options": {"cathedral": 1e999}}, "bad-option", "/options/cathedral"),
     ({"options": []}, "invalid", "/options"), ({"seats": ["me"]}, "bad-option", "/seats"), ({"seats": []}, "invalid", "/seats"),
     ({"seats": ["me"] * 9}, "invalid", "/seats"), ({"seats": ["me", "you"]}, "invalid", "/seats/1"),
     ({"seats": "me"}, "invalid", "/seats"),
     ({"seats": ["me", {"ai": "genius"}]}, "invalid", "/seats/1/ai"),
     ({"seats": ["me", {"player": "nobody"}]}, "invalid", "/seats/1/player"),
     ({"seats": ["me", {"ai": "easy", "player": "x"}]}, "invalid", "/seats/1"), ({"ruleset": "chess"}, "invalid", "/ruleset"),
     ({"visibility": "secret"}, "invalid", "/visibility"), ({"clock": 5}, "invalid", "/clock")],
    ids=str,
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused(ada: Client, more: dict[str, Any], slug: str, pointer: str) -> None:
    body = json.dumps({"ruleset": "cathedral", "seats": ["me", "me"], **more}).replace("Infinity", "1e999")
    assert problem(send(ada, "/v1/games", body), 422, slug)["pointer"] == pointer


@pytest.mark.parametrize("token", ["", "Bearer", "Bearer ", "Bearer x", "Basic eDp5", "Bearer im_a_b", "Bearer im__", "Bearer im_\xe9_x"])
def test_a_token_that_is_not_ours_is_refused(anybody: Client, token: str) -> None:
    answer = anybody.get("/v1/me", Authorization=token)
    problem(answer, 401, "unauthorized")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_without_a_token_nothing_is_changed(anybody: Client, game: str) -> None:
    problem(anybody.get("/v1/me"), 401, "unauthorized")
    problem(anybody.play(game, 1, "cathedral@e5n"), 401, "unauthorized")
    problem(anybody.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"]}), 401, "unauthorized")


def test_what_is_not_yours_is_forbidden(ada: Client, bob: Client, anybody: Client, game: str) -> None:
    problem(bob.play(game, 1, "cathedral@e5n", seat=0), 403, "forbidden")
    problem(bob.get(f"/v1/games/{game}?seat=0"), 403, "forbidden")
    stranger = anybody.named("Eve")
    problem(stranger.play(game, 1, "cathedral@e5n"), 403, "forbidden")
    problem(stranger.post(f"/v1/games/{game}/resignation", {}), 403, "forbidden")
    problem(stranger.get(f"/v1/games/{game}/legal-moves"), 403, "forbidden")


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/nothing", "/v1/games/nosuchgame", "/v1/games/%00", "/v1/games/%FF/moves", "/%2e%2e/etc", "/v1//games"]
)
def test_what_is_not_there_is_not_found(ada: Client, path: str) -> None:
    problem(ada.get(path), 404, "not-found")


def test_a_method_that_is_not_there_names_those_that_are(ada: Client, game: str) -> None:
    answer = ada.request("DELETE", f"/v1/games/{game}/moves")
    problem(answer, 405, "method-not-allowed")
    assert {"GET", "POST"} <= set(answer.headers["Allow"].replace(" ", "").split(","))


def test_a_drawing_in_no_known_form_is_not_acceptable(ada: Client, game: str) -> None:
    problem(ada.get(f"/v1/games/{game}/board", Accept="application/pdf"), 406, "not-acceptable")


def test_conflicts_say_what_is_in_the_way(ada: Client, bob: Client, game: str) -> None:
    problem(bob.play(game, 1, "castle@c3n"), 409, "not-your-turn")
    assert problem(ada.play(game, 7, "cathedral@e5n"), 409, "stale-turn")["turn"] == 1
    problem(bob.post(f"/v1/games/{game}/seats", {}), 409, "seat-taken")
    waiting = ada.game("cathedral", ["me", "open"])["id"]
    problem(ada.play(waiting, 0, "cathedral@e5n"), 409, "game-not-started")
    problem(ada.get(f"/v1/games/{waiting}/legal-moves"), 409, "game-not-started")
    problem(ada.post(f"/v1/games/{waiting}/resignation", {}), 409, "game-not-started")
    ada.post(f"/v1/games/{game}/resignation", {})
    problem(bob.play(game, 2, "castle@c3n"), 409, "game-over")
    problem(bob.post(f"/v1/games/{game}/resignation", {}), 409, "game-over")
    problem(bob.get(f"/v1/games/{game}/legal-moves"), 409, "game-over")


def test_a_name_is_changed_only_by_who_has_read_it(ada: Client) -> None:
    problem(ada.request("PATCH", "/v1/me", {"name": "Eve"}), 428, "precondition-required")
    tag = ada.get("/v1/me").headers["ETag"]
    assert ada.request("PATCH", "/v1/me", {"name": "Eve"}, If_Match=tag).json()["name"] == "Eve"
    problem(ada.request("PATCH", "/v1/me", {"name": "Ann"}, If_Match=tag), 412, "precondition-failed")
    assert ada.get("/v1/me").json()["name"] == "Eve"


def test_who_does_not_mind_what_the_name_was_is_never_told_that_it_changed(ada: Client) -> None:
    def rename(number: int) -> int:
        headers = {"Authorization": f"Bearer {ada.token}", "If-Match": "*"}
        return requests.patch(f"{ada.url}/v1/me", json={"name": f"Ada {number}"}, headers=headers, timeout=30).status_code

    with ThreadPoolExecutor(8) as crowd:
        assert set(crowd.map(rename, range(16))) == {200}


def test_a_large_body_is_not_read(ada: Client) -> None:
    problem(send(ada, "/v1/games", json.dumps({"ruleset": "x" * 70_000})), 413, "too-large")
    chunks = ada.session.post(f"{ada.url}/v1/players", data=iter([b"x" * 30_000] * 3), headers=JSON, timeout=20)
    problem(chunks, 413, "too-large")


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json", ""])
def test_a_body_that_is_not_said_to_be_json_is_refused(anybody: Client, media: str) -> None:
    problem(send(anybody, "/v1/players", '{"name": "Ada"}', **{"Content-Type": media}), 415, "unsupported-media-type")


@pytest.mark.parametrize("query", ["seat=8", "seat=-1", "seat=x", "seat=1.5", "seat=", "sear=1", "seat=99999999999999999999"])
def test_a_query_that_does_not_fit_names_the_parameter(ada: Client, game: str, query: str) -> None:
    said = problem(ada.get(f"/v1/games/{game}?{query}"), 422, "invalid")
    assert said["errors"][0]["parameter"] == query.partition("=")[0]


def test_an_idempotency_key_must_be_usable(ada: Client) -> None:
    problem(ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"]}, Idempotency_Key="k" * 256), 422, "invalid")
    problem(ada.post("/v1/players", {"name": "Eve"}, Idempotency_Key="guess me"), 422, "invalid")


@pytest.mark.parametrize(
    "sent",
    [
        b'Content-Length: 100\r\n\r\n{"name": "Ada"}',
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"na',
    ],
    ids=["short", "no chunk", "half a chunk"],
)
def test_a_body_that_broke_off_is_not_acted_upon(server: Server, sent: bytes) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 10) as line:
        line.sendall(b"POST /v1/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n" + sent)
        line.shutdown(socket.SHUT_WR)
        answer = line.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"/docs/problems#unreadable" in answer


def test_what_gunicorn_refuses_is_a_problem_document_too(server: Server) -> None:
    long = requests.get(f"{server.url}/v1/games?cursor={'x' * 9000}", timeout=10)
    assert (long.status_code, long.headers["Content-Type"], long.json()["status"]) == (414, "application/problem+json", 414)
    wide = requests.get(f"{server.url}/v1/games", headers={"X-Wide": "x" * 20_000}, timeout=10)
    assert (wide.status_code, wide.json()["type"]) == (431, "/docs/problems#headers-too-large")
