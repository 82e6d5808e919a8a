"""Matchmaking: who fits whom, each paired once, and nobody who waits for nobody in another's way."""

import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.contests.matchmaking import Seeks
from service.contests.seeks import Seek, Wish, dump, fitting, load, with_ai
from tests.service.clocked import standing


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
