"""The record language: a whole game as text. A journal, a playthrough and a test case are the same thing.

    intramuros record 1
    ruleset cathedral 1
    seats 2
    options {"cathedral": "first"}
    box 9c31…                         SHA-256 of what lay in the box; older records do not say
    seed 3b1f…                        (or `commitment …` while the seed is secret; neither for a game made by hand)
    client_seed my-own-words          what the creator added to the seed, if anything

    1 0 cathedral@e5n                 number, seat (`*` for chance), move; `#` starts a comment line
    2 1 castle@c3n
    3 1 takeback 1                    the position is again the one after move 1; the numbers go on
    4 1 inn@c3n

    outcome {"scores": [12, 8], "winners": [1], "reason": "neither_can_place"}

Records that do not say their box have 1 for a win and 0 for a loss as the scores of a game that somebody resigned; they hold as they are.
"""

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.core import CHANCE, Outcome
from engine.errors import BadNotation

HEADER = "intramuros record 1"

CLIENT_SEED = re.compile("[!-~]{1,128}")
"""What a creator may add to the seed: printable ASCII without spaces."""


@dataclass(frozen=True)
class Line:
    """One move of a record: who made it (`CHANCE` for chance) and its text."""

    actor: int
    move: str

    def __str__(self) -> str:
        return f"{'*' if self.actor == CHANCE else self.actor} {self.move}"


@dataclass(frozen=True)
class Record:
    """A game as it was played; `seed`, `commitment` and `box` are hexadecimal, or None."""

    ruleset: str
    version: int
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: str | None = None
    commitment: str | None = None
    lines: tuple[Line, ...] = ()
    outcome: Outcome | None = None
    box: str | None = None
    client_seed: str | None = None

    def __str__(self) -> str:
        head = [HEADER, f"ruleset {self.ruleset} {self.version}", f"seats {self.seats}", f"options {json.dumps(self.options)}"]
        head += [f"box {self.box}"] if self.box else []
        head += [f"seed {self.seed}"] if self.seed else []
        head += [f"commitment {self.commitment}"] if self.commitment else []
        head += [f"client_seed {self.client_seed}"] if self.client_seed else []
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
        case "seed" | "commitment" | "box":
            if not re.fullmatch("[0-9a-f]{64}", rest):
                raise ValueError("64 hexadecimal digits expected")
            fields[word] = rest
        case "client_seed":
            if not CLIENT_SEED.fullmatch(rest):
                raise ValueError("up to 128 letters, digits and signs without a space expected")
            fields[word] = rest
        case "outcome":
            parts = json.loads(rest)
            fields["outcome"] = Outcome(tuple(parts["scores"]), tuple(parts["winners"]), str(parts["reason"]))
        case _:
            raise ValueError(f"{word!r} is not a word of the record language")
