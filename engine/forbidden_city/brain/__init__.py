"""Everything that only an AI needs to know of the game; the rules never import it."""

from engine.forbidden_city.brain.baselines import BASELINES
from engine.forbidden_city.brain.judgement import BRAIN
from engine.forbidden_city.brain.lessons import lessons, points
from engine.forbidden_city.brain.levels import RATINGS, THINKERS

__all__ = ["BASELINES", "BRAIN", "RATINGS", "THINKERS", "lessons", "points"]
