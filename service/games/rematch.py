"""A rematch: one game that follows a finished one, whoever asks first, with everybody a seat further on.

Whoever gave up a seat that an AI then played on is invited again; the seat of somebody who has left the server is open to whoever comes. A
rated game is followed by a rated one, as long as everybody in it may still be rated.
"""

from collections.abc import Callable

from service import clock, problems
from service.game import FINISHED, Game, Seat
from service.games.changes import Change
from service.games.referee import Answer, Asked, Referee
from service.games.seating import refuse_hidden
from service.store import identifiers

TRIES = 5


def successor_id(game: str) -> str:
    """The only id that the game after this one can have."""
    return identifiers.derived_id("rematch", game)


Ratable = Callable[[tuple[Seat, ...]], bool]
"""Whether a game with these seats may be rated."""


def rotated(seats: tuple[Seat, ...], player: str, name: str) -> tuple[Seat, ...]:
    """The seats of the next game: everybody one further on, seats kept for all but the player of that name, who sits there already.

    >>> rotated((Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob")), "bob", "Bob")[0].player
    'bob'
    """
    return tuple(for_next(seat, player, name) for seat in (*seats[1:], seats[0]))


def for_next(seat: Seat, player: str, name: str) -> Seat:
    holder = holder_of(seat)
    if holder is None:
        return Seat("ai", seat.ai, ai=seat.ai) if seat.ai and not seat.resigned else Seat("open")
    return Seat("player", name, holder) if holder == player else Seat("open", reserved_for=holder)


def holder_of(seat: Seat) -> str | None:
    """Whose seat it was, be it that an AI played on; None for that of an AI, or of somebody who has left the server."""
    return seat.player or seat.left_by


def rematch(
    referee: Referee, game_id: str, name: str, asked: Asked, answer: Answer, ratable: Ratable = lambda _: True, origin: str = ""
) -> Change | str:
    """The next game, made now or by whoever asked before; the player sits in it."""
    game = referee.load(game_id)
    refuse_hidden(game, asked.player)
    if asked.player not in map(holder_of, game.seats):
        raise problems.Forbidden("held_no_seat")
    if game.status != FINISHED:
        raise problems.GameRunning("rematch")
    if game.contest:
        raise problems.NotOffered("rematch")
    following = referee.store.load(successor_id(game_id)) or create(referee, game, name, asked, ratable, origin)
    announce(referee, game, following.id)
    if following.seats_of(asked.player) or following.status == FINISHED:
        return Change(following, [])
    return referee.sit(following.id, None, name, None, asked, answer)


def create(referee: Referee, game: Game, name: str, asked: Asked, ratable: Ratable, origin: str) -> Game:
    """The next game; the one that somebody else made at the same moment where that was so."""
    seats = rotated(game.seats, asked.player, name)
    made = referee.fresh(
        successor_id(game.id), game.ruleset, game.options, seats, game.visibility, asked.player,
        hints=game.hints, time=game.time, rematch_of=game.id, rated=game.rated and ratable(seats), origin=origin,
    )  # fmt: skip
    stored = referee.commit(None, made)
    return stored.game if stored else referee.load(successor_id(game.id))


def announce(referee: Referee, game: Game, following: str) -> None:
    """Names the next game in the one before it, so that whoever still looks at that one hears of it."""
    for _ in range(TRIES):
        if game.rematch is not None:
            return
        told = game.with_position(game.position, rematch=following, revision=game.revision + 1, updated_at=clock.stamp())
        if referee.commit(game, Change(told, [])):
            return
        game = referee.load(game.id)
