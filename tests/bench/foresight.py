"""How many nodes a second `hard` searches at Forbidden City when it foresees moves, against playing every one of them.

python -m tests.bench.foresight

The same search in the same positions, in turns, in processor time: early, in the middle and late, with every number of seats.
"""

import random
import time
from collections.abc import Sequence

from engine.ai.brain import Brain
from engine.ai.opponent import Budget, View
from engine.ai.search.clock import Clock
from engine.ai.thinker import Thinker
from engine.forbidden_city import RULESET
from engine.forbidden_city.brain import BRAIN, THINKERS
from engine.forbidden_city.brain.judgement import ForbiddenCityBrain
from engine.forbidden_city.moves import Move
from engine.forbidden_city.position import Position
from tests.bench import table
from tests.engine.walk import Table, walk

SECONDS = 0.4
ROUNDS = 3
STAGES = {"early": 0.1, "middle": 0.5, "late": 0.85}
GOAL = 5.0


class Player(ForbiddenCityBrain):
    """The same brain without foresight: it plays every move to judge it."""

    def order(self, position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        if len(moves) < 2:
            return moves
        values = {move: self.evaluate(position.play(seat, move))[seat] for move in moves}
        return sorted(moves, key=values.__getitem__, reverse=True)

    def foresee(self, position: Position, seat: int) -> None:
        return None


def rate(mind: Brain[Position, Move], view: View) -> float:
    """Nodes a second."""
    hard = THINKERS["hard"](mind)
    assert isinstance(hard, Thinker)
    clock, started = Clock(Budget(seconds=SECONDS)), time.process_time()
    hard.think(view, view.position.moves(view.seat), clock, random.Random(1))
    return clock.nodes / (time.process_time() - started)


def run() -> None:
    table.heading("Search of `hard` at Forbidden City, nodes/s, one core", "ratio", "goal", "foreseen", "played")
    for seats in RULESET.seats:
        steps = [step for step in walk(Table(RULESET.name, seats, {}), 1) if step.actor >= 0]
        for stage, share in STAGES.items():
            position, seat, _ = steps[int(share * len(steps))]
            view = View(RULESET, seat, position.view(seat))
            pairs = [(rate(BRAIN, view), rate(Player(), view)) for _ in range(ROUNDS)]
            foreseen, played = (table.middle(rates) for rates in zip(*pairs, strict=True))
            ratio = table.middle([one / other for one, other in pairs])
            table.row(f"{seats} seats, {stage}", table.times(ratio), table.verdict(ratio, GOAL), f"{foreseen:,.0f}", f"{played:,.0f}")


if __name__ == "__main__":
    run()
