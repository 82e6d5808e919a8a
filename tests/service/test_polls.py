"""The short way for polls says exactly what the long way says, and is taken where it should be."""

import re

import pytest
import requests

from tests.service.client import Client
from tests.service.waiters import meanwhile

LONG = "?wait=0"


def same(short: requests.Response, long: requests.Response) -> None:
    """Fails unless both answers are the same but for the time, the count of requests left and the order of headers."""
    assert short.status_code == long.status_code
    assert short.content == long.content
    assert headers(short) == headers(long)


def headers(answer: requests.Response) -> dict[str, str]:
    kept = {name: value for name, value in answer.headers.items() if name != "Date"}
    return {name: re.sub(r"[rt]=\d+", "…", value) if name == "RateLimit" else value for name, value in kept.items()}


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_a_game_is_told_alike(ada: Client, encoding: str) -> None:
    game = ada.game("cathedral", ["me", "me"])
    path = f"/v1/games/{game['id']}"
    for _ in range(2):
        short = ada.get(path, X_Request_Id="one", Accept_Encoding=encoding)
        same(short, ada.get(path + LONG, X_Request_Id="one", Accept_Encoding=encoding))
    tag = short.headers["ETag"]
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*", '"other"'):
        same(ada.get(path, X_Request_Id="one", If_None_Match=known), ada.get(path + LONG, X_Request_Id="one", If_None_Match=known))
    assert ada.get(path, If_None_Match=tag).status_code == 304
    ada.play(game["id"], 1, "cathedral@e5n")
    changed = ada.get(path, X_Request_Id="one", If_None_Match=tag)
    assert changed.json()["revision"] == 2
    same(changed, ada.get(path + LONG, X_Request_Id="one", If_None_Match=tag))


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
@pytest.mark.parametrize("ruleset", ["cathedral", "verbotene_stadt"])
def test_the_view_of_each_seat_is_told_alike(ada: Client, ruleset: str, encoding: str) -> None:
    game = ada.game(ruleset, ["me", "me"])
    for seat in (0, 1):
        path, asked = f"/v1/games/{game['id']}?seat={seat}", {"X_Request_Id": "one", "Accept_Encoding": encoding}
        same(ada.get(path, **asked), ada.get(f"{path}&wait=0", **asked))
        same(ada.get(f"{path}&wait=9", **asked), ada.get(f"{path}&wait=0", **asked))
        assert ada.get(path).json()["you"]["viewing"] == seat


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_who_waits_is_told_alike(ada: Client, encoding: str) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    path, asked = f"/v1/games/{game}", {"X_Request_Id": "one", "Accept_Encoding": encoding}
    tag = ada.get(f"{path}?seat=1").headers["ETag"]
    same(ada.get(f"{path}?wait=1&seat=1", If_None_Match=tag, **asked), ada.get(f"{path}?wait=0&seat=1", If_None_Match=tag, **asked))
    waiting = meanwhile(lambda: ada.get(f"{path}?seat=1&wait=30", If_None_Match=tag, **asked))
    ada.play(game, 1, "cathedral@e5n")
    same(waiting.result(10), ada.get(f"{path}?seat=1&wait=0", If_None_Match=tag, **asked))


@pytest.mark.parametrize("query", ["wait=61", "wait=soon", "wait=-1", "wait=1&wait=2", "seat=8", "seat=1&", "sight=1", "wait=01&seat=x"])
def test_a_query_that_is_not_plain_is_refused_or_understood_as_ever(ada: Client, query: str) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    with_origin = ada.get(f"/v1/games/{game}?{query}", Origin="https://client.example")
    assert ada.get(f"/v1/games/{game}?{query}").status_code == with_origin.status_code


def test_a_seat_that_is_not_the_callers_stays_closed(ada: Client, bob: Client) -> None:
    game = ada.game("verbotene_stadt", ["me", "me"])["id"]
    for query in ("seat=0", "seat=0&wait=5", "wait=5&seat=1"):
        assert bob.get(f"/v1/games/{game}?{query}").status_code == 403


def test_an_inbox_is_told_alike(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    first = ada.get("/v1/me/turns", X_Request_Id="one")
    for known in (first.headers["ETag"], '"other"'):
        asked = {"X_Request_Id": "one", "If_None_Match": known}
        same(ada.get("/v1/me/turns", **asked), ada.get(f"/v1/me/turns{LONG}", **asked))
    ada.play(game["id"], 1, "cathedral@e5n")
    for _ in range(2):
        same(ada.get("/v1/me/turns", X_Request_Id="one"), ada.get(f"/v1/me/turns{LONG}", X_Request_Id="one"))
    assert ada.get("/v1/me/turns").headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_who_waits_for_an_inbox_is_told_alike(ada: Client, bob: Client, encoding: str) -> None:
    games = [str(ada.game("cathedral", ["me", "open"])["id"]) for _ in range(6)]
    for game in games:
        assert bob.post(f"/v1/games/{game}/seats", {}).status_code == 201
    asked = {"X_Request_Id": "one", "Accept_Encoding": encoding}
    nothing = bob.get("/v1/me/turns").headers["ETag"]
    same(bob.get("/v1/me/turns?wait=1", If_None_Match=nothing, **asked), bob.get(f"/v1/me/turns{LONG}", If_None_Match=nothing, **asked))
    for game in games[1:]:
        ada.play(game, 1, "cathedral@e5n")
    tag = bob.get("/v1/me/turns").headers["ETag"]
    waiting = meanwhile(lambda: bob.get("/v1/me/turns?wait=30", If_None_Match=tag, **asked))
    ada.play(games[0], 1, "cathedral@e5n")
    answer = waiting.result(10)
    assert answer.json()["count"] == 6
    same(answer, bob.get(f"/v1/me/turns{LONG}", If_None_Match=tag, **asked))


@pytest.mark.parametrize("query", ["wait=61", "wait=soon", "seat=1", "limit=0", "limit=2&wait=1", "wait=1&seat=0"])
def test_a_query_of_an_inbox_that_is_not_plain_is_refused_or_understood_as_ever(ada: Client, query: str) -> None:
    with_origin = ada.get(f"/v1/me/turns?{query}", Origin="https://client.example")
    assert ada.get(f"/v1/me/turns?{query}").status_code == with_origin.status_code


def test_what_is_hidden_stays_hidden(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"], visibility="private")
    path = f"/v1/games/{game['id']}"
    for _ in range(2):
        same(bob.get(path, X_Request_Id="one"), bob.get(path + LONG, X_Request_Id="one"))
        assert bob.get(path).status_code == 404
        assert bob.get(f"{path}x").status_code == 404


def test_a_page_of_another_origin_may_read_a_poll(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    ada.get(f"/v1/games/{game['id']}")
    answer = ada.get(f"/v1/games/{game['id']}", Origin="https://client.example")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
