"""The client: players, games, turns, lists. Whatever it has no method for is one `get`, `post` or `pages` away."""

import os
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Self, Unpack, overload

import httpx

from intramuros_client._manners import Request, retry_after
from intramuros_client._pause import sleep
from intramuros_client._shapes import M, P, Seat, Wishes
from intramuros_client._sync.game import LONGEST_WAIT, PAGE, Game
from intramuros_client._sync.transport import Transport
from intramuros_client._sync.turn import Turn
from intramuros_client._turns import Told, owed_now
from intramuros_client.moves import Move
from intramuros_client.types import (
    AIAnswer,
    CathedralOptionsRequest,
    CathedralPlace,
    CathedralPosition,
    ForbiddenCityLegalMove,
    ForbiddenCityOptionsRequest,
    ForbiddenCityPosition,
    GameSummary,
    MeAnswer,
    PlayerAnswer,
    RulesetAnswer,
    RulesetSummary,
    TurnAnswer,
    TurnsAnswer,
    VerboteneStadtLegalMove,
    VerboteneStadtOptionsRequest,
    VerboteneStadtPosition,
    WebhookAnswer,
    WebhookWithSecret,
)

SHORT_WAIT = 3
"""Seconds to wait for several games at once before looking whether one is over."""


class Client:
    """Somebody at a server. With a `token` you are that player; with a `name` you become a new one at the first request.

    `timeout` is how long an answer may take, `patience` for how many seconds a request is repeated when the server is away or busy.
    """

    def __init__(
        self,
        url: str = "",
        token: str | None = None,
        *,
        name: str = "",
        timeout: float = 20.0,
        patience: float = 60.0,
        http: httpx.Client | None = None,
    ) -> None:
        url = url or os.environ.get("INTRAMUROS_URL", "http://127.0.0.1:8000")
        token = token or (None if name else os.environ.get("INTRAMUROS_TOKEN"))
        self.transport = Transport(url, token, name, timeout, patience, http)

    @property
    def token(self) -> str | None:
        """What proves who you are: keep it to be the same player tomorrow."""
        return self.transport.token

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.transport.close()

    def get(self, path: str, **query: Any) -> Any:
        """What a GET answers, as JSON."""
        return self.transport.json(Request("GET", path, query))

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        """What a POST answers, as JSON; it takes effect once, however often it has to be sent."""
        return self.transport.json(Request("POST", path, query, {} if body is None else body))

    def patch(self, path: str, body: Any, *, if_match: str = "*") -> Any:
        """What a PATCH answers; `if_match` is the `ETag` of what you have read, `*` for whatever is there now."""
        return self.transport.json(Request("PATCH", path, body=body, headers={"If-Match": if_match}))

    def put(self, path: str, body: Any, **query: Any) -> Any:
        """What a PUT answers, as JSON."""
        return self.transport.json(Request("PUT", path, query, body))

    def delete(self, path: str, **query: Any) -> Any:
        """What a DELETE answers, as JSON; None where it says nothing."""
        return self.transport.json(Request("DELETE", path, query))

    def pages(self, path: str, **query: Any) -> Iterator[Any]:
        """Every item of a list, page after page."""
        cursor = None
        while True:
            page = self.get(path, **query, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page.get("next")
            if not cursor:
                return

    def me(self) -> MeAnswer:
        found: MeAnswer = self.get("/v1/me")
        return found

    def player(self, player_id: str) -> PlayerAnswer:
        found: PlayerAnswer = self.get(f"/v1/players/{player_id}")
        return found

    def rulesets(self) -> list[RulesetSummary]:
        return [item for item in self.pages("/v1/rulesets")]

    def ruleset(self, name: str) -> RulesetAnswer:
        """One ruleset with its options and its components: what is needed to draw it."""
        found: RulesetAnswer = self.get(f"/v1/rulesets/{name}")
        return found

    def ais(self) -> list[AIAnswer]:
        """The AIs that can be played now."""
        return [item for item in self.pages("/v1/ais")]

    @overload
    def create_game(
        self,
        ruleset: Literal["cathedral"],
        seats: Sequence[Seat],
        *,
        options: CathedralOptionsRequest | None = None,
        **more: Unpack[Wishes],
    ) -> Game[CathedralPosition, CathedralPlace]: ...

    @overload
    def create_game(
        self,
        ruleset: Literal["forbidden_city"],
        seats: Sequence[Seat],
        *,
        options: ForbiddenCityOptionsRequest | None = None,
        **more: Unpack[Wishes],
    ) -> Game[ForbiddenCityPosition, ForbiddenCityLegalMove]: ...

    @overload
    def create_game(
        self,
        ruleset: Literal["verbotene_stadt"],
        seats: Sequence[Seat],
        *,
        options: VerboteneStadtOptionsRequest | None = None,
        **more: Unpack[Wishes],
    ) -> Game[VerboteneStadtPosition, VerboteneStadtLegalMove]: ...

    @overload
    def create_game(
        self, ruleset: str, seats: Sequence[Seat], *, options: Mapping[str, Any] | None = None, **more: Unpack[Wishes]
    ) -> Game: ...

    def create_game(
        self, ruleset: str, seats: Sequence[Seat], *, options: Mapping[str, Any] | None = None, **more: Unpack[Wishes]
    ) -> Game[Any, Any]:
        """A new game; `options`, `visibility` and whatever else `POST /v1/games` takes by name."""
        return Game(self, self.post("/v1/games", {"ruleset": ruleset, "seats": list(seats), "options": options or {}, **more}))

    def game(self, game_id: str, *, seat: int | None = None) -> Game:
        answer = self.transport.call(Request("GET", f"/v1/games/{game_id}", {"seat": seat}))
        return Game(self, answer.json(), answer.headers.get("etag", ""))

    def games(self, **filters: Any) -> Iterator[GameSummary]:
        """The games that fit: `status`, `ruleset`, `player` (`me` for yours)."""
        for item in self.pages("/v1/games", **filters):
            yield item

    def join(self, game_id: str, *, seat: int | None = None, code: str | None = None) -> Game:
        """Takes an open seat."""
        wanted = {name: value for name, value in (("seat", seat), ("code", code)) if value is not None}
        return Game(self, self.post(f"/v1/games/{game_id}/seats", wanted))

    def legal_moves(self, game_id: str, seat: int | None = None, **filters: str) -> list[Move]:
        """The legal moves of a seat that owes a decision."""
        items = self.pages(f"/v1/games/{game_id}/legal-moves", limit=PAGE, seat=seat, **filters)
        return [Move.of(item) for item in items]

    def play(self, game_id: str, move: str, *, turn: int, seat: int | None = None) -> Game:
        """Plays a move and gives the game after it."""
        body = {"turn": turn, "move": str(move)} | ({} if seat is None else {"seat": seat})
        request = Request("POST", f"/v1/games/{game_id}/moves", body=body, unhurried=False)
        return Game(self, (self.transport.json(request))["game"])

    @overload
    def turns(self) -> Iterator[Turn]: ...

    @overload
    def turns(self, *games: Game[P, M]) -> Iterator[Turn[P, M]]: ...

    def turns(self, *games: Game[Any, Any]) -> Iterator[Turn[Any, Any]]:
        """Every decision that I owe, the most urgent first, as it comes: for ever, or in these games until they are over.

        Each is told once. One that you leave alone is yours to make later; the loop goes on with the others.
        """
        told, tag, running = Told(), "", {game.id: game for game in games if not game.is_over}
        while running or not games:
            one = next(iter(running.values())) if len(running) == 1 else None
            owed = None
            for game in list(running.values()):
                game.look()
                owed = owed or told.first(owed_now(game.snapshot))
                if game.is_over:
                    del running[game.id]
            if owed is None and one and running:
                one.wait()
            elif owed is None and (running or not games):
                answer = self._inbox(tag, SHORT_WAIT if games else LONGEST_WAIT)
                tag = answer.headers.get("etag", "")
                if not games and answer.status_code == 200:
                    owed, page = self._first_new(told, answer.json())
                    tag = "" if told.more(page["items"]) or (owed and page["next"]) else tag  # there are more, or may be: look again
            if owed is not None:
                yield Turn(self, owed)

    def _first_new(self, told: Told, page: TurnsAnswer) -> tuple[TurnAnswer | None, TurnsAnswer]:
        """The first decision that is new, on this page of what I owe or a later one, and the page that it is on or the last."""
        owed = told.first(page["items"])
        while owed is None and page["next"]:
            page = self.get("/v1/me/turns", cursor=page["next"])
            owed = told.first(page["items"])
        return owed, page

    def _inbox(self, tag: str, wait: int) -> httpx.Response:
        """What I owe, as soon as it is something else than what the tag stands for."""
        headers = {"If-None-Match": tag} if tag else {}
        answer = self.transport.call(Request("GET", "/v1/me/turns", {"wait": wait}, headers=headers))
        self.hold(answer)
        return answer

    def hold(self, answer: httpx.Response) -> None:
        """Pauses where the server could not let us wait."""
        sleep(retry_after(answer.headers) or 0.0)

    def create_webhook(self, url: str) -> WebhookWithSecret:
        """Has a server of yours told of decisions you owe; keep `secret` for `verify_webhook`."""
        made: WebhookWithSecret = self.post("/v1/webhooks", {"url": url})
        return made

    def webhooks(self) -> list[WebhookAnswer]:
        return [item for item in self.pages("/v1/webhooks")]

    def delete_webhook(self, webhook_id: str) -> None:
        self.transport.call(Request("DELETE", f"/v1/webhooks/{webhook_id}"))
