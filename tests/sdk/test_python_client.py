"""The Python client at a real server: it plays, waits, watches, repeats, holds back, and says what was refused."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import pytest
from intramuros_client import AsyncClient, Client, Game, IllegalMove, Problem, StaleTurn, Unreachable
from intramuros_client._turns import Told
from intramuros_client.types import TurnAnswer

from engine.rulesets import NAMES
from tests.service.client import Server
from tests.service.conftest import start, stop
from tests.service.processes import until
from tests.service.waiters import POOL, api_processes, kill, waiting_at


@pytest.fixture
def ada(server: Server) -> Iterator[Client]:
    with Client(server.url, name="Ada") as client:
        yield client


def sensible(moves: list[Any]) -> Any:
    """A move that brings the game nearer its end."""
    doors = [move for move in moves if move.object.get("door")]
    return random.choice(doors or moves)


@pytest.mark.parametrize("name", NAMES)
def test_the_loop_on_turns_plays_a_game_to_its_end(ada: Client, name: str) -> None:
    game = ada.create_game(name, ["me", {"ai": "random"}])
    for turn in ada.turns(game):
        assert (turn.game_id, turn.ruleset, turn.seat) == (game.id, name, 0)
        turn.play(sensible(turn.moves()))
    assert game.is_over
    assert game.outcome
    assert game.won == (0 in game.outcome["winners"])
    assert len(list(game.journal())) == game.snapshot["entries"]
    assert game.export().startswith("intramuros ") or "seed" in game.export()


def test_the_endless_loop_tells_of_every_game_and_waits_where_nothing_is_owed(ada: Client) -> None:
    games = {ada.create_game("cathedral", ["me", {"ai": "random"}]).id for _ in range(3)}
    seen: set[str] = set()
    for turn in ada.turns():
        seen.add(turn.game_id)
        if turn.number >= 5:
            ada.game(turn.game_id).resign()
        else:
            turn.play(turn.moves()[0])
        if all(ada.game(game).is_over for game in games):
            break
    assert seen == games


def test_a_decision_left_alone_is_told_once_and_does_not_hold_up_the_others(ada: Client) -> None:
    left, played = (ada.create_game("cathedral", ["me", {"ai": "random"}]) for _ in range(2))
    told: list[str] = []
    for turn in ada.turns():
        told.append(turn.game_id)
        if turn.game_id == played.id:
            turn.play(turn.moves()[0])
        if told.count(played.id) == 3:
            break
    assert told.count(left.id) == 1


def test_the_endless_loop_tells_every_decision_however_many_pages_they_are_on(ada: Client) -> None:
    games = {ada.create_game("cathedral", ["me", "me"]).id for _ in range(103)}
    for turn in ada.turns():
        games.remove(turn.game_id)
        if not games:
            break


def test_the_decisions_of_one_turn_on_two_pages_are_told_once_each() -> None:
    said = {"kind": "choose", "prompt": "", "code": "", "params": {}, "deadline": None, "ruleset": "verbotene_stadt", "revision": 1}
    first, second = [cast(TurnAnswer, said | {"game": "g", "turn": 7, "seat": seat, "since": "then", "links": {}}) for seat in (0, 1)]
    told = Told()
    assert [told.first([first]), told.first([second]), told.first([first]), told.first([second])] == [first, second, None, None]


def test_several_games_are_played_until_all_are_over(ada: Client) -> None:
    games = [ada.create_game("cathedral", ["me", {"ai": "random"}]) for _ in range(2)]
    for turn in ada.turns(*games):
        if turn.number > 4:
            ada.game(turn.game_id).resign()
        else:
            turn.play(turn.moves()[0])
    assert all(game.is_over for game in games)


def test_all_seats_of_a_hot_seat_game_are_told(ada: Client) -> None:
    game = ada.create_game("cathedral", ["me", "me"])
    seats = []
    for turn in game.turns():
        seats.append(turn.seat)
        turn.play(turn.moves()[0])
        if len(seats) == 4:
            break
    assert set(seats) == {0, 1}


def test_what_has_no_method_can_be_changed_and_taken_away(ada: Client) -> None:
    assert ada.patch("/v1/me", {"listed": False})["listed"] is False
    assert ada.me()["listed"] is False
    made = ada.post("/v1/me/tokens", {"label": "spare", "scopes": ["read"]})
    ada.delete(f"/v1/me/tokens/{made['id']}")
    assert [token["id"] for token in ada.get("/v1/me/tokens")["items"]] == ["first"]


def test_a_stream_tells_of_every_change_until_the_game_is_over(ada: Client) -> None:
    game = ada.create_game("cathedral", ["me", "me"])
    revisions = []
    for now in game.watch():
        revisions.append(now.snapshot["revision"])
        mover = ada.game(game.id)
        if now.turn < 4:
            mover.play(mover.legal_moves()[0])
        else:
            mover.resign(seat=0)
            break
    assert revisions == sorted(set(revisions))
    states = [now.status for now in game.watch()]
    assert states[-1] == "finished"


def test_waiting_ends_with_the_change(ada: Client, server: Server) -> None:
    with Client(server.url, name="Bob") as bob:
        game = ada.create_game("cathedral", ["me", "open"])
        game.look()
        before = waiting_at(server.url)
        told = POOL.submit(game.wait, 20)
        until(lambda: told.done() or waiting_at(server.url) > before)
        assert not told.done()
        bob.join(game.id)
        assert told.result(10).status == "running"


def test_a_refused_move_says_why_and_where(ada: Client) -> None:
    game = ada.create_game("cathedral", ["me", {"ai": "random"}])
    with pytest.raises(IllegalMove, match="Cathedral") as refused:
        game.play("abbey@e5n")
    assert refused.value.rule
    game.check("cathedral@e5n")
    assert game.look().turn == 1
    with pytest.raises(StaleTurn) as stale:
        game.play("cathedral@e5n", turn=7)
    assert stale.value.turn == 1
    with pytest.raises(Problem) as unknown:
        ada.game("nobody")
    assert (unknown.value.slug, unknown.value.status) == ("not-found", 404)


def test_a_board_can_be_looked_at(ada: Client, tmp_path: Path) -> None:
    board = ada.create_game("cathedral", ["me", {"ai": "random"}]).board()
    assert "a b c d e f g h i j" in str(board)
    assert board._repr_svg_().startswith("<svg")
    assert board.save(tmp_path / "board.svg").read_text() == board.svg
    assert board.save(tmp_path / "board.txt").read_text() == board.text


def test_filters_narrow_the_moves_and_a_move_knows_its_parts(ada: Client) -> None:
    game = ada.create_game("cathedral", ["me", {"ai": "random"}])
    moves = game.legal_moves(cell="e5", facing="n")
    assert moves
    assert all("e5" in move.object["cells"] for move in moves)
    assert len(game.legal_moves()) == 224


def test_lists_catalogues_and_players(ada: Client) -> None:
    game = ada.create_game("cathedral", ["me", "open"])
    assert game.id in [found["id"] for found in ada.games(player="me", limit=1)]
    assert [ruleset["name"] for ruleset in ada.rulesets()] == list(NAMES)
    assert ada.ruleset("cathedral")["components"]
    assert "random" in [ai["name"] for ai in ada.ais()]
    assert ada.player(ada.me()["id"])["name"] == "Ada"


def test_the_async_client_has_the_same_words(server: Server) -> None:
    async def play() -> list[bool]:
        async with AsyncClient(server.url, name="Ada") as client:
            games = [await client.create_game("cathedral", ["me", {"ai": "random"}]) for _ in range(2)]

            async def played(game: Any) -> bool:
                async for turn in game.turns():
                    moves = await turn.moves()
                    await turn.play(moves[0] if turn.number < 8 else random.choice(moves))
                    if turn.number > 12:
                        await game.resign()
                return bool(game.is_over)

            assert len(str(await games[0].board())) > 100
            states = [now.status async for now in (await client.create_game("cathedral", ["me", "me"])).watch() if await ended(now)]
            assert states[-1] == "finished"
            return await asyncio.gather(*(played(game) for game in games))

    async def ended(game: Any) -> bool:
        if not game.is_over:
            other = await game.client.game(game.id)
            await other.resign(seat=0)
        return True

    with ThreadPoolExecutor(1) as thread:  # a browser that an earlier test opened keeps a loop running in this one
        assert thread.submit(lambda: asyncio.run(play())).result() == [True, True]


def test_a_game_goes_on_when_the_api_is_killed(own_server: Server) -> None:
    with Client(own_server.url, name="Ada") as client:
        game = client.create_game("cathedral", ["me", {"ai": "random"}])
        for turn in client.turns(game):
            if turn.number == 3:
                for process in api_processes(own_server):
                    kill(process)
            turn.play(turn.moves()[0])
            if turn.number > 8:
                break
        numbers = [entry["number"] for entry in game.journal()]
        assert numbers == list(range(1, len(numbers) + 1))


def test_requests_hold_back_when_the_limit_is_used_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr("intramuros_client._sync.transport.sleep", pause)
    server = start(tmp_path / "data", RATE_ALL="120")
    try:
        with Client(server.url, name="Ada") as client:
            for _ in range(60):  # of twenty in ten seconds
                client.me()
                if any(pauses):
                    break
            assert any(pauses), "it was told to wait, and asked on"
            game = client.create_game("cathedral", ["me", "me"])
            move = game.legal_moves()[0]
            pauses.clear()
            game.play(move)
            assert not any(pauses), "a legal move is never limited"
    finally:
        stop(server)


Answer = tuple[int, dict[str, str], Any]


@contextmanager
def answering(*answers: Answer | None) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server that gives these answers in turn, None for a connection that breaks off, and the headers of what it was sent."""
    left, received = list(answers), []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            received.append(dict(self.headers) | {"at": str(time.monotonic())})
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            answer = left.pop(0)
            if answer is None:
                self.connection.close()
                return
            body = json.dumps(answer[2]).encode()
            self.send_response(answer[0])
            for name, value in {"Content-Length": str(len(body)), **answer[1]}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the name that the library looks for

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", received
        finally:
            server.shutdown()
            thread.join()


