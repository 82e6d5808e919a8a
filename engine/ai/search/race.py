"""Whether one move is better than every other, by more than luck: all are played on from in the same worlds with the same luck.

Those that are clearly worse drop out after every few rounds, so that the close ones are tried most. It takes a brain that plays
well at sight.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from engine.ai.brain import Instinct, shortlist
from engine.ai.opponent import Budget
from engine.ai.search.clock import Clock
from engine.ai.search.rehearsal import Rehearsal, Stage
from engine.core import Position

ROUNDS = 8
"""After so many rounds it is looked who drops out."""
MOST = 64
"""Rounds after which what is not clear by then is given up."""
FEW = 24
"""Rounds before which nothing is given up: a few games in which two moves came to the same say little."""
SURE = 2.5
"""By how many standard errors a move must be worse."""
FIRST = 6
"""So many promising moves race first, since most decisions have no clear best."""
STAGE = Stage(steps=16)


class Winner(NamedTuple):
    """The move that won, its estimated share of the win, and by how much the best of the others is worse."""

    move: Any
    estimate: float
    lead: float


def race(
    mind: Instinct, view: Position[Any], seat: int, gap: float, rng: random.Random, wanted: Callable[[Any], bool] = lambda _: True
) -> Winner | None:
    """The move that is better than every other by the gap as estimated, and by half of it for sure; None without a wanted one."""
    moves = view.moves(seat)
    world = mind.guess(view, seat, rng)
    promising = [move for move in shortlist(mind, world, seat, FIRST) if move in moves]
    heat = Heat(mind, view, seat, promising, rng)
    heat.go_on(2 * ROUNDS)
    if len(promising) < 2 or not wanted(heat.best) or heat.winner().lead < gap:
        return None
    found = run(Heat(mind, view, seat, moves, rng), gap)
    return found if found and found.move == heat.best and found.lead >= gap else None


def run(heat: "Heat", gap: float) -> Winner | None:
    """The move that all others have dropped out against; None where two stay close."""
    for _ in range(MOST // ROUNDS):
        heat.go_on(ROUNDS)
        for move in [move for move in heat.running if move != heat.best]:
            lead, error = led_by(heat.running[heat.best], heat.running[move])
            if len(heat.running[move]) >= FEW and lead + SURE * error < gap:
                return None
            if lead - SURE * error > gap / 2:
                heat.beaten[move] = heat.running.pop(move)
        if len(heat.running) == 1:
            return heat.winner()
    return None


class Heat:
    """Moves that race each other, with what came of each in every round."""

    def __init__(self, mind: Instinct, view: Position[Any], seat: int, moves: Sequence[Any], rng: random.Random) -> None:
        self.rehearsal = Rehearsal(mind, view, seat, STAGE, rng)
        self.running: dict[Any, list[float]] = {move: [] for move in moves}
        self.beaten: dict[Any, list[float]] = {}
        self.rehearsal.results, self.rehearsal.replies = self.running, {move: Counter() for move in moves}

    def go_on(self, rounds: int) -> None:
        endless = Clock(Budget(nodes=1 << 40))
        for _ in range(rounds):
            self.rehearsal.round(endless)

    @property
    def best(self) -> Any:
        return max(self.running, key=lambda move: sum(self.running[move]))

    def winner(self) -> Winner:
        """The best so far, and how far the next best is behind."""
        results, best = self.running[self.best], self.best
        others = [*self.beaten.values(), *(other for move, other in self.running.items() if move != best)]
        lead = min((led_by(results, other)[0] for other in others), default=0.0)
        return Winner(best, sum(results) / len(results), lead)


def led_by(ahead: Sequence[float], behind: Sequence[float]) -> tuple[float, float]:
    """By how much one move is better than another in the same games, and the standard error of that."""
    gains = [one - other for one, other in zip(ahead, behind, strict=False)]
    mean = sum(gains) / len(gains)
    return mean, sqrt(sum((each - mean) ** 2 for each in gains) / max(1, len(gains) - 1) / len(gains))
