"""What a change's notice tells is news to whoever waits, unless it is older than what they have; then the game itself is read."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as LostConnection

from service import embedded, names, news, snapshots
from service.changes import Change
from service.config import Settings
from service.game import Game, Seat
from service.host import Host
from service.news import game_topic
from service.referee import Asked
from service.snapshots import Sight
from service.store import Glance, Store, read_notice
from tests.service.processes import until

ADA = Asked("ada")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    given = replace(Settings(), data=tmp_path_factory.mktemp("notices"))
    with embedded.server(given) as url:
        yield replace(given, store_url=url, queue_url=url)


@pytest.fixture
def here(settings: Settings) -> Host:
    """The process where somebody waits."""
    return Host(settings)


@pytest.fixture
def there(settings: Settings) -> Host:
    """Another process, which changes the game."""
    return Host(settings)


def begun(host: Host, *seats: Seat) -> Game:
    made = host.referee.create("cathedral", {}, seats or (Seat("player", "Ada", "ada"),) * 2, "listed", ADA, lambda change: "")
    assert isinstance(made, Change)
    return made.game


def play(host: Host, game: str, turn: int, move: str) -> None:
    assert isinstance(host.referee.play(game, turn, move, None, ADA, lambda change: ""), Change)


@pytest.fixture
def stares(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were read by somebody who had been called, one entry a reading."""
    noted: list[str] = []
    stare = Store.stare

    def noting(store: Store, game: str) -> Glance | None:
        found = stare(store, game)
        noted.append(game)
        return found

    monkeypatch.setattr(Store, "stare", noting)
    return noted


def waiting(host: Host, game: str, stares: list[str]) -> "Future[tuple[Sight, bool]]":
    """Somebody who has the newest snapshot and waits for the next, woken by the subscription already."""
    tag = snapshots.sight(host, game, "ada", 0).tag
    wait = ThreadPoolExecutor(1).submit(snapshots.awaited, host, game, "ada", 0, 20, {"HTTP_IF_NONE_MATCH": tag})
    until(lambda: stares == [game])
    return wait


def test_the_notice_of_a_change_tells_all_that_a_reading_would(here: Host, there: Host) -> None:
    game = begun(there).id
    with here.store_client.pubsub(ignore_subscribe_messages=True) as channel:
        channel.subscribe(names.NEWS)
        channel.get_message(timeout=5)
        play(there, game, 1, "cathedral@e5n")
        message = channel.get_message(timeout=5)
    assert news.topics(message["data"]) == [game_topic(game), news.player_topic("ada")]
    assert read_notice(message["data"]) == here.store.stare(game)


def test_who_waits_is_told_by_the_notice_and_reads_nothing(here: Host, there: Host, stares: list[str]) -> None:
    game = begun(there).id
    wait = waiting(here, game, stares)
    play(there, game, 1, "cathedral@e5n")
    seen, _ = wait.result(10)
    assert (seen.revision, seen.text) == (2, there.store_client.hget(names.game_key(game), "game"))
    assert stares == [game]


def test_a_notice_of_what_the_caller_has_already_is_no_news(here: Host, there: Host, stares: list[str]) -> None:
    game = begun(there).id
    with here.store_client.pubsub(ignore_subscribe_messages=True) as channel:
        channel.subscribe(names.NEWS)
        channel.get_message(timeout=5)
        play(there, game, 1, "cathedral@e5n")
        late = channel.get_message(timeout=5)["data"]
    play(there, game, 2, "inn@b2n")
    wait = waiting(here, game, stares)
    here.store_client.publish(names.NEWS, late)
    until(lambda: stares == [game, game])
    assert not wait.done(), "an older snapshot was taken for news"
    play(there, game, 3, "inn@h8n")
    assert wait.result(10)[0].revision == 4


def test_a_notice_that_tells_nothing_but_the_game_makes_who_waits_read_it(here: Host, there: Host, stares: list[str]) -> None:
    game = begun(there).id
    wait = waiting(here, game, stares)
    there.store_client.hset(names.game_key(game), "revision", "2")
    there.store_client.publish(names.NEWS, news.notice(game, 2, []))
    assert wait.result(10)[0].revision == 2
    assert stares == [game, game]


def test_the_snapshot_of_a_change_that_redis_has_lost_is_not_taken_for_that_of_the_one_made_instead(here: Host, there: Host) -> None:
    game = begun(there).id
    kept = there.store_client.hgetall(names.game_key(game))
    play(here, game, 1, "cathedral@e5n")
    lost = snapshots.sight(here, game, "ada", 0)
    assert b'"cathedral@e5n"' in (snapshots.built(here, lost, "ada") or b"")
    there.store_client.hset(names.game_key(game), mapping=kept)
    there.store_client.delete(names.journal_key(game))
    play(there, game, 1, "cathedral@e6n")
    instead = snapshots.sight(here, game, "ada", 0)
    assert (instead.revision, instead.tag == lost.tag) == (lost.revision, False)
    assert b'"cathedral@e6n"' in (snapshots.built(here, instead, "ada") or b"")


def test_a_game_stored_with_a_shorter_brief_is_told_all_the_same(here: Host, there: Host) -> None:
    game = begun(there).id
    brief = there.store_client.hget(names.game_key(game), "brief")
    there.store_client.hset(names.game_key(game), "brief", brief.rpartition("|")[0])
    assert snapshots.built(here, snapshots.sight(here, game, "ada", 0), "ada") is not None


def test_who_waits_bears_with_a_store_that_is_away_while_an_ai_is_looked_after(
    here: Host, there: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(there, Seat("ai", "hard", ai="hard"), Seat("player", "Ada", "ada")).id
    there.store_client.hset(names.game_key(game), "due", time.time() + 0.5)
    claim, tries = Store.claim, iter([LostConnection("away for a moment")])

    def claimed(store: Store, *arguments: Any) -> tuple[int, bool]:
        for error in tries:
            raise error
        return claim(store, *arguments)

    monkeypatch.setattr(Store, "claim", claimed)
    tag = snapshots.sight(here, game, "ada", 1).tag
    seen, _ = snapshots.awaited(here, game, "ada", 1, 3, {"HTTP_IF_NONE_MATCH": tag})
    assert next(tries, None) is None
    assert seen.tag == tag
