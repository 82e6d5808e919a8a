"""The puzzles that are kept: each can be read, its answer is legal, and what makes them finds a move that is plain to see."""

import random
from pathlib import Path

import pytest

import engine.cathedral
from engine.ai.brain import Instinct, brain
from engine.ai.composing import A_GAME, CHOICE, CLEAR, GAP, composed, decided, played, puzzle
from engine.ai.opponent import View
from engine.puzzles import puzzles, written
from engine.rulesets import BUILT_IN, NAMES, ruleset
from engine.verbotene_stadt.brain import BRAIN
from engine.verbotene_stadt.moves import read_move
from tests.engine.verbotene_stadt.tables import READY, table


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_hundred_are_kept_of_each_ruleset_of_ours(name: str) -> None:
    assert len(puzzles(name)) == 100


@pytest.mark.parametrize("name", NAMES)
def test_each_shows_what_one_seat_sees_that_is_to_decide_and_has_a_legal_answer(name: str) -> None:
    for kept in puzzles(name).values():
        assert kept.seat in kept.position.actors
        assert kept.position.view(kept.seat) == kept.position
        assert str(kept.position) == kept.notation
        moves = [str(move) for move in kept.position.moves(kept.seat)]
        assert len(moves) >= CHOICE
        assert set(kept.answers) <= set(moves)
        assert kept.estimate - kept.next_best >= (CLEAR if isinstance(brain(name), Instinct) else GAP) - 0.001


def test_the_file_has_them_as_they_are_written() -> None:
    assert [each.id for each in puzzles("cathedral").values()] == list(puzzles("cathedral"))
    assert written("cathedral", puzzles("cathedral").values()) == (Path(engine.cathedral.__file__).parent / "puzzles.toml").read_text()


def test_a_game_gives_few_puzzles_and_each_is_a_decision_of_that_game() -> None:
    rng = random.Random(3)
    record = played("cathedral", 2, "easy", rng)
    found = list(composed(record, 0.02, rng))
    assert len(found) <= A_GAME
    assert all(each.ruleset == "cathedral" and each.seats == 2 for each in found)


@pytest.mark.parametrize(
    ("move", "plain"),
    [
        ("slide yellow-red pavilion", True),
        ("slide red-red pavilion", False),
        ("slide blue-blue pavilion", False),
        ("slide red-red a12", True),
    ],
)
def test_a_bluff_is_no_answer_to_find(move: str, plain: bool) -> None:
    position = table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
    assert BRAIN.plain(position, 0, read_move(move)) is plain
    assert not BRAIN.plain(position.but(stage="bribe"), 0, read_move("bribe red-red"))


def test_secret_choices_make_no_puzzles() -> None:
    rng = random.Random(3)
    record = played("verbotene_stadt", 2, "easy", rng)
    rules = ruleset("verbotene_stadt")
    bribing = [(position, seat) for position, seat in decided(record) if position.decision(seat).kind == "bribe"]
    assert bribing
    for position, seat in bribing:
        assert puzzle(record, View(rules, seat, position.view(seat)), 0.02, rng) is None
