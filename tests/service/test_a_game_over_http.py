"""A whole game as a client plays it: create, look, play, until it is over."""

import random

from engine.record import read
from engine.replaying import replay
from tests.service.client import Client


def test_a_game_against_an_ai_is_played_to_its_end(ada: Client) -> None:
    game = ada.game("cathedral", ["me", {"ai": "medium"}])
    rng = random.Random(1)
    snapshot = ada.wait_until_mine(game["id"])
    while snapshot["status"] == "running":
        legal = ada.get(f"/v1/games/{game['id']}/legal-moves?limit=500").json()
        move = rng.choice(legal["items"])["move"]
        assert ada.play(game["id"], snapshot["turn"], move).status_code == 201
        snapshot = ada.wait_until_mine(game["id"])
    assert snapshot["outcome"]["reason"] == "neither_can_place"
    assert snapshot["seed"]
    journal = ada.get(f"/v1/games/{game['id']}/moves?limit=500").json()
    assert len(journal["items"]) == snapshot["entries"]
    assert not snapshot["degraded"]
    record = read(ada.get(f"/v1/games/{game['id']}/export").text)
    *_, (last, _) = replay(record)
    assert last.outcome is not None
    assert list(last.outcome.scores) == snapshot["outcome"]["scores"]


def test_two_people_meet_in_an_open_game(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])
    assert game["status"] == "open"
    assert game["id"] in [listed["id"] for listed in bob.get("/v1/games?status=open&limit=100").json()["items"]]
    joined = bob.post(f"/v1/games/{game['id']}/seats", {}).json()
    assert joined["status"] == "running"
    assert joined["you"]["seats"] == [1]
    assert ada.play(game["id"], 1, "cathedral@e5n").status_code == 201
    assert bob.play(game["id"], 2, "castle@c3n").status_code == 201
    assert ada.look(game["id"])["turn"] == 3


def test_a_hot_seat_player_moves_for_both_seats(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    assert game["you"] == {"seats": [0, 1], "owe": [0], "viewing": 0}
    assert ada.play(game["id"], 1, "cathedral@e5n").json()["game"]["you"]["owe"] == [1]


def test_resigning_gives_the_game_to_the_other(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])
    bob.post(f"/v1/games/{game['id']}/seats", {})
    over = ada.post(f"/v1/games/{game['id']}/resignation", {}).json()
    said = {"sentence": "A seat has resigned.", "code": "game.reason.resigned", "params": {}}
    assert over["outcome"] == {"scores": [47, 47], "winners": [1], "reason": "resigned", **said}
    assert bob.play(game["id"], 1, "cathedral@e5n").json()["type"] == "/docs/problems#game-over"
    record = read(bob.get(f"/v1/games/{game['id']}/export").text)
    assert [line.move for _, line in replay(record)] == ["resign"]


def test_a_game_that_goes_on_is_not_exported(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    assert ada.get(f"/v1/games/{game['id']}/export").json()["type"] == "/docs/problems#game-running"
