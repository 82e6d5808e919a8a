"""The short way for polls says exactly what the long way says, and is taken where it should be."""

import re

import pytest
import requests

from tests.service.client import Client

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
