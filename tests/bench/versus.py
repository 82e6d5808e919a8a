"""A level of this checkout against the same level of another one, at equal processor time, with the seats exchanged in every pair.

git worktree add --detach ../before v1.2.0
python -m tests.bench.versus ../before --games 200 --seconds 0.1
python -m tests.bench.versus ../before --begin cathedral@c2n cathedral@e4n    both games of a pair begin with one of these

Printed is what this checkout has: its share of the games from each seat, and the points by which it was ahead in a pair. Where nothing
differs, two programs play the same game again and again, and many games say no more than one; so the length of a thought differs from pair
to pair, from half to twice the one asked for.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from os import environ
from pathlib import Path
from statistics import fmean, stdev
from subprocess import PIPE, Popen
from typing import Any

from engine.ai.brain import shares
from engine.ai.contest import wilson
from engine.ai.opponent import SCORE, WIN
from engine.core import Position, check, settle_options
from engine.rulesets import NAMES, ruleset

HERE = Path(__file__).resolve().parents[2]
PLAYER = Path(__file__).with_name("versus_player.py")


class Side:
    """The opponents of one checkout, in a process of their own."""

    def __init__(self, checkout: Path) -> None:
        # Without -P the folder of the script would come first, and its modules before those of the library.
        command = [sys.executable, "-P", str(PLAYER)]
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, text=True, env={**environ, "PYTHONPATH": str(checkout.resolve())})
        self.took, self.thoughts = 0.0, 0

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:
            pass

    def choose(self, **asked: Any) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.took, self.thoughts = self.took + answer["took"], self.thoughts + 1
        return str(answer["move"])

    def cost(self) -> float:
        """Milliseconds of the processor a move."""
        return 1000 * self.took / max(1, self.thoughts)


@dataclass
class Tally:
    """What the first side has of each pair, seat by seat: its share of the game, and the points it was ahead by."""

    rates: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    leads: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def add(self, seat: int, rate: float, lead: float) -> None:
        self.rates[seat].append(rate)
        self.leads[seat].append(lead)

    def text(self) -> str:
        seats = [f"seat {seat}: {rated(self.rates[seat])}, ahead by {meant(self.leads[seat])}" for seat in (0, 1)]
        pairs = [one + other for one, other in zip(*self.leads, strict=True)]
        return "; ".join([f"all: {rated([*self.rates[0], *self.rates[1]])}", *seats, f"a pair: {meant(pairs)}"])


def rated(rates: Sequence[float]) -> str:
    """
    >>> rated([1.0, 0.5, 0.0, 1.0])
    '62 % of 4 (22-91)'
    """
    low, high = wilson(fmean(rates), len(rates))
    return f"{fmean(rates):.0%} of {len(rates)} ({low:.0%}-{high:.0%})".replace("%-", "-").replace("%)", ")").replace("%", " %")


def meant(values: Sequence[float]) -> str:
    """The mean with what it may be off by, 95 times in 100.

    >>> meant([1.0, 3.0])
    '+2.00 ± 1.96'
    """
    error = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return f"{fmean(values):+.2f} ± {error:.2f}"


def played(sides: Sequence[Side], chosen: argparse.Namespace, seed: int, begin: str | None) -> Position[Any]:
    """A game to its end, a side in each seat; the seed also decides how long both think."""
    rules, rng = ruleset(chosen.ruleset), random.Random(seed)
    length = 2 ** rng.uniform(-1, 1)
    limits = {"seconds": length * chosen.seconds, "nodes": chosen.nodes and round(length * chosen.nodes)}
    position: Position[Any] = rules.start(2, settle_options(rules, 2, {}))
    while position.actors:
        (seat,) = position.actors
        about = {"ruleset": rules.name, "level": chosen.level, "seat": seat, "position": str(position), "goal": chosen.goal}
        move = rules.read_move(begin or sides[seat].choose(**about, **limits, seed=rng.getrandbits(32)), position, seat)
        begin = None
        check(position, seat, move)
        position = position.play(seat, move)
    return position


def match(first: Side, second: Side, chosen: argparse.Namespace) -> Tally:
    """Pairs of games with the seats exchanged; the table so far is printed after each."""
    tally, sign = Tally(), -1 if ruleset(chosen.ruleset).fewest_win else 1
    for pair in range(chosen.games // 2):
        begin = chosen.begin[pair % len(chosen.begin)] if chosen.begin else None
        for seat, sides in enumerate(((first, second), (second, first))):
            over = played(sides, chosen, chosen.seed + pair, begin)
            assert over.outcome is not None
            scores = over.outcome.scores
            tally.add(seat, (shares(over, 2) or ())[seat], sign * (scores[seat] - scores[1 - seat]))
        print(f"{2 * pair + 2} games, {first.cost():.0f} and {second.cost():.0f} ms a move; {tally.text()}", flush=True)
    return tally


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Play this checkout against another one.")
    parser.add_argument("other", type=Path, help="the other checkout's folder")
    parser.add_argument("--ruleset", default="cathedral", choices=NAMES)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1, help="processor time a move, half to twice as much (default 0.1)")
    parser.add_argument("--nodes", type=int, default=None, help="count nodes instead of time")
    parser.add_argument("--goal", default=WIN, choices=(WIN, SCORE))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--begin", nargs="*", default=[], metavar="MOVE", help="first moves, one a pair in turns")
    parser.add_argument("--this", type=Path, default=HERE, help="play another checkout instead of this one")
    chosen = parser.parse_args(argv)
    with Side(chosen.this) as first, Side(chosen.other) as second:
        match(first, second, chosen)


if __name__ == "__main__":
    main(sys.argv[1:])
