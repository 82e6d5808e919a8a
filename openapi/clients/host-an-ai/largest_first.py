"""An opponent of a dozen lines: of the buildings that fit, it places a largest one, anywhere."""

import random
from collections.abc import Sequence

from intramuros_client import AI, Budget, Move, View


class LargestFirst(AI):
    """`decide` gets the seat's view, the legal moves and the time, and returns one of the moves."""

    rulesets = ("cathedral",)
    about = "Places its largest building that fits, anywhere."

    def decide(self, view: View, moves: Sequence[Move], budget: Budget) -> str:
        largest = max(len(move.object["cells"]) for move in moves)
        return random.choice([move for move in moves if len(move.object["cells"]) == largest])
