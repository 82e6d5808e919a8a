"""How fast `hard` searches, against OpenSpiel's own tree search (C++) on a game with about as many moves. Processor time, one core.

A node of ours is a position judged by the brain, one of theirs a simulation with a random rollout; so read it as how much
looking ahead a second buys, not as the same work done.
"""

import json
import random
import time

from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.ai.search.clock import Clock
from engine.ai.thinker import Thinker
from engine.rulesets import NAMES, ruleset
from tests.bench import table
from tests.bench.peers import peer
from tests.engine.walk import Table, walk

ROUNDS = 3
SECONDS = 1.0


def decision(name: str) -> View:
    """What the first seat sees in the middle of a random game."""
    seats = ruleset(name).seats[0]
    steps = [step for step in walk(Table(name, seats, {}), 1) if step.actor == 0]
    return View(ruleset(name), 0, steps[len(steps) // 2].position.view(0))


def rate(name: str, view: View) -> float:
    """Nodes a second."""
    hard = opponent(name, "hard")
    assert isinstance(hard, Thinker)
    clock, started = Clock(Budget(seconds=SECONDS)), time.process_time()
    hard.think(view, view.position.moves(view.seat), clock, random.Random(1))
    return clock.nodes / (time.process_time() - started)


def run() -> None:
    table.heading("Search of `hard` against OpenSpiel's MCTS, nodes/s, one core", "ratio", "moves", "ours", "theirs", "moves")
    for name in NAMES:
        view = decision(name)
        moves = len(view.position.moves(view.seat))
        with peer("open_spiel", str(moves)) as other:
            if other is None:
                table.row(name, "", str(moves), f"{rate(name, view):,.0f}", "not installed")
                continue
            assert other.process.stdout
            game, theirs_open = json.loads(other.process.stdout.readline())
            pairs = [(rate(name, view), other.rate(SECONDS)) for _ in range(ROUNDS)]
            ours, theirs = (table.middle(rates) for rates in zip(*pairs, strict=True))
            ratio = table.middle([a / b for a, b in pairs])
            table.row(f"{name}, {game}", table.times(ratio), str(moves), f"{ours:,.0f}", f"{theirs:,.0f}", str(theirs_open))
