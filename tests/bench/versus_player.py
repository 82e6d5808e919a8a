"""One side of `tests.bench.versus`: opponents of whichever checkout is first on the path, asked line by line over a pipe.

It imports nothing but `engine`, and of that only what checkouts have had for long. Thinking is counted in processor time whatever the
checkout itself counts, so that a busy machine weakens nobody.
"""

import json
import sys
import time
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

from engine.ai.levels import opponent
from engine.ai.opponent import Budget, View
from engine.ai.search import clock
from engine.rulesets import ruleset


def known(kind: Any, **values: Any) -> dict[str, Any]:
    """Those of the values that this checkout's dataclass has a field for."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in values.items() if name in names}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The move of a level in a position, and the processor time it took."""
    rules, seat = ruleset(asked["ruleset"]), asked["seat"]
    position = rules.read(asked["position"])
    view = View(**known(View, ruleset=rules, seat=seat, position=position.view(seat), goal=asked["goal"]))
    moves, player = position.moves(seat), opponent(asked["ruleset"], asked["level"])
    started = time.thread_time()
    limits = known(Budget, seconds=asked["seconds"], nodes=asked["nodes"], seed=asked["seed"], started=started, wall=float("inf"))
    move = player.choose(view, moves, Budget(**limits))
    return {"move": str(move), "took": time.thread_time() - started}


def main() -> None:
    clock.time = SimpleNamespace(monotonic=time.thread_time, thread_time=time.thread_time)  # type: ignore[assignment]
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
