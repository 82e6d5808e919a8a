"""The inbox: every decision a player owes, most urgent first, and an ETag that changes exactly when that does."""

import json
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service import clock
from service.config import load
from service.game import Seat
from service.games import inbox
from service.games.referee import Asked
from service.parts import Parts
from service.store import inboxes, keys
from service.store.client import in_turn
from service.store.embedded import server as embedded_server
from service.store.watches import Topic, Watch, game_topic
from tests.service.client import Client
from tests.service.waiters import ask, meanwhile


def owed(client: Client) -> list[tuple[str, int, int]]:
    """Game, turn and seat of everything the client owes."""
    return [(item["game"], item["turn"], item["seat"]) for item in client.get("/v1/me/turns").json()["items"]]


def test_nobody_owes_anything_before_a_game_starts(ada: Client) -> None:
    ada.game("cathedral", ["me", "open"])
    assert ada.get("/v1/me/turns").json() == {"items": [], "count": 0, "next": None}


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
    bob.play(games[1], 1, "cathedral@e5n")
    assert [item["game"] for item in waiting.result(10).json()["items"]] == [games[1]]


def test_without_a_change_the_wait_ends_with_304(ada: Client) -> None:
    tag = ada.get("/v1/me/turns").headers["ETag"]
    answer = ada.get("/v1/me/turns?wait=1", If_None_Match=tag)
    assert (answer.status_code, answer.headers["ETag"]) == (304, tag)


def test_a_short_list_still_counts_everything(ada: Client) -> None:
    for _ in range(3):
        ada.game("cathedral", ["me", "me"])
    answer = ada.get("/v1/me/turns?limit=2").json()
    assert (len(answer["items"]), answer["count"]) == (2, 3)


def test_the_pages_of_an_inbox_list_everything_once_the_most_urgent_first(ada: Client) -> None:
    made = [ada.game("cathedral", ["me", "me"])["id"] for _ in range(5)]
    pages, address = [], "/v1/me/turns?limit=2"
    while address:
        answer = ada.get(address)
        pages.append([item["game"] for item in answer.json()["items"]])
        assert answer.json()["count"] == 5
        address = answer.links["next"]["url"] if "next" in answer.links else ""
        assert (answer.json()["next"] is None) == (address == "")
    assert pages == [made[:2], made[2:4], made[4:]]


def test_a_page_goes_on_where_the_last_one_ended_though_that_decision_is_made(ada: Client) -> None:
    made = [ada.game("cathedral", ["me", {"ai": "random"}])["id"] for _ in range(3)]
    cursor = ada.get("/v1/me/turns?limit=1").json()["next"]
    ada.post(f"/v1/games/{made[0]}/resignation", {})
    assert [item["game"] for item in ada.get(f"/v1/me/turns?cursor={cursor}").json()["items"]] == made[1:]
    assert ada.get("/v1/me/turns?cursor=made-up").status_code == 422


def test_what_has_a_deadline_comes_before_what_has_none(ada: Client, bob: Client) -> None:
    patient = ada.game("cathedral", ["me", "me"])["id"]
    clocks = [{"kind": "per_decision", "seconds": 3000}, {"kind": "per_decision", "seconds": 600}]
    slow, quick = (ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"], "clock": each}).json()["id"] for each in clocks)
    assert [game for game, _, _ in owed(ada)] == [quick, slow, patient]


def test_a_finished_game_owes_nothing(ada: Client) -> None:
    game = ada.game("cathedral", ["me", {"ai": "easy"}])["id"]
    ada.post(f"/v1/games/{game}/resignation", {})
    assert owed(ada) == []


def test_who_says_not_what_it_has_waits_only_while_it_owes_nothing(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])["id"]
    before = time.monotonic()
    nothing = ada.get("/v1/me/turns?wait=1")
    assert (nothing.status_code, nothing.json(), time.monotonic() - before > 0.9) == (200, {"items": [], "count": 0, "next": None}, True)
    waiting = meanwhile(ask, ada, "/v1/me/turns?wait=30")
    assert bob.post(f"/v1/games/{game}/seats", {}).status_code == 201
    assert [item["game"] for item in waiting.result(10).json()["items"]] == [game]
    before = time.monotonic()
    assert ada.get("/v1/me/turns?wait=30").json()["count"] == 1
    assert time.monotonic() - before < 5


def test_the_inbox_needs_a_token(anybody: Client) -> None:
    assert anybody.get("/v1/me/turns").status_code == 401


def test_the_inboxes_that_are_kept_take_only_so_much_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "MOST_BYTES", 3 * (300 + inbox.OVERHEAD))
    bodies = inbox.Bodies()
    for number in range(100):
        for _ in range(2):
            bodies.keep(str(number), inbox.Told(math.inf, b"x" * 300))
    assert [number for number in range(100) if bodies.find(str(number))] == [97, 98, 99]


