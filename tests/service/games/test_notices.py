"""What a change's notice tells is news to whoever waits, unless it is older than what they have; then the game itself is read."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as LostConnection

from service.config import Settings
from service.game import Game, Seat
from service.games.changes import Change
from service.games.referee import Asked
from service.games.snapshots import Sight
from service.parts import Parts
from service.store import embedded, keys, notifications, watches
from service.store.games import Store
from service.store.leases import Leases
from service.store.notifications import News
from service.store.summaries import Summary, read_notice
from service.store.watches import game_topic, player_topic
from tests.service.processes import until

ADA = Asked("ada")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    given = replace(Settings(), data=tmp_path_factory.mktemp("notices"))
    with embedded.server(given) as url:
        yield replace(given, store_url=url, queue_url=url)


@pytest.fixture
def here(settings: Settings) -> Parts:
    """The process where somebody waits."""
    return Parts(settings)


@pytest.fixture
def there(settings: Settings) -> Parts:
    """Another process, which changes the game."""
    return Parts(settings)


def begun(parts: Parts, *seats: Seat) -> Game:
    made = parts.referee.create("cathedral", {}, seats or (Seat("player", "Ada", "ada"),) * 2, "listed", ADA, lambda change: "")
    assert isinstance(made, Change)
    return made.game


def play(parts: Parts, game: str, turn: int, move: str) -> None:
    assert isinstance(parts.referee.play(game, turn, move, None, ADA, lambda change: ""), Change)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How the game was read, one entry a reading: `look` by somebody who came by itself, `whole` by somebody who had been called."""
    noted: list[str] = []
    summary = Store.summary

    def noting(store: Store, game: str, *, whole: bool = False) -> Summary | None:
        found = summary(store, game, whole=whole)
        noted.append("whole" if whole else "look")
        return found

    monkeypatch.setattr(Store, "summary", noting)
    return noted


