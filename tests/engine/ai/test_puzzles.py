"""Positions with a move that must be found, as files; each says which levels find it and how long they may look."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.ai.levels import LEVELS, opponent
from engine.ai.opponent import Budget, View
from engine.rulesets import NAMES, ruleset

PUZZLES = sorted(Path(__file__).parent.glob("puzzles/*.toml"))


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


CASES = [pytest.param(file, level, id=f"{file.stem}-{level}") for file in PUZZLES for level in read(file)["levels"]]


@pytest.mark.parametrize(("file", "level"), CASES)
def test_the_move_is_found(file: Path, level: str) -> None:
    puzzle = read(file)
    rules = ruleset(puzzle["ruleset"])
    position = rules.read(puzzle["position"])
    seat = puzzle["seat"]
    view, moves = View(rules, seat, position.view(seat)), position.moves(seat)
    for seed in range(3):
        move = opponent(puzzle["ruleset"], level).choose(view, moves, Budget(nodes=puzzle["nodes"], seed=seed))
        assert str(move) in puzzle["find"]


@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.stem)
def test_a_puzzle_is_whole(file: Path) -> None:
    puzzle = read(file)
    position = ruleset(puzzle["ruleset"]).read(puzzle["position"])
    listed = [str(move) for move in position.moves(puzzle["seat"])]
    assert set(puzzle["find"]) < set(listed)
    assert set(puzzle["levels"]) <= set(LEVELS)
    assert puzzle["why"].endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_has_a_puzzle(name: str) -> None:
    assert [file for file in PUZZLES if read(file)["ruleset"] == name]
