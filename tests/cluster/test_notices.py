"""Who waits is told by notices alone after masters have changed, slots have moved and servers have died: subscriptions come back."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from service.config import Settings
from service.game import Seat
from service.games.changes import Change
from service.games.referee import Asked
from service.parts import Parts
from service.store import keys
from service.store.notifications import News
from service.store.watches import game_topic
from tests.cluster.large_site import LargeSite, large_site
from tests.service.processes import until

GAMES = 6
"""So that every master has some."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LargeSite]:
    with large_site(tmp_path) as made:
        yield made


def begun(parts: Parts) -> str:
    seats = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
    made = parts.referee.create("cathedral", {}, seats, "listed", Asked("ada"), str)
    assert isinstance(made, Change)
    return made.game.id


def is_heard(site: LargeSite, game: str) -> bool:
    """Whether anybody is subscribed to a game where it is now; nobody is while those who are left still name the server that died."""
    topic = game_topic(game)
    with suppress(RedisConnectionError):
        return topic in site.master_of(keys.game_key(game)).client.execute_command("PUBSUB", "SHARDCHANNELS", topic)
    return False


def hand_over(site: LargeSite, games: list[str]) -> None:
    site.change_over()


def move_slots(site: LargeSite, games: list[str]) -> None:
    for game in games:
        site.move_slot(site.nodes[0].client.cluster("keyslot", keys.game_key(game)))
    site.settle()


def lose_a_master(site: LargeSite, games: list[str]) -> None:
    site.lose(site.master_of(keys.game_key(games[0])))


@pytest.mark.parametrize("happens", [hand_over, move_slots, lose_a_master])
def test_who_waits_is_told_again_once_the_game_is_elsewhere(
    site: LargeSite, monkeypatch: pytest.MonkeyPatch, happens: Callable[[LargeSite, list[str]], None]
) -> None:
    monkeypatch.setattr(News, "_look_again", lambda *_: None)
    here, there = (Parts(Settings(store_url=site.store_url, queue_url=site.queue_url)) for _ in range(2))
    games = [begun(here) for _ in range(GAMES)]
    tags = [there.snapshots.sight(game, "ada", 0).tag for game in games]
    with ThreadPoolExecutor(GAMES) as crowd:
        waiting = [crowd.submit(there.snapshots.awaited, game, "ada", 0, 120, tag.__eq__) for game, tag in zip(games, tags, strict=True)]
        until(lambda: all(is_heard(site, game) for game in games))
        happens(site, games)
        until(lambda: all(is_heard(site, game) for game in games))
        for game in games:
            assert isinstance(here.referee.play(game, 1, "cathedral@e5n", None, Asked("ada"), str), Change)
        assert [wait.result(5)[0].revision for wait in waiting] == [2] * GAMES
