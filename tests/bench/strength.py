"""`make strength`: every claim about how strong the opponents are, played out and printed as one table, in about half an hour.

python -m tests.bench.strength                              everything, 200 games a claim
python -m tests.bench.strength cathedral --games 20         a ruleset, or less of it

`hard` may think for a second, and has less in most rows: with less time it is weaker, so what holds there holds all the more.
"""

import argparse
import sys
from dataclasses import dataclass
from os import cpu_count

from engine.rulesets import NAMES
from service import arena
from tests.bench import table

OVERRUN = 1.1
"""No move takes longer than this share of its time."""


@dataclass(frozen=True)
class Claim:
    """One player wins at least this share of the games against another, in both seats equally often."""

    ruleset: str
    first: str
    second: str
    goal: float
    games: int = 200


CLAIMS = (
    Claim("verbotene_stadt", "hard@0.05", "easy", 0.8),
    Claim("cathedral", "hard@0.5", "greedy", 0.99),
    Claim("cathedral", "hard@0.15", "medium", 0.75),
    Claim("cathedral", "hard@0.1", "easy", 0.95),
    Claim("forbidden_city", "hard@0.05", "easy", 0.8),
)

LADDER = ("hard@0.1", "hard@1", "hard@5")
"""Against `medium`, at Cathedral: more time makes it stronger."""

RUNGS = (40, 20, 8)
"""Games for each of the ladder's steps: the more time, the fewer."""


def play(claim: Claim, games: int, chosen: argparse.Namespace) -> float:
    """Plays a claim out and prints its row; the share of the games won."""
    words = [claim.first, claim.second, "--ruleset", claim.ruleset, "--games", str(games), "--jobs", str(chosen.jobs)]
    result = arena.run(arena.arguments([*words, "--seed", str(chosen.seed)]), sys.stderr)
    (pair,) = result["pairs"]
    slowest = max(row["slowest_move"] for row in result["ratings"] if row["player"] == claim.first)
    table.row(
        f"{claim.ruleset}: {claim.first} – {claim.second}",
        f"{pair['wins']}/{pair['draws']}/{pair['losses']}",
        f"{pair['rate']:.1%}",
        "{:.0%} – {:.0%}".format(*pair["interval"]),
        table.verdict(pair["rate"], claim.goal) if claim.goal else "",
        f"{slowest:.0%} {'met' if slowest <= OVERRUN else 'MISSED'}",
    )
    return float(pair["rate"])


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Play out what is claimed of the opponents' strength.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=f"some of {', '.join(NAMES)}, or ladder; all unless named")
    parser.add_argument("--games", type=int, help="games a claim, instead of what it names")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(argv)
    if chosen.games is not None and chosen.games < 1:
        parser.error("--games must be positive.")
    wanted = chosen.rulesets or [*NAMES, "ladder"]
    table.heading("Strength, both seats", "won/drawn/lost", "rate", "95 % interval", "goal", "slowest ≤ 110 %")
    for claim in CLAIMS:
        if claim.ruleset in wanted:
            play(claim, chosen.games or claim.games, chosen)
    if "ladder" in wanted:
        steps = zip(LADDER, RUNGS, strict=True)
        rates = [play(Claim("cathedral", step, "medium", 0.0, games), chosen.games or games, chosen) for step, games in steps]
        table.row("more time makes it stronger", "", "met" if rates == sorted(rates) else "MISSED")


if __name__ == "__main__":
    main(sys.argv[1:])
