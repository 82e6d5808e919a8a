"""Who finds a game and who may look: listed, unlisted and private ones, join codes and invitations."""

from base64 import b64decode
from typing import Any

import pytest

from tests.service.client import Client


def listed(client: Client, query: str) -> list[str]:
    return [game["id"] for game in client.get(f"/v1/games?limit=100&{query}").json()["items"]]


def hidden(client: Client, game: str) -> bool:
    """Whether the game is not there for the client, whatever is asked of it."""
    paths = ("", "/moves", "/board", "/board.svg", "/board.txt")
    asked = [client.get(f"/v1/games/{game}{path}").status_code for path in paths]
    if client.token:
        asked.append(client.get(f"/v1/games/{game}/legal-moves").status_code)
        asked.append(client.play(game, 1, "cathedral@e5n").status_code)
        asked.append(client.post(f"/v1/games/{game}/resignation", {}).status_code)
        asked.append(client.post(f"/v1/games/{game}/seats", {}).status_code)
    assert set(asked) == {404} or 404 not in asked
    return 404 in asked


def test_a_listed_game_is_everybodys_to_see(ada: Client, bob: Client, anybody: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])
    assert "join_code" not in game
    assert game["id"] in listed(anybody, "status=open")
    assert not hidden(anybody, game["id"])
    assert bob.post(f"/v1/games/{game['id']}/seats", {}).status_code == 201
    assert game["id"] not in listed(anybody, "status=open")
    assert game["id"] in listed(anybody, "status=running")


def test_an_unlisted_game_is_shown_to_who_has_its_address_and_opens_by_its_code(ada: Client, bob: Client, anybody: Client) -> None:
    game = ada.game("cathedral", ["me", "open"], visibility="unlisted")
    assert game["id"] not in listed(anybody, "status=open")
    assert "join_code" not in anybody.look(game["id"])
    path = f"/v1/games/{game['id']}/seats"
    assert bob.post(path, {}).status_code == 403
    assert bob.post(path, {"code": "wrong"}).status_code == 403
    assert bob.post(path, {"code": game["join_code"]}).status_code == 201


def test_a_private_game_is_not_there_for_others(ada: Client, bob: Client, anybody: Client) -> None:
    game = ada.game("cathedral", ["me", "open"], visibility="private")
    assert hidden(anybody, game["id"])
    assert hidden(bob, game["id"])
    path = f"/v1/games/{game['id']}/seats"
    assert bob.post(path, {"code": "wrong"}).status_code == 404
    assert bob.post(path, {"code": game["join_code"]}).status_code == 201
    assert not hidden(bob, game["id"])
    assert hidden(anybody, game["id"])


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_who_creates_a_game_for_others_sees_it_and_its_code(ada: Client, bob: Client, visibility: str) -> None:
    game = ada.game("cathedral", ["open", {"ai": "random"}], visibility=visibility)
    assert ada.look(game["id"])["join_code"] == game["join_code"]
    joined = bob.post(f"/v1/games/{game['id']}/seats", {"code": game["join_code"]})
    assert joined.status_code == 201
    assert "join_code" not in joined.json()
    assert ada.look(game["id"])["you"]["seats"] == []


def test_a_seat_is_kept_for_who_is_invited(ada: Client, bob: Client, anybody: Client) -> None:
    game = ada.game("cathedral", ["me", {"player": bob.id}], visibility="private")
    assert game["seats"][1] == {
        "seat": 1,
        "kind": "open",
        "name": None,
        "player": None,
        "ai": None,
        "resigned": False,
        "reserved_for": bob.id,
    }
    eve = anybody.named("Eve")
    assert hidden(eve, game["id"])
    assert eve.post(f"/v1/games/{game['id']}/seats", {"code": game["join_code"]}).json()["type"] == "/docs/problems#seat-taken"
    assert bob.look(game["id"])["you"]["seats"] == []
    assert game["id"] in listed(bob, "player=me")
    assert bob.post(f"/v1/games/{game['id']}/seats", {}).status_code == 201


def test_a_players_list_shows_others_only_what_is_listed(ada: Client, bob: Client, anybody: Client) -> None:
    made = {kind: ada.game("cathedral", ["me", "open"], visibility=kind)["id"] for kind in ("listed", "unlisted", "private")}
    assert set(listed(ada, "player=me")) == set(made.values())
    assert listed(bob, f"player={ada.id}") == listed(anybody, f"player={ada.id}") == [made["listed"]]


def test_no_page_of_a_list_tells_the_address_of_a_hidden_game(ada: Client, bob: Client) -> None:
    hidden_game = ada.game("cathedral", ["me", "open"], visibility="unlisted")["id"]
    shown = ada.game("cathedral", ["me", "open"])["id"]
    page: dict[str, Any] = bob.get(f"/v1/games?player={ada.id}&limit=1").json()
    assert [game["id"] for game in page["items"]] == [shown]
    assert hidden_game.encode() not in b64decode(page["next"] + "==", altchars="-_")
    assert bob.get(f"/v1/games?player={ada.id}&limit=1&cursor={page['next']}").json() == {"items": [], "next": None}
