"""Random games of every ruleset, step by step, for the tests that must hold everywhere."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.ai.brain import brain
from engine.core import CHANCE, Position, settle_options
from engine.rulesets import NAMES, ruleset

SENSE = 0.15
"""How often a move is a sensible one, so that games get somewhere."""


class Table(NamedTuple):
    """One way to sit down to a ruleset."""

    ruleset: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.ruleset, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])


class Step(NamedTuple):
    """A move about to be played in a position."""

    position: Position[Any]
    actor: int
    move: Any


def tables() -> list[Table]:
    """Every ruleset with every number of seats, and with every value of each option that has a short list of them."""
    found = []
    for name in NAMES:
        rules = ruleset(name)
        for seats in rules.seats:
            found.append(Table(name, seats, {}))
            for option in rules.options:
                values = [v for v in option.schema.get("enum", []) if v != option.default and option.accepts(v, seats)]
                found += [Table(name, seats, {option.name: value}) for value in values]
    return found


def walk(table: Table, seed: int) -> Iterator[Step]:
    """The steps of a game of mostly random moves; the last one ends it."""
    rules, rng = ruleset(table.ruleset), random.Random(seed)
    position = rules.start(table.seats, settle_options(rules, table.seats, table.options))
    while position.actors:
        actor = rng.choice(position.actors)
        if actor == CHANCE:
            moves, weights = zip(*position.odds(), strict=True)
            (move,) = rng.choices(moves, weights)
        elif rng.random() < SENSE:
            move = brain(table.ruleset).order(position, actor, position.moves(actor))[0]
        else:
            move = rng.choice(position.moves(actor))
        yield Step(position, actor, move)
        position = position.play(actor, move)
