"""Whole games between opponents, and what many of them say about strength.

>>> low, high = wilson(0.9, 200)
>>> round(low, 3), round(high, 3)
(0.851, 0.934)
"""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt
from typing import Any

from engine.ai.brain import shares
from engine.ai.opponent import WIN, Budget, Opponent, View
from engine.chance import Fate
from engine.core import CHANCE, Outcome, Position, check, settle_options
from engine.rulesets import ruleset


@dataclass(frozen=True)
class Entrant:
    """An opponent with what it may think each move."""

    opponent: Opponent
    seconds: float = 1.0
    nodes: int | None = None
    goal: str = WIN


@dataclass(frozen=True)
class Game:
    """What a game between entrants came to."""

    outcome: Outcome
    shares: tuple[float, ...]
    moves: int
    slowest: tuple[float, ...]
    """Per seat, the longest thought as a share of the seconds allowed."""
    busy: tuple[float, ...]
    """Per seat, the processor time of all its thoughts."""
    thoughts: tuple[int, ...]


def contest(name: str, entrants: Sequence[Entrant], options: Mapping[str, Any], seed: int) -> Game:
    """A game with an entrant in each seat; the seed decides chance, and every choice where nodes are counted."""
    rules, rng = ruleset(name), random.Random(seed)
    fate, seats = Fate(rng.randbytes(32)), len(entrants)
    position: Position[Any] = rules.start(seats, settle_options(rules, seats, options))
    slowest, busy, thoughts, number = [0.0] * seats, [0.0] * seats, [0] * seats, 0
    while position.actors:
        actor, number = position.actors[0], number + 1
        if actor == CHANCE:
            move = fate.pick(number, position.odds())
        else:
            entrant = entrants[actor]
            moves = position.moves(actor)
            # However busy the machine is: a contest compares what is thought of, not who was given the processor.
            budget = Budget(entrant.seconds, entrant.nodes, rng.getrandbits(32), wall=inf)
            started = time.thread_time()
            move = entrant.opponent.choose(View(rules, actor, position.view(actor), entrant.goal), moves, budget)
            took = time.thread_time() - started
            slowest[actor] = max(slowest[actor], took / entrant.seconds)
            busy[actor], thoughts[actor] = busy[actor] + took, thoughts[actor] + 1
            check(position, actor, move)
        position = position.play(actor, move)
    assert position.outcome is not None
    return Game(position.outcome, shares(position, seats) or (), number, tuple(slowest), tuple(busy), tuple(thoughts))


def wilson(rate: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true rate 95 times in 100, after so many games."""
    if not games:
        return 0.0, 1.0
    middle = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, (middle - spread) / (1 + z * z / games)), min(1.0, (middle + spread) / (1 + z * z / games))


def elo(names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, float]:
    """Ratings that explain the results best, 0 on average; a result is the first name's points and the games of a pair.

    One drawn game is added to every pair, so that a clean sheet has a finite rating.

    >>> elo(["a", "b"], {("a", "b"): (75.0, 100)})["a"] > 90
    True
    """
    strength = dict.fromkeys(names, 1.0)
    for _ in range(2000):
        for name in names:
            points, weight = 0.0, 0.0
            for (first, second), (won, games) in results.items():
                if name in (first, second):
                    other = second if name == first else first
                    points += (won if name == first else games - won) + 0.5
                    weight += (games + 1) / (strength[name] + strength[other])
            if weight:
                strength[name] = points / weight
    ratings = {name: 400 * log10(value) for name, value in strength.items()}
    middle = sum(ratings.values()) / max(1, len(ratings))
    return {name: rating - middle for name, rating in ratings.items()}
