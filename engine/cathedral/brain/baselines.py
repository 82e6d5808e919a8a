"""Simple players that strength is measured against; they are no opponents for people."""

import random
from collections.abc import Sequence
from typing import Any

from engine.ai.opponent import Budget, View
from engine.cathedral.box import KINDS


class LargestFirst:
    """Puts the largest building that fits anywhere, by chance, and takes whatever it may take."""

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        bold = [move for move in moves if not move.leave]
        largest = max(KINDS[move.building].squares for move in bold)
        return random.Random(budget.seed).choice([move for move in bold if KINDS[move.building].squares == largest])


BASELINES = {"greedy": LargestFirst()}
