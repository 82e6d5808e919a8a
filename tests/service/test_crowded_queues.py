"""More AI turns than the workers can play: people come first, new games are refused, and no turn is dropped."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.client import Client, Server
from tests.service.conftest import start, stop
from tests.service.processes import running, until

MOST = 4
AIS = [{"ai": "random"}, {"ai": "random"}]


@pytest.fixture
def held_up(tmp_path: Path) -> Iterator[Server]:
    """A server whose only worker stands still until it is let go; its turns have all the time in the world."""
    server = start(tmp_path, WORKERS="1", MAX_QUEUE=str(MOST), LEASE_MARGIN="120")
    os.kill(worker_of(server), signal.SIGSTOP)
    yield server
    stop(server)


def worker_of(server: Server) -> int:
    (worker,) = running(server.process.pid, "service.commands.cli worker")
    return worker


def test_new_games_are_refused_while_too_many_turns_wait_and_none_of_those_is_lost(held_up: Server) -> None:
    with Client(held_up.url) as ada, Client(held_up.url) as bob:
        ada.named("Ada")
        mine = [ada.game("cathedral", [{"ai": "random"}, "me"])["id"] for _ in range(MOST)]
        fill = bob.named("Bob").post("/v1/games", {"ruleset": "cathedral", "seats": [{"ai": "random"}, "me"]})
        assert fill.status_code in (201, 503), "one finds a place if the worker was just asking for a turn when it was held up"
        refused = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", {"ai": "easy"}]})
        assert (refused.status_code, refused.json()["type"]) == (503, "/docs/problems#unavailable")
        assert int(refused.headers["Retry-After"]) >= 1
        assert ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"]}).status_code == 201
        assert ada.post("/v1/games", {"ruleset": "forbidden_city", "seats": ["me", {"ai": "easy"}]}).status_code == 201
        waiting = {known["name"]: known["waiting"] for known in ada.get("/v1/ais").json()["items"]}
        assert waiting["random"] >= MOST
        os.kill(worker_of(held_up), signal.SIGCONT)
        assert [ada.wait_until_mine(game)["degraded"] for game in mine] == [False] * len(mine)
        assert ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", {"ai": "easy"}]}).status_code == 201


def test_a_person_is_answered_before_ais_that_play_each_other(held_up: Server) -> None:
    with Client(held_up.url) as ada:
        ada.named("Ada")
        theirs = [ada.game("cathedral", AIS)["id"] for _ in range(MOST)]
        mine = ada.game("cathedral", [{"ai": "random"}, "me"])["id"]
        os.kill(worker_of(held_up), signal.SIGCONT)
        until(lambda: ada.look(mine)["you"]["owe"])
        begun = ada.get(f"/v1/games/{mine}/moves").json()["items"][0]["at"]
        firsts = [ada.get(f"/v1/games/{game}/moves").json()["items"] for game in theirs]
        earlier = [moves for moves in firsts if moves and moves[0]["at"] < begun]
        assert len(earlier) <= 1, "only the turn that the worker had taken before"
