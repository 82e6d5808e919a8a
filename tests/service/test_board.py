"""The board as a picture and as text, now and as it was."""

import xml.etree.ElementTree as Xml

import pytest
import requests

from tests.service.client import Client

SVG, TEXT = "image/svg+xml; charset=utf-8", "text/plain; charset=utf-8"


@pytest.fixture
def game(ada: Client) -> str:
    """The Cathedral and a castle stand; revisions 1, 2 and 3."""
    made = str(ada.game("cathedral", ["me", "me"])["id"])
    ada.play(made, 1, "cathedral@e5n")
    ada.play(made, 2, "castle@b2n")
    return made


def board(client: Client, game: str, rest: str = "", **headers: str) -> requests.Response:
    answer = client.get(f"/v1/games/{game}/board{rest}", **headers)
    assert answer.status_code == 200, answer.text
    return answer


def test_the_picture_is_svg_that_parses(ada: Client, game: str) -> None:
    drawn = board(ada, game, ".svg")
    assert drawn.headers["Content-Type"] == SVG
    assert Xml.fromstring(drawn.text).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_text_shows_the_city(ada: Client, game: str) -> None:
    drawn = board(ada, game, ".txt")
    assert drawn.headers["Content-Type"] == TEXT
    assert "a b c d e f g h i j" in drawn.text


@pytest.mark.parametrize(
    ("accept", "form"),
    [("image/svg+xml", SVG), ("text/plain", TEXT), ("*/*", SVG), ("image/*", SVG), ("text/plain;q=0.9, image/svg+xml;q=0.1", TEXT)],
)
def test_the_form_is_the_one_that_is_accepted(ada: Client, game: str, accept: str, form: str) -> None:
    assert board(ada, game, Accept=accept).headers["Content-Type"] == form


def test_a_past_revision_is_drawn_as_it_was(ada: Client, game: str) -> None:
    past = [board(ada, game, f".txt?revision={revision}").text for revision in (1, 2, 3)]
    assert len(set(past)) == 3
    assert past[2] == board(ada, game, ".txt").text
    fresh = ada.game("cathedral", ["me", "me"])["id"]
    assert past[0] == board(ada, fresh, ".txt").text
    assert board(ada, game, ".svg?revision=3").text == board(ada, game, ".svg").text


def test_a_revision_that_has_not_come_is_not_found(ada: Client, game: str) -> None:
    assert ada.get(f"/v1/games/{game}/board?revision=4").status_code == 404
    assert ada.get(f"/v1/games/{game}/board?revision=0").status_code == 422


def test_a_game_that_was_resigned_is_drawn_like_any_other(ada: Client, game: str) -> None:
    before = board(ada, game, ".txt").text
    ada.post(f"/v1/games/{game}/resignation", {"seat": 0})
    Xml.fromstring(board(ada, game, ".svg").text)
    Xml.fromstring(board(ada, game, ".svg?revision=4").text)
    assert board(ada, game, ".txt").text == before
