"""Importing: a record becomes the game that it tells of, to the last entry, or is refused with the reason."""

import pytest

from engine.core import CHANCE
from engine.random_games import random_game
from engine.record import Record, read
from service import problems
from service.game import FINISHED, dump, load
from service.games import importing, visibility
from service.games.importing import checked
from tests.service.processes import ROOT

PLAYED = ("cathedral/records/light_wins.record", "forbidden_city/games/3_seats_garden.txt", "verbotene_stadt/games/two_seats.txt")


@pytest.fixture(params=PLAYED)
def record(request: pytest.FixtureRequest) -> Record:
    return read((ROOT / "tests" / "engine" / request.param).read_text())


def test_a_record_becomes_a_finished_game_with_its_journal(record: Record) -> None:
    made = checked(str(record), "ada", "listed", ["Ida"])
    assert (made.game.status, made.game.imported, made.game.creator, made.game.outcome) == (FINISHED, True, "ada", record.outcome)
    assert [seat.name for seat in made.game.seats][:2] == ["Ida", "Seat 1"]
    assert [(entry["seat"], entry["move"]) for entry in made.entries] == [
        (None if line.actor == CHANCE else line.actor, line.move) for line in record.lines
    ]
    assert [entry["number"] for entry in made.entries] == list(range(1, len(record.lines) + 1))
    assert load(dump(made.game)) == made.game


def test_what_has_come_in_goes_out_as_it_was(record: Record) -> None:
    made = checked(str(record), "ada", "listed", [])
    assert visibility.export(made.game, made.entries) == str(record)


def test_the_same_record_is_the_same_game_for_one_player_and_another_for_another() -> None:
    text = str(random_game("cathedral", 2, {}, seed=6))
    first, again, other = (checked(text, player, "listed", []).game.id for player in ("ada", "ada", "bob"))
    assert first == again != other


@pytest.mark.parametrize(
    ("change", "code"),
    [(("outcome", "# outcome"), "no_end"), (("2 1 ", "2 0 "), "record"), (('"winners": [', '"winners": [9, '), "record")],
)
def test_a_record_that_does_not_hold_is_refused_with_the_reason(change: tuple[str, str], code: str) -> None:
    text = str(random_game("cathedral", 2, {}, seed=7))
    with pytest.raises(problems.BadNotation) as refused:
        checked(text.replace(*change, 1), "ada", "listed", [])
    assert refused.value.code == f"bad-notation.{code}"


def test_a_record_that_is_too_long_is_refused_before_it_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LONGEST", 3)
    monkeypatch.setattr(importing, "replay", None)
    with pytest.raises(problems.BadNotation) as refused:
        checked(str(random_game("cathedral", 2, {}, seed=7)), "ada", "listed", [])
    assert refused.value.code == "bad-notation.long"
