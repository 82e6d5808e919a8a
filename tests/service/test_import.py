"""Records come in again as finished games, and boards go out as pictures."""

import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.random_games import random_game
from service import problems
from service.games import pictures
from tests.service.client import Client
from tests.service.processes import ROOT, intramuros


@pytest.mark.parametrize(("ruleset", "seats"), [("cathedral", 2), ("forbidden_city", 3)])
def test_a_record_is_replayed_and_becomes_a_finished_game(ada: Client, ruleset: str, seats: int) -> None:
    record = random_game(ruleset, seats, {}, seed=5)
    answer = ada.post("/v1/games/import", {"record": str(record), "names": ["Ida"]})
    assert answer.status_code == 201, answer.text
    game = answer.json()
    assert (game["status"], game["imported"], game["entries"]) == ("finished", True, len(record.lines))
    assert game["outcome"]["scores"] == list(record.outcome.scores) if record.outcome else False
    assert [seat["name"] for seat in game["seats"]][:2] == ["Ida", "Seat 1"]
    assert ada.get(f"/v1/games/{game['id']}/export").text.splitlines()[-1] == str(record).splitlines()[-1]
    moves = ada.get(f"/v1/games/{game['id']}/moves?limit=500").json()["items"]
    assert [entry["move"] for entry in moves] == [line.move for line in record.lines]
    assert ada.get(f"/v1/games/{game['id']}/board.svg?revision=5").status_code == 200


def test_the_same_record_sent_again_is_the_same_game(ada: Client) -> None:
    text = str(random_game("cathedral", 2, {}, seed=6))
    games = {ada.post("/v1/games/import", {"record": text}).json()["id"] for _ in range(2)}
    assert len(games) == 1


def test_an_exported_game_comes_in_again_as_it_was(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    ada.play(game, 1, "cathedral@e5n", 0)
    ada.post(f"/v1/games/{game}/resignation", {"seat": 0})
    text = ada.get(f"/v1/games/{game}/export").text
    again = ada.post("/v1/games/import", {"record": text}).json()["id"]
    assert again != game
    assert ada.get(f"/v1/games/{again}/export").text == text


def test_an_older_record_comes_in_with_scores_as_every_game_has_them(ada: Client, tmp_path: Path) -> None:
    text = (ROOT / "tests" / "engine" / "older_records" / "cathedral_resigned.txt").read_text()
    answer = ada.post("/v1/games/import", {"record": text})
    assert answer.status_code == 201, answer.text
    outcome = answer.json()["outcome"]
    assert (outcome["reason"], outcome["winners"], outcome["scores"]) == ("resigned", [0], [39, 47])
    again = ada.get(f"/v1/games/{answer.json()['id']}/export").text
    assert again.splitlines()[:-1] == text.splitlines()[:-1]
    for number, record in enumerate((text, again)):
        (tmp_path / f"{number}.txt").write_text(record)
        assert intramuros("verify", str(tmp_path / f"{number}.txt")).returncode == 0


@pytest.mark.parametrize("change", [("2 1 ", "2 0 "), ('"winners": [', '"winners": [9, '), ("seed ", "seed 0"), ("outcome", "# outcome")])
def test_a_record_that_does_not_hold_is_refused_with_the_reason(ada: Client, change: tuple[str, str]) -> None:
    text = str(random_game("cathedral", 2, {}, seed=7)).replace(*change, 1)
    answer = ada.post("/v1/games/import", {"record": text})
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_a_board_is_a_picture_for_who_asks_for_one(ada: Client, tmp_path: Path) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    first = ada.get(f"/v1/games/{game}/board", Accept="image/png")
    assert first.status_code == 200, first.text
    assert first.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", first.content[16:20]) == (1000,)
    assert ada.get(f"/v1/games/{game}/board.png").content == first.content
    assert ada.get(f"/v1/games/{game}/board.png", If_None_Match=first.headers["ETag"]).status_code == 304
    ada.play(game, 1, "cathedral@e5n", 0)
    assert ada.get(f"/v1/games/{game}/board.png").content != first.content
    assert ada.get(f"/v1/games/{game}/board.png?revision=1&seat=0").content == first.content


def test_one_picture_at_a_time_is_drawn_for_a_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, drawn = threading.Event(), threading.Event()

    def slowly(_: str) -> bytes:
        drawing.set()
        drawn.wait(20)
        return b"picture"

    monkeypatch.setattr(pictures, "drawn", slowly)
    shelf = pictures.Pictures()
    with ThreadPoolExecutor(1) as elsewhere:
        first = elsewhere.submit(shelf.png, "one", "<svg/>", "192.0.2.1")
        assert drawing.wait(20)
        with pytest.raises(problems.Unavailable, match="for you already"):
            shelf.png("another", "<svg/>", "192.0.2.1")
        drawn.set()
        assert shelf.png("another", "<svg/>", "192.0.2.2") == first.result() == b"picture"
    assert shelf.kept("one") == b"picture"
