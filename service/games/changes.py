"""What a change does to a game, as one value from another: started, played, resigned, out of time. Nothing here is stored or asked for."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.core import CHANCE, Outcome, broken_off, check, same_decision, settle
from engine.host_words import ABORT, ABORTED, AGREE, DRAW_AGREED, OUT_OF_TIME, RESIGN, RESIGNED, TAKEBACK, TIMEOUT, hosts_object
from service import clock
from service.game import FINISHED, RUNNING, AnyPosition, Game, Seat
from service.games import visibility
from service.json_object import Json
from service.time_control import AI, FISCHER, FORFEIT


@dataclass(frozen=True)
class Change:
    """A stored change: the game after it, and the journal entries it added."""

    game: Game
    entries: list[Json]


def started(game: Game) -> Change:
    """The game with all seats taken: chance has done what comes first, and turn 1 is pending."""
    subjects = [seat.player or f"ai:{seat.ai}" for seat in game.seats] if game.rated else None
    begun = replace(game, status=RUNNING, turn=1, turn_at=clock.stamp(), rated_subjects=subjects)
    return after_moves(begun, game.position, iter(()))


def checked_move(game: Game, seat: int, text: str) -> object:
    """The move that the text means, if the seat may play it; raises a GameError otherwise."""
    move = game.rules.read_move(text, game.position, seat)
    check(game.position, seat, move)
    return move


def played(game: Game, seat: int, text: str) -> Change:
    """The game after a seat's move, read and checked, and what chance did after it."""
    move = checked_move(game, seat, text)
    standing = tuple(offer for offer in game.offers if offer.kind != TAKEBACK and seat not in game.asked_by(offer.seat))
    told = game.but(revision=game.revision + 1, offers=standing, refused=())
    if game.seats[seat].late and not game.seats[seat].resigned:  # it has come back
        told = replace(told, seats=with_seat(game, seat, replace(game.seats[seat], late=False)))
    return after_moves(told, game.position, iter([(seat, move)]))


def with_seat(game: Game, seat: int, changed: Seat) -> tuple[Seat, ...]:
    """The seats of a game, one of them changed."""
    return tuple(changed if n == seat else place for n, place in enumerate(game.seats))


def after_moves(game: Game, position: AnyPosition, moves: Iterator[tuple[int, object]]) -> Change:
    """The game after moves and after chance has settled, with the journal entries for both."""
    fate, now = game.fate, clock.stamp()
    before, left = position.actors, left_before(game)
    entries: list[Json] = []

    def note(actor: int, move: object, at: AnyPosition) -> None:
        stored = visibility.stored_entry(game.rules, at, actor, move, len(game.seats))
        entries.append(
            {"number": game.entries + len(entries) + 1, "turn": game.turn, "revision": game.revision, **stored, "at": now, **left}
        )

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
        origin="" if position.outcome else game.origin,
    )  # fmt: skip
    return Change(changed, entries)


def left_before(game: Game) -> Json:
    """What an entry keeps of the clocks, so that a move taken back gives back its time; nothing where every decision has the same."""
    runs_down = game.time is not None and game.time.kind == FISCHER and game.clocks is not None
    return {"left": list(game.clocks.left)} if runs_down and game.clocks else {}


def resigned(game: Game, seat: int) -> Change:
    """The game after a seat gave up: over when one side or no person is left, else an AI sits down there."""
    people = [n for n, place in enumerate(game.seats) if place.kind == "player" and n != seat]
    return given_up(game, seat, RESIGN, RESIGNED, ai=len(game.seats) > 2 and bool(people))


def out_of_time(game: Game, seat: int) -> Change:
    """The game after a seat's time was over, as its clock says: lost, in the hands of an AI, or a move played by chance.

    Ruling: an AI whose time is over cannot be replaced by one, so a move is played for it.
    """
    assert game.time is not None
    if game.time.on_expiry == FORFEIT or (game.time.on_expiry == AI and game.seats[seat].kind == "player"):
        return given_up(game, seat, TIMEOUT, OUT_OF_TIME, ai=game.time.on_expiry == AI)
    noted = host_entry(game, seat, TIMEOUT)
    seats = with_seat(game, seat, replace(game.seats[seat], late=True))
    told = replace(game, entries=game.entries + 1, revision=game.revision + 1, seats=seats)
    moved = after_moves(told, game.position, iter([(seat, random.SystemRandom().choice(game.position.moves(seat)))]))
    return Change(moved.game, [noted, *moved.entries])


