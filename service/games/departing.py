"""What becomes of a game when one of its players leaves the server: the seat stays, and nobody can tell whose it was."""

from dataclasses import replace

from service.game import OPEN, Game, Seat

ANONYMOUS = "somebody who left"
"""The name of a seat whose player is no more."""


def without(game: Game, player: str, name: str) -> Game:
    """The game with nothing in it that tells of the player, who had that name last; seats of a game that has not begun are open again."""
    seats = tuple(seat_without(seat, player, name, begun=game.status != OPEN) for seat in game.seats)
    return replace(game, seats=seats, creator="" if game.creator == player else game.creator, origin="")


def seat_without(seat: Seat, player: str, name: str, *, begun: bool) -> Seat:
    if seat.reserved_for == player or (seat.player == player and not begun):
        return Seat("open")
    if seat.player == player:
        return replace(seat, name=ANONYMOUS, player=None)
    if seat.left_by == player or (seat.resigned and seat.left_by is None and seat.name == stand_in(seat, name)):
        return replace(seat, name=stand_in(seat, ANONYMOUS), left_by=None)
    return seat


def stand_in(seat: Seat, name: str) -> str:
    """What the AI is called that plays on for somebody."""
    return f"{seat.ai} for {name}"
