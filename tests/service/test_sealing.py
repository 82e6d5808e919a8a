"""Secret choices made at the same time: nobody refuses anybody, and nobody learns anything."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.service.client import Client

OFFICIALS = [f"{hat}-{robe}" for hat in ("red", "yellow", "blue", "green", "black") for robe in ("red", "yellow", "blue", "green", "black")]


def two_seats(ada: Client, bob: Client) -> dict[str, Any]:
    game = ada.game("verbotene_stadt", ["me", "open"])
    joined: dict[str, Any] = bob.post(f"/v1/games/{game['id']}/seats", {}).json()
    return joined


def test_two_people_who_bribe_at_the_same_instant_are_both_accepted_a_hundred_times(ada: Client, bob: Client) -> None:
    rng = random.Random(3)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(100):
            game = two_seats(ada, bob)
            assert game["actors"] == [0, 1]
            calls = [pool.submit(who.play, game["id"], game["turn"], f"bribe {rng.choice(OFFICIALS)}") for who in (ada, bob)]
            assert [call.result().status_code for call in calls] == [201, 201]


def test_a_sealed_choice_is_public_only_as_a_choice(ada: Client, bob: Client) -> None:
    game = two_seats(ada, bob)
    played = ada.play(game["id"], game["turn"], "bribe red-blue").json()
    assert played["entries"][0]["move"] == "bribe red-blue"
    assert played["game"]["turn"] == game["turn"]
    seen = bob.look(game["id"])
    assert seen["actors"] == [1]
    assert seen["last"]["move"] == "bribe ?"
    for told in (bob.get(f"/v1/games/{game['id']}/moves?limit=500").text, bob.get(f"/v1/games/{game['id']}").text):
        assert "bribe red-blue" not in told


def test_the_same_choice_sent_twice_is_one_choice_and_another_is_refused(ada: Client, bob: Client) -> None:
    game = two_seats(ada, bob)
    first = ada.play(game["id"], game["turn"], "bribe red-blue")
    again = ada.play(game["id"], game["turn"], "bribe red-blue")
    assert first.json()["entries"] == again.json()["entries"]
    assert ada.play(game["id"], game["turn"], "bribe red-red").json()["type"] == "/docs/problems#not-your-turn"


def test_two_people_and_an_ai_play_to_the_fifteenth_exile(ada: Client, bob: Client) -> None:
    game = ada.game("verbotene_stadt", ["me", "open", {"ai": "easy"}])
    snapshot = bob.post(f"/v1/games/{game['id']}/seats", {}).json()
    rng = random.Random(2)
    while snapshot["status"] == "running":
        for who in (ada, bob):
            mine = who.look(game["id"])
            if mine["you"]["owe"] and mine["status"] == "running":
                legal = who.get(f"/v1/games/{game['id']}/legal-moves?limit=500").json()["items"]
                entering = [move["move"] for move in legal if move["move"].endswith("pavilion")]
                move = entering[0] if entering else rng.choice(legal)["move"]
                assert who.play(game["id"], mine["turn"], move).status_code == 201
        snapshot = ada.look(game["id"])
    assert snapshot["outcome"]["reason"] == "fifteen_exiled"
    assert len(snapshot["position"]["exile"]) == 15
