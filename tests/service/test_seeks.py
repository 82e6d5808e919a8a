"""Seeks: paired atomically with whoever fits, an AI when nobody comes, over when nobody cares."""

import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.contests.matchmaking import Seeks
from service.contests.seeks import Seek, Wish, dump, fitting, load, with_ai
from service.store import identifiers, keys
from tests.service.client import Client, Server
from tests.service.clocked import standing
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


@pytest.fixture
def seeks(tmp_path: Path) -> Iterator[Seeks]:
    """Seeks of a store that has no worker: nobody else looks at them."""
    with standing(tmp_path) as parts:
        yield parts.seeks


def test_a_pool_closed_while_somebody_comes_is_listed(seeks: Seeks) -> None:
    """Between any two steps of closing an empty pool somebody may begin to wait in it."""
    wish = Wish("cathedral", {}, 2, rated=False)
    text = orjson.dumps(asdict(wish)).decode()

    def come(number: int) -> None:
        one = Seek(f"{wish.pool}-{number}", "ada", "Ada", wish.pool, time.time())
        seeks.store.add(wish.pool, text, one.id, dump(one))

    counted = seeks.store.client.hlen
    seeks.store.announce(wish.pool)
    seeks.store.client.hlen = lambda key: (counted(key), come(1))[0]  # type: ignore[method-assign, assignment]
    seeks.store.close(wish.pool)
    assert seeks.store.pools() == [wish.pool], "somebody came after the look for seeks"
    seeks.store.client.hlen = counted  # type: ignore[method-assign]
    seeks.store.close(wish.pool)
    assert seeks.store.pools() == [wish.pool], "somebody waits"
    seeks.withdraw(wish.pool, f"{wish.pool}-1")
    seeks.store.close(wish.pool)
    assert seeks.store.pools() == []


def test_a_seek_sent_again_does_not_come_back(seeks: Seeks) -> None:
    """A client of Redis sends a write again whose answer was lost."""
    wish = Wish("cathedral", {}, 2, rated=False)
    one = Seek(f"{wish.pool}-1", "ada", "Ada", wish.pool, time.time())
    seeks.post(wish, one)
    seeks.withdraw(wish.pool, one.id)
    seeks.store.add(wish.pool, orjson.dumps(asdict(wish)).decode(), one.id, dump(one))
    assert seeks.look(wish.pool, one.id, "ada") == {"status": "cancelled", "game": None}


def test_so_many_seeks_and_no_more(ada: Client, pool: Pool) -> None:
    clocks = [{**pool["clock"], "seconds": seconds} for seconds in range(3000, 3006)]
    waiting = [sought(ada, pool | {"clock": clock}, rating_least=9000) for clock in clocks[:5]]
    assert ada.post("/v1/seeks", pool | {"clock": clocks[5]}).status_code == 409
    withdrawn(ada, waiting[0])
    assert ada.post("/v1/seeks", pool | {"clock": clocks[1]}).status_code == 409, "for exactly that one waits"
    waiting[0] = sought(ada, pool | {"clock": clocks[0]}, rating_least=9000)
    for seek in waiting:
        withdrawn(ada, seek)


def test_who_waits_for_nobody_does_not_stand_in_the_way_of_others(seeks: Seeks) -> None:
    wish = Wish("cathedral", {}, 2, rated=False)
    for number in range(200):
        seeks.post(wish, Seek(f"{wish.pool}-{number}", f"eve {number}", "Eve", wish.pool, number, least=9999.0))
    with_ai = Seek(f"{wish.pool}-ai", "ann", "Ann", wish.pool, 1000.0, least=1e6, ai="easy", ai_after=0.0)
    seeks.post(wish, with_ai)
    found = seeks.look(wish.pool, with_ai.id, "ann")
    assert found is not None
    assert found["status"] == "matched", "those who are due are found among all"
    ada, bob = (Seek(f"{wish.pool}-{name}", name, name, wish.pool, 2000.0) for name in ("ada", "bob"))
    seeks.post(wish, ada)
    seeks.post(wish, bob)
    both = [seeks.look(wish.pool, one.id, one.player) for one in (ada, bob)]
    assert [one and one["status"] for one in both] == ["matched"] * 2


def test_a_match_that_nobody_made_is_found_among_many() -> None:
    crowd = [Seek(f"{number}", f"eve {number}", "Eve", "p", number, least=9999.0) for number in range(200)]
    pair = [Seek(name, name, name, "p", 1000.0) for name in ("ada", "bob")]
    assert any(fitting([*crowd, *pair], 2) for _ in range(100))


def test_what_cannot_be_sought_is_refused(ada: Client) -> None:
    ratings = ({"rating_least": 1600, "rating_most": 1400}, {"rating_least": "high"})
    for body in ({"seats": 3}, *ratings, {"ai": {"name": "nobody"}}, {"options": {"cathedral": "never"}}):
        assert ada.post("/v1/seeks", {"ruleset": "cathedral"} | body).status_code == 422, body


def test_a_table_of_three_needs_three_who_suit_each_other() -> None:
    seeks = [Seek(str(n), f"p{n}", f"P{n}", "pool", float(n), 1500 + 100 * n, most=1600 if n == 0 else None) for n in range(4)]
    found = fitting(seeks, 3)
    assert found is not None
    assert [one.id for one in found] == ["1", "2", "3"], "the first takes nobody above 1600"
    assert fitting(seeks[:2], 3) is None
    assert all(load(dump(one)) == one for one in seeks)


def test_a_larger_table_takes_all_who_take_an_ai() -> None:
    """When one has waited long enough for people, those who wait with it and would play an AI too are not left behind."""
    seeks = [Seek(str(n), f"p{n}", f"P{n}", "pool", float(n), ai=None if n == 1 else "easy", ai_after=10.0) for n in range(3)]
    assert with_ai(seeks, 4, 9.0) is None
    assert [one.id for one in with_ai(seeks, 4, 10.0) or ()] == ["0", "2"], "1 takes people only"


@pytest.mark.parametrize("other", [{"rated": True}, {"seats": 3}, {"options": {"a": 1}}, {"clock": {"kind": "days"}}])
def test_a_pool_belongs_to_one_wish(other: dict[str, Any]) -> None:
    wish: dict[str, Any] = {"ruleset": "cathedral", "options": {}, "seats": 2, "rated": False}
    assert Wish(**wish).pool == Wish(**wish).pool
    assert Wish(**wish).pool != Wish(**(wish | other)).pool
