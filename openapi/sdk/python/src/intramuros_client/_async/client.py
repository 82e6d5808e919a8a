"""The client: players, games, turns, lists. Whatever it has no method for is one `get`, `post` or `pages` away."""

import os
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Self, Unpack, overload

import httpx

from intramuros_client._async.game import LONGEST_WAIT, PAGE, AsyncGame
from intramuros_client._async.transport import AsyncTransport
from intramuros_client._async.turn import AsyncTurn
from intramuros_client._manners import Request, retry_after
from intramuros_client._pause import asleep
from intramuros_client._shapes import M, P, Seat, Wishes
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


class AsyncClient:
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
        http: httpx.AsyncClient | None = None,
    ) -> None:
        url = url or os.environ.get("INTRAMUROS_URL", "http://127.0.0.1:8000")
        token = token or (None if name else os.environ.get("INTRAMUROS_TOKEN"))
        self.transport = AsyncTransport(url, token, name, timeout, patience, http)

    @property
    def token(self) -> str | None:
        """What proves who you are: keep it to be the same player tomorrow."""
        return self.transport.token

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self.transport.aclose()

    async def get(self, path: str, **query: Any) -> Any:
        """What a GET answers, as JSON."""
        return await self.transport.json(Request("GET", path, query))

    async def post(self, path: str, body: Any = None, **query: Any) -> Any:
        """What a POST answers, as JSON; it takes effect once, however often it has to be sent."""
        return await self.transport.json(Request("POST", path, query, {} if body is None else body))

    async def patch(self, path: str, body: Any, *, if_match: str = "*") -> Any:
        """What a PATCH answers; `if_match` is the `ETag` of what you have read, `*` for whatever is there now."""
        return await self.transport.json(Request("PATCH", path, body=body, headers={"If-Match": if_match}))

    async def put(self, path: str, body: Any, **query: Any) -> Any:
        """What a PUT answers, as JSON."""
        return await self.transport.json(Request("PUT", path, query, body))

    async def delete(self, path: str, **query: Any) -> Any:
        """What a DELETE answers, as JSON; None where it says nothing."""
        return await self.transport.json(Request("DELETE", path, query))

    async def pages(self, path: str, **query: Any) -> AsyncIterator[Any]:
        """Every item of a list, page after page."""
        cursor = None
        while True:
            page = await self.get(path, **query, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page.get("next")
            if not cursor:
                return

    async def me(self) -> MeAnswer:
        found: MeAnswer = await self.get("/v1/me")
        return found

    async def player(self, player_id: str) -> PlayerAnswer:
        found: PlayerAnswer = await self.get(f"/v1/players/{player_id}")
        return found

    async def rulesets(self) -> list[RulesetSummary]:
        return [item async for item in self.pages("/v1/rulesets")]

    async def ruleset(self, name: str) -> RulesetAnswer:
        """One ruleset with its options and its components: what is needed to draw it."""
        found: RulesetAnswer = await self.get(f"/v1/rulesets/{name}")
        return found

    async def ais(self) -> list[AIAnswer]:
        """The AIs that can be played now."""
        return [item async for item in self.pages("/v1/ais")]

    @overload
    async def create_game(
        self,
        ruleset: Literal["cathedral"],
        seats: Sequence[Seat],
        *,
        options: CathedralOptionsRequest | None = None,
        **more: Unpack[Wishes],
    ) -> AsyncGame[CathedralPosition, CathedralPlace]: ...

    @overload
    async def create_game(
        self,
        ruleset: Literal["forbidden_city"],
        seats: Sequence[Seat],
        *,
        options: ForbiddenCityOptionsRequest | None = None,
        **more: Unpack[Wishes],
    ) -> AsyncGame[ForbiddenCityPosition, ForbiddenCityLegalMove]: ...

    @overload
    async def create_game(
        self,
        ruleset: Literal["verbotene_stadt"],
        seats: Sequence[Seat],
        *,
        options: VerboteneStadtOptionsRequest | None = None,
        **more: Unpack[Wishes],
    ) -> AsyncGame[VerboteneStadtPosition, VerboteneStadtLegalMove]: ...

    @overload
    async def create_game(
        self, ruleset: str, seats: Sequence[Seat], *, options: Mapping[str, Any] | None = None, **more: Unpack[Wishes]
    ) -> AsyncGame: ...

    async def create_game(
        self, ruleset: str, seats: Sequence[Seat], *, options: Mapping[str, Any] | None = None, **more: Unpack[Wishes]
    ) -> AsyncGame[Any, Any]:
        """A new game; `options`, `visibility` and whatever else `POST /v1/games` takes by name."""
        return AsyncGame(self, await self.post("/v1/games", {"ruleset": ruleset, "seats": list(seats), "options": options or {}, **more}))

    async def game(self, game_id: str, *, seat: int | None = None) -> AsyncGame:
        answer = await self.transport.call(Request("GET", f"/v1/games/{game_id}", {"seat": seat}))
        return AsyncGame(self, answer.json(), answer.headers.get("etag", ""))

    async def games(self, **filters: Any) -> AsyncIterator[GameSummary]:
        """The games that fit: `status`, `ruleset`, `player` (`me` for yours)."""
        async for item in self.pages("/v1/games", **filters):
            yield item

    async def join(self, game_id: str, *, seat: int | None = None, code: str | None = None) -> AsyncGame:
        """Takes an open seat."""
        wanted = {name: value for name, value in (("seat", seat), ("code", code)) if value is not None}
        return AsyncGame(self, await self.post(f"/v1/games/{game_id}/seats", wanted))

    async def legal_moves(self, game_id: str, seat: int | None = None, **filters: str) -> list[Move]:
        """The legal moves of a seat that owes a decision."""
        items = self.pages(f"/v1/games/{game_id}/legal-moves", limit=PAGE, seat=seat, **filters)
        return [Move.of(item) async for item in items]

    async def play(self, game_id: str, move: str, *, turn: int, seat: int | None = None) -> AsyncGame:
        """Plays a move and gives the game after it."""
        body = {"turn": turn, "move": str(move)} | ({} if seat is None else {"seat": seat})
        request = Request("POST", f"/v1/games/{game_id}/moves", body=body, unhurried=False)
        return AsyncGame(self, (await self.transport.json(request))["game"])

    @overload
    def turns(self) -> AsyncIterator[AsyncTurn]: ...

    @overload
    def turns(self, *games: AsyncGame[P, M]) -> AsyncIterator[AsyncTurn[P, M]]: ...

    async def turns(self, *games: AsyncGame[Any, Any]) -> AsyncIterator[AsyncTurn[Any, Any]]:
        """Every decision that I owe, the most urgent first, as it comes: for ever, or in these games until they are over.

        Each is told once. One that you leave alone is yours to make later; the loop goes on with the others.
        """
        told, tag, running = Told(), "", {game.id: game for game in games if not game.is_over}
        while running or not games:
            one = next(iter(running.values())) if len(running) == 1 else None
            owed = None
            for game in list(running.values()):
                await game.look()
                owed = owed or told.first(owed_now(game.snapshot))
                if game.is_over:
                    del running[game.id]
            if owed is None and one and running:
                await one.wait()
            elif owed is None and (running or not games):
                answer = await self._inbox(tag, SHORT_WAIT if games else LONGEST_WAIT)
                tag = answer.headers.get("etag", "")
                if not games and answer.status_code == 200:
                    owed, page = await self._first_new(told, answer.json())
                    tag = "" if told.more(page["items"]) or (owed and page["next"]) else tag  # there are more, or may be: look again
            if owed is not None:
                yield AsyncTurn(self, owed)

    async def _first_new(self, told: Told, page: TurnsAnswer) -> tuple[TurnAnswer | None, TurnsAnswer]:
        """The first decision that is new, on this page of what I owe or a later one, and the page that it is on or the last."""
        owed = told.first(page["items"])
        while owed is None and page["next"]:
            page = await self.get("/v1/me/turns", cursor=page["next"])
            owed = told.first(page["items"])
        return owed, page

    async def _inbox(self, tag: str, wait: int) -> httpx.Response:
        """What I owe, as soon as it is something else than what the tag stands for."""
        headers = {"If-None-Match": tag} if tag else {}
        answer = await self.transport.call(Request("GET", "/v1/me/turns", {"wait": wait}, headers=headers))
        await self.hold(answer)
        return answer

    async def hold(self, answer: httpx.Response) -> None:
        """Pauses where the server could not let us wait."""
        await asleep(retry_after(answer.headers) or 0.0)

    async def create_webhook(self, url: str) -> WebhookWithSecret:
        """Has a server of yours told of decisions you owe; keep `secret` for `verify_webhook`."""
        made: WebhookWithSecret = await self.post("/v1/webhooks", {"url": url})
        return made

    async def webhooks(self) -> list[WebhookAnswer]:
        return [item async for item in self.pages("/v1/webhooks")]

    async def delete_webhook(self, webhook_id: str) -> None:
        await self.transport.call(Request("DELETE", f"/v1/webhooks/{webhook_id}"))
