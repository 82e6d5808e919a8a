"""How many moves a second `hard` judges at Forbidden City while it plays on in thought, against playing every one of them.

python -m tests.bench.foresight

In the same positions, in turns, in processor time: early, in the middle and late, with every number of seats.
"""

import random
import time

from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.ai.search.clock import Clock
from engine.ai.thinker import Thinker
from engine.forbidden_city import RULESET
from engine.forbidden_city.brain import BRAIN
from tests.bench import table
from tests.engine.walk import Table, walk

SECONDS = 0.4
ROUNDS = 3
STAGES = {"early": 0.1, "middle": 0.5, "late": 0.85}
GOAL = 5.0


def foreseen(view: View, seed: int) -> float:
    """Moves that `hard` judges in a second of thought."""
    hard = opponent(RULESET.name, "hard")
    assert isinstance(hard, Thinker)
    clock, started = Clock(Budget(seconds=SECONDS)), time.process_time()
    hard.think(view, view.position.moves(view.seat), clock, random.Random(seed))
    return clock.nodes / (time.process_time() - started)


def played(view: View) -> float:
    """Moves that are played and judged by what is there then, in a second."""
    position, moves, count, started = view.position, view.position.moves(view.seat), 0, time.process_time()
    while time.process_time() - started < SECONDS:
        for move in moves:
            BRAIN.evaluate(position.play(view.seat, move))
        count += len(moves)
    return count / (time.process_time() - started)


def run() -> None:
    table.heading("Moves judged by `hard` at Forbidden City a second, one core", "ratio", "goal", "foreseen", "played")
    for seats in RULESET.seats:
        steps = [step for step in walk(Table(RULESET.name, seats, {}), 1) if step.actor >= 0]
        for stage, share in STAGES.items():
            position, seat, _ = steps[int(share * len(steps))]
            view = View(RULESET, seat, position.view(seat))
            pairs = [(foreseen(view, seed), played(view)) for seed in range(ROUNDS)]
            one, other = (table.middle(rates) for rates in zip(*pairs, strict=True))
            ratio = table.middle([quick / slow for quick, slow in pairs])
            table.row(f"{seats} seats, {stage}", table.times(ratio), table.verdict(ratio, GOAL), f"{one:,.0f}", f"{other:,.0f}")


if __name__ == "__main__":
    run()
