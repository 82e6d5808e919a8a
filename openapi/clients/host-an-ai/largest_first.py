"""An opponent of a dozen lines: of the buildings that fit, it places a largest one, anywhere."""

import random
from collections.abc import Sequence
from typing import Any

from engine.ai.opponent import Budget, View


class LargestFirst:
    """What Intramuros asks of an AI: `choose` gets the seat's view, the legal moves and the time, and returns one of the moves."""

    rulesets = ("cathedral",)
    about = "Places its largest building that fits, anywhere."

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        sizes = {str(move): len(view.ruleset.move_json(view.position, view.seat, move)["cells"]) for move in moves}
        largest = max(sizes.values())
        return random.choice([move for move in moves if sizes[str(move)] == largest])
