"""`make strength`: the ladder of the opponents, played out and printed as one table: rates, intervals, processor time a move.

python -m tests.bench.strength                              everything, in at most half an hour
python -m tests.bench.strength cathedral --games 20         a ruleset, or less of it
python -m tests.bench.strength --full                       `make strength-full`: all 200 games of every claim; stopped, it goes on later

A claim is tried by a sequential test: it is over as soon as its interval lies within what is claimed, or outside of it, and after 200
games at the latest. Time is shared out among the claims; one that runs out of it says what is known. Budgets are in processor time,
small ones for `hard` and `expert`: what they have over each other is time, and what they have over `medium` grows with it.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from os import cpu_count, environ
from pathlib import Path

from engine.ai.contest import wilson
from engine.rulesets import NAMES, ruleset
from service.commands import arena
from tests.bench import table
from tests.bench.strength_results import Played, Results, as_played

MINUTES = 30.0
SURE = 2.58
"""How many standard errors wide the interval is on each side by which a claim is decided early: wider than that printed, for many looks."""
BATCH = 12
"""Games between two looks: whole rounds of the seats of two, three and four."""


@dataclass(frozen=True)
class Claim:
    """One player has a share of the games against another, in all seats equally often; of pairs of seats where there are more than two."""

    ruleset: str
    first: str
    second: str
    low: float
    high: float
    seats: int = 2

    def verdict(self, rate: float, games: int) -> str | None:
        """Whether the claim holds, once that is sure enough; None while it is not."""
        low, high = wilson(rate, games, SURE)
        if low >= self.low and high <= self.high:
            return "met"
        return "MISSED" if high < self.low or low > self.high else None

    def match(self, number: int, seed: int) -> arena.Match:
        """The game of that number; those of one round of the seats share their chance."""
        lines = arena.lineups(self.first, self.second, self.seats)
        return arena.Match(self.ruleset, lines[number % len(lines)], {}, 1.0, seed + number // len(lines))


LADDER = (("easy", "random", 0.9, 1.0), ("easy", "greedy", 0.0, 0.5), ("medium", "easy", 0.75, 0.9), ("hard@0.05", "medium", 0.75, 0.9),
          ("expert@0.15", "hard@0.05", 0.75, 0.9))  # fmt: skip
MORE_SEATS = (("medium", "easy", 0.65, 0.85), ("hard@0.05", "medium", 0.65, 0.85))


def claims(name: str) -> list[Claim]:
    """What is claimed of the levels of a ruleset."""
    more = [Claim(name, *row, seats=seats) for seats in ruleset(name).seats if seats in (3, 4) for row in MORE_SEATS]
    return [*(Claim(name, *row) for row in LADDER), *more]


@dataclass
class Trial:
    """A claim being tried."""

    claim: Claim
    games: list[Played] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return sum(game.rate for game in self.games) / max(1, len(self.games))

    def row(self, decided: str | None) -> None:
        claim, (low, high) = self.claim, wilson(self.rate, len(self.games))
        verdict = decided or ("met" if claim.low <= self.rate <= claim.high else "MISSED")
        table.row(
            f"{claim.ruleset} {claim.seats}: {claim.first} – {claim.second}",
            f"{sum(game.rate for game in self.games):.1f}/{len(self.games)}",
            f"{self.rate:.1%}",
            f"{low:.0%} – {high:.0%}",
            f"{claim.low:.0%}–{claim.high:.0%} {verdict}" + ("" if decided else "?"),
            f"{self.cost(0):.1f} · {self.cost(1):.1f}",
        )

    def cost(self, who: int) -> float:
        """Milliseconds of the processor a move, of the first player or the second."""
        return 1000 * sum(game.busy[who] for game in self.games) / max(1, sum(game.thoughts[who] for game in self.games))


def tried(trial: Trial, results: Results | None, chosen: argparse.Namespace, pool: ProcessPoolExecutor, until: float) -> None:
    """Plays the claim until it is decided, or has all its games, or more would end late; what is known from before is not played again."""
    decided, begun, took = None, time.monotonic(), 0.0
    while len(trial.games) < chosen.games and decided is None and (not trial.games or begun + took < until):
        numbers = range(len(trial.games), min(chosen.games, len(trial.games) + BATCH))
        known = {number: results.find(trial.claim, chosen.seed, number) if results else None for number in numbers}
        matches = {number: trial.claim.match(number, chosen.seed) for number, game in known.items() if game is None}
        for (number, match), game in zip(matches.items(), pool.map(arena.Match.play, matches.values()), strict=True):
            known[number] = as_played(match, game, trial.claim.first)
            if results:
                results.keep(trial.claim, chosen.seed, number, known[number])
        trial.games += [game for game in known.values() if game]
        decided = None if chosen.full else trial.claim.verdict(trial.rate, len(trial.games))
        took, begun = time.monotonic() - begun, time.monotonic()
    trial.row(decided)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Play out what is claimed of the opponents' strength.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=f"some of {', '.join(NAMES)}; all unless named")
    parser.add_argument("--games", type=int, default=200, help="most games of a claim (default 200)")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"most time for everything (default {MINUTES:g}); not with --full")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--full", action="store_true", help="play all games of every claim, and keep them to go on from")
    chosen = parser.parse_args(argv)
    if min(chosen.games, chosen.jobs, chosen.minutes) <= 0 or not set(chosen.rulesets) <= set(NAMES):
        parser.error(f"Games, jobs and minutes must be positive, and rulesets are some of {', '.join(NAMES)}.")
    trials = [Trial(claim) for name in chosen.rulesets or NAMES for claim in claims(name)]
    results = Results(Path(environ.get("INTRAMUROS_DATA", ".data")) / "strength.jsonl") if chosen.full else None
    table.heading(f"Strength, seed {chosen.seed}", "points/games", "rate", "95 % interval", "claim", "ms a move")
    over = float("inf") if chosen.full else time.monotonic() + 60 * chosen.minutes
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for number, trial in enumerate(trials):
            now = time.monotonic()
            tried(trial, results, chosen, pool, now + (over - now) / (len(trials) - number))


if __name__ == "__main__":
    main(sys.argv[1:])
