"""How strong each level plays Die verbotene Stadt."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.ai.opponent import Opponent
from engine.ai.search.rehearsal import Stage
from engine.ai.thinker import QUICK, Thinker
from engine.verbotene_stadt.brain.judgement import Brain
from engine.verbotene_stadt.brain.policy import Temper

AT_SIGHT = Stage(moves=1)

TRUSTING = Temper(trust=40.0, daring=0.1)
"""Who believes nearly every claim until somebody has bluffed again and again, and hardly ever bluffs."""

TRUSTING_TOO_MUCH = Temper(trust=30.0)
"""Who is deceived a few times."""


def at_sight(mind: Brain, temper: Temper, overlooks: float) -> Thinker:
    """Who plays at sight and misses entries, and believes too much."""
    return Thinker(replace(mind, temper=temper), method=AT_SIGHT, overlooks=overlooks, grasps=2, seconds=QUICK, nodes=0)


THINKERS: Mapping[str, Callable[..., Opponent]] = {
    "easy": partial(at_sight, temper=TRUSTING, overlooks=0.3),
    "medium": partial(at_sight, temper=TRUSTING_TOO_MUCH, overlooks=0.15),
    "hard": partial(Thinker, method=Stage(moves=4, steps=12, caution=2.0, careful=True)),
}

RATINGS: Mapping[str, int] = {"random": 880, "easy": 1320, "medium": 1500, "hard": 1665, "expert": 1690}
"""What each level is worth before any rated game, by games with two seats: easy–random 91.6 % of 296, medium–easy 73 % of 320,
hard at 0.05 s–medium 71.5 % of 200; expert at 0.15 s–hard 56 % of 36, which may as well be none. A share s of the games is a
difference of 182 ln(s / (1 - s)), as the ratings' model has it."""
