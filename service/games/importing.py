"""Importing: a record of a whole game, replayed and checked, as a finished game of ours."""

from engine.core import CHANCE, same_decision, settle_options
from engine.errors import GameError
from engine.host_words import hosts_object, is_hosts
from engine.record import Line, Record, read
from engine.replaying import replay, result, ruleset_of
from service import clock, problems
from service.game import FINISHED, AnyPosition, Game, Rules, Seat
from service.games import visibility
from service.games.changes import Change
from service.json_object import Json
from service.store import identifiers

LONGEST = 5000
"""Moves of the longest record that is taken."""


def checked(text: str, player: str, seen_by: str, names: list[str]) -> Change:
    """The finished game that a record tells of, and its journal; raises BadNotation where the record does not hold."""
    try:
        return imported(text, player, seen_by, names)
    except GameError as error:
        raise problems.BadNotation("record", {"why": str(error)}, pointer="/record") from error


def imported(text: str, player: str, seen_by: str, names: list[str]) -> Change:
    """The finished game that a record tells of, and its journal; raises a GameError where the record does not hold.

    The same record of the same player is always the same game. Its scores mean what they mean in every game, also where an older record
    has other ones (`engine.replaying.marked`).
    """
    record = read(text)
    if record.outcome is None:
        raise problems.BadNotation("no_end", pointer="/record")
    if len(record.lines) > LONGEST:
        raise problems.BadNotation("long", {"moves": len(record.lines), "most": LONGEST}, pointer="/record")
    rules, now = ruleset_of(record), clock.stamp()
    options = settle_options(rules, record.seats, record.options)
    entries, position, turn = journal(record, now)
    identity = identifiers.derived_id("import", player, str(record))
    given = [*names, *(f"Seat {number}" for number in range(len(names), record.seats))]
    game = Game(
        id=identity, ruleset=record.ruleset, version=record.version, options=options, revision=entries[-1]["revision"],
        seats=tuple(Seat("player", name) for name in given[: record.seats]), status=FINISHED, turn=turn, actors=(), entries=len(entries),
        notation=str(position), seed=record.seed or "", commitment=record.commitment or "", creator=player, created_at=now, updated_at=now,
        visibility=seen_by, outcome=result(rules, position, record), last=visibility.last_move(entries), imported=True,
        box=record.box or "", client_seed=record.client_seed or "",
    )  # fmt: skip
    return Change(game, entries)


def journal(record: Record, now: str) -> tuple[list[Json], AnyPosition, int]:
    """The journal that the record would have left, the position at its end, and the number of the turn after the last."""
    rules, turn, revision = ruleset_of(record), 1, 1
    before: AnyPosition = rules.start(record.seats, settle_options(rules, record.seats, record.options))
    entries: list[Json] = []
    for number, (after, line) in enumerate(replay(record), start=1):
        revision += line.actor != CHANCE
        entries.append({"number": number, "turn": turn, "revision": revision, **told(rules, before, line, record.seats), "at": now})
        if line.actor != CHANCE and not (not is_hosts(line.move) and same_decision(before.actors, after.actors)):
            turn += 1
        before = after
    if not entries:
        raise problems.BadNotation("no_moves", pointer="/record")
    return entries, before, turn


def told(rules: Rules, before: AnyPosition, line: Line, seats: int) -> Json:
    """One line as a journal has it."""
    if is_hosts(line.move):
        return {"seat": line.actor, "move": line.move, "object": hosts_object(line.move)}
    move = rules.read_move(line.move, before, line.actor)
    return visibility.stored_entry(rules, before, line.actor, move, seats)
