"""Access to a game: for whom it is there, and who has something to decide in it."""

from service import problems
from service.game import Game
from service.games.seating import acting_seat
from service.store.summaries import Summary
from service.web.auth import parts, player


def check_may_look(game_id: str, who: str | None, code: str | None = None) -> Summary:
    """The game's summary; raises NotFound for one that does not exist for the caller; the join code of a private game makes it exist."""
    summary = parts().summary(game_id)
    if summary is None or not summary.brief.may_look(who, code):
        raise problems.NotFound("game", {"game": game_id})
    return summary


def deciding(game_id: str, seat: int | None) -> tuple[Game, int]:
    """The game, and the caller's seat that has something to decide in it."""
    me = player()
    check_may_look(game_id, me)
    game = parts().referee.load(game_id)
    number = acting_seat(game, me, seat, in_query=True)
    refuse_waiting(game, number)
    return game, number


def refuse_waiting(game: Game, seat: int) -> None:
    """Raises the problem that says why the seat has nothing to decide."""
    if game.status == "open":
        raise problems.GameNotStarted("seats")
    if game.status == "finished":
        raise problems.GameOver("over")
    if seat not in game.actors:
        raise problems.NotYourTurn("seat", {"seat": seat})
