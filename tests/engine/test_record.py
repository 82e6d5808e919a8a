"""The record language: what is written reads back and replays, and what was doctored is refused."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Fate
from engine.core import CHANCE, Outcome
from engine.errors import BadNotation, GameError, GameOver, IllegalMove, NotYourTurn
from engine.random_games import random_game
from engine.record import Line, Record, read
from engine.replaying import check_chance, replay
from engine.rulesets import ruleset

GAME = random_game("cathedral", 2, {}, seed=5)
OLDER = Path(__file__).with_name("older_records")
"""Records as the first version wrote them."""


def played(record: Record) -> Any:
    """The last position of the record."""
    *_, (position, _) = replay(record)
    return position


def with_line(number: int, actor: int, move: str) -> Record:
    """The game with one of its moves exchanged."""
    lines = list(GAME.lines)
    lines[number - 1] = Line(actor, move)
    return replace(GAME, lines=tuple(lines))


@given(st.integers(0, 1000))
@settings(max_examples=10, deadline=None)
def test_a_game_reads_back_and_replays_to_its_outcome(seed: int) -> None:
    record = random_game("cathedral", 2, {"cathedral": "after_dark"}, seed)
    assert read(str(record)) == record
    assert played(record).outcome == record.outcome


words = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=12)


@given(
    st.lists(st.builds(Line, st.integers(-1, 5), words), max_size=6),
    st.none() | st.builds(Outcome, st.just((3, 4)), st.just((0,)), st.just("neither_can_place")),
    st.none() | st.just("ab" * 32),
    st.none() | st.just("cd" * 32),
)
@settings(deadline=None)
def test_any_record_reads_back(lines: list[Line], outcome: Outcome | None, seed: str | None, commitment: str | None) -> None:
    record = Record("cathedral", 1, 2, {"cathedral": "first"}, seed, commitment, tuple(lines), outcome)
    assert read(str(record)) == record


def test_the_same_seed_gives_the_same_game() -> None:
    assert str(random_game("cathedral", 2, {}, seed=5)) == str(GAME)
    assert str(random_game("cathedral", 2, {}, seed=6)) != str(GAME)


def test_comments_and_empty_lines_are_skipped() -> None:
    assert read(str(GAME).replace("\n1 0", "\n# the opening\n\n1 0")) == GAME


def test_a_record_without_its_seed_still_replays() -> None:
    assert played(replace(GAME, seed=None)).outcome == GAME.outcome


def test_an_unfinished_record_replays_to_where_it_stands() -> None:
    assert played(replace(GAME, lines=GAME.lines[:5], outcome=None)).outcome is None


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove):
        played(with_line(3, GAME.lines[2].actor, GAME.lines[1].move))


def test_a_move_out_of_turn_is_refused() -> None:
    with pytest.raises(NotYourTurn):
        played(with_line(2, 0, GAME.lines[1].move))


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NotYourTurn):
        played(with_line(2, 7, GAME.lines[1].move))


def test_chance_where_there_is_none_is_refused() -> None:
    with pytest.raises(GameError, match="chance cannot do"):
        played(with_line(2, CHANCE, GAME.lines[1].move))


def test_a_move_after_the_end_is_refused() -> None:
    with pytest.raises(GameOver):
        played(replace(GAME, lines=(*GAME.lines, Line(0, "tavern@a1n"))))


def test_a_changed_outcome_is_refused() -> None:
    assert GAME.outcome is not None
    for outcome in (replace(GAME.outcome, scores=(0, 47)), replace(GAME.outcome, winners=(0, 1)), replace(GAME.outcome, reason="magic")):
        with pytest.raises(BadNotation, match="but the game stands at"):
            played(replace(GAME, outcome=outcome))


def test_a_missing_last_move_is_noticed_by_the_outcome() -> None:
    with pytest.raises(BadNotation, match="but the game stands at None"):
        played(replace(GAME, lines=GAME.lines[:-1]))


@pytest.mark.parametrize("path", sorted(OLDER.glob("*.txt")), ids=lambda path: str(path.stem))
def test_an_older_record_of_a_resigned_game_holds_as_it_is(path: Path) -> None:
    """Written before scores meant the same however a game ends: 1 for whoever won, 0 for whoever gave up."""
    record = read(path.read_text())
    played(record)
    assert record.outcome is not None
    assert str(record) == path.read_text()
    loser = next(seat for seat in range(record.seats) if seat not in record.outcome.winners)
    for false in (replace(record.outcome, winners=(loser,)), replace(record.outcome, scores=(2,) * record.seats)):
        with pytest.raises(BadNotation, match="but the game stands at"):
            played(replace(record, outcome=false))


def test_only_records_without_a_box_may_have_the_older_scores() -> None:
    record = read((OLDER / "cathedral_resigned.txt").read_text())
    with pytest.raises(BadNotation, match="but the game stands at"):
        played(replace(record, box=ruleset("cathedral").digest))


def test_a_seed_that_was_not_promised_is_refused() -> None:
    with pytest.raises(BadNotation, match="not the one that the commitment promised"):
        played(replace(GAME, seed="00" * 32))


def test_another_version_of_the_rules_is_refused() -> None:
    with pytest.raises(BadNotation, match="follows version 99"):
        played(replace(GAME, version=99))


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(BadNotation, match="There is no ruleset"):
        played(replace(GAME, ruleset="chess"))


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (2, {"cathedral": "never"}), (2, {"walls": 1})])
def test_seats_and_options_that_cannot_be_are_refused(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        played(replace(GAME, seats=seats, options=options))


class Die:
    """A position in which chance rolls a die."""

    def odds(self) -> list[tuple[str, int]]:
        return [(f"roll {face}", 1) for face in range(1, 7)]


def test_a_roll_must_be_possible_and_with_the_seed_the_right_one() -> None:
    die: Any = Die()
    fate = Fate(bytes(32))
    right = fate.pick(4, die.odds())
    check_chance(die, 4, right, fate)
    check_chance(die, 4, "roll 1", None)
    with pytest.raises(GameError, match="the seed gives another result"):
        check_chance(die, 4, next(face for face, _ in die.odds() if face != right), fate)
    with pytest.raises(GameError, match="chance cannot do 'roll 7'"):
        check_chance(die, 4, "roll 7", None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("intramuros record 1", "intramuros record 2"),
        ("ruleset cathedral 1", "ruleset cathedral"),
        ("ruleset cathedral 1", "ruleset cathedral one"),
        ("seats 2", "seats two"),
        ("seats 2", ""),
        ("ruleset cathedral 1", ""),
        ("options {", "options ["),
        ('options {"cathedral": "first"}', "options 7"),
        ("seed ", "seed 0"),
        ("commitment ", "commitment x"),
        ("\n1 0 ", "\n2 0 "),
        ("\n1 0 ", "\n1 zero "),
        ("\n1 0 ", "\n² 0 "),
        ("outcome {", "outcome ["),
        ('"scores"', '"points"'),
        ("outcome ", "result "),
        ("outcome ", "outcome " + "[" * 100_000),
    ],
)
def test_a_spoilt_line_is_bad_notation(old: str, new: str) -> None:
    text = str(GAME)
    assert old in text
    with pytest.raises(BadNotation):
        read(text.replace(old, new, 1))


def test_a_spoilt_line_is_named_by_its_number() -> None:
    with pytest.raises(BadNotation, match=r"^Line 3 of the record, 'seats two', cannot be read"):
        read(str(GAME).replace("seats 2", "seats two"))


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "\x00"])
def test_a_text_that_is_no_record_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation, match="A record starts with"):
        read(text)


def test_the_command_writes_a_random_game() -> None:
    command = [sys.executable, "-m", "engine.random_games", "cathedral", "--seed", "5", "--options", json.dumps({"cathedral": "first"})]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert read(written) == GAME
    assert re.search(r"^outcome ", written, re.MULTILINE)


def test_moves_that_were_taken_back_are_followed_by_others_and_the_numbers_go_on() -> None:
    texts = ["0 cathedral@e5n", "1 castle@c3n", "1 takeback 1", "1 inn@c3n", "0 takeback 0", "0 cathedral@f5n"]
    lines = tuple(Line(int(text[0]), text[2:]) for text in texts)
    record = Record("cathedral", 1, 2, {"cathedral": "first"}, lines=lines)
    assert read(str(record)) == record
    actors = [position.actors for position, _ in replay(record)]
    assert actors == [(1,), (0,), (1,), (0,), (0,), (1,)]


@pytest.mark.parametrize("text", ["takeback 2", "takeback -1", "takeback x", "takeback ", "takeback ٣"])
def test_only_what_was_played_can_be_taken_back(text: str) -> None:
    record = Record("cathedral", 1, 2, {"cathedral": "first"}, lines=(Line(0, "cathedral@e5n"), Line(1, text)))
    with pytest.raises(BadNotation):
        list(replay(record))


def test_a_record_names_what_its_creator_added_to_the_seed() -> None:
    record = replace(random_game("forbidden_city", 2, {}, seed=3), client_seed="it's~mine!")
    assert read(str(record)) == record
    with pytest.raises(GameError, match="the seed gives another result"):
        list(replay(record))
    with pytest.raises(BadNotation, match="without a space expected"):
        read(str(replace(record, client_seed="two words")))
