"""`intramuros verify FILE`: whether every move, roll and draw of an exported game holds."""

import argparse
import sys
from pathlib import Path

from engine.core import CHANCE
from engine.errors import GameError
from engine.host_words import is_hosts
from engine.record import Record, read
from engine.replaying import replay


def main(argv: list[str]) -> int:
    """Prints the verdict; exit code 0 when everything holds, 1 when something does not, 2 when there is nothing to read."""
    parser = argparse.ArgumentParser(prog="intramuros verify", description="Check every move, roll and draw of an exported game.")
    parser.add_argument("file", help="the record that GET /v1/games/{id}/export gave; - for standard input")
    chosen = parser.parse_args(argv)
    try:
        text = sys.stdin.read() if chosen.file == "-" else Path(chosen.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"{chosen.file} cannot be read: {error}", file=sys.stderr)
        return 2
    holds, verdict = verify(text)
    print(verdict)
    return 0 if holds else 1


def verify(text: str) -> tuple[bool, str]:
    """Whether a record holds, and in words what was checked or where it fails."""
    played = 0
    try:
        record = read(text)
        for _ in replay(record):
            played += 1
    except GameError as error:
        return False, f"FALSE after {count(played, 'move')} that held: {error}"
    return True, "\n".join(findings(record))


def findings(record: Record) -> list[str]:
    """What a record that holds is known to prove."""
    chances = sum(line.actor == CHANCE for line in record.lines)
    moves = sum(line.actor != CHANCE and not is_hosts(line.move) for line in record.lines)
    lines = [f"HOLDS: {record.ruleset}, {record.seats} seats, {count(moves, 'move')} by seats, each legal."]
    if record.seed and record.commitment:
        both = " and from the creator's client seed, which was given after that promise" if record.client_seed else ""
        drawn = count(chances, "roll or draw", "rolls and draws")
        lines.append(f"The seed is the one promised before the first move; {drawn} follow from it{both}.")
    elif record.seed:
        lines.append(
            f"{count(chances, 'roll or draw', 'rolls and draws')} follow from the seed; no commitment says that it was chosen beforehand."
        )
    elif chances:
        lines.append(
            f"{count(chances, 'roll or draw is', 'rolls and draws are')} possible; without the seed nobody can tell whether they were fair."
        )
    if record.outcome:
        winners = ", ".join(str(seat) for seat in record.outcome.winners) or "nobody"
        lines.append(f"The outcome is right: {record.outcome.reason}, scores {list(record.outcome.scores)}, won by {winners}.")
    else:
        lines.append("The record gives no outcome, so none was checked.")
    return lines


def count(number: int, one: str, many: str | None = None) -> str:
    """
    >>> count(1, "move"), count(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
