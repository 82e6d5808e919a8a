"""How strong each level plays Die verbotene Stadt."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.rehearsal import Stage
from engine.ai.thinker import QUICK, Thinker

AT_SIGHT = Stage(moves=1)

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, method=AT_SIGHT, overlooks=0.55, grasps=2, seconds=QUICK, nodes=0),
    "medium": partial(Thinker, method=AT_SIGHT, overlooks=0.25, grasps=2, seconds=QUICK, nodes=0),
    "hard": partial(Thinker, method=Stage(moves=4, steps=12, caution=2.0, careful=True)),
}

RATINGS: Mapping[str, int] = {"random": 1010, "easy": 1390, "medium": 1500, "hard": 1570, "expert": 1590}
"""What each level is worth before any rated game, by games with two seats: medium–easy 65 % of 60, easy–random 89 % of 40, hard–medium
without rehearsals 60 % of 120; that expert is stronger than hard, nobody has measured. A share s of the games is a difference of
182 ln(s / (1 - s)), as the ratings' model has it."""
