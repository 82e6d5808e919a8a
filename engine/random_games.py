"""Whole games as records, made up of random moves or of those that somebody chooses; the same again for the same seed.

`python -m engine.random_games cathedral --seed 7` writes one.
"""

import argparse
import json
import random
from collections.abc import Callable
from typing import Any

from engine.chance import Fate
from engine.core import CHANCE, Position, settle, settle_options
from engine.record import Line, Record
from engine.rulesets import NAMES, ruleset


def random_game(name: str, seats: int, options: dict[str, Any], seed: int) -> Record:
    """A whole game of uniformly random moves, the same for the same seed."""
    rng = random.Random(seed)
    return game_of(name, seats, options, rng, lambda position, seat: rng.choice(position.moves(seat)))


def game_of(name: str, seats: int, options: dict[str, Any], rng: random.Random, choose: Callable[[Position[Any], int], Any]) -> Record:
    """A whole game of the moves that somebody chooses for every seat, with a seed drawn from the generator."""
    rules = ruleset(name)
    settled = settle_options(rules, seats, options)
    fate = Fate(rng.randbytes(32))
    lines: list[Line] = []
    position: Position[Any] = rules.start(seats, settled)
    while position.outcome is None:
        for move, after in settle(position, lambda odds: fate.pick(len(lines) + 1, odds)):
            lines.append(Line(CHANCE, str(move)))
            position = after
        if position.outcome is None:
            seat = rng.choice(position.actors)
            move = choose(position, seat)
            lines.append(Line(seat, str(move)))
            position = position.play(seat, move)
    return Record(name, rules.version, seats, settled, fate.seed.hex(), fate.commitment, tuple(lines), position.outcome, rules.digest)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a random recorded game.")
    parser.add_argument("ruleset", choices=NAMES)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, default={}, help='as JSON: {"cathedral": "after_dark"}')
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    seats = chosen.seats or ruleset(chosen.ruleset).seats[0]
    print(random_game(chosen.ruleset, seats, chosen.options, chosen.seed), end="")


if __name__ == "__main__":
    main()
