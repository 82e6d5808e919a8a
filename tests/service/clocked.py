"""Games with clocks for the tests: a store of their own, and time that has really passed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.config import load
from service.game import Game, Seat
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store.embedded import server as embedded_server
from service.time_control import TimeControl
from tests.service import processes

ADA, BOB = Asked("ada"), Asked("bob")


@contextmanager
def standing(folder: Path) -> Iterator[Parts]:
    """The parts of one process that players can reach."""
    with embedded_server(load({"INTRAMUROS_DATA": str(folder)})) as url:
        parts = Parts(load({"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url}))
        parts.outages.serving = True
        parts.outages.beat()
        yield parts


def game_of(parts: Parts, time_control: TimeControl | None, ruleset: str = "cathedral", seats: tuple[Seat, ...] = ()) -> Game:
    """A new game of Ada and Bob, or of those seats."""
    people = seats or (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
    made = parts.referee.create(ruleset, {}, people, "listed", ADA, lambda _: "", time=time_control)
    assert isinstance(made, Change)
    return made.game


def play(parts: Parts, game: Game, move: str, asked: Asked = ADA, seat: int | None = None) -> Game:
    made = parts.referee.play(game.id, game.turn, move, seat, asked, lambda _: "")
    assert isinstance(made, Change)
    return made.game


def seen(parts: Parts, game: Game) -> Game:
    """The game as the next reader finds it."""
    assert parts.summary(game.id) is not None
    return parts.referee.load(game.id)


def left(game: Game, seat: int) -> int:
    """What the seat had left at the game's revision."""
    assert game.clocks is not None
    found = game.clocks.left[seat]
    assert found is not None
    return found


def until(game: Game, seat: int) -> int:
    """The seat's deadline."""
    assert game.clocks is not None
    found = game.clocks.until[seat]
    assert found is not None
    return found


def lapse(game: Game) -> None:
    """Returns when the game's first deadline is over."""
    assert game.clocks is not None
    assert game.clocks.earliest is not None
    passed(game.clocks.earliest)


def passed(moment: int) -> None:
    """Returns when a moment, in milliseconds since the epoch, is over by the clock that Redis goes by too."""
    processes.until(lambda: int(time.time() * 1000) > moment, max(0.0, moment / 1000 - time.time()) + 10)
