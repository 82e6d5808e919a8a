"""What a change does to a game, as one value from another: started, played, resigned. Nothing here is stored or asked for."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.chance import Fate
from engine.core import CHANCE, Outcome, Position, check, same_decision, settle
from engine.record import RESIGN, RESIGNED
from service import clock, look
from service.game import FINISHED, RUNNING, Game, Seat


@dataclass(frozen=True)
class Change:
    """A stored change: the game after it, and the journal entries it added."""

    game: Game
    entries: list[dict[str, Any]]


def started(game: Game) -> Change:
    """The game with all seats taken: chance has done what comes first, and turn 1 is pending."""
    begun = replace(game, status=RUNNING, turn=1, turn_at=clock.stamp())
    return after_moves(begun, game.position, iter(()))


def checked_move(game: Game, seat: int, text: str) -> Any:
    """The move that the text means, if the seat may play it; raises a GameError otherwise."""
    move = game.rules.read_move(text, game.position, seat)
    check(game.position, seat, move)
    return move


def played(game: Game, seat: int, text: str) -> Change:
    """The game after a seat's move, read and checked, and what chance did after it."""
    move = checked_move(game, seat, text)
    return after_moves(replace(game, revision=game.revision + 1), game.position, iter([(seat, move)]))


def after_moves(game: Game, position: Position[Any], moves: Iterator[tuple[int, Any]]) -> Change:
    """The game after moves and after chance has settled, with the journal entries for both."""
    fate, now = Fate(bytes.fromhex(game.seed)), clock.stamp()
    before = position.actors
    entries: list[dict[str, Any]] = []

    def note(actor: int, move: Any, at: Position[Any]) -> None:
        stored = look.stored_entry(game.rules, at, actor, move, len(game.seats))
        entries.append({"number": game.entries + len(entries) + 1, "turn": game.turn, "revision": game.revision, **stored, "at": now})

    for actor, move in moves:
        note(actor, move, position)
        position = position.play(actor, move)
    for move, after in settle(position, lambda odds: fate.pick(game.entries + len(entries) + 1, odds)):
        note(CHANCE, move, position)
        position = after
    mine = [entry for entry in entries if entry["seat"] is not None]
    turn = game.turn if not mine or same_decision(before, position.actors) else game.turn + 1
    last = mine[-1] if mine else game.last
    changed = game.with_position(
        position, actors=position.actors, entries=game.entries + len(entries), turn=turn, last=last, updated_at=now,
        turn_at=game.turn_at if turn == game.turn else now,
        outcome=position.outcome, status=FINISHED if position.outcome else RUNNING,
    )  # fmt: skip
    return Change(changed, entries)


def resigned(game: Game, seat: int) -> Change:
    """The game after a seat gave up: over when one side or no person is left, else an AI sits down there."""
    now = clock.stamp()
    entry = {
        "number": game.entries + 1, "turn": game.turn, "revision": game.revision + 1, "seat": seat, "move": RESIGN,
        "object": {"kind": RESIGN}, "at": now,
    }  # fmt: skip
    quitter = game.seats[seat]
    people = [n for n, place in enumerate(game.seats) if place.kind == "player" and n != seat]
    common: dict[str, Any] = {"revision": game.revision + 1, "entries": game.entries + 1, "updated_at": now, "last": entry}
    if len(game.seats) > 2 and people:
        stand_in = Seat("ai", f"medium for {quitter.name}", ai="medium", resigned=True)
        seats = tuple(stand_in if n == seat else place for n, place in enumerate(game.seats))
        return Change(replace(game, seats=seats, **common), [entry])
    seats = tuple(replace(place, resigned=True) if n == seat else place for n, place in enumerate(game.seats))
    winners = tuple(n for n in range(len(seats)) if not seats[n].resigned)
    outcome = Outcome(tuple(int(n in winners) for n in range(len(seats))), winners, RESIGNED)
    over = replace(game, seats=seats, status=FINISHED, turn=game.turn + 1, actors=(), outcome=outcome, **common)
    return Change(over, [entry])
