"""Who may do something at a table: which seat a player takes or acts for, and whether the game is there for the player at all."""

from service import problems
from service.game import OPEN, Game


def refuse_hidden(game: Game, player: str) -> None:
    """Raises NotFound for a game that does not exist for the player."""
    if not game.brief.may_look(player):
        raise problems.NotFound("game", {"game": game.id})


def refuse_frozen(game: Game, player: str) -> None:
    """Raises GameFrozen for a frozen game, to those for whom it exists."""
    if game.frozen and game.brief.may_look(player):
        raise problems.GameFrozen("game", {"why": game.frozen})


def open_seat(game: Game, seat: int | None, code: str | None, player: str) -> int:
    """The seat that the player takes: the one asked for, else one kept for the player, else the first open one."""
    free = [n for n, place in enumerate(game.seats) if place.kind == "open" and place.reserved_for in (None, player)]
    mine = [n for n in free if game.seats[n].reserved_for == player]
    chosen = seat if seat is not None else next(iter(mine + free), None)
    if game.status != OPEN or chosen is None or chosen not in free:
        raise problems.SeatTaken("none") if seat is None else problems.SeatTaken("seat", {"seat": seat})
    if game.rated and game.seats_of(player):
        raise problems.SeatTaken("rated")
    if game.join_code and chosen not in mine and game.creator != player and code != game.join_code:
        raise problems.Forbidden("code_wrong" if code else "code_needed")
    return chosen


def acting_seat(game: Game, player: str, seat: int | None, *, in_query: bool = False) -> int:
    """The seat that a player acts for: the one named in the body or the query, or the only one it can mean."""
    mine = game.seats_of(player)
    if not mine:
        raise problems.Forbidden("no_seat")
    if seat is not None:
        if seat not in mine:
            raise problems.Forbidden("seat", {"seat": seat})
        return seat
    owing = [number for number in mine if number in game.actors]
    if len(owing) > 1:
        raise problems.Invalid("which_seat", at={"parameter": "seat"}) if in_query else problems.Invalid("which_seat", pointer="/seat")
    return owing[0] if owing else mine[0]


def seat_of(game: Game, player: str, seat: int | None) -> int:
    """The seat that a player speaks for: the one named in the body, or its only one, or the first of those that owe a decision."""
    mine = game.seats_of(player)
    if not mine:
        raise problems.Forbidden("no_seat")
    if seat is not None and seat not in mine:
        raise problems.Forbidden("seat", {"seat": seat})
    return seat if seat is not None else next((n for n in mine if n in game.actors), mine[0])
