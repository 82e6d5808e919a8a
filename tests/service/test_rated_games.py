"""Rated games over HTTP: who may play them, what they change, and that working it out again gives the same."""

import os
from pathlib import Path
from typing import Any

from service.game import Seat
from service.games.changes import Change
from service.games.rematch import rematch
from tests.service.client import Client, Server
from tests.service.clocked import ADA, BOB, standing
from tests.service.conftest import OPERATOR, start, stop
from tests.service.processes import intramuros, until


def rated(client: Client, seats: list[Any], **more: Any) -> Any:
    return client.post("/v1/games", {"ruleset": "cathedral", "seats": seats, "rated": True} | more)


def test_a_rated_game_moves_both_and_the_leaderboard_shows_it(ada: Client, bob: Client) -> None:
    game = rated(ada, ["me", "open"]).json()
    assert (game["rated"], game["hints"]) == (True, False)
    assert ada.post(f"/v1/games/{game['id']}/seats", {}).status_code == 409, "nobody plays a rated game against itself"
    bob.post(f"/v1/games/{game['id']}/seats", {})
    bob.post(f"/v1/games/{game['id']}/resignation", {})
    (mine,) = ada.get(f"/v1/players/{ada.id}/ratings").json()["items"]
    (his,) = ada.get(f"/v1/players/{bob.id}/ratings").json()["items"]
    assert mine["rating"] > 1500 > his["rating"]
    assert (mine["games"], mine["provisional"], mine["history"][0]["game"]) == (1, True, game["id"])
    items = ada.get("/v1/leaderboards/cathedral").json()["items"]
    assert [item["place"] for item in items] == list(range(1, len(items) + 1))
    assert {ada.id, bob.id} <= {item["player"] for item in items}
    page = ada.get("/v1/leaderboards/cathedral?limit=1").json()
    assert ada.get(f"/v1/leaderboards/cathedral?limit=1&cursor={page['next']}").json()["items"][0]["place"] == 2


def test_which_games_they_were_is_told_to_the_player_alone(ada: Client, bob: Client, anybody: Client) -> None:
    game = rated(ada, ["me", {"player": bob.id}], visibility="private").json()["id"]
    bob.post(f"/v1/games/{game}/seats", {})
    bob.post(f"/v1/games/{game}/resignation", {})
    assert anybody.get(f"/v1/games/{game}").status_code == 404
    assert ada.get(f"/v1/players/{ada.id}/ratings").json()["items"][0]["history"][-1]["game"] == game
    for stranger in (anybody, bob):
        (rating,) = stranger.get(f"/v1/players/{ada.id}/ratings").json()["items"]
        assert {(point["game"], point["at"][10:]) for point in rating["history"]} == {(None, "T00:00:00.000Z")}


def test_a_rematch_counts_the_game_before_it_once(tmp_path: Path) -> None:
    with standing(tmp_path) as parts:
        people = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
        made = parts.referee.create("cathedral", {}, people, "listed", ADA, lambda _: "", rated=True, hints=False)
        assert isinstance(made, Change)
        over = parts.referee.resign(made.game.id, None, BOB, lambda _: "")
        assert isinstance(over, Change)
        rematch(parts.referee, made.game.id, "Ada", ADA, lambda _: "")
        again = parts.referee.load(made.game.id)
        assert (again.rematch is None, again.ended_at) == (False, over.game.updated_at)
        parts.ratings.conclude(again)
        assert [parts.ratings.of("cathedral", player)[0].games for player in ("ada", "bob")] == [1, 1]  # type: ignore[index]
        assert parts.ratings.recompute("cathedral", parts.store.every_game()) == (1, 0)


def test_whoever_wants_is_not_listed(ada: Client, bob: Client) -> None:
    tag = bob.get("/v1/me").headers["ETag"]
    assert bob.request("PATCH", "/v1/me", {"listed": False}, If_Match=tag).json()["listed"] is False
    game = rated(ada, ["me", {"player": bob.id}]).json()["id"]
    bob.post(f"/v1/games/{game}/seats", {})
    ada.post(f"/v1/games/{game}/resignation", {})
    assert bob.id not in {item["player"] for item in ada.get("/v1/leaderboards/cathedral").json()["items"]}
    assert bob.get(f"/v1/players/{bob.id}/ratings").json()["items"][0]["place"] is None
    tag = bob.get("/v1/me").headers["ETag"]
    assert bob.request("PATCH", "/v1/me", {"listed": True}, If_Match=tag).json()["listed"] is True
    assert bob.id in {item["player"] for item in ada.get("/v1/leaderboards/cathedral").json()["items"]}
    assert bob.request("PATCH", "/v1/me", {}, If_Match="*").status_code == 422


