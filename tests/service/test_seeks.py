"""Seeks: paired atomically with whoever fits, an AI when nobody comes, over when nobody cares."""

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest

from service.store import identifiers, keys
from tests.service.client import Client, Server
from tests.service.processes import until
from tests.service.staging import store_of

Pool = dict[str, Any]


@pytest.fixture
def pool() -> Pool:
    """A wish with a clock that nobody else asks for: the server is everybody's, and whoever waits on it for the usual would be met."""
    return {"ruleset": "cathedral", "clock": {"kind": "fischer", "seconds": 3600, "increment": secrets.randbelow(3000) + 100}}


def sought(client: Client, pool: Pool, **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/seeks", pool | more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def follow(client: Client, seek: dict[str, Any], wait: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{seek['links']['self']}?wait={wait}").json()
    return found


def withdrawn(client: Client, seek: dict[str, Any]) -> dict[str, Any]:
    answer = client.request("DELETE", seek["links"]["self"])
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_two_who_want_the_same_get_one_game(ada: Client, bob: Client, pool: Pool) -> None:
    first = sought(ada, pool, rated=True)
    assert first["status"] == "waiting"
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(follow, ada, first, 20)
        second = sought(bob, pool, rated=True)
        mine = waiting.result(30)
    assert (second["status"], mine["status"]) == ("matched", "matched")
    assert mine["game"] == second["game"]
    game = ada.look(mine["game"])
    assert [seat["player"] for seat in game["seats"]] == [ada.id, bob.id]
    assert (game["status"], game["rated"], game["hints"]) == ("running", True, False)


def test_nobody_is_paired_with_itself_or_for_something_else(ada: Client, bob: Client, pool: Pool) -> None:
    one, other = sought(ada, pool), sought(ada, pool, ruleset="forbidden_city")
    different = sought(bob, pool, rated=True)
    assert {follow(ada, one)["status"], follow(ada, other)["status"], follow(bob, different)["status"]} == {"waiting"}
    assert bob.get(one["links"]["self"]).status_code == 404, "somebody else's seek"
    assert bob.request("DELETE", one["links"]["self"]).status_code == 404
    for client, seek in ((ada, one), (ada, other), (bob, different)):
        assert withdrawn(client, seek)["status"] == follow(client, seek)["status"] == "cancelled"
    assert bob.get(one["links"]["self"]).status_code == 404, "nor what became of it"


def test_who_withdraws_too_late_is_told_of_the_game(ada: Client, bob: Client, pool: Pool) -> None:
    first, second = sought(ada, pool), sought(bob, pool)
    found = withdrawn(ada, first)
    assert (found["status"], found["game"]) == ("matched", second["game"])
    assert found["links"]["game"] == f"/v1/games/{second['game']}"
    assert withdrawn(ada, first) == found, "as often as one asks"


def test_another_seek_leaves_those_before_it_as_they_are(ada: Client, bob: Client, pool: Pool) -> None:
    """A player's next seek neither replaces one that waits nor makes the server forget one that has ended."""
    others = pool | {"ruleset": "forbidden_city"}
    matched, cancelled, waits = sought(ada, pool), sought(ada, pool, rated=True), sought(ada, others, rating_least=9000)
    sought(bob, pool)
    withdrawn(ada, cancelled)
    last = sought(ada, pool, rating_least=9001)
    assert [follow(ada, seek)["status"] for seek in (matched, cancelled, waits, last)] == ["matched", "cancelled", "waiting", "waiting"]
    assert withdrawn(ada, matched)["game"] == follow(ada, matched)["game"] is not None
    for seek in (waits, last):
        withdrawn(ada, seek)


def test_ratings_have_to_suit_both(ada: Client, bob: Client, pool: Pool) -> None:
    picky = sought(ada, pool, rating_least=1600)
    beginner = sought(bob, pool)
    assert (follow(ada, picky)["status"], beginner["status"]) == ("waiting", "waiting")
    withdrawn(ada, picky)
    fair = sought(ada, pool, rating_least=1400, rating_most=1600)
    assert fair["status"] == "matched"


def test_an_ai_comes_when_nobody_does(ada: Client, pool: Pool) -> None:
    seek = sought(ada, pool, ai={"name": "random", "after": 1})
    assert seek["status"] == "waiting"
    found = follow(ada, seek, 20)
    assert found["status"] == "matched"
    assert [seat["kind"] for seat in ada.look(found["game"])["seats"]] == ["player", "ai"]


def test_a_seek_that_nobody_looks_at_is_over(ada: Client, bob: Client, pool: Pool, server: Server) -> None:
    seek = sought(ada, pool)
    name = seek["id"].partition("-")[0]
    client = store_of(server).client
    client.zadd(keys.interest_key(name), {seek["id"]: time.time() - 1000})
    assert sought(bob, pool)["status"] == "waiting", "nobody is paired with somebody who has gone away"
    until(lambda: client.exists(keys.seek_end_key(name, seek["id"])))
    assert follow(ada, seek)["status"] == "expired"


def test_a_match_whose_maker_died_still_brings_a_game(ada: Client, bob: Client, pool: Pool, server: Server) -> None:
    """The seeks are taken out and the match is noted, but no game was created: the next look creates it."""
    client = store_of(server).client
    seek, game = sought(ada, pool), identifiers.fresh_id()
    name = seek["id"].partition("-")[0]
    wish = orjson.loads(client.get(keys.pool_key(name)))
    seats = [{"player": ada.id, "name": "Ada"}, {"player": bob.id, "name": "Bob"}]
    client.hdel(keys.waiting_key(name), seek["id"])
    match = {"status": "matched", "game": game, "wish": wish, "seats": seats, "owners": {seek["id"]: ada.id}}
    client.set(keys.seek_end_key(name, seek["id"]), orjson.dumps(match))
    assert follow(ada, seek)["game"] == game
    assert ada.look(game)["status"] == "running"


def test_many_at_once_are_each_paired_once(server: Server, pool: Pool) -> None:
    clients = [Client(server.url).named(f"Player {number}") for number in range(8)]
    wish = pool | {"ai": {"name": "easy", "after": 3600}}
    with ThreadPoolExecutor(8) as threads:
        seeks = list(threads.map(lambda client: client.post("/v1/seeks", wish).json(), clients))
    games = [follow(client, seek)["game"] for client, seek in zip(clients, seeks, strict=True)]
    assert sorted(games.count(game) for game in set(games)) == [2] * 4
    for client in clients:
        client.session.close()


def test_so_many_seeks_and_no_more(ada: Client, pool: Pool) -> None:
    clocks = [{**pool["clock"], "seconds": seconds} for seconds in range(3000, 3006)]
    waiting = [sought(ada, pool | {"clock": clock}, rating_least=9000) for clock in clocks[:5]]
    assert ada.post("/v1/seeks", pool | {"clock": clocks[5]}).status_code == 409
    withdrawn(ada, waiting[0])
    assert ada.post("/v1/seeks", pool | {"clock": clocks[1]}).status_code == 409, "for exactly that one waits"
    waiting[0] = sought(ada, pool | {"clock": clocks[0]}, rating_least=9000)
    for seek in waiting:
        withdrawn(ada, seek)


def test_what_cannot_be_sought_is_refused(ada: Client) -> None:
    ratings = ({"rating_least": 1600, "rating_most": 1400}, {"rating_least": "high"})
    for body in ({"seats": 3}, *ratings, {"ai": {"name": "nobody"}}, {"options": {"cathedral": "never"}}):
        assert ada.post("/v1/seeks", {"ruleset": "cathedral"} | body).status_code == 422, body