def announce(parts: Parts, player: str, game: str, revision: int) -> None:
    in_turn(parts.store_client, inboxes.announcement(player, game, revision))


def unsettled(parts: Parts, player: str) -> tuple[tuple[str, int], ...]:
    return parts.store.inboxes.page(player, 0).unsettled


class TestCrashes:
    """The list of owed turns against a process that dies between two writes, or is slower than the others."""

    @pytest.fixture
    def parts(self, tmp_path: Path) -> Iterator[Parts]:
        with embedded_server(load({"INTRAMUROS_DATA": str(tmp_path)})) as url:
            yield Parts(load({"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url}))

    def games(self, parts: Parts, player: str, tag: str = "", notice: str = "") -> list[tuple[str, int]] | None:
        """The games of the player's inbox, with their revisions; None if it is the one that the caller has."""
        called = Watch("player ada", Topic(), ())
        called.topic.notice = notice
        found = parts.inboxes.now(player, 100, tag.__eq__, called if notice else None).body
        return None if found is None else [(item["game"], item["revision"]) for item in json.loads(found)["items"]]

    def game(self, parts: Parts) -> str:
        seats = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
        made = parts.referee.create("cathedral", {}, seats, "listed", Asked("ada"), lambda _: "")
        assert not isinstance(made, str)
        return made.game.id

    def test_a_decision_announced_but_not_yet_stored_is_not_missed(self, parts: Parts) -> None:
        game = parts.store.load(self.game(parts))
        assert game is not None
        announce(parts, "bob", game.id, game.revision + 1)  # and then a pause
        early = parts.inboxes.now("bob", 100, lambda _: False)
        assert self.games(parts, "bob") == []
        assert unsettled(parts, "bob") == ((game.id, game.revision + 1),)
        parts.referee.play(game.id, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        assert self.games(parts, "bob", early.tag) == [(game.id, 2)]

    def test_an_answer_announced_but_never_stored_leaves_the_decision(self, parts: Parts) -> None:
        game = self.game(parts)
        announce(parts, "ada", game, 2)
        doubtful = parts.inboxes.now("ada", 100, lambda _: False)
        assert self.games(parts, "ada") == [(game, 1)]
        assert self.games(parts, "ada", doubtful.tag) is None
        parts.referee.play(game, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        assert self.games(parts, "ada", doubtful.tag) == []

    def test_an_entry_whose_change_is_stored_and_owes_nothing_is_dropped(self, parts: Parts) -> None:
        game = self.game(parts)
        parts.referee.play(game, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        assert unsettled(parts, "ada") == ()
        announce(parts, "ada", game, 2)  # by somebody who lost the race to the same revision
        assert unsettled(parts, "ada") == ((game, 2),)
        assert self.games(parts, "ada") == []
        assert unsettled(parts, "ada") == ()

    def test_a_change_that_was_stored_and_not_settled_is_settled_by_the_next_reader(self, parts: Parts) -> None:
        game = self.game(parts)
        before = parts.inboxes.now("bob", 100, lambda _: False)
        settling = parts.store.inboxes.settling
        parts.store.inboxes.settling = lambda *_: []  # type: ignore[method-assign]
        parts.referee.play(game, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        parts.store.inboxes.settling = settling  # type: ignore[method-assign]
        assert parts.store.inboxes.page("bob", 10).decisions == ()
        assert self.games(parts, "bob", before.tag) == [(game, 2)]
        assert self.games(parts, "ada") == []

    def test_an_inbox_from_before_there_was_an_order_is_put_in_order(self, parts: Parts) -> None:
        games = {self.game(parts) for _ in range(3)}
        parts.store_client.delete(keys.order_key("ada"), keys.unsettled_key("ada"), keys.inbox_version_key("ada"))
        found = self.games(parts, "ada")
        assert found is not None
        assert {game for game, _ in found} == games

    def test_a_decision_of_a_game_that_is_gone_is_no_longer_listed(self, parts: Parts) -> None:
        gone, there = self.game(parts), self.game(parts)
        parts.store_client.delete(keys.game_key(gone))
        assert self.games(parts, "ada") == [(there, 1)]
        assert parts.store.inboxes.page("ada", 10).total == 1

    def test_of_two_changes_at_once_only_the_stored_one_is_settled(self, parts: Parts) -> None:
        game = parts.referee.load(self.game(parts))
        ours = replace(game, revision=2, actors=(1,), turn=2, updated_at="2026-01-01T00:00:00.000Z", turn_at="2026-01-01T00:00:00.000Z")
        parts.referee.play(game.id, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        assert parts.store.commits.commit(game, ours, []) is None
        assert self.games(parts, "bob") == [(game.id, 2)]
        (decision,) = parts.store.inboxes.page("bob", 10).decisions
        assert decision.urgency == inboxes.NO_DEADLINE + round(clock.seconds(parts.referee.load(game.id).turn_at) * 1000)

    def notice_of(self, parts: Parts, *move: Any) -> str:
        """What is told of a change."""
        with parts.store_client.pubsub(ignore_subscribe_messages=True) as channel:
            channel.ssubscribe(game_topic(move[0]))
            channel.get_message(timeout=5)
            parts.referee.play(*move, lambda _: "")
            return str(channel.get_message(timeout=5)["data"])

    def test_a_notice_counts_unless_it_is_older_than_the_list(self, parts: Parts) -> None:
        game = self.game(parts)
        notice = self.notice_of(parts, game, 1, "cathedral@e5n", 0, Asked("ada"))
        assert self.games(parts, "bob", notice=notice) == [(game, 2)]
        parts.referee.play(game, 2, "castle@c3n", 1, Asked("bob"), lambda _: "")
        assert self.games(parts, "bob", notice=notice) == []
        assert self.games(parts, "ada", notice=notice) == [(game, 3)]

    def test_a_notice_of_a_change_that_redis_has_lost_clears_nothing(self, parts: Parts) -> None:
        game = self.game(parts)
        kept = parts.store_client.hgetall(keys.game_key(game))
        lost = self.notice_of(parts, game, 1, "cathedral@e5n", 0, Asked("ada"))
        parts.store_client.hset(keys.game_key(game), mapping=kept)
        parts.store_client.delete(*inboxes.places("ada"), *inboxes.places("bob"))
        announce(parts, "ada", game, 1)
        assert self.games(parts, "ada", notice=lost) == [(game, 1)]
        assert parts.store.inboxes.changed("ada", game) == 1
        assert self.games(parts, "bob", notice=lost) == []

    def test_what_is_settled_never_takes_a_later_announcement(self, parts: Parts) -> None:
        game = self.game(parts)
        announce(parts, "ada", game, 7)
        assert not parts.store.inboxes.settle("ada", game, 1, None)
        assert unsettled(parts, "ada") == ((game, 7),)

    def test_a_slow_loser_of_a_race_does_not_bring_an_old_entry_back(self, parts: Parts) -> None:
        before = parts.referee.load(self.game(parts))
        parts.referee.play(before.id, 1, "cathedral@e5n", 0, Asked("ada"), lambda _: "")
        parts.referee.play(before.id, 2, "castle@c3n", 1, Asked("bob"), lambda _: "")
        parts.store.commits.announce(None, before)
        assert self.games(parts, "ada") == [(before.id, 3)]
        assert parts.store.inboxes.changed("ada", before.id) == 3

    def test_a_page_costs_a_page_however_much_is_owed(self, parts: Parts) -> None:
        """What Redis is asked and answers for one page, after a change, is the same with 30 games as with 3,000."""
        text = parts.store_client.hgetall(keys.game_key(self.game(parts)))

        def cost(owed: int) -> tuple[int, int]:
            """Commands that Redis carried out for a poll of a new process, and bytes that it sent."""
            player = f"p{owed}"
            pipeline = parts.store_client.pipeline(transaction=False)
            for number in range(owed):
                game = f"{player}g{number}"
                changed = {name: value.replace("ada", player) for name, value in text.items()}
                changed["game"] = changed["game"].replace(text_id(text), game)
                pipeline.hset(keys.game_key(game), mapping=changed)
                pipeline.zadd(keys.owed_key(player), {game: 1})
                pipeline.zadd(keys.order_key(player), {f"{game}/0": inboxes.NO_DEADLINE + number})
            pipeline.set(keys.inbox_version_key(player), "1")
            pipeline.execute()
            parts.inboxes.now("nobody", 10, lambda _: False)  # the script is known from here on
            before = said(parts)
            found = parts.inboxes.now(player, 10, lambda _: False).body
            after = said(parts)
            assert found is not None
            assert (len(json.loads(found)["items"]), json.loads(found)["count"]) == (10, owed)
            return after[0] - before[0], after[1] - before[1]

        few, many = cost(30), cost(3000)
        assert few[0] == many[0]
        assert abs(few[1] - many[1]) < 200


def said(parts: Parts) -> tuple[int, int]:
    """The commands that Redis has carried out, those of scripts included, and the bytes that it has sent."""
    calls = sum(each["calls"] for each in parts.store_client.info("commandstats").values())
    return calls, parts.store_client.info("stats")["total_net_output_bytes"]


def text_id(stored: dict[str, str]) -> str:
    return str(json.loads(stored["game"])["id"])
