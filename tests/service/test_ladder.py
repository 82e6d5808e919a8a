"""The ladder: hosted AIs that ask for it play each other while workers are idle, are rated, and never meet one of their own host."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.ai.levels import LEVELS
from service.contests.ladder import Climber, next_match
from service.game import Seat
from service.store import heartbeats, keys, queues
from service.worker import ladder
from tests.service.client import Client, Server
from tests.service.clocked import game_of, standing
from tests.service.conftest import start, stop
from tests.service.processes import until

OPERATOR = "the-operator-of-the-ladder"


@pytest.fixture
def laddered(tmp_path: Path) -> Iterator[Server]:
    running = start(tmp_path / "data", OPERATOR_TOKEN=OPERATOR, LEASE_MARGIN="6")
    yield running
    stop(running)


def test_nobody_meets_one_of_its_own_host_and_levels_do_not_meet_each_other() -> None:
    field = [Climber("a1", "ada", 1500, 2), Climber("a2", "ada", 1500, 0), Climber("b1", "bob", 1400, 1), Climber("hard", None, 1900, 99)]
    rng = random.Random(1)
    matches = [next_match(field, rng) for _ in range(50)]
    assert {match[0] for match in matches if match} == {"a2"}, "who has played least comes first"
    assert {match[1] for match in matches if match} == {"b1", "hard"}
    assert next_match([Climber("a1", "ada", 1500, 0), Climber("a2", "ada", 1500, 0)], rng) is None
    assert next_match([Climber("hard", None, 1900, 9), Climber("easy", None, 1200, 9)], rng) is None


def test_the_levels_stand_on_every_ladder_before_anybody_climbs_it(anybody: Client) -> None:
    found = anybody.get("/v1/ladders/verbotene_stadt").json()["items"]
    medium = next(item for item in found if item["name"] == "medium")
    assert {"random", "easy", "medium", "hard"} <= {item["name"] for item in found if item["milestone"]}
    assert (medium["rating"], medium["provisional"]) == (1500, False)
    order = [item["name"] for item in found if item["milestone"]]
    assert order == list(reversed(LEVELS)), "from the first day on"


def test_the_ladder_waits_while_workers_are_busy_and_its_turns_come_last(tmp_path: Path) -> None:
    with standing(tmp_path) as parts:
        ais = [{"name": name, "rulesets": ["cathedral"], "about": "", "ladder": True} for name in ("mybot", *LEVELS)]
        about = {"host": "worker", "ais": ais, "rulesets": ["cathedral"], "kind": "simple", "pid": 1}
        heartbeats.sign_of_life(parts.store_client, "here", about)
        somebodys = game_of(parts, None, seats=(Seat("ai", "easy", ai="easy"), Seat("player", "Ada", "ada")))
        assert queues.length(parts.queue_client, "cathedral", "easy") == 1
        assert ladder.sweep(parts) == [], "somebody waits for a worker"
        parts.queue_client.delete(queues.queue("ai-cathedral", parts.queue_client).key)
        parts.store_client.delete(keys.LADDER)
        (begun,) = ladder.sweep(parts)
        assert begun != somebodys.id
        seat = parts.referee.load(begun).actors[0]
        name = queues.queue_name("cathedral", parts.referee.load(begun).seats[seat].ai or "", queues.LAST)
        assert queues.queue(name, parts.queue_client).count == 1
        parts.store_client.delete(keys.LADDER)
        assert ladder.sweep(parts) == [], "its last game goes on"


def test_who_hosts_an_ai_soon_sees_what_it_is_worth(laddered: Server) -> None:
    operator = Client(laddered.url, OPERATOR)
    key = operator.post("/v1/hosts", {"name": "Ada's machine", "ais": ["mybot"]}).json()["key"]
    stopping = threading.Event()

    def play() -> None:
        """Plays the first legal move, always."""
        with Client(laddered.url, key) as host:
            while not stopping.is_set():
                work = host.post("/v1/work/acquire", {"protocol": 1, "rules": {"cathedral": 1}, "wait": 2, "ladder": True})
                if work.status_code == 200:
                    host.post(f"/v1/work/{work.json()['id']}/move", {"move": work.json()["moves"][0]})

    player = threading.Thread(target=play, daemon=True)
    player.start()
    try:
        with Client(laddered.url) as anybody:
            rung = "/v1/ladders/cathedral"
            until(lambda: any(item["ai"] == "mybot" and item["games"] for item in anybody.get(rung).json()["items"]), 120)
            ladder = anybody.get(rung).json()
            mine = next(item for item in ladder["items"] if item["ai"] == "mybot")
            assert (mine["games"] >= 1, mine["live"], mine["milestone"]) == (True, True, False)
            assert any(item["milestone"] for item in ladder["items"])
            game = anybody.look(ladder["game"])
            assert game["rated"]
            assert "mybot" in {seat["ai"] for seat in game["seats"]}
            assert anybody.get("/v1/ais").json()["items"]
    finally:
        stopping.set()
        player.join(10)
        operator.session.close()
