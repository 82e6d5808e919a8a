"""The board as a picture and as text, now and as it was."""

import re
import xml.etree.ElementTree as Xml

import pytest
import requests

from engine.core import Scene
from engine.rulesets import NAMES, ruleset
from service.web.views.boards import BoardView
from tests.engine.walk import Table, walk
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


def test_a_game_that_was_resigned_says_who_won_and_was_running_before(ada: Client, game: str) -> None:
    before = board(ada, game, ".txt").text
    ada.post(f"/v1/games/{game}/resignation", {"seat": 0})
    said = "Dark (Ada) wins: Light (Ada) has resigned."
    for form in (".svg", ".svg?revision=4", ".txt"):
        assert said in board(ada, game, form).text
    assert board(ada, game, ".txt?revision=3").text == before
    assert said not in board(ada, game, ".svg?revision=3").text


def test_bribes_are_secret_until_the_game_is_over_and_then_nobodys(ada: Client, bob: Client) -> None:
    made = ada.game("verbotene_stadt", ["me", "open"])["id"]
    bob.post(f"/v1/games/{made}/seats", {"seat": 1})
    for client in (ada, bob):
        turn = client.get(f"/v1/games/{made}").json()["turn"]
        move = client.get(f"/v1/games/{made}/legal-moves").json()["items"][0]["move"]
        client.play(made, turn, move)
    assert board(bob, made, ".svg").text.count('data-bribe="unknown"') == 1
    before = board(ada, made, ".svg?revision=3")
    assert ada.get(f"/v1/games/{made}/board.svg?revision=3", **{"If-None-Match": before.headers["ETag"]}).status_code == 304
    bob.post(f"/v1/games/{made}/resignation", {})
    assert ada.get(f"/v1/games/{made}/board.svg?revision=3", **{"If-None-Match": before.headers["ETag"]}).status_code == 200
    for client in (ada, bob):
        assert 'data-bribe="unknown"' not in board(client, made, ".svg").text
        seats = client.get(f"/v1/games/{made}").json()["position"]["seats"]
        assert "unknown" not in [seat["bribe"] for seat in seats]


def test_the_picture_names_who_plays_and_marks_the_viewers_seat(ada: Client, bob: Client) -> None:
    made = str(ada.game("cathedral", ["me", "open"])["id"])
    bob.post(f"/v1/games/{made}/seats", {"seat": 1})
    assert ">Ada · you</text>" in board(ada, made, ".svg").text
    assert ">Bob · you</text>" in board(bob, made, ".svg").text


def test_the_document_names_every_address_that_is_drawn_and_no_other() -> None:
    said = BoardView.get.__doc__ or ""
    drawn = ""
    for name in NAMES:
        rules = ruleset(name)
        steps = list(walk(Table(name, rules.seats[0], {}), seed=4))
        over = steps[-1].position.play(steps[-1].actor, steps[-1].move)
        positions = [over, *(step.position for step in steps[len(steps) // 3 :: 7])]
        last = rules.move_json(steps[-1].position, steps[-1].actor, steps[-1].move)
        drawn += "".join(rules.draw(position.view(0), Scene(last, 0)) for position in positions)
    assert set(re.findall(r"`(data-[a-z]+)`", said)) == set(re.findall(r" (data-[a-z]+)=", drawn))
    classes = {name for value in re.findall(r' class="([^"]*)"', drawn) for name in value.split()}
    assert set(re.findall(r"`(b-[a-z]+)`", said)) <= classes
