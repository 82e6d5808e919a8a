"""How many games a second this checkout plays on in thought, against another one: what `hard` does where it rehearses its moves.

git worktree add --detach ../before v1.2.0
python -m tests.bench.playouts ../before

A node is one game played on from one move for so many moves of everybody, chance included, and judged then; both sides play on equally
far, from the same moves of the same positions, with processor time counted. Positions are from games at sight, early, in the middle
and late, with every number of seats, and each is thought about once: nothing is remembered from one round to the next that a
game would not remember.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from os import environ
from pathlib import Path
from statistics import fmean
from subprocess import PIPE, Popen
from typing import Any

from engine.ai.brain import brain, shortlist
from engine.core import CHANCE, Position, settle_options
from engine.rulesets import ruleset
from tests.bench import table

HERE = Path(__file__).resolve().parents[2]
PLAYER = Path(__file__).with_name("playouts_player.py")
RULESETS = ("verbotene_stadt",)
STAGES = {"early": 0.1, "middle": 0.5, "late": 0.85}
GOAL = 5.0
MOVES, STEPS = 4, 12
"""How many moves are tried, and how far games are played on: what `hard` does."""


class Side:
    """A checkout's search, in a process of its own."""

    def __init__(self, checkout: Path) -> None:
        command = [sys.executable, "-P", str(PLAYER)]
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, text=True, env={**environ, "PYTHONPATH": str(checkout.resolve())})

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:
            pass

    def rate(self, **asked: Any) -> float:
        """Nodes a second."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return float(answer["nodes"] / answer["took"])


def decisions(name: str, seats: int, seed: int) -> Iterator[tuple[Position[Any], int]]:
    """The decisions of a game at sight between several moves that everybody can see."""
    rules, rng = ruleset(name), random.Random(seed)
    mind: Any = brain(name)
    position: Position[Any] = rules.start(seats, settle_options(rules, seats, {}))
    while position.actors:
        actor = position.actors[0]
        if actor == CHANCE:
            moves, weights = zip(*position.odds(), strict=True)
            (move,) = rng.choices(moves, weights)
        else:
            view = position.view(actor)
            if len(position.actors) == 1 and len(view.moves(actor)) > MOVES:
                yield view, actor
            move = mind.policy(view, actor, rng)
        position = position.play(actor, move)


def asked(name: str, seats: int, stage: float, seed: int) -> dict[str, Any]:
    """A decision at that stage of a game, and the moves to try there."""
    found = list(decisions(name, seats, seed))
    view, seat = found[int(stage * len(found))]
    rng = random.Random(seed)
    moves = shortlist(brain(name), brain(name).guess(view, seat, rng), seat, MOVES)
    return {"ruleset": name, "position": str(view), "seat": seat, "moves": [str(move) for move in moves], "steps": STEPS, "seed": seed}


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Play on in thought, this checkout against another one.")
    parser.add_argument("other", type=Path, help="the other checkout's folder")
    parser.add_argument("--ruleset", default="verbotene_stadt", choices=RULESETS)
    parser.add_argument("--games", type=int, default=5, help="positions of each stage and number of seats")
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time for each")
    parser.add_argument("--this", type=Path, default=HERE, help="measure another checkout instead of this one")
    chosen = parser.parse_args(argv)
    table.heading(f"Games played on for {STEPS} moves at {chosen.ruleset}, a second, one core", "ratio", "goal", "this", "other", "ratios")
    ratios = []
    with Side(chosen.this) as this, Side(chosen.other) as other:
        for seats in ruleset(chosen.ruleset).seats:
            for stage, share in STAGES.items():
                questions = [asked(chosen.ruleset, seats, share, seed) for seed in range(chosen.games)]
                pairs = [tuple(side.rate(**each, seconds=chosen.seconds) for side in (this, other)) for each in questions]
                quick, slow = (table.middle(rates) for rates in zip(*pairs, strict=True))
                found = [one / two for one, two in pairs]
                ratios.append(table.middle(found))
                table.row(
                    f"{seats} seats, {stage}",
                    table.times(ratios[-1]),
                    table.verdict(ratios[-1], GOAL),
                    f"{quick:,.0f}",
                    f"{slow:,.0f}",
                    table.spread(found),
                )
    table.row("all, on average", table.times(fmean(ratios)), table.verdict(fmean(ratios), GOAL))


if __name__ == "__main__":
    main(sys.argv[1:])
