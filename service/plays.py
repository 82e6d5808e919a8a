"""Moves, played before Flask is asked: those that are sent as most are, with a token and a small body of the plain shape.

Whatever else is sent (another member, a query, another origin) goes on to Flask, which plays it by the same referee at more
cost. A refusal goes on to Flask too, which makes the problem document; a test holds the two ways against each other.
"""

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from service import around, body, logs, look, names, snapshots
from service.caller import is_key
from service.changes import Change
from service.host import Host
from service.referee import Asked
from service.shortcut import GAMES, admitted, is_id, is_plain, tell
from service.web import as_json

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOVES = "/moves"
SMALL = 1000
"""Bytes of a body that is read here."""


class Sent(NamedTuple):
    """A move as it was sent."""

    turn: int
    move: str
    seat: int | None = None


def plain(value: Any) -> Sent | None:
    """The body's move; None when anything about it has to be looked at more closely, which is the schema's work.

    >>> plain({"turn": 7, "move": "abbey@b2e"}), plain({"turn": 7.0, "move": "abbey@b2e"}), plain({"turn": 7})
    (Sent(turn=7, move='abbey@b2e', seat=None), None, None)
    """
    if type(value) is not dict or not {"turn", "move"} <= value.keys() <= {"turn", "move", "seat"}:
        return None
    turn, move, seat = value["turn"], value["move"], value.get("seat", 0)
    fits = type(turn) is int and 0 <= turn < 2**31 and type(move) is str and 0 < len(move) <= 200 and type(seat) is int and 0 <= seat < 8
    return Sent(**value) if fits else None


def read(environ: "WSGIEnvironment") -> tuple[bytes, Sent] | None:
    """The body and the move in it if it is plain; whoever reads the body again finds it whole."""
    size: str = environ.get("CONTENT_LENGTH", "")
    if environ.get("CONTENT_TYPE") != "application/json" or not (size.isdecimal() and size.isascii() and 0 < int(size) <= SMALL):
        return None
    data: bytes = environ["wsgi.input"].read(int(size))
    environ["wsgi.input"] = BytesIO(data)
    sent = plain(body.read(data)) if len(data) == int(size) else None
    return (data, sent) if sent else None


class Plays:
    """The application with a short way for moves."""

    def __init__(self, application: "WSGIApplication", host: Host) -> None:
        self.application = application
        self.host = host

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        try:
            answered = self._answer(environ, start_response) if environ["REQUEST_METHOD"] == "POST" else None
        except Exception as error:
            environ[around.FAILED], answered = error, None
        return self.application(environ, start_response) if answered is None else answered

    def _answer(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes] | None:
        """The answer to a move that has been played; None if it is not a plain one."""
        path: str = environ["PATH_INFO"]
        game = path.removeprefix(GAMES).removesuffix(MOVES)
        if path != f"{GAMES}{game}{MOVES}" or not (is_id(game) and is_plain(environ)) or environ.get("QUERY_STRING"):
            return None
        key: str | None = environ.get("HTTP_IDEMPOTENCY_KEY")
        found = read(environ) if key is None or is_key(key) else None
        if found is None:
            return None
        data, sent = found
        player, _ = admitted(self.host, environ)
        asked = Asked(player, key, names.digest(f"POST {path}? {data.decode()}") if key else "")
        logs.about.set({"request": around.request_id(environ)})
        try:
            answer = self._play(game, sent, asked).encode()
        finally:
            logs.about.set({})
        vary = [("Vary", "Accept-Encoding")] if len(answer) >= around.LARGE else []
        return tell(environ, start_response, ("moves.MovesView", 201, answer), vary)

    def _play(self, game: str, sent: Sent, asked: Asked) -> str:
        made = self.host.referee.play(game, *sent, asked, lambda change: played_json(change, asked.player, sent.seat))
        return made if isinstance(made, str) else played_json(made, asked.player, sent.seat)


def played_json(change: Change, me: str, seat: int | None) -> str:
    """The entries as the player who moved may see them, and the snapshot."""
    mine = change.game.seats_of(me)
    viewer = seat if seat is not None else mine[0]
    told = as_json([look.entry(stored, viewer, change.game.status) for stored in change.entries])
    return f'{{"entries":{told},"game":{snapshots.of_game(change.game, me)}}}'
