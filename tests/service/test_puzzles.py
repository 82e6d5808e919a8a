"""Puzzles over HTTP: a list, one for every day, a drawing, an answer that the server checks; and the command that finds new ones."""

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest

from engine.puzzles import puzzles
from engine.random_games import random_game
from service.commands.puzzles import main
from service.games.puzzles import daily
from tests.service.client import Client


def test_puzzles_are_listed_page_by_page(ada: Client) -> None:
    first = ada.get("/v1/puzzles?ruleset=cathedral&limit=60").json()
    rest = ada.get(f"/v1/puzzles?ruleset=cathedral&limit=60&cursor={first['next']}").json()
    assert [each["id"] for each in first["items"] + rest["items"]] == list(puzzles("cathedral"))
    assert rest["next"] is None
    assert ada.get("/v1/puzzles?ruleset=chess").status_code == 404


def test_a_puzzle_is_solved_by_the_move_that_is_right_and_by_no_other(ada: Client) -> None:
    shown = ada.get("/v1/puzzles/daily?ruleset=cathedral").json()
    answers = puzzles("cathedral")[shown["id"]].answers
    wrong = next(move for move in shown["moves"] if move not in answers)
    asked = [ada.get(f"{shown['links']['answer']}?move={quote(move)}").json() for move in (answers[0], wrong)]
    assert [each["right"] for each in asked] == [True, False]
    assert ada.get(shown["links"]["solution"]).json()["answers"] == list(answers)
    ElementTree.fromstring(ada.get(shown["links"]["board"]).text)


def test_what_is_no_move_is_refused_as_in_a_game(ada: Client) -> None:
    link = ada.get("/v1/puzzles/daily?ruleset=cathedral").json()["links"]["answer"]
    assert ada.get(f"{link}?move=nonsense").json()["type"] == "/docs/problems#bad-notation"
    assert ada.get(f"{link}?move=cathedral@e5n").json()["type"] == "/docs/problems#illegal-move"
    assert ada.get("/v1/puzzles/nothing/answer?move=inn@a1n").status_code == 404


def test_every_day_has_another_puzzle_until_all_have_had_their_day() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(100)]
    assert len({daily("verbotene_stadt", day).id for day in days}) == 100


GAME = random_game("cathedral", 2, {}, seed=7)
TRIES = {
    "of another game": (str(random_game("forbidden_city", 2, {}, seed=7)).encode(), 1, "is a game of forbidden_city, and left out"),
    "by rules to come": (str(replace(GAME, version=7)).encode(), 2, "The record follows version 7 of the rules of Cathedral; here is 1."),
    "of another box": (str(replace(GAME, box="0" * 64)).encode(), 2, "The record was played with another set of Cathedral"),
    "no record": (b"good morning", 2, "A record starts with the line 'intramuros record 1'."),
    "no text": (b"\xff\xfe", 2, "codec can't decode"),
}


@pytest.mark.parametrize(("content", "code", "words"), TRIES.values(), ids=TRIES)
def test_games_that_hold_no_puzzle_are_told_in_words(
    content: bytes, code: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_bytes(content)
    assert main(["cathedral", str(tmp_path / "game.txt")]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
