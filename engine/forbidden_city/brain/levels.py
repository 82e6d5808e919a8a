"""How strong each level plays Forbidden City."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.heats import Course
from engine.ai.thinker import QUICK, Thinker

SEARCH = Course()

THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(Thinker, misjudges=1.85, seconds=QUICK),
    "medium": partial(Thinker, misjudges=1.0, seconds=QUICK),
    "hard": partial(Thinker, method=SEARCH, misjudges=0.5),
    "expert": partial(Thinker, method=SEARCH),
}

RATINGS: Mapping[str, int] = {"random": 610, "easy": 1210, "medium": 1500, "hard": 1765, "expert": 1875}
"""What each level is worth before any rated game, measured by games with two seats: medium–easy 83 % of 92, easy–random all of 60 (at least
600 then), hard–medium 81 % of 56 at 0.04 to 0.05 s a move, expert–hard 64 % of 38 at 0.1 to 0.15 s. Of the last the interval is 49 to 78 %:
both counts hold the games by which the error was chosen (30 and 20). A share s of the games
is a difference of 182 ln(s / (1 - s)), as the ratings' model has it."""
