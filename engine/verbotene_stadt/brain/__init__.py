"""Everything that only an AI needs to know of the game; the rules never import it."""

from engine.verbotene_stadt.brain.baselines import BASELINES
from engine.verbotene_stadt.brain.judgement import BRAIN
from engine.verbotene_stadt.brain.lessons import lessons, points
from engine.verbotene_stadt.brain.levels import RATINGS, THINKERS

__all__ = ["BASELINES", "BRAIN", "RATINGS", "THINKERS", "lessons", "points"]
