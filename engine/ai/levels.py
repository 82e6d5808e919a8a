"""The built-in opponents, by name; a level is meant to feel the same in every ruleset.

`easy` sees what is in front of it and errs often, `medium` errs little, `hard` looks ahead for as long as it may.

>>> LEVELS
('random', 'easy', 'medium', 'hard')
"""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.ai.brain import brain
from engine.ai.opponent import Budget, Opponent, View
from engine.ai.search.deepening import Beam
from engine.ai.search.rehearsal import Stage
from engine.ai.search.tree import Manner
from engine.ai.thinker import Thinker

LEVELS = ("random", "easy", "medium", "hard")

QUICK = 0.2
"""The seconds that `easy` and `medium` take at most."""

AT_SIGHT = Stage(moves=1)

THINKERS = {
    "cathedral": {
        "easy": partial(Thinker, method=Beam((8,), deepest=1), blur=0.2, seconds=QUICK),
        "medium": partial(Thinker, method=Beam((16, 4)), blur=0.02, seconds=QUICK, nodes=200),
        "hard": partial(Thinker, method=Beam((16, 5, 3, 2), late=(0, 15, 3, 0))),
    },
    "forbidden_city": {
        "easy": partial(Thinker, blur=0.2, seconds=QUICK),
        "medium": partial(Thinker, blur=0.02, seconds=QUICK),
        "hard": partial(Thinker, method=Manner(worlds=12, opening=2.0)),
    },
    "verbotene_stadt": {
        "easy": partial(Thinker, method=AT_SIGHT, lapse=0.45, seconds=QUICK, nodes=0),
        "medium": partial(Thinker, method=AT_SIGHT, lapse=0.15, seconds=QUICK, nodes=0),
        "hard": partial(Thinker, method=Stage(moves=4, steps=12, caution=2.0, careful=True)),
    },
}


class Random:
    """Plays any legal move, each as likely as the others."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        return random.Random(budget.seed).choice(moves)


def opponent(ruleset_name: str, level: str) -> Opponent:
    """The built-in opponent of that level; KeyError for a ruleset or level that there is not."""
    if level == "random":
        return Random()
    return THINKERS[ruleset_name][level](brain(ruleset_name))
