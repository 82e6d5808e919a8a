"""Two hundred clients at fifty tables, half of them up to no good: every game stays a game."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
import requests

from tests.service.client import Client, Server
from tests.service.steadfast import replayed

pytestmark = pytest.mark.long

TABLES = 50
MOVES = 6
"""Moves that each table plays."""


@dataclass
class Table:
    """One game: two who play it, and two who repeat and forge what they see."""

    game: str
    tokens: list[str]
    """Light's, dark's, and those of the two who hold no seat."""
    done: threading.Event = field(default_factory=threading.Event)
    sent: list[dict[str, Any]] = field(default_factory=list)
    """The bodies that the two players have sent, for others to repeat."""
    faults: list[str] = field(default_factory=list)

    def post(self, session: requests.Session, url: str, who: int, body: Any, key: str | None = None) -> requests.Response:
        path = f"/v1/games/{self.game}/moves"
        headers = {"Authorization": f"Bearer {self.tokens[who]}"} | ({"Idempotency-Key": key} if key else {})
        answer = session.post(url + path, json=body, headers=headers, timeout=50)
        if answer.status_code >= 500:
            self.faults.append(f"{answer.status_code} {answer.text}")
        return answer


def set_tables(url: str) -> list[Table]:
    """Everybody has come and sits down."""
    with Client(url) as light, Client(url) as dark, Client(url) as one, Client(url) as other:
        tokens = [str(client.named(name).token) for name, client in (("Light", light), ("Dark", dark), ("One", one), ("Other", other))]
        games = [light.game("cathedral", ["me", "open"])["id"] for _ in range(TABLES)]
        for game in games:
            dark.session.post(f"{url}/v1/games/{game}/seats", json={}, headers={"Authorization": f"Bearer {tokens[1]}"}, timeout=20)
    return [Table(game, tokens) for game in games]


def play(url: str, table: Table, seat: int) -> None:
    """Plays the seat's moves, each sent twice with a key (the answers must be the same bytes) and once more without."""
    rng = random.Random(f"{table.game} {seat}")
    auth = {"Authorization": f"Bearer {table.tokens[seat]}"}
    with requests.Session() as session:
        while not table.done.is_set():
            path = f"/v1/games/{table.game}/legal-moves?limit=20"
            legal = session.get(url + path, headers=auth, timeout=50)
            if legal.status_code == 409:
                table.done.wait(0.1)
                continue
            assert legal.status_code == 200, legal.text
            turn = legal.json()["turn"]
            if turn > MOVES:
                table.done.set()
                return
            body = {"turn": turn, "move": rng.choice(legal.json()["items"])["move"]}
            table.sent.append(body)
            first, again = (table.post(session, url, seat, body, f"turn {turn}") for _ in range(2))
            bare = table.post(session, url, seat, body)
            if (first.status_code, again.content) != (201, first.content):
                table.faults.append(f"not the same answer: {first.text[:200]} {again.text[:200]}")
            if bare.status_code != 201 or bare.json()["entries"] != first.json()["entries"]:
                table.faults.append(f"a repeated move is not recognised: {bare.text[:200]}")


def meddle(url: str, table: Table, who: int) -> None:
    """Sends what others have sent: with a token that has no seat, and, by the players' own tokens, to turns long past or to come."""
    rng = random.Random(f"{table.game} {who}")
    with requests.Session() as session:
        while not table.done.wait(0.4):
            if not table.sent:
                continue
            body = rng.choice(table.sent)
            foreign = table.post(session, url, who, body)
            stale = table.post(session, url, rng.randrange(2), {"turn": body["turn"] + rng.choice((-3, 40)), "move": "university@e5n"})
            table.faults += [] if foreign.status_code == 403 else [f"a stranger's move: {foreign.text[:200]}"]
            table.faults += [] if stale.status_code in (409, 422) else [f"a stale move: {stale.text[:200]}"]


def attend(url: str, table: Table, who: int) -> None:
    """Plays or meddles until the table is done, or until something goes wrong at it."""
    try:
        (play if who < 2 else meddle)(url, table, who)
    except Exception as error:
        table.faults.append(repr(error))
        table.done.set()


def test_two_hundred_clients_play_fifty_games_and_every_journal_replays(server: Server) -> None:
    tables = set_tables(server.url)
    with ThreadPoolExecutor(4 * TABLES) as crowd:
        for table in tables:
            for who in range(4):
                crowd.submit(attend, server.url, table, who)
    with Client(server.url) as onlooker:
        for table in tables:
            assert table.faults == []
            snapshot = onlooker.look(table.game)
            entries = onlooker.get(f"/v1/games/{table.game}/moves?limit=500").json()["items"]
            assert str(replayed(snapshot, entries)) == snapshot["notation"]
            assert [entry["turn"] for entry in entries] == list(range(1, MOVES + 1))