def problem(status: int, slug: str, **headers: str) -> Answer:
    return status, headers, {"type": f"/docs/problems#{slug}", "detail": "Not now.", "status": status}


def test_a_post_is_repeated_with_the_same_key_until_it_is_answered() -> None:
    answers = [None, problem(503, "unavailable", **{"Retry-After": "1"}), problem(409, "still-running"), (201, {}, {"id": "g1"})]
    with answering(*answers) as (url, received), Client(url, "token") as client:
        assert client.post("/v1/games", {}) == {"id": "g1"}
        assert len(received) == 4
    assert len({one["Idempotency-Key"] for one in received}) == 1
    assert float(received[2]["at"]) - float(received[1]["at"]) >= 1.0


def test_two_requests_have_two_keys() -> None:
    with answering((201, {}, {}), (201, {}, {})) as (url, received), Client(url, "token") as client:
        client.post("/v1/games", {})
        client.post("/v1/games", {})
    assert len({one["Idempotency-Key"] for one in received}) == 2


def test_patience_ends() -> None:
    busy = problem(503, "unavailable", **{"Retry-After": "30"})
    with answering(busy) as (url, received), Client(url, "token", patience=5) as client, pytest.raises(Problem, match="Not now"):
        client.get("/v1/me")
    assert len(received) == 1
    with Client(url, "token", patience=0.5) as client, pytest.raises(Unreachable, match="does not answer"):
        client.get("/v1/me")


def test_what_stands_in_between_is_a_problem_too() -> None:
    barred = (403, {"Content-Type": "text/html"}, "<html>")
    with answering(barred) as (url, _), Client(url, "token") as client, pytest.raises(Problem, match="answered 403"):
        client.get("/v1/me")


def test_the_token_is_kept_and_serves_again(server: Server) -> None:
    with Client(server.url, name="Ada") as client:
        me: Callable[[], Any] = client.me
        first = me()
        with Client(server.url, client.token) as again:
            assert again.me()["id"] == first["id"]


def test_a_game_prints_what_it_is(ada: Client) -> None:
    game: Game = ada.create_game("cathedral", ["me", {"ai": "random"}])
    assert repr(game) == f"<game {game.id}: cathedral, running, turn 1>"
