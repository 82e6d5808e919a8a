"""Positions to solve: what one seat sees, and the moves that are right.

They stand in the `puzzles.toml` of a ruleset's package, made from real games by `intramuros puzzles`; a ruleset need not have any.

>>> puzzle = next(iter(puzzles("cathedral").values()))
>>> puzzle.answers[0] in [str(move) for move in puzzle.position.moves(puzzle.seat)]
True
"""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from engine.core import Position, Ruleset
from engine.rulesets import package, ruleset


@dataclass(frozen=True)
class Puzzle:
    """A decision with an answer: the view of the seat that owes it, in notation, and the moves that are right."""

    ruleset: str
    version: int
    seats: int
    seat: int
    notation: str
    answers: tuple[str, ...]
    estimate: float
    """The share of the win that the right move is worth."""
    next_best: float
    """What the best of the wrong ones is worth."""

    @cached_property
    def id(self) -> str:
        return hashlib.sha256(f"{self.ruleset} {self.version} {self.seat}\n{self.notation}".encode()).hexdigest()[:12]

    @property
    def rules(self) -> Ruleset[Any, Any]:
        return ruleset(self.ruleset, self.version)

    @cached_property
    def position(self) -> Position[Any]:
        found: Position[Any] = self.rules.read(self.notation)
        return found


@cache
def puzzles(name: str) -> Mapping[str, Puzzle]:
    """The puzzles of a ruleset by id, in the order of its file; none where another board, other tiles or dice are loaded than theirs."""
    try:
        text = (files(package(name)) / "puzzles.toml").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    data = tomllib.loads(text)
    if data["box"] != ruleset(name).digest:
        return {}
    found = [Puzzle(name, **each | {"answers": tuple(each["answers"])}) for each in data["puzzle"]]
    return {each.id: each for each in found}


def written(name: str, found: Iterable[Puzzle]) -> str:
    """The puzzles of a ruleset as their file has them, with the digest of the box that their positions are of."""
    return f'# Made by `intramuros puzzles` from games.\nbox = "{ruleset(name).digest}"\n' + "".join(
        f"\n[[puzzle]]\nversion = {each.version}\nseats = {each.seats}\nseat = {each.seat}\nanswers = {json.dumps(list(each.answers))}\n"
        f"estimate = {each.estimate}\nnext_best = {each.next_best}\nnotation = '''\n{each.notation}'''\n"
        for each in found
    )
