"""The built-in opponents, by name; a level is meant to feel the same in every ruleset.

How strong each plays a ruleset is said in the ruleset's package `brain`.
`easy` sees what is in front of it and errs often, `medium` errs little, `hard` looks ahead for as long as it may, and `expert` for
longer. Each is meant to beat the one below it in 75 to 90 of 100 games; `make strength` says how near that is.

>>> LEVELS
('random', 'easy', 'medium', 'hard', 'expert')
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.ai.brain import Brain, brain, knowledge
from engine.ai.opponent import Budget, Opponent, View

LEVELS = ("random", "easy", "medium", "hard", "expert")

STRONGEST = LEVELS[-1]

PATIENCE = {"expert": 3.0}
"""Levels that think for longer than an AI may otherwise, and how many times as long."""

Level = Callable[[Brain[Any, Any]], Opponent]


class Random:
    """Plays any legal move, each as likely as the others."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        return random.Random(budget.seed).choice(moves)


def patience(ai: str | None) -> float:
    """How many times as long as others an AI may think.

    >>> patience("hard"), patience("expert"), patience("mybot")
    (1.0, 3.0, 1.0)
    """
    return PATIENCE.get(ai or "", 1.0)


def level_ratings(ruleset_name: str) -> Mapping[str, int]:
    """What each level is worth in a ruleset before any rated game, where `medium` is worth 1500; nothing where nobody has measured it."""
    known: Mapping[str, int] = getattr(knowledge(ruleset_name), "RATINGS", {})
    return known


def opponent(ruleset_name: str, level: str) -> Opponent:
    """The built-in opponent of that level; KeyError for a ruleset or level that there is not.

    Where a ruleset's brain has no `expert` of its own, it is `hard` with more time.
    """
    if level == "random":
        return Random()
    thinkers: Mapping[str, Level] = knowledge(ruleset_name).THINKERS
    made = thinkers["hard"] if level == STRONGEST and level not in thinkers else thinkers[level]
    return made(brain(ruleset_name))
