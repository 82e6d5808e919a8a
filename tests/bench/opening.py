"""What each place for the Cathedral comes to for light, by whole games; writes the file that Cathedral's brain opens by.

python -m tests.bench.opening                               28 places, about 15 minutes of one processor
python -m tests.bench.opening --seconds 0.2 --games 64      better, in hours

Turned or mirrored, 224 places are 28. All are tried in some games of `hard` against itself; of those that did best for light the
better half is tried again, in twice as many, until few are left.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from engine.ai.contest import Entrant, contest
from engine.ai.levels import opponent
from engine.ai.opponent import SCORE, Budget, Opponent, View
from engine.cathedral.box import DARK, LIGHT, NOBODY
from engine.cathedral.brain.opening import FILE, images
from engine.cathedral.placements import PLACEMENTS, Placement


@dataclass(frozen=True)
class Opener:
    """Places the Cathedral where it is told, and then plays as another does."""

    place: Placement
    then: Opponent

    def choose(self, view: View, moves: Sequence[Any], budget: Budget) -> Any:
        return self.place.move if view.position.cathedral_waits else self.then.choose(view, moves, budget)


@dataclass
class Trial:
    """One place, and how many squares light was ahead by in each game from it."""

    place: Placement
    leads: list[int] = field(default_factory=list)

    def play(self, seconds: float, games: int) -> None:
        hard = opponent("cathedral", "hard")
        light, dark = Entrant(Opener(self.place, hard), seconds, goal=SCORE), Entrant(hard, seconds, goal=SCORE)
        for seed in range(len(self.leads), len(self.leads) + games):
            scores = contest("cathedral", [light, dark], {}, seed).outcome.scores
            self.leads.append(scores[DARK] - scores[LIGHT])

    @property
    def lead(self) -> float:
        return fmean(self.leads)

    def row(self) -> str:
        error = pstdev(self.leads) / sqrt(len(self.leads))
        return f'{{ place = "{self.place}", lead = {self.lead:.2f}, error = {error:.2f}, games = {len(self.leads)} }},'


def places() -> list[Placement]:
    """One place of each that are the same when turned or mirrored."""
    first: dict[frozenset[int], Placement] = {}
    for place in PLACEMENTS[NOBODY]:
        first.setdefault(images(place.squares), place)
    return list(first.values())


def written(trials: Sequence[Trial], seconds: float) -> str:
    rows = "\n".join(f"  {trial.row()}" for trial in sorted(trials, key=lambda trial: -trial.lead))
    return (
        "# Made by python -m tests.bench.opening: the squares by which light was ahead, on average, with its standard error,\n"
        f"# in games of `hard` against itself at {seconds} s of processor time a move, from each place of the Cathedral.\n\n"
        f"places = [\n{rows}\n]\n"
    )


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Find out where light does best to place the Cathedral.")
    parser.add_argument("--seconds", type=float, default=0.03, help="processor time a move (default 0.03)")
    parser.add_argument("--games", type=int, default=8, help="games of each place in the first round (default 8)")
    parser.add_argument("--output", type=Path, default=FILE, help=f"where to write (default {FILE})")
    chosen = parser.parse_args(argv)
    trials = [Trial(place) for place in places()]
    left, games = trials, chosen.games
    while len(left) > 2:
        for number, trial in enumerate(left, start=1):
            trial.play(chosen.seconds, games)
            print(f"{number}/{len(left)} {trial.row()}", file=sys.stderr, flush=True)
        chosen.output.write_text(written(trials, chosen.seconds))
        left, games = sorted(left, key=lambda trial: -trial.lead)[: (len(left) + 1) // 2], 2 * games


if __name__ == "__main__":
    main(sys.argv[1:])
