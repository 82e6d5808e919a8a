"""One player, several seats: the view is that of the seat that owes a decision, unless another is asked for."""

import pytest

from tests.service.client import Client


@pytest.fixture
def game(ada: Client) -> str:
    return str(ada.game("cathedral", ["me", "me"])["id"])


def test_the_view_is_that_of_the_seat_to_move(ada: Client, game: str) -> None:
    assert ada.look(game)["you"] == {"seats": [0, 1], "owe": [0], "viewing": 0}
    ada.play(game, 1, "cathedral@e5n")
    assert ada.look(game)["you"] == {"seats": [0, 1], "owe": [1], "viewing": 1}
    assert ada.look(game, "?seat=0")["you"]["viewing"] == 0


def test_the_seat_may_be_left_out_when_only_one_can_be_meant(ada: Client, game: str) -> None:
    assert ada.play(game, 1, "cathedral@e5n").json()["entries"][0]["seat"] == 0
    assert ada.play(game, 2, "castle@b2n").json()["entries"][0]["seat"] == 1


def test_a_seat_that_owes_nothing_cannot_move(ada: Client, game: str) -> None:
    assert ada.play(game, 1, "cathedral@e5n", seat=1).json()["type"] == "/docs/problems#not-your-turn"


def test_a_repeated_move_is_recognised_without_its_seat(ada: Client, game: str) -> None:
    first = ada.play(game, 1, "cathedral@e5n")
    again = ada.play(game, 1, "cathedral@e5n")
    assert (again.status_code, again.json()["entries"]) == (201, first.json()["entries"])
    assert ada.look(game)["entries"] == 1


def test_the_way_to_the_legal_moves_names_the_seat(ada: Client) -> None:
    game = ada.game("verbotene_stadt", ["me", "me"])["id"]
    refused = ada.play(game, 1, "pass", seat=1)
    assert refused.status_code == 422
    assert refused.json()["links"]["legal_moves"] == f"/v1/games/{game}/legal-moves?seat=1"
    assert ada.get(refused.json()["links"]["legal_moves"]).status_code == 200
    unsaid = ada.get(f"/v1/games/{game}/legal-moves")
    assert (unsaid.status_code, unsaid.json()["errors"][0]["parameter"]) == (422, "seat")


def test_who_resigns_must_say_for_which_seat(ada: Client, game: str) -> None:
    refused = ada.post(f"/v1/games/{game}/resignation", {})
    assert (refused.status_code, refused.json()["pointer"]) == (422, "/seat")
    assert ada.post(f"/v1/games/{game}/resignation", {"seat": 1}).json()["outcome"]["winners"] == [0]


def test_an_open_seat_may_be_taken_by_who_sits_already(ada: Client) -> None:
    open_game = ada.game("cathedral", ["me", "open"])["id"]
    assert ada.post(f"/v1/games/{open_game}/seats", {}).json()["you"]["seats"] == [0, 1]
