"""The record language: a whole game as text. A journal, a playthrough and a test case are the same thing.

    intramuros record 1
    ruleset cathedral 1
    seats 2
    options {"cathedral": "first"}
    seed 3b1f…                        (or `commitment …` while the seed is secret; neither for a game made by hand)

    1 0 cathedral@e5n                 number, seat (`*` for chance), move; `#` starts a comment line
    2 1 castle@c3n

    outcome {"scores": [12, 8], "winners": [1], "reason": "neither_can_place"}

`python -m engine.record cathedral --seed 7` writes a new random game.
"""

import argparse
import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.chance import Fate
from engine.core import CHANCE, Outcome, Position, Ruleset, check, settle, settle_options
from engine.errors import BadNotation, GameError
from engine.rulesets import NAMES, ruleset

HEADER = "intramuros record 1"
RESIGN = "resign"
"""What the host writes when a seat gives up; the position stays as it is."""
RESIGNED = "resigned"


@dataclass(frozen=True)
class Line:
    """One move of a record: who made it (`CHANCE` for chance) and its text."""

    actor: int
    move: str

    def __str__(self) -> str:
        return f"{'*' if self.actor == CHANCE else self.actor} {self.move}"


@dataclass(frozen=True)
class Record:
    """A game as it was played; `seed` and `commitment` are hexadecimal, or None."""

    ruleset: str
    version: int
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: str | None = None
    commitment: str | None = None
    lines: tuple[Line, ...] = ()
    outcome: Outcome | None = None

    def __str__(self) -> str:
        head = [HEADER, f"ruleset {self.ruleset} {self.version}", f"seats {self.seats}", f"options {json.dumps(self.options)}"]
        head += [f"seed {self.seed}"] if self.seed else []
        head += [f"commitment {self.commitment}"] if self.commitment else []
        moves = [f"{number} {line}" for number, line in enumerate(self.lines, start=1)]
        tail = ["", f"outcome {json.dumps(asdict(self.outcome))}"] if self.outcome else []
        return "\n".join([*head, "", *moves, *tail]) + "\n"


def read(text: str) -> Record:
    """The record that `str()` wrote; raises BadNotation with the number of the line that is wrong."""
    rows = [(number, row.strip()) for number, row in enumerate(text.splitlines(), start=1)]
    rows = [(number, row) for number, row in rows if row and not row.startswith("#")]
    if not rows or rows[0][1] != HEADER:
        raise BadNotation(f"A record starts with the line {HEADER!r}.")
    fields: dict[str, Any] = {}
    lines: list[Line] = []
    for number, row in rows[1:]:
        try:
            read_row(row, fields, lines)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadNotation(f"Line {number} of the record, {row[:80]!r}, cannot be read: {error}") from error
    missing = {"ruleset", "version", "seats"} - fields.keys()
    if missing:
        raise BadNotation(f"The record does not say its {' and '.join(sorted(missing))}.")
    return Record(**fields, lines=tuple(lines))


def read_row(row: str, fields: dict[str, Any], lines: list[Line]) -> None:
    """Adds what one row of a record says to the fields or the lines."""
    word, _, rest = row.partition(" ")
    if word.isdigit():
        if int(word) != len(lines) + 1:
            raise ValueError(f"move {len(lines) + 1} should stand here")
        actor, _, move = rest.partition(" ")
        lines.append(Line(CHANCE if actor == "*" else int(actor), move))
        return
    match word:
        case "ruleset":
            fields["ruleset"], version = rest.split()
            fields["version"] = int(version)
        case "seats":
            fields["seats"] = int(rest)
        case "options":
            fields["options"] = dict(json.loads(rest))
        case "seed" | "commitment":
            if not re.fullmatch("[0-9a-f]{64}", rest):
                raise ValueError("64 hexadecimal digits expected")
            fields[word] = rest
        case "outcome":
            parts = json.loads(rest)
            fields["outcome"] = Outcome(tuple(parts["scores"]), tuple(parts["winners"]), str(parts["reason"]))
        case _:
            raise ValueError(f"{word!r} is not a word of the record language")


def replay(record: Record) -> Iterator[tuple[Position[Any], Line]]:
    """Each position after the start with the line that led to it; raises a GameError where the record is wrong.

    Moves are checked as if they were played now; with a seed, so is every roll and draw, and the outcome at the end.
    """
    rules = ruleset_of(record)
    fate = Fate(bytes.fromhex(record.seed)) if record.seed else None
    if fate and record.commitment and fate.commitment != record.commitment:
        raise BadNotation("The seed is not the one that the commitment promised.")
    position: Position[Any] = rules.start(record.seats, settle_options(rules, record.seats, record.options))
    for number, line in enumerate(record.lines, start=1):
        if line.move == RESIGN:
            yield position, line
            continue
        move = rules.read_move(line.move, position, line.actor)
        if line.actor == CHANCE:
            check_chance(position, number, move, fate)
        else:
            check(position, line.actor, move)
        position = position.play(line.actor, move)
        yield position, line
    given_up = record.outcome is not None and record.outcome.reason == RESIGNED and record.lines[-1:] and record.lines[-1].move == RESIGN
    if record.outcome and position.outcome != record.outcome and not given_up:
        raise BadNotation(f"The record says {record.outcome}, but the game stands at {position.outcome}.")


def ruleset_of(record: Record) -> Ruleset[Any, Any]:
    """The ruleset that a record was played by; raises BadNotation when it is not here."""
    if record.ruleset not in NAMES:
        raise BadNotation(f"There is no ruleset {record.ruleset!r}.")
    rules = ruleset(record.ruleset)
    if rules.version != record.version:
        raise BadNotation(f"The record follows version {record.version} of {rules.title}; here is version {rules.version}.")
    return rules


def check_chance(position: Position[Any], number: int, move: Any, fate: Fate | None) -> None:
    """Raises a GameError unless chance could do this now, and with this seed did."""
    odds = position.odds()
    if move not in [possible for possible, _ in odds]:
        raise GameError(f"Move {number}: chance cannot do {str(move)!r} here.")
    if fate and fate.pick(number, odds) != move:
        raise GameError(f"Move {number}: the seed gives another result than {str(move)!r}.")


def random_game(name: str, seats: int, options: dict[str, Any], seed: int) -> Record:
    """A whole game of uniformly random moves, the same for the same seed."""
    rules, rng = ruleset(name), random.Random(seed)
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
            move = rng.choice(position.moves(seat))
            lines.append(Line(seat, str(move)))
            position = position.play(seat, move)
    return Record(name, rules.version, seats, settled, fate.seed.hex(), fate.commitment, tuple(lines), position.outcome)


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
