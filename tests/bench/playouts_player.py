"""One side of `tests.bench.playouts`: plays on in thought with whichever checkout is first on the path, asked line by line over a pipe.

It imports nothing but `engine`, and of that only what checkouts have had for long. Time is the processor's, and looked at here: the
checkout's own clock counts nodes.
"""

import json
import random
import sys
import time
from collections import Counter
from typing import Any

from engine.ai.brain import brain
from engine.ai.opponent import Budget
from engine.ai.search import clock
from engine.ai.search.rehearsal import Rehearsal, Stage
from engine.rulesets import ruleset


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """How many games were played on for so many steps from the moves asked about, and the processor time that took."""
    rules, seat = ruleset(asked["ruleset"]), asked["seat"]
    view = rules.read(asked["position"])
    moves = [rules.read_move(move, view, seat) for move in asked["moves"]]
    rehearsal = Rehearsal(brain(asked["ruleset"]), view, seat, Stage(steps=asked["steps"]), random.Random(asked["seed"]))
    rehearsal.results, rehearsal.replies = {move: [] for move in moves}, {move: Counter() for move in moves}
    counting, started = clock.Clock(Budget(nodes=1 << 40)), time.thread_time()
    while time.thread_time() - started < asked["seconds"]:
        rehearsal.round(counting)
    return {"nodes": counting.nodes, "took": time.thread_time() - started}


def main() -> None:
    for line in sys.stdin:
        with clock.undisturbed():
            print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
