"""Sweeps: one game, contest or sweep that something is wrong with is in no other's way."""

import time
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from redis.exceptions import RedisError

from service.commands.reindex import reindex
from service.game import FINISHED, Game, Seat
from service.parts import Parts
from service.store import keys
from service.time_control import TimeControl
from service.worker import worker
from tests.service.clocked import game_of, lapse, standing
from tests.service.test_reindex import begin_series

AIS = (Seat("ai", "easy", ai="easy"), Seat("ai", "easy", ai="easy"))
UNREADABLE = '{"id": "broken"'


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with standing(tmp_path) as made:
        yield made


def spoil(parts: Parts, game: Game, text: str = "") -> None:
    """Breaks a game's text, or has it be of a ruleset that is not installed any more."""
    key = keys.game_key(game.id)
    found = orjson.loads(parts.store_client.hget(key, "game") or "")
    parts.store_client.hset(key, "game", text or orjson.dumps(found | {"ruleset": "uninstalled"}).decode())


def whole_text(parts: Parts, game: Game) -> bytes:
    """The game's text, as one that is not packed."""
    return orjson.dumps(parts.referee.load(game.id))


@pytest.mark.parametrize("text", [UNREADABLE, "", "z not base 85"])
def test_a_deadline_is_dealt_with_beside_a_game_that_cannot_be_read(parts: Parts, text: str) -> None:
    broken, sound = (game_of(parts, TimeControl("per_decision", 1)) for _ in range(2))
    lapse(sound)
    spoil(parts, broken, text)
    assert parts.expiry.sweep() == 2
    assert parts.referee.load(sound.id).status == FINISHED
    assert parts.store_client.smembers(keys.QUARANTINE) == {broken.id}
    assert parts.store.deadlines.overdue(time.time(), 10) == [], "it is looked at again, but later"
    assert parts.store_client.zscore(keys.DEADLINES, broken.id) is not None


@pytest.mark.parametrize("text", [UNREADABLE, ""])
def test_an_ai_is_asked_again_beside_a_game_that_cannot_be_read(parts: Parts, text: str) -> None:
    broken, sound = (game_of(parts, None, seats=AIS) for _ in range(2))
    for game in (broken, sound):
        parts.store.leases.release(game.id, game.revision)
    spoil(parts, broken, text)
    parts.store_client.hset(keys.game_key(broken.id), "tries", 2)  # so that its fallback is to play
    assert parts.thinking.sweep() == 2
    assert parts.store_client.hget(keys.game_key(sound.id), "tries") is not None
    assert broken.id in parts.store_client.smembers(keys.QUARANTINE)
    assert parts.store.leases.lapsed(time.time(), 10) == []


def test_a_contest_goes_on_beside_one_that_cannot_be_read(parts: Parts) -> None:
    ada, bob = (parts.players.create(name)[0].id for name in ("Ada", "Bob"))
    for _ in range(2):
        begin_series(parts, ada, bob)
    broken, sound = parts.contests.store.every_contest()
    parts.store_client.hset(keys.contest_key(broken), "contest", UNREADABLE)
    (game,) = parts.contests.load(sound)[1].running
    parts.store_client.delete(keys.game_key(game), keys.journal_key(game))
    for contest in (broken, sound):
        parts.contests.store.watch(contest, 0)
    assert parts.contests.sweep() == 2
    assert parts.store.load(game), "the game that was lost is made again"
    assert (parts.store_client.zscore(keys.CONTESTS, broken) or 0) > time.time() + 30
    assert parts.contests.reindex() == 1


def test_indexes_and_ratings_are_made_again_beside_games_that_cannot_be_read(parts: Parts) -> None:
    unreadable, uninstalled, sound = (game_of(parts, None) for _ in range(3))
    for game in (uninstalled, sound):
        parts.referee.vacate(game.id, 0)
    spoil(parts, unreadable, UNREADABLE)
    text = orjson.dumps(orjson.loads(whole_text(parts, uninstalled)) | {"ruleset": "uninstalled", "rated": True}).decode()
    parts.store_client.hset(keys.game_key(uninstalled.id), "game", text)
    assert reindex(parts.settings) == (2, 0)
    assert parts.store_client.smembers(keys.QUARANTINE) == {unreadable.id}


def test_ratings_count_beside_a_rated_game_of_other_rules(parts: Parts) -> None:
    people = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
    for number in range(2):
        parts.referee.arrange(f"game{number}", "cathedral", {}, people, "listed", "ada", rated=True, hints=False)
    told, parts.referee.on_end = parts.referee.on_end, []
    for number in range(2):
        parts.referee.vacate(f"game{number}", 0)
    parts.referee.on_end = told
    text = orjson.dumps(orjson.loads(whole_text(parts, parts.referee.load("game0"))) | {"version": 99}).decode()
    parts.store_client.hset(keys.game_key("game0"), "game", text)
    parts.store_client.zadd(keys.UNRATED, {"game0": 0, "game1": 1})
    assert parts.ratings.sweep() == 2
    assert len(parts.ratings.store.games("cathedral")) == 1
    assert parts.store_client.zscore(keys.UNRATED, "game0") is not None, "it counts once its rules are here again"
    assert parts.ratings.recompute("cathedral", parts.store.every_game()) == (1, 0)


def test_a_sweep_that_fails_is_in_no_others_way(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []

    def broken() -> None:
        raise RuntimeError("broken")

    def lost() -> None:
        raise RedisError("lost")

    worker.sweep([lambda: done.append("first"), broken, lost, lost, lambda: done.append("last")])
    assert done == ["first", "last"]
    assert "a sweep failed" in caplog.text
    assert caplog.text.count("Redis cannot be used") == 1
