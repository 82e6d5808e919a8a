"""`intramuros verify`: a record holds as a whole or is false at a place that is named."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.core import CHANCE
from engine.host_words import RESIGN
from engine.random_games import random_game
from engine.record import Line, Record
from engine.rulesets import NAMES
from service.commands.verify import verify
from tests.service.processes import intramuros


@pytest.fixture(scope="module")
def record() -> Record:
    return random_game(NAMES[0], 2, {}, seed=7)


def test_verify_says_that_a_true_record_holds(record: Record, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(str(record))
    said = intramuros("verify", str(tmp_path / "game.txt"))
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(f"HOLDS: {record.ruleset}, 2 seats, ")
    assert "The seed is the one promised" in said.stdout
    assert "The outcome is right" in said.stdout


def test_verify_counts_as_moves_what_seats_have_played_alone(record: Record) -> None:
    given_up = replace(record, lines=(*record.lines[:4], Line(0, RESIGN)), outcome=None)
    holds, verdict = verify(str(given_up))
    assert holds
    assert f"{sum(line.actor != CHANCE for line in record.lines[:4])} moves by seats, each legal." in verdict


def test_verify_finds_a_move_that_was_not_legal(record: Record) -> None:
    first = record.lines[0]
    false = Record(record.ruleset, record.version, record.seats, record.options, lines=(first, Line(first.actor, first.move)))
    holds, verdict = verify(str(false))
    assert not holds
    assert verdict.startswith("FALSE after 1 move that held: ")


def test_verify_finds_a_seed_that_was_not_promised(record: Record) -> None:
    holds, verdict = verify(str(record).replace(record.seed or "", "0" * 64))
    assert not holds
    assert "not the one that the commitment promised" in verdict


def test_verify_of_a_file_that_is_not_there_is_one_line() -> None:
    said = intramuros("verify", "/there/is/no/game.txt")
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
