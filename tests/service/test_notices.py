"""What a change's notice tells is news to whoever waits, unless it is older than what they have; then the game itself is read."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest

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


def begun(host: Host) -> Game:
    made = host.referee.create("cathedral", {}, (Seat("player", "Ada", "ada"),) * 2, "listed", ADA, lambda change: "")
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


def waiting(host: Host, game: str, tag: str, stares: list[str]) -> "Future[tuple[Sight, bool]]":
    """Somebody who has the snapshot with the tag and waits for the next, woken by the subscription already."""
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
    wait = waiting(here, game, '"1-0"', stares)
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
    wait = waiting(here, game, '"3-0"', stares)
    here.store_client.publish(names.NEWS, late)
    until(lambda: stares == [game, game])
    assert not wait.done(), "an older snapshot was taken for news"
    play(there, game, 3, "inn@h8n")
    assert wait.result(10)[0].revision == 4


def test_a_notice_that_tells_nothing_but_the_game_makes_who_waits_read_it(here: Host, there: Host, stares: list[str]) -> None:
    game = begun(there).id
    wait = waiting(here, game, '"1-0"', stares)
    there.store_client.hset(names.game_key(game), "revision", "2")
    there.store_client.publish(names.NEWS, news.notice(game, 2, []))
    assert wait.result(10)[0].revision == 2
    assert stares == [game, game]
