"""A game: its newest snapshot, and everything that can be done with it."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, cast

from intramuros_client._manners import Request
from intramuros_client._shapes import M, P
from intramuros_client.board import Board
from intramuros_client.moves import Move
from intramuros_client.types import EntryAnswer, OutcomeAnswer, SeatAnswer, SnapshotAnswer

if TYPE_CHECKING:
    from intramuros_client._sync.client import Client
    from intramuros_client._sync.turn import Turn

PAGE = 500
LONGEST_WAIT = 25


class Game(Generic[P, M]):
    """A game as this player may know it. `snapshot` is what the server said last; playing, waiting and looking renew it."""

    def __init__(self, client: "Client", snapshot: SnapshotAnswer, tag: str = "") -> None:
        self.client = client
        self.snapshot = snapshot
        self._tag = tag

    def __repr__(self) -> str:
        return f"<game {self.id}: {self.ruleset}, {self.status}, turn {self.turn}>"

    @property
    def id(self) -> str:
        return self.snapshot["id"]

    @property
    def ruleset(self) -> str:
        return self.snapshot["ruleset"]

    @property
    def status(self) -> str:
        """`open`, `running` or `finished`."""
        return self.snapshot["status"]

    @property
    def is_over(self) -> bool:
        return self.snapshot["status"] == "finished"

    @property
    def turn(self) -> int:
        return self.snapshot["turn"]

    @property
    def seats(self) -> list[SeatAnswer]:
        return self.snapshot["seats"]

    @property
    def mine(self) -> list[int]:
        """My seats."""
        return self.snapshot["you"]["seats"]

    @property
    def owed(self) -> list[int]:
        """Those of my seats that owe a decision."""
        return self.snapshot["you"]["owe"]

    @property
    def position(self) -> P:
        """The position as an object; its shape is the ruleset's."""
        return cast(P, self.snapshot["position"])

    @property
    def outcome(self) -> OutcomeAnswer | None:
        """Scores, winners and reason, once the game is over."""
        return self.snapshot["outcome"]

    @property
    def won(self) -> bool:
        """Whether one of my seats is among the winners."""
        return bool(self.outcome and set(self.outcome["winners"]) & set(self.mine))

    def look(self, seat: int | None = None) -> "Game[P, M]":
        """The same game, looked at now; a 304 costs nothing."""
        return self._read(0, seat)

    def wait(self, seconds: int = LONGEST_WAIT, seat: int | None = None) -> "Game[P, M]":
        """The same game after its next change for me, or when the time is over."""
        return self._read(seconds, seat)

    def _read(self, wait: int, seat: int | None) -> "Game[P, M]":
        query = {"seat": seat, "wait": wait or None}
        headers = {"If-None-Match": self._tag} if self._tag else {}
        answer = self.client.transport.call(Request("GET", self._path(), query, headers=headers))
        if answer.status_code == 200:
            self.snapshot, self._tag = answer.json(), answer.headers.get("etag", "")
        elif wait:
            self.client.hold(answer)
        return self

    def watch(self, seat: int | None = None) -> Iterator["Game[P, M]"]:
        """This game after every change, as a stream, until it is over; the first time at once."""
        for event in self.client.transport.events(self._path("/events"), {"seat": seat}):
            if event.name == "snapshot":
                snapshot: SnapshotAnswer = json.loads(event.data)
                if snapshot["revision"] >= self.snapshot["revision"]:
                    self.snapshot = snapshot
                    yield self

    def turns(self) -> Iterator["Turn[P, M]"]:
        """Every decision that I owe in this game, until it is over."""
        for turn in self.client.turns(self):
            yield turn

    def legal_moves(self, seat: int | None = None, **filters: str) -> list[Move[M]]:
        """The legal moves; `piece`, `cell`, `official`, `kind`, `facing` and `starts` narrow them."""
        return self.client.legal_moves(self.id, seat, **filters)

    def play(self, move: str, *, seat: int | None = None, turn: int | None = None) -> "Game[P, M]":
        """Plays a move, once, however often it has to be sent; raises IllegalMove, StaleTurn, …"""
        after = self.client.play(self.id, move, turn=self.turn if turn is None else turn, seat=seat)
        self.snapshot, self._tag = after.snapshot, ""
        return self

    def check(self, move: str, *, seat: int | None = None) -> None:
        """Raises what `play` would, and plays nothing."""
        body = {"turn": self.turn, "move": str(move)} | ({} if seat is None else {"seat": seat})
        self.client.transport.json(Request("POST", self._path("/moves"), {"dry_run": True}, body))

    def resign(self, seat: int | None = None) -> "Game[P, M]":
        body = {} if seat is None else {"seat": seat}
        self.snapshot = self.client.transport.json(Request("POST", self._path("/resignation"), body=body))
        self._tag = ""
        return self

    def journal(self, seat: int | None = None) -> Iterator[EntryAnswer]:
        """Every move so far, chance included, as I may know it."""
        for entry in self.client.pages(self._path("/moves"), limit=PAGE, seat=seat):
            yield entry

    def board(self, *, seat: int | None = None, revision: int | None = None) -> Board:
        """The board to look at, now or as it was at a revision."""
        query = {"seat": seat, "revision": revision}
        drawn = {}
        for kind, media in (("txt", "text/plain"), ("svg", "image/svg+xml")):
            request = Request("GET", self._path(f"/board.{kind}"), query, headers={"Accept": media})
            drawn[kind] = (self.client.transport.call(request)).text
        return Board(drawn["txt"], drawn["svg"])

    def export(self) -> str:
        """The whole record of the finished game, its seed included: what `intramuros verify` checks."""
        return (self.client.transport.call(Request("GET", self._path("/export"), headers={"Accept": "text/plain"}))).text

    def _path(self, rest: str = "") -> str:
        return f"/v1/games/{self.id}{rest}"
