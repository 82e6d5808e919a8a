"""A move is tried on the game as the process last knew it, and stored only if that is what the game still is."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from service import problems
from service.config import Settings
from service.game import Game, Seat
from service.games.referee import Asked, Change, Referee
from service.store import embedded, keys
from service.store.client import connect
from service.store.games import Store

ADA = Asked("ada")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded.server(replace(Settings(), data=tmp_path_factory.mktemp("recall"))) as started:
        yield started


@pytest.fixture
def one(url: str) -> Referee:
    """One process's referee."""
    return Referee(Store(connect(url, 4), lease=60, keep_finished=0, keep_open=3600), lambda game: None)


@pytest.fixture
def other(url: str) -> Referee:
    """Another process's."""
    return Referee(Store(connect(url, 4), lease=60, keep_finished=0, keep_open=3600), lambda game: None)


def begun(referee: Referee) -> str:
    seats = (Seat("player", "Ada", "ada"), Seat("player", "Ada", "ada"))
    made = referee.create("cathedral", {}, seats, "listed", ADA, lambda change: "")
    assert isinstance(made, Change)
    return made.game.id


def play(referee: Referee, game: str, turn: int, move: str) -> Game:
    made = referee.play(game, turn, move, None, ADA, lambda change: "")
    assert isinstance(made, Change)
    return made.game


def forget(referee: Referee, game: str, move: str) -> None:
    """Plays a first move that Redis then loses, while the process still knows it."""
    client = referee.store.client
    kept = client.hgetall(keys.game_key(game))
    play(referee, game, 1, move)
    client.hset(keys.game_key(game), mapping=kept)
    client.delete(keys.journal_key(game))


def commands(referee: Referee) -> int:
    """How many times games have been read on their own since the server began."""
    found = referee.store.client.info("commandstats")
    return int(found.get("cmdstat_hget", {"calls": 0})["calls"])


def test_a_game_that_only_this_process_changes_is_not_read_again(one: Referee) -> None:
    game = begun(one)
    before = commands(one)
    for turn, move in enumerate(("cathedral@e5n", "inn@b2n", "inn@h8n"), start=1):
        play(one, game, turn, move)
    assert commands(one) == before


def test_two_processes_play_the_same_game_in_turn(one: Referee, other: Referee) -> None:
    game = begun(one)
    for turn, move in enumerate(("cathedral@e5n", "inn@b2n", "inn@h8n", "inn@h2n"), start=1):
        assert play((one, other)[turn % 2], game, turn, move).revision == turn + 1


def test_a_game_that_has_gone_is_not_found_although_the_process_knew_it(one: Referee) -> None:
    game = begun(one)
    one.store.client.delete(keys.game_key(game), keys.journal_key(game))
    with pytest.raises(problems.NotFound):
        play(one, game, 1, "cathedral@e5n")


def test_a_change_that_redis_has_lost_is_not_built_upon(one: Referee, other: Referee) -> None:
    game = begun(one)
    forget(one, game, "cathedral@e5n")
    instead = play(other, game, 1, "cathedral@d7e")
    after = play(one, game, 2, "inn@b2n")
    assert str(after.position) == str(instead.position.play(1, after.rules.read_move("inn@b2n", instead.position, 1)))
    assert [line.count("cathedral@d7e") for line in one.store.journal(game)] == [1, 0]


def test_a_move_refused_by_what_the_process_knew_is_judged_by_what_is(one: Referee, other: Referee) -> None:
    game = begun(one)
    forget(one, game, "cathedral@e5n")
    play(other, game, 1, "cathedral@b7n")
    assert play(one, game, 2, "inn@e5n").revision == 3
