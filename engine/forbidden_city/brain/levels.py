"""How strong each level plays Forbidden City."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.heats import Course
from engine.ai.thinker import QUICK, Thinker

SEARCH = Course()

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, misjudges=1.7, seconds=QUICK),
    "medium": partial(Thinker, misjudges=1.0, seconds=QUICK),
    "hard": partial(Thinker, method=SEARCH),
}

RATINGS: Mapping[str, int] = {"random": 605, "easy": 1205, "medium": 1500, "hard": 1855, "expert": 1855}
"""What each level is worth before any rated game, measured by `make strength`: medium–easy 83 % of 48 games, hard–medium 87.5 % of 24,
expert–hard 50 % of 24, easy–random all of 48 (at least 600 then). A share s of the games is a difference of 182 ln(s / (1 - s)), as the
ratings' model has it."""
