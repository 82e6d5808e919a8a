"""A record played again: whether each of its moves, rolls and draws could be, and whether it ended as it says."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.chance import Fate
from engine.core import CHANCE, Outcome, Position, Ruleset, broken_off, check, settle_options
from engine.errors import BadNotation, GameError
from engine.host_words import ABORT, ABORTED, AGREE, BREAKS, RESIGN, RESIGNED, TAKEBACK, TIMEOUT, is_hosts, returned_to
from engine.record import Line, Record
from engine.rulesets import NAMES, ruleset, versions


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
