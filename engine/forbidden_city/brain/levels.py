"""How strong each level plays Forbidden City."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.tree import Manner
from engine.ai.thinker import QUICK, Thinker

SEARCH = Manner(worlds=12, opening=2.0)

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, misjudges=2.2, seconds=QUICK),
    "medium": partial(Thinker, misjudges=1.3, seconds=QUICK),
    "hard": partial(Thinker, method=SEARCH),
}

RATINGS: Mapping[str, int] = {"random": 675, "easy": 1275, "medium": 1500, "hard": 1750, "expert": 1800}
"""What each level is worth before any rated game, measured by `intramuros arena`: medium–easy 77.5 % of 60 games, easy–random all of 60
(at least 600 then); hard and expert are put where they are in Cathedral, until somebody has measured them. A share s of the games is a
difference of 182 ln(s / (1 - s)), as the ratings' model has it."""
