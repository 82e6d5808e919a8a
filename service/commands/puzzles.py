"""`intramuros puzzles RULESET`: positions to solve, found in exported games or in games of an AI against itself."""

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from engine.ai.brain import Instinct, brain
from engine.ai.composing import composed, played
from engine.ai.levels import LEVELS
from engine.errors import GameError
from engine.puzzles import Puzzle, written
from engine.record import Record, read
from engine.replaying import ruleset_of
from engine.rulesets import NAMES, ruleset


def main(argv: list[str]) -> int:
    """Writes the puzzles to standard output, and how far it is to standard error; 1 without any, 2 for no record of ours."""
    parser = argparse.ArgumentParser(prog="intramuros puzzles", description="Find positions to solve in games that were played.")
    parser.add_argument("ruleset", choices=NAMES)
    parser.add_argument("records", nargs="*", help="exported games; without any, AIs play new ones")
    parser.add_argument("--count", type=positive, default=100, help="how many puzzles (default 100)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of processor time for the first look at a decision (default 0.3)")
    parser.add_argument("--level", choices=LEVELS, default="medium", help="who plays new games (default medium)")
    parser.add_argument("--seats", type=int, help="of new games (default: every number in turn for a game of secrets, else the fewest)")
    parser.add_argument("--seed", type=int, default=0, help="for games that come out the same again")
    chosen = parser.parse_args(argv)
    rng = random.Random(chosen.seed)
    found: dict[str, Puzzle] = {}
    try:
        for number, record in enumerate(games(chosen, rng), start=1):
            found |= {each.id: each for each in composed(record, chosen.seconds, rng)}
            print(f"{len(found)} of {chosen.count} puzzles after {number} games", file=sys.stderr)
            if len(found) >= chosen.count:
                break
    except (OSError, UnicodeDecodeError, GameError) as error:
        print(f"intramuros: {error}", file=sys.stderr)
        return 2
    if not found:
        print("intramuros: No puzzle was found.", file=sys.stderr)
        return 1
    print(written(chosen.ruleset, list(found.values())[: chosen.count]), end="")
    return 0


def positive(text: str) -> int:
    """A number from 1."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def games(chosen: argparse.Namespace, rng: random.Random) -> Iterator[Record]:
    """The games to look through."""
    for name in chosen.records:
        record = read(Path(name).read_text(encoding="utf-8"))
        if ruleset_of(record).name == chosen.ruleset:
            yield record
        else:
            print(f"{name} is a game of {record.ruleset}, and left out", file=sys.stderr)
    tables = ruleset(chosen.ruleset).seats if isinstance(brain(chosen.ruleset), Instinct) else ruleset(chosen.ruleset).seats[:1]
    for seats in cycle([chosen.seats] if chosen.seats else tables) if not chosen.records else ():
        yield played(chosen.ruleset, seats, chosen.level, rng)