@pytest.fixture
def without_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only notices wake whoever waits."""
    monkeypatch.setattr(News, "_look_again", lambda *_: None)


def waiting(parts: Parts, game: str, reads: list[str], seconds: int = 20) -> "Future[tuple[Sight, bool]]":
    """Somebody who has the newest snapshot, has found that it is, and waits for the next."""
    tag = parts.snapshots.sight(game, "ada", 0).tag
    reads.clear()
    wait = ThreadPoolExecutor(1).submit(parts.snapshots.awaited, game, "ada", 0, seconds, tag.__eq__)
    until(lambda: "look" in reads and parts.news.is_watched(game_topic(game)))
    reads.clear()
    return wait


def heard(parts: Parts, topic: str, act: Callable[[], None]) -> str:
    """What is published of a topic because of what is done."""
    client: Any = parts.store_client
    with client.pubsub(ignore_subscribe_messages=True) as channel:
        channel.ssubscribe(topic)
        channel.get_message(timeout=5)
        act()
        return str(channel.get_message(timeout=5)["data"])


def test_the_notice_of_a_change_tells_all_that_a_reading_would(here: Parts, there: Parts) -> None:
    game = begun(there).id
    told = heard(here, game_topic(game), lambda: play(there, game, 1, "cathedral@e5n"))
    assert read_notice(told) == here.store.summary(game, whole=True)
    told = heard(here, player_topic("ada"), lambda: play(there, game, 2, "inn@b2n"))
    assert read_notice(told) == here.store.summary(game, whole=True)
    topics = [game_topic(game), player_topic("ada")]
    assert [watches.told_mark(topic, told) for topic in topics] == watches.marks(here.store_client, topics)


@pytest.mark.usefixtures("without_beats")
def test_who_waits_is_told_by_the_notice_and_reads_nothing(here: Parts, there: Parts, reads: list[str]) -> None:
    game = begun(there).id
    wait = waiting(here, game, reads)
    play(there, game, 1, "cathedral@e5n")
    seen, _ = wait.result(10)
    assert (seen.revision, seen.text) == (2, there.store_client.hget(keys.game_key(game), "game"))
    assert "whole" not in reads


@pytest.mark.usefixtures("without_beats")
def test_a_notice_of_what_the_caller_has_already_is_no_news(here: Parts, there: Parts, reads: list[str]) -> None:
    game = begun(there).id
    late = heard(here, game_topic(game), lambda: play(there, game, 1, "cathedral@e5n"))
    play(there, game, 2, "inn@b2n")
    wait = waiting(here, game, reads)
    here.store_client.spublish(game_topic(game), late)
    until(lambda: reads == ["whole"])
    assert not wait.done(), "an older snapshot was taken for news"
    play(there, game, 3, "inn@h8n")
    assert wait.result(10)[0].revision == 4


@pytest.mark.usefixtures("without_beats")
def test_a_notice_that_tells_nothing_but_the_game_makes_who_waits_read_it(here: Parts, there: Parts, reads: list[str]) -> None:
    game = begun(there).id
    wait = waiting(here, game, reads)
    there.store_client.hset(keys.game_key(game), "revision", "2")
    there.store_client.spublish(game_topic(game), watches.notice(game, 2))
    assert wait.result(10)[0].revision == 2
    assert reads == ["whole"]


def channels(parts: Parts) -> set[str]:
    """The channels of news to which anybody is subscribed."""
    client: Any = parts.store_client
    return set(client.pubsub_shardchannels(keys.NEWS + "*"))


def test_a_process_hears_only_of_what_somebody_waits_for_there(
    here: Parts, there: Parts, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "BEAT", 0.2)
    waited, other = begun(there).id, begun(there).id
    wait = waiting(here, waited, reads)
    until(lambda: channels(there) == {game_topic(waited)})  # those of the tests before are left
    play(there, other, 1, "cathedral@e5n")
    play(there, waited, 1, "cathedral@e5n")
    assert wait.result(10)[0].revision == 2
    until(lambda: channels(there) == set())


def test_a_topic_is_kept_for_who_asks_again_at_once(here: Parts, there: Parts, reads: list[str]) -> None:
    game = begun(there).id
    for turn, move in enumerate(("cathedral@e5n", "inn@b2n", "inn@h8n"), 1):
        wait = waiting(here, game, reads)
        topic = here.news._topics[game_topic(game)]
        play(there, game, turn, move)
        assert wait.result(10)[0].revision == turn + 1
        assert here.news._topics[game_topic(game)] is topic


def test_the_beat_wakes_all_who_wait_for_a_change_without_a_notice_and_they_read_once(here: Parts, there: Parts, reads: list[str]) -> None:
    game = begun(there).id
    waits = [waiting(here, game, reads) for _ in range(5)]
    there.store_client.hset(keys.game_key(game), "revision", "2")
    assert [wait.result(10)[0].revision for wait in waits] == [2] * 5
    assert reads.count("whole") == 1


@pytest.mark.usefixtures("without_beats")
def test_without_beats_a_change_without_a_notice_is_heard_of_when_the_wait_ends(here: Parts, there: Parts, reads: list[str]) -> None:
    game, before = begun(there).id, time.monotonic()
    wait = waiting(here, game, reads, 4)
    there.store_client.hset(keys.game_key(game), "revision", "2")
    assert wait.result(20)[0].revision == 2
    assert time.monotonic() - before > notifications.BEAT


def test_the_beat_finds_what_a_player_owes_by_a_change_that_nobody_lived_to_tell(
    here: Parts, there: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(there, Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
    whole = there.store.commits._run_between

    def cut_short(first: Any, places: Any, args: Any, then: Any) -> tuple[Any, bool]:
        """Stores the change, publishes it on no channel, and does nothing of what comes after."""
        return whole(first, places, [*args[:9], "", *args[10:]], [])[0], True

    monkeypatch.setattr(there.store.commits, "_run_between", cut_short)
    with ThreadPoolExecutor(1) as somebody:
        wait = somebody.submit(here.inboxes.awaited, "bob", 100, 20, lambda _: False, anything=True)
        until(lambda: here.news.is_watched(player_topic("bob")))
        play(there, game.id, 1, "cathedral@e5n")
        assert game.id.encode() in (wait.result(10)[0].body or b"")


def test_the_beat_looks_once_at_what_is_told_and_stays_quiet(here: Parts, there: Parts, reads: list[str]) -> None:
    """A change that was told is no news to the beat: who waits for the next one sleeps on."""
    game = begun(there).id
    wait = waiting(here, game, reads)
    play(there, game, 1, "cathedral@e5n")
    wait.result(10)
    wait = waiting(here, game, reads)
    mark = here.news._topics[game_topic(game)].mark
    assert [mark] == watches.marks(here.store_client, [game_topic(game)]) == ["2"]
    play(there, game, 2, "inn@b2n")
    wait.result(10)
    assert "whole" not in reads


def test_the_snapshot_of_a_change_that_redis_has_lost_is_not_taken_for_that_of_the_one_made_instead(here: Parts, there: Parts) -> None:
    game = begun(there).id
    kept = there.store_client.hgetall(keys.game_key(game))
    play(here, game, 1, "cathedral@e5n")
    lost = here.snapshots.sight(game, "ada", 0)
    assert b'"cathedral@e5n"' in (here.snapshots.built(lost, "ada") or b"")
    there.store_client.hset(keys.game_key(game), mapping=kept)
    there.store_client.delete(keys.journal_key(game))
    play(there, game, 1, "cathedral@e6n")
    instead = here.snapshots.sight(game, "ada", 0)
    assert (instead.revision, instead.tag == lost.tag) == (lost.revision, False)
    assert b'"cathedral@e6n"' in (here.snapshots.built(instead, "ada") or b"")


def test_a_game_stored_with_a_shorter_brief_is_told_all_the_same(here: Parts, there: Parts) -> None:
    game = begun(there).id
    brief = there.store_client.hget(keys.game_key(game), "brief")
    there.store_client.hset(keys.game_key(game), "brief", brief.rpartition("|")[0])
    assert here.snapshots.built(here.snapshots.sight(game, "ada", 0), "ada") is not None


def test_who_waits_bears_with_a_store_that_is_away_while_an_ai_is_looked_after(
    here: Parts, there: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(there, Seat("ai", "hard", ai="hard"), Seat("player", "Ada", "ada")).id
    there.store_client.hset(keys.game_key(game), "due", time.time() + 0.5)
    claim, tries = Leases.claim, iter([LostConnection("away for a moment")])

    def claimed(leases: Leases, *arguments: Any) -> tuple[int, bool]:
        for error in tries:
            raise error
        return claim(leases, *arguments)

    monkeypatch.setattr(Leases, "claim", claimed)
    tag = here.snapshots.sight(game, "ada", 1).tag
    seen, _ = here.snapshots.awaited(game, "ada", 1, 3, tag.__eq__)
    assert next(tries, None) is None
    assert seen.tag == tag
