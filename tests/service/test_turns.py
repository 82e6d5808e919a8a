"""The inbox: every decision a player owes, most urgent first, and an ETag that changes exactly when that does."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service import names, turns
from service.config import load
from service.embedded import server as embedded_server
from service.game import Seat
from service.host import Host
from service.news import Topic, Watch
from service.referee import Asked
from tests.service.client import Client
from tests.service.waiters import ask, meanwhile


def owed(client: Client) -> list[tuple[str, int, int]]:
    """Game, turn and seat of everything the client owes."""
    return [(item["game"], item["turn"], item["seat"]) for item in client.get("/v1/me/turns").json()["items"]]


def test_nobody_owes_anything_before_a_game_starts(ada: Client) -> None:
    ada.game("cathedral", ["me", "open"])
    assert ada.get("/v1/me/turns").json() == {"items": [], "count": 0}


def test_what_is_owed_longest_comes_first_and_an_answered_turn_goes(ada: Client, bob: Client) -> None:
    first, second = (ada.game("cathedral", ["me", "open"])["id"] for _ in range(2))
    for game in (second, first):
        bob.post(f"/v1/games/{game}/seats", {})
    assert owed(ada) == [(second, 1, 0), (first, 1, 0)]
    ada.play(second, 1, "cathedral@e5n")
    assert owed(ada) == [(first, 1, 0)]
    assert owed(bob) == [(second, 2, 1)]


def test_a_decision_says_what_it_is_and_where_to_make_it(ada: Client) -> None:
    game = ada.game("cathedral", ["me", {"ai": "easy"}])
    (item,) = ada.get("/v1/me/turns").json()["items"]
    (decision,) = game["decisions"]
    assert {name: item[name] for name in decision} == decision
    assert game["created_at"] <= item["since"] <= game["updated_at"]
    assert ada.get(item["links"]["legal_moves"]).json()["count"] > 0
    assert ada.get(item["links"]["game"]).json()["you"]["owe"] == [0]


def test_who_plays_both_seats_owes_one_after_the_other(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    assert owed(ada) == [(game, 1, 0)]
    tag = ada.get("/v1/me/turns").headers["ETag"]
    ada.play(game, 1, "cathedral@e5n")
    changed = ada.get("/v1/me/turns", If_None_Match=tag)
    assert [item["seat"] for item in changed.json()["items"]] == [1]


def test_the_etag_stays_as_long_as_nothing_changes(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])["id"]
    empty = ada.get("/v1/me/turns").headers["ETag"]
    assert ada.get("/v1/me/turns", If_None_Match=empty).status_code == 304
    bob.post(f"/v1/games/{game}/seats", {})
    full = ada.get("/v1/me/turns", If_None_Match=empty)
    assert (full.status_code, full.headers["ETag"] != empty) == (200, True)
    again = ada.get("/v1/me/turns", If_None_Match=full.headers["ETag"].removeprefix("W/"))
    assert (again.status_code, again.headers["ETag"]) == (304, full.headers["ETag"])
    ada.play(game, 1, "cathedral@e5n")
    assert ada.get("/v1/me/turns", If_None_Match=full.headers["ETag"]).headers["ETag"] == empty


def test_who_waits_hears_of_a_decision_in_any_game(ada: Client, bob: Client) -> None:
    games = [ada.game("cathedral", ["open", "me"])["id"] for _ in range(2)]
    for game in games:
        bob.post(f"/v1/games/{game}/seats", {})
    tag = ada.get("/v1/me/turns").headers["ETag"]
    waiting = meanwhile(ask, ada, "/v1/me/turns?wait=30", tag)
    assert not waiting.done()
    before = time.monotonic()
    bob.play(games[1], 1, "cathedral@e5n")
    assert [item["game"] for item in waiting.result(10).json()["items"]] == [games[1]]
    assert time.monotonic() - before < 5


def test_without_a_change_the_wait_ends_with_304(ada: Client) -> None:
    tag = ada.get("/v1/me/turns").headers["ETag"]
    answer = ada.get("/v1/me/turns?wait=1", If_None_Match=tag)
    assert (answer.status_code, answer.headers["ETag"]) == (304, tag)


def test_a_short_list_still_counts_everything(ada: Client) -> None:
    for _ in range(3):
        ada.game("cathedral", ["me", "me"])
    answer = ada.get("/v1/me/turns?limit=2").json()
    assert (len(answer["items"]), answer["count"]) == (2, 3)


def test_a_finished_game_owes_nothing(ada: Client) -> None:
    game = ada.game("cathedral", ["me", {"ai": "easy"}])["id"]
    ada.post(f"/v1/games/{game}/resignation", {})
    assert owed(ada) == []


def test_who_says_not_what_it_has_waits_only_while_it_owes_nothing(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])["id"]
    before = time.monotonic()
    nothing = ada.get("/v1/me/turns?wait=1")
    assert (nothing.status_code, nothing.json(), time.monotonic() - before > 0.9) == (200, {"items": [], "count": 0}, True)
    waiting = meanwhile(ask, ada, "/v1/me/turns?wait=30")
    assert bob.post(f"/v1/games/{game}/seats", {}).status_code == 201
    assert [item["game"] for item in waiting.result(10).json()["items"]] == [game]
    before = time.monotonic()
    assert ada.get("/v1/me/turns?wait=30").json()["count"] == 1
    assert time.monotonic() - before < 5


def test_the_inbox_needs_a_token(anybody: Client) -> None:
    assert anybody.get("/v1/me/turns").status_code == 401


def test_the_inboxes_that_are_kept_take_only_so_much_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_BYTES", 1000)
    bodies = turns.Bodies()
    for number in range(100):
        for _ in range(2):
            bodies.keep(str(number), b"x" * 300)
    assert [number for number in range(100) if bodies.find(str(number))] == [97, 98, 99]


class TestCrashes:
    """The list of owed turns against a process that dies between two writes, or is slower than the others."""

    @pytest.fixture
    def host(self, tmp_path: Path) -> Iterator[Host]:
        with embedded_server(load({"INTRAMUROS_DATA": str(tmp_path)})) as url:
            yield Host(load({"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url}))

    def games(self, host: Host, player: str, tag: str = "", notice: str = "") -> list[tuple[str, int]] | None:
        """The games of the player's inbox, with their revisions; None if it is the one that the caller has."""
        called = Watch(Topic())
        called.topic.notice = notice
        found = turns.inbox(host, player, 100, {"HTTP_IF_NONE_MATCH": tag}, called).body
        return None if found is None else [(item["game"], item["revision"]) for item in json.loads(found)["items"]]

    def game(self, host: Host) -> str:
        seats = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
        made = host.referee.create("cathedral", {}, seats, "listed", Asked("ada"), lambda _: "")
        assert not isinstance(made, str)
        return made.game.id

    def test_a_decision_announced_but_not_yet_stored_is_not_missed(self, host: Host) -> None:
        game = host.store.load(self.game(host))
        assert game is not None
        after = host.referee.load(game.id)
        host.store.client.zadd(names.owed_key("bob"), {game.id: game.revision + 1})  # the announcement, and then a pause
        early = turns.inbox(host, "bob", 100, {})
        assert self.games(host, "bob") == []
        assert host.store.owed("bob") == [(game.id, after.revision + 1)]
        host.referee.play(game.id, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        assert self.games(host, "bob", early.tag) == [(game.id, 2)]

    def test_an_answer_announced_but_never_stored_leaves_the_decision(self, host: Host) -> None:
        game = self.game(host)
        host.store.client.zadd(names.owed_key("ada"), {game: 2})
        doubtful = turns.inbox(host, "ada", 100, {})
        assert self.games(host, "ada") == [(game, 1)]
        assert self.games(host, "ada", doubtful.tag) is None
        host.referee.play(game, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        assert self.games(host, "ada", doubtful.tag) == []

    def test_an_entry_whose_change_is_stored_and_owes_nothing_is_dropped(self, host: Host) -> None:
        game = self.game(host)
        host.referee.play(game, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        assert host.store.owed("ada") == [(game, 2)]
        assert self.games(host, "ada") == []
        assert host.store.owed("ada") == []

    def notice_of(self, host: Host, *move: Any) -> str:
        """What is told of a change."""
        with host.store_client.pubsub(ignore_subscribe_messages=True) as channel:
            channel.subscribe(names.NEWS)
            channel.get_message(timeout=5)
            host.referee.play(*move, lambda _: "")
            return str(channel.get_message(timeout=5)["data"])

    def test_a_notice_counts_unless_it_is_older_than_the_list(self, host: Host) -> None:
        game = self.game(host)
        notice = self.notice_of(host, game, 1, "cathedral@e5n", 0, Asked("ada"))
        assert self.games(host, "bob", notice=notice) == [(game, 2)]
        host.referee.play(game, 2, "castle@c3n", 1, Asked("bob"), lambda _: "")
        assert self.games(host, "bob", notice=notice) == []
        assert self.games(host, "ada", notice=notice) == [(game, 3)]

    def test_a_notice_of_a_change_that_redis_has_lost_clears_nothing(self, host: Host) -> None:
        game = self.game(host)
        kept = host.store_client.hgetall(names.game_key(game))
        lost = self.notice_of(host, game, 1, "cathedral@e5n", 0, Asked("ada"))
        host.store_client.hset(names.game_key(game), mapping=kept)
        host.store_client.zadd(names.owed_key("ada"), {game: 1})
        host.store_client.delete(names.owed_key("bob"))
        assert self.games(host, "ada", notice=lost) == [(game, 1)]
        assert host.store.owed("ada") == [(game, 1)]
        assert self.games(host, "bob", notice=lost) == []

    def test_many_games_are_told_alike_whether_they_are_read_at_once_or_not(self, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
        games = [self.game(host) for _ in range(3)]
        told = turns.inbox(host, "ada", 100, {}).body
        monkeypatch.setattr(turns, "BODIES", turns.Bodies())
        monkeypatch.setattr(turns, "PROMPTS", turns.Prompts())
        monkeypatch.setattr(turns, "FEW", 2)
        assert turns.inbox(host, "ada", 100, {}).body == told
        assert told is not None
        assert {item["game"] for item in json.loads(told)["items"]} == {*games}

    def test_a_drop_never_takes_a_later_entry(self, host: Host) -> None:
        game = self.game(host)
        host.store.client.zadd(names.owed_key("ada"), {game: 7})
        host.store.settle("ada", [(game, 1)])
        assert host.store.owed("ada") == [(game, 7)]

    def test_a_slow_loser_of_a_race_does_not_bring_an_old_entry_back(self, host: Host) -> None:
        before = host.referee.load(self.game(host))
        host.referee.play(before.id, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        host.referee.play(before.id, 2, "castle@c3n", 1, Asked("bob"), lambda _: "")
        host.store.announce(None, before)
        assert host.store.owed("ada") == [(before.id, 3)]
