"""How strong each level plays Die verbotene Stadt."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.rehearsal import Stage
from engine.ai.thinker import QUICK, Thinker

AT_SIGHT = Stage(moves=1)

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, method=AT_SIGHT, overlooks=0.3, seconds=QUICK, nodes=0),
    "medium": partial(Thinker, method=AT_SIGHT, overlooks=0.05, seconds=QUICK, nodes=0),
    "hard": partial(Thinker, method=Stage(moves=4, steps=12, caution=2.0, careful=True)),
}

RATINGS: Mapping[str, int] = {"random": 890, "easy": 1440, "medium": 1500, "hard": 1750, "expert": 1800}
"""What each level is worth before any rated game, measured by `intramuros arena`: medium–easy 58 % of 180 games with two seats,
easy–random 95 % and medium–random 97 % of 60; hard and expert are put where they are in Cathedral, until somebody has measured them. A
share s of the games is a difference of 182 ln(s / (1 - s)), as the ratings' model has it."""
