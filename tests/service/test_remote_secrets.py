"""A host far away gets its seat's view: two games that differ only in what the seat may not know are the same work to it."""

import random
from collections.abc import Iterator

import pytest
import requests

from engine.rulesets import NAMES, ruleset
from service.ai import remote_work
from service.game import Game, Seat
from service.store import identifiers
from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.staging import stage, store_of, twins

OPERATOR = "the-operator-of-the-tests"
SAME = {"X_Request_Id": "same", "Accept_Encoding": "identity"}


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("operated"), OPERATOR_TOKEN=OPERATOR, WORKERS="1")
    yield running
    stop(running)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "cathedral"])
def test_hidden_facts_change_no_byte_of_the_work(operated: Server, name: str) -> None:
    store, rng, compared = store_of(operated), random.Random(5), 0
    with Client(operated.url) as client:
        key = client.post("/v1/hosts", {"name": "Far", "ais": ["far"]}, Authorization=f"Bearer {OPERATOR}").json()["key"]
        acquire = {"protocol": 1, "rules": {name: ruleset(name).version}, "objects": True}
        for _ in range(120):
            steps = twins(name, 3, {}, 1, rng, length=rng.randint(30, 70))
            pairs = [(one, other) for one, other in steps if one.moves != other.moves and 1 in one.position.actors]
            if not pairs:
                continue
            works = []
            for world in pairs[-1]:
                game = stage(store, identifiers.fresh_id(), name, {}, world, ["a", "b", "c"])
                hosted = with_ai(game)
                assert store.commits.commit(game, hosted, [])
                remote_work.offer(store.client, "far", hosted, 1)
                answer = client.post("/v1/work/acquire", acquire, Authorization=f"Bearer {key}", **SAME)
                headers = {name: value for name, value in answer.headers.items() if name not in ("Date", "RateLimit")}
                works.append((answer.status_code, headers, without_names(answer)))
            assert works[0] == works[1]
            compared += 1
            if compared == 5:
                break
    assert compared >= 2, "the twins hardly ever differed"


def without_names(answer: requests.Response) -> bytes:
    """The bytes of the work but for its own name and its deadline."""
    assert answer.status_code == 200
    body: bytes = answer.content
    for part in ("id", "deadline"):
        body = body.replace(answer.json()[part].encode(), part.encode())
    return body


def with_ai(game: Game) -> Game:
    """The game with the hosted AI in seat 1."""
    seats = (game.seats[0], Seat("ai", "far", ai="far"), *game.seats[2:])
    return game.with_position(game.position, seats=seats, revision=game.revision + 1)