def host_entry(game: Game, seat: int, word: str) -> Json:
    """The next journal entry, of what befell a seat beside the rules."""
    return {
        "number": game.entries + 1, "turn": game.turn, "revision": game.revision + 1, "seat": seat, "move": word,
        "object": hosts_object(word), "at": clock.stamp(),
    }  # fmt: skip


def given_up(game: Game, seat: int, word: str, reason: str, *, ai: bool) -> Change:
    """The game after a seat has given up: over, or with an AI in its place, which has no clock."""
    entry, quitter = host_entry(game, seat, word), game.seats[seat]
    stays = Seat("ai", f"medium for {quitter.name}", ai="medium", left_by=quitter.player) if ai else quitter
    stays = replace(stays, resigned=True, late=word == TIMEOUT)
    common: Json = {
        "revision": game.revision + 1, "entries": game.entries + 1, "updated_at": entry["at"], "last": entry,
        "seats": with_seat(game, seat, stays),
    }  # fmt: skip
    if ai:
        return Change(game.with_position(game.position, **common), [entry])
    outcome = broken_off(game.rules, game.position, given_up_seats(common["seats"]), reason)
    return Change(ended(game.with_position(game.position, **common), outcome), [entry])


def given_up_seats(seats: tuple[Seat, ...]) -> list[int]:
    return [n for n, place in enumerate(seats) if place.resigned]


def ended(game: Game, outcome: Outcome) -> Game:
    """The game, over before it was played out."""
    over: Json = {"status": FINISHED, "turn": game.turn + 1, "actors": (), "outcome": outcome, "offers": (), "refused": ()}
    over |= {"paused_at": "", "frozen": "", "origin": ""}
    return game.with_position(game.position, **over)


def drawn(game: Game, seat: int) -> Change:
    """The game after all have agreed to the seat's offer of a draw; whoever had given up before has no part in it."""
    return broken_by(game, seat, AGREE, broken_off(game.rules, game.position, given_up_seats(game.seats), DRAW_AGREED))


def aborted(game: Game, seat: int) -> Change:
    """The game without a result."""
    return broken_by(game, seat, ABORT, Outcome(game.rules.scores(game.position), (), ABORTED))


def broken_by(game: Game, seat: int, word: str, outcome: Outcome) -> Change:
    """The game, over by what a seat has said."""
    entry = host_entry(game, seat, word)
    told = replace(game, revision=game.revision + 1, entries=game.entries + 1, updated_at=entry["at"], last=entry)
    return Change(ended(told, outcome), [entry])


def paused(game: Game) -> Change:
    """The game with nobody owing anything until it is resumed."""
    now = clock.stamp()
    changes: Json = {"actors": (), "paused_at": now, "updated_at": now, "revision": game.revision + 1, "offers": ()}
    return Change(game.with_position(game.position, **changes), [])


def resumed(game: Game) -> Change:
    """The game where it was when it was paused."""
    now, actors = clock.stamp(), game.position.actors
    changes: Json = {"actors": actors, "paused_at": "", "updated_at": now, "turn_at": now, "revision": game.revision + 1}
    return Change(game.with_position(game.position, offers=(), **changes), [])


def frozen(game: Game, why: str) -> Change:
    """The game with nobody owing anything until the operator thaws it."""
    changes: Json = {"actors": (), "frozen": why, "updated_at": clock.stamp(), "revision": game.revision + 1}
    return Change(game.with_position(game.position, **changes), [])


def thawed(game: Game) -> Change:
    """The game where it was when it was frozen, be it paused."""
    now, actors = clock.stamp(), game.position.actors if game.status == RUNNING and not game.paused else ()
    changes: Json = {"actors": actors, "frozen": "", "updated_at": now, "turn_at": now, "revision": game.revision + 1}
    return Change(game.with_position(game.position, **changes), [])