def test_what_cannot_be_rated_is_refused(ada: Client) -> None:
    assert rated(ada, ["me", "me"]).status_code == 422
    assert rated(ada, ["me", "open"], hints=True).status_code == 422
    assert rated(ada, [{"ai": "easy"}, {"ai": "easy"}]).status_code == 422
    assert rated(ada, ["me", {"ai": "nobody"}]).status_code == 422
    assert ada.get("/v1/leaderboards/chess").status_code == 404
    assert ada.get("/v1/players/nobody/ratings").status_code == 404


def test_a_hosted_ai_that_does_not_ask_for_it_is_rated_nowhere(operated: Server) -> None:
    with Client(operated.url) as ada, Client(operated.url) as host:
        ada.named("Ada")
        host.token = ada.post("/v1/hosts", {"name": "Far", "ais": ["shy"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        assert host.post("/v1/work/acquire", {"protocol": 1, "rules": {"cathedral": 1}}).status_code == 204
        cup = {"name": "Cup", "ruleset": "cathedral", "rated": True}
        registering = ada.post("/v1/tournaments", cup).json()["links"]["self"]
        for path, body, pointer in (
            ("/v1/games", {"seats": ["me", {"ai": "shy"}]}, "/seats/1/ai"),
            ("/v1/series", {"seats": ["me", {"ai": "shy"}]}, "/seats/1/ai"),
            ("/v1/tournaments", {"name": "Cup", "entrants": [{"ai": "easy"}, {"ai": "shy"}]}, "/entrants/1/ai"),
            ("/v1/seeks", {"ai": {"name": "shy", "after": 0}}, "/ai/name"),
        ):
            refused = ada.post(path, {"ruleset": "cathedral", "rated": True} | body)
            assert (refused.status_code, refused.json()["pointer"]) == (422, pointer), path
            assert ada.post(path, {"ruleset": "cathedral", "rated": False} | body).status_code == 201, path
        assert ada.post(f"{registering}/entries", {"ai": "shy"}).status_code == 422
        assert ada.post(f"{registering}/entries", {"ai": "easy"}).status_code == 201


def test_nothing_is_taken_back_in_a_rated_game(ada: Client) -> None:
    game = rated(ada, ["me", {"ai": "random"}]).json()["id"]
    ada.play(game, 1, "cathedral@e5n")
    refused = ada.post(f"/v1/games/{game}/offers", {"kind": "takeback"})
    assert refused.status_code == 409
    assert "rated" in refused.json()["detail"].lower()


def test_ratings_are_worked_out_again_from_the_games(tmp_path: Path) -> None:
    server: Server = start(tmp_path / "data")
    try:
        with Client(server.url) as client, Client(server.url) as other:
            client.named("Ada")
            other.named("Bob")
            for ais in (("random", "easy"), ("easy", "random"), ("random", "medium")):
                assert rated(client, [{"ai": ai} for ai in ais]).status_code == 201
            for winner, loser in ((client, other), (client, other), (other, client)):
                game = rated(client, ["me", {"player": other.id}]).json()["id"]
                other.post(f"/v1/games/{game}/seats", {})
                loser.post(f"/v1/games/{game}/resignation", {})
                assert winner.look(game)["status"] == "finished"
            until(lambda: sum(item["games"] for item in board(client)) == 12)
            before = board(client)
            assert next(item for item in before if item["ai"] == "medium")["rating"] == 1500
            environ = {"INTRAMUROS_DATA": str(server.data), **{k: v for k, v in os.environ.items() if k == "PATH"}}
            if server.store_url:
                environ |= {"INTRAMUROS_STORE_URL": server.store_url, "INTRAMUROS_QUEUE_URL": server.queue_url}
            said = intramuros("ratings", "--ruleset", "cathedral", **environ)
            assert said.stdout == "cathedral: 6 rated games, 0 ratings changed.\n", said.stderr
            assert board(client) == before
            assert "0 contests indexed" in intramuros("reindex", **environ).stdout
            assert board(client) == before
    finally:
        stop(server)


def board(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/v1/leaderboards/cathedral").json()["items"]
    return found
