"""Every ruleset over HTTP: one person who plays any legal move, AIs in the other seats, until the game is over."""

import random

import pytest

from engine.record import read
from engine.replaying import replay
from engine.rulesets import NAMES, ruleset
from tests.service.client import Client

TABLES = [(name, seats) for name in NAMES for seats in ruleset(name).seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_person_and_ais_finish_a_game(ada: Client, name: str, seats: int) -> None:
    game = ada.game(name, ["me", *({"ai": level} for level in ("easy", "random", "random")[: seats - 1])])
    rng = random.Random(seats)
    snapshot = ada.wait_until_mine(game["id"])
    while snapshot["status"] == "running":
        legal = [each["move"] for each in ada.get(f"/v1/games/{game['id']}/legal-moves?limit=500").json()["items"]]
        move = next((text for text in legal if text.endswith("pavilion")), rng.choice(legal))
        assert ada.play(game["id"], snapshot["turn"], move).status_code == 201
        snapshot = ada.wait_until_mine(game["id"])
    assert snapshot["outcome"]["winners"]
    record = read(ada.get(f"/v1/games/{game['id']}/export").text)
    *_, (last, _) = replay(record)
    assert last.outcome == record.outcome


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_tells_how_to_draw_it(anybody: Client, name: str) -> None:
    found = anybody.get(f"/v1/rulesets/{name}").json()
    assert found["components"]
    assert found["title"] in [listed["title"] for listed in anybody.get("/v1/rulesets").json()["items"]]
