"""A server that is started again with another board, other tiles or dice: its games are kept, refused in words, and in nobody's way."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests

from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import ROOT

BOARDS = ROOT / "tests" / "engine" / "verbotene_stadt" / "boards"
REFUSED = "/docs/problems#other-box"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server on another board, with the games that were begun, and one that was ended, before it was changed."""
    data = tmp_path_factory.mktemp("changed")
    before = start(data)
    try:
        with Client(before.url) as ada:
            token = ada.named("Ada").token
            games = {name: ada.game("verbotene_stadt", seats)["id"] for name, seats in {
                "mine": ["me", "me"], "with an AI": ["me", {"ai": "random"}], "over": ["me", "me"],
            }.items()}  # fmt: skip
            games["hurried"] = ada.game("verbotene_stadt", ["me", "me"], clock={"kind": "per_decision", "seconds": 5})["id"]
            games["cathedral"] = ada.game("cathedral", ["me", "me"])["id"]
            assert ada.post(f"/v1/games/{games['over']}/resignation", {"seat": 0}).status_code == 201
    finally:
        stop(before)
    after = start(data, VERBOTENE_STADT_BOARD=str(BOARDS / "small"))
    try:
        yield after, {"token": token, **games}
    finally:
        stop(after)


@pytest.fixture
def ada(told: tuple[Server, dict[str, Any]]) -> Iterator[Client]:
    server, known = told
    with Client(server.url) as client:
        client.token = known["token"]
        yield client


@pytest.mark.parametrize("name", ["mine", "with an AI", "over", "hurried"])
@pytest.mark.parametrize("what", ["", "/board.svg", "/board.txt", "/events"])
def test_a_game_begun_with_another_board_is_refused_in_words(
    ada: Client, told: tuple[Server, dict[str, Any]], name: str, what: str
) -> None:
    answer = ada.get(f"/v1/games/{told[1][name]}{what}")
    assert (answer.status_code, answer.json()["type"]) == (409, REFUSED)
    assert answer.json()["detail"].startswith("The game was begun with another board")


@pytest.mark.parametrize("what", ["moves", "resignation", "hints"])
def test_nobody_can_go_on_with_it(ada: Client, told: tuple[Server, dict[str, Any]], what: str) -> None:
    body = {"moves": {"turn": 1, "move": "bribe red-red", "seat": 0}}.get(what, {"seat": 0})
    assert ada.post(f"/v1/games/{told[1]['mine']}/{what}", body).json()["type"] == REFUSED
    assert ada.get(f"/v1/games/{told[1]['mine']}/legal-moves?seat=0").json()["type"] == REFUSED


def test_lists_have_it_and_the_inbox_has_the_others(ada: Client, told: tuple[Server, dict[str, Any]]) -> None:
    known = told[1]
    listed = {game["id"] for game in ada.get("/v1/games?player=me").json()["items"]}
    assert {known["mine"], known["over"], known["cathedral"]} <= listed
    assert [each["game"] for each in ada.get("/v1/me/turns").json()["items"]] == [known["cathedral"]]


def test_new_games_are_played_on_the_board_that_is_loaded(ada: Client) -> None:
    """Asked without our client, which holds answers against the document of our own board."""
    token = {"Authorization": f"Bearer {ada.token}"}
    body = {"ruleset": "verbotene_stadt", "seats": ["me", "me"]}
    fresh = requests.post(f"{ada.url}/v1/games", json=body, headers=token, timeout=10).json()
    assert (fresh["status"], len(fresh["notation"].splitlines()[3].split())) == ("running", 9)


def test_puzzles_of_another_board_are_left_out(ada: Client) -> None:
    assert ada.get("/v1/puzzles?ruleset=verbotene_stadt").json()["items"] == []
    assert ada.get("/v1/puzzles/daily?ruleset=verbotene_stadt").status_code == 404
    assert len(ada.get("/v1/puzzles?limit=100").json()["items"]) == 100
    assert ada.get("/v1/puzzles/daily?ruleset=cathedral").status_code == 200
