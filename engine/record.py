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

`python -m engine.record cathedral --seed 7` writes a new random game.
"""

import argparse
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from engine.chance import Fate
from engine.core import CHANCE, Outcome, Position, Ruleset, broken_off, check, settle, settle_options
from engine.errors import BadNotation, GameError
from engine.rulesets import NAMES, ruleset, versions

HEADER = "intramuros record 1"
RESIGN = "resign"
"""What the host writes when a seat gives up; the position stays as it is."""
RESIGNED = "resigned"
TIMEOUT = "timeout"
"""What the host writes when a seat's time is over; the position stays as it is, and what the host plays for the seat follows."""
OUT_OF_TIME = "out_of_time"
AGREE, DRAW_AGREED = "agree-draw", "draw_agreed"
ABORT, ABORTED = "abort", "aborted"
TAKEBACK = "takeback"
"""What the host writes, with the number of a move, when those who play agree to go back to the position after it."""
BREAKS = {RESIGNED: RESIGN, OUT_OF_TIME: TIMEOUT, DRAW_AGREED: AGREE, ABORTED: ABORT}
"""The reasons that a game ends for which is not played out, each with the word that its record then ends with."""

HOSTS_WORDS = (*BREAKS.values(), TAKEBACK)
"""What the host writes; the rest of a journal is what the rules say."""

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


def replay(record: Record) -> Iterator[tuple[Position[Any], Line]]:
    """Each position after the start with the line that led to it; raises a GameError where the record is wrong.

    Moves are checked as if they were played now; with a seed, so is every roll and draw, and the outcome at the end.
    """
    rules = ruleset_of(record)
    fate = Fate(bytes.fromhex(record.seed), record.client_seed or "") if record.seed else None
    if fate and record.commitment and fate.commitment != record.commitment:
        raise BadNotation("The seed is not the one that the commitment promised.")
    position: Position[Any] = rules.start(record.seats, settle_options(rules, record.seats, record.options))
    past = [position]
    for number, line in enumerate(record.lines, start=1):
        if not is_hosts(line.move):
            move = rules.read_move(line.move, position, line.actor)
            if line.actor == CHANCE:
                check_chance(position, number, move, fate)
            else:
                check(position, line.actor, move)
        position = follow(rules, past, line.actor, line.move)
        if line.move.startswith(TAKEBACK) and any(each.actor == CHANCE for each in record.lines[returned_to(line.move) : number]):
            raise BadNotation(f"Move {number}: a roll or draw is taken back.")
        yield position, line
    stands = result(rules, position, record)
    if record.outcome and record.outcome not in (stands, marked(record, stands)):
        raise BadNotation(f"The record says {record.outcome}, but the game stands at {stands}.")


def hosts_object(text: str) -> dict[str, Any]:
    """What the host wrote, as an object.

    >>> hosts_object("takeback 7"), hosts_object("resign")
    ({'kind': 'takeback', 'number': 7}, {'kind': 'resign'})
    """
    word, _, number = text.partition(" ")
    return {"kind": word, **({"number": int(number)} if number else {})}


def returned_to(text: str) -> int:
    """The number of the move after which the game goes on, by what a takeback says."""
    return int(text.partition(" ")[2])


def live(moves: Iterable[str]) -> list[int]:
    """The numbers of the entries that have not been taken back, takebacks themselves not counted.

    >>> live(["castle@a1n", "inn@e5n", "takeback 1", "pub@e5n"])
    [1, 4]
    """
    numbers: list[int] = []
    for number, move in enumerate(moves, start=1):
        if move.startswith(TAKEBACK):
            numbers = [each for each in numbers if each <= returned_to(move)]
        else:
            numbers.append(number)
    return numbers


def result(rules: Ruleset[Any, Any], position: Position[Any], record: Record) -> Outcome | None:
    """How the game of a record ended, by its last position and by who gave it up; None when it is not over."""
    return position.outcome or break_off(rules, position, record)


def marked(record: Record, stands: Outcome | None) -> Outcome | None:
    """The same outcome as records without `box` tell of it when somebody resigned: 1 for each who has won and 0 for the others.

    Since records name their box, scores mean the same however a game ends. What an older record says stays true.
    """
    if record.box or stands is None or stands.reason != RESIGNED:
        return None
    return replace(stands, scores=tuple(int(seat in stands.winners) for seat in range(record.seats)))


def break_off(rules: Ruleset[Any, Any], position: Position[Any], record: Record) -> Outcome | None:
    """The outcome of a game that was not played out, by who gave it up; None when the record does not end so.

    Whoever resigned has given up, and whose time was over may have, but for those for whom the host played on. Older records of a draw
    say that everybody shared it, also those who had given up before.
    """
    last = record.lines[-1] if record.lines else None
    if last is None or record.outcome is None or BREAKS.get(record.outcome.reason) != last.move:
        return None
    if last.move == ABORT:
        return Outcome(rules.scores(position), (), ABORTED)
    quitters = set(range(record.seats)) - set(record.outcome.winners)
    resigned = {line.actor for line in record.lines if line.move == RESIGN}
    late = {line.actor for line in record.lines if line.move == TIMEOUT}
    agreed, known = last.move == AGREE, resigned <= quitters <= resigned | late
    holds = (known or (agreed and not quitters)) and (last.actor in quitters) != agreed
    return broken_off(rules, position, quitters, record.outcome.reason) if holds else None


def is_hosts(text: str) -> bool:
    """Whether a line was written by the host, not by the rules: somebody gave up, all agreed, or a move was taken back."""
    return text in BREAKS.values() or text.startswith(f"{TAKEBACK} ")


def follow(rules: Ruleset[Any, Any], past: list[Position[Any]], actor: int, text: str) -> Position[Any]:
    """The position after one more line, which is added to the past: the start and the position after each line since."""
    word, _, number = text.partition(" ")
    if text in BREAKS.values():
        past.append(past[-1])
    elif word == TAKEBACK:
        if not (number.isascii() and number.isdigit() and int(number) < len(past)):
            raise BadNotation(f"{text[:40]!r} does not say after which of the {len(past) - 1} moves so far the game goes on.")
        past.append(past[int(number)])
    else:
        past.append(past[-1].play(actor, rules.read_move(text, past[-1], actor)))
    return past[-1]


def ruleset_of(record: Record) -> Ruleset[Any, Any]:
    """The ruleset that a record was played by, in its version; raises BadNotation when it, or the set it was played with, is not here."""
    if record.ruleset not in NAMES:
        raise BadNotation(f"There is no ruleset {record.ruleset!r}.")
    known = versions(record.ruleset)
    if record.version not in known:
        here = " and ".join(map(str, known))
        raise BadNotation(f"The record follows version {record.version} of the rules of {ruleset(record.ruleset).title}; here is {here}.")
    rules = ruleset(record.ruleset, record.version)
    if record.box and record.box != rules.digest:
        theirs, ours = record.box[:12], rules.digest[:12]
        raise BadNotation(f"The record was played with another set of {rules.title} ({theirs}…) than the one loaded here ({ours}…).")
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
