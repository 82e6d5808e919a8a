"""Two games that differ only in what a viewer may not know give that viewer the same bytes, headers included."""

import json
import random
from typing import Any

import pytest
import requests

from engine.core import CHANCE
from engine.rulesets import NAMES, ruleset
from service.store import identifiers
from tests.service.client import Client, Server
from tests.service.staging import World, stage, store_of, twins

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    (name, seats, {}) for name in NAMES if name != "cathedral" for seats in ruleset(name).seats
]
TABLES += [("verbotene_stadt", 4, {"teams": True})]


SAME = {"X_Request_Id": "same", "Accept_Encoding": "identity"}
"""Not compressed: how much a text shrinks depends on the game's own name too."""


def told(client: Client, game_id: str, viewer: int | None) -> list[tuple[int, dict[str, str], bytes]]:
    """Everything that the API tells a viewer of a game, with the game's own name, the time of day and the count of requests taken out."""
    paths = ["", "/moves?limit=500", "/board.svg", "/board.txt", "/board.svg?revision=3", "/export"]
    if viewer is not None:
        paths += ["/legal-moves?limit=500", "/legal-moves/mask", f"?seat={viewer}"]
    answers = [client.get(f"/v1/games/{game_id}{path}", **SAME) for path in paths]
    answers += [client.get(f"/v1/games/{game_id}", If_None_Match=answers[0].headers["ETag"], **SAME)]
    if viewer is not None:
        for move in ("nonsense", "pass", "doubt", "bribe red-red", "slide red-red pavilion", "lay green1@0,2n"):
            answers.append(client.play(game_id, 1, move, viewer, **SAME))
            for turn in (answers[0].json()["turn"], 10**6):
                answers.append(client.post(f"/v1/games/{game_id}/moves?dry_run=true", {"turn": turn, "move": move}, **SAME))
    return [whole(answer, game_id) for answer in answers]


def inbox(client: Client, game_id: str) -> list[dict[str, Any]]:
    """What the viewer owes in the game."""
    found: list[dict[str, Any]] = client.get("/v1/me/turns?limit=500").json()["items"]
    return [item for item in found if item["game"] == game_id]


def owed(client: Client, game_id: str) -> str:
    """The same as text, without the game's own name."""
    return json.dumps(inbox(client, game_id)).replace(game_id, "GAME")


def whole(answer: requests.Response, game_id: str) -> tuple[int, dict[str, str], bytes]:
    headers = {name: value.replace(game_id, "GAME") for name, value in answer.headers.items() if name not in ("Date", "RateLimit")}
    return answer.status_code, headers, answer.content.replace(game_id.encode(), b"GAME")


def differ(one: World, other: World) -> bool:
    """Whether the games differ and wait for somebody."""
    return one.moves != other.moves and CHANCE not in one.position.actors and one.position.outcome is None


@pytest.mark.parametrize("viewer", [0, None], ids=["a seat", "an onlooker"])
@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_what_a_viewer_may_not_know_changes_no_byte(
    server: Server, ada: Client, anybody: Client, name: str, seats: int, options: dict[str, Any], viewer: int | None
) -> None:
    store, rng, compared = store_of(server), random.Random(seats), 0
    for attempt in range(60):
        pairs = [pair for pair in twins(name, seats, options, viewer, rng, length=rng.randint(30, 90)) if differ(*pair)]
        if not pairs:
            continue
        one, other = pairs[-1]
        players = [ada.id, *(f"{identifiers.fresh_id(11)}{attempt % 10}" for _ in range(1, seats))]
        ids = identifiers.fresh_id(), identifiers.fresh_id()
        for game_id, world in zip(ids, (one, other), strict=True):
            stage(store, game_id, name, options, world, players)
        client = ada if viewer is not None else anybody
        if viewer is not None:
            assert owed(client, ids[0]) == owed(client, ids[1])
        for seen, twin in zip(told(client, ids[0], viewer), told(client, ids[1], viewer), strict=True):
            assert seen == twin
        compared += 1
        if compared == 6:
            break
    assert compared >= 3, "the twins hardly ever differed"
