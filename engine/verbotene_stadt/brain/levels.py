"""How strong each level plays Die verbotene Stadt."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.rehearsal import Stage
from engine.ai.thinker import QUICK, Thinker

AT_SIGHT = Stage(moves=1)

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, method=AT_SIGHT, overlooks=0.7, grasps=2, seconds=QUICK, nodes=0),
    "medium": partial(Thinker, method=AT_SIGHT, overlooks=0.4, grasps=2, seconds=QUICK, nodes=0),
    "hard": partial(Thinker, method=Stage(moves=4, steps=12, caution=2.0, careful=True)),
}

RATINGS: Mapping[str, int] = {"random": 960, "easy": 1350, "medium": 1500, "hard": 1640, "expert": 1660}
"""What each level is worth before any rated game, by games with two seats against players that overlook about as much: medium–easy 65 % of
50 and 77 % of 60, easy–random 88 % of 60, hard–medium without rehearsals 64 % of 50 and 69 % of 70; that expert is stronger than hard,
nobody has measured. A share s of the games is a difference of 182 ln(s / (1 - s)), as the ratings' model has it."""
