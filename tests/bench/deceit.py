"""How well `hard` deceives at Die verbotene Stadt, with two seats: against every player of habit, and before a good guesser.

python -m tests.bench.deceit                            200 games a habit, 0.1 s of processor time a move
python -m tests.bench.deceit --games 20 --seconds 0.02  less of it
"""

import argparse
import random
import sys
from math import inf
from os import cpu_count

from engine.ai.contest import wilson
from engine.ai.levels import opponent
from engine.ai.opponent import Budget, Opponent, View
from engine.chance import Fate
from engine.core import CHANCE
from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.brain import BASELINES
from engine.verbotene_stadt.moves import Bribe, Slide
from engine.verbotene_stadt.sliding import PAVILION
from service.commands import arena
from tests.bench import table
from tests.engine.verbotene_stadt.guesser import Guesser

GOAL = 0.6
GUESSED = 0.4
"""The most turns without an entry after which the bribe may be guessed."""


def against(habit: str, chosen: argparse.Namespace) -> None:
    """Plays `hard` against a habit, and prints the row."""
    words = [f"hard@{chosen.seconds}", habit, "--ruleset", RULESET.name, "--games", str(chosen.games), "--jobs", str(chosen.jobs)]
    result = arena.run(arena.arguments([*words, "--seed", str(chosen.seed)]), sys.stderr)
    (pair,) = result["pairs"]
    table.row(
        f"hard@{chosen.seconds} – {habit}",
        f"{pair['wins']}/{pair['draws']}/{pair['losses']}",
        f"{pair['rate']:.1%}",
        "{:.0%} – {:.0%}".format(*pair["interval"]),
        table.verdict(pair["rate"], GOAL),
    )


def watched(players: tuple[Opponent, Opponent], seconds: float, seed: int) -> list[int]:
    """Of a game in which seat 0 is watched: its slides that enter nowhere, those of its own bribe, those after which the bribe is guessed;
    its turns without an entry, and those after which it is guessed.
    """
    rng = random.Random(seed)
    fate, guesser, number = Fate(rng.randbytes(32)), Guesser(0), 0
    slides = own = seen = turns = told = 0
    position = RULESET.start(2, {"extra_move": "must", "teams": False})
    while position.actors:
        actor, number = position.actors[0], number + 1
        if actor == CHANCE:
            move = fate.pick(number, position.odds())
        else:
            budget = Budget(seconds, seed=rng.getrandbits(32), wall=inf)
            move = players[actor].choose(View(RULESET, actor, position.view(actor)), position.moves(actor), budget)
        if actor == 0 and isinstance(move, Bribe):
            guesser.choosing(position)
        if actor == 0 and isinstance(move, Slide) and move.end != PAVILION:
            guesser.sliding(position.view(None), move)
            slides, own = slides + 1, own + (move.official == position.bribes[0])
            seen += guesser.guess(position) == position.bribes[0]
        after = position.play(actor, move)
        if position.active == 0 and after.active == 1 and after.stage == "move":
            turns, told = turns + 1, told + (guesser.guess(after) == after.bribes[0])
        position = after
    return [slides, own, seen, turns, told]


def share(what: str, part: int, whole: int, goal: float | None = None) -> None:
    """Prints a row about how often something happened that should not."""
    rate = part / max(1, whole)
    low, high = wilson(rate, whole)
    verdict = "" if goal is None else f"{goal:.0%} {'met' if rate <= goal else 'MISSED'}"
    table.row(what, f"{part}/{whole}", f"{rate:.1%}", f"{low:.0%} – {high:.0%}", verdict)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Measure how well hard deceives at Die verbotene Stadt.")
    parser.add_argument("habits", nargs="*", metavar="HABIT", help=f"some of {', '.join(BASELINES)}, or guesser; all unless named")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(argv)
    table.heading("Die verbotene Stadt, two seats", "won/drawn/lost", "rate", "95 % interval", "goal")
    for habit in BASELINES:
        if habit in (chosen.habits or BASELINES):
            against(habit, chosen)
    if not chosen.habits or "guesser" in chosen.habits:
        hard, other = opponent(RULESET.name, "hard"), BASELINES["reader"]
        games = [watched((hard, other), chosen.seconds, chosen.seed + game) for game in range(chosen.games)]
        slides, own, seen, turns, told = (sum(column) for column in zip(*games, strict=True))
        share("slides of its own bribe", own, slides)
        share("bribe guessed after a slide", seen, slides, GUESSED)
        share("bribe guessed after a turn", told, turns, GUESSED)


if __name__ == "__main__":
    main(sys.argv[1:])
