"""Everything that only an AI needs to know of the game; the rules never import it."""

from engine.cathedral.brain.baselines import BASELINES
from engine.cathedral.brain.judgement import BRAIN
from engine.cathedral.brain.lessons import lessons, points
from engine.cathedral.brain.levels import RATINGS, THINKERS

__all__ = ["BASELINES", "BRAIN", "RATINGS", "THINKERS", "lessons", "points"]
