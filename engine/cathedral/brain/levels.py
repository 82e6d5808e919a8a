"""How strong each level plays Cathedral."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.deepening import Beam
from engine.ai.thinker import QUICK, Thinker

SEARCH = Beam((16, 5, 3, 2), late=(0, 15, 3, 0))

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, method=Beam((8,), deepest=1), overlooks=0.83, seconds=QUICK),
    "medium": partial(Thinker, method=SEARCH, overlooks=0.6, grasps=20, seconds=QUICK, nodes=200),
    "hard": partial(Thinker, method=replace(SEARCH, tries=4000)),
}

RATINGS: Mapping[str, int] = {"random": 550, "easy": 1150, "medium": 1500, "hard": 1750, "expert": 1800}
"""What each level is worth before any rated game, measured by `intramuros arena`: medium–easy 87.5 % of 60 games, easy–random all of 60
(at least 600 then), hard–medium 80 % of 30 at 0.05 s a move, expert–medium 78 % of 30 at 0.15 s; on a ladder both think for longer. A
share s of the games is a difference of 182 ln(s / (1 - s)), as the ratings' model has it."""
