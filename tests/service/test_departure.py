"""A player leaves the server: at once nobody calls as it, nobody waits for it, and nothing kept tells of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from service import clock, problems
from service.accounts import departure
from service.config import load
from service.contests.beginning import begun
from service.contests.contest import CANCELLED, FINISHED, GONE, REGISTERING, SWISS, Contest, Entrant
from service.contests.seeks import Seek, Wish
from service.game import Game, Seat, dump
from service.games.changes import Change
from service.games.departing import ANONYMOUS
from service.games.referee import Asked
from service.parts import Parts
from service.store import embedded, identifiers, keys
from service.store.players import Player
from tests.service.client import Client
from tests.service.contests.playing import contest


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parts]:
    folder = tmp_path_factory.mktemp("departure")
    with embedded.server(load({"INTRAMUROS_DATA": str(folder)})) as url:
        archive = f"sqlite://{folder / 'archive.sqlite'}"
        yield Parts(load({"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url, "INTRAMUROS_ARCHIVE_URL": archive}))


def somebody(parts: Parts, name: str) -> Player:
    return parts.players.create(name)[0]


@pytest.fixture
def ada(parts: Parts) -> Player:
    return somebody(parts, "Ada Byron")


@pytest.fixture
def bob(parts: Parts) -> Player:
    return somebody(parts, "Bob")


def seat(player: Player) -> Seat:
    return Seat("player", player.name, player.id)


def game(parts: Parts, by: Player, *seats: Seat, ruleset: str = "cathedral") -> Game:
    made = parts.referee.create(ruleset, {}, seats, "listed", Asked(by.id), lambda _: "")
    assert isinstance(made, Change)
    return made.game


def leave(parts: Parts, player: Player) -> None:
    parts.departures.leave(player.id, player.name)


def traces(parts: Parts, player: Player) -> list[str]:
    """The keys of the store in which the player's name is still to be found; the jobs of the queue have no names."""
    client, found = parts.store_client, []
    reads = {"hash": client.hgetall, "string": client.get, "set": client.smembers}
    for key in client.scan_iter(count=1000):
        if key.startswith("rq:"):
            continue
        kind = client.type(key)
        text = str(reads[kind](key)) if kind in reads else str(client.lrange(key, 0, -1) if kind == "list" else client.zrange(key, 0, -1))
        packed = parts.store.load(key[6:-1]) if key.startswith("game:{") and key.endswith("}") else None
        if player.name in text + (dump(packed) if packed else ""):
            found.append(key)
    return found


def test_a_running_game_is_given_up_and_keeps_an_anonymous_seat(parts: Parts, ada: Player, bob: Player) -> None:
    running = game(parts, ada, seat(ada), seat(bob))
    leave(parts, ada)
    after = parts.referee.load(running.id)
    assert after.outcome is not None
    assert (after.outcome.reason, after.outcome.winners) == ("resigned", (1,))
    assert after.seats[0] == Seat("player", ANONYMOUS, None, resigned=True)
    assert after.seats[1] == seat(bob)
    assert traces(parts, ada) == []


def test_an_ai_plays_on_for_it_where_more_than_two_sit(parts: Parts, ada: Player, bob: Player) -> None:
    cleo = somebody(parts, "Cleo")
    running = game(parts, ada, seat(ada), seat(bob), seat(cleo), ruleset="forbidden_city")
    leave(parts, ada)
    after = parts.referee.load(running.id)
    assert after.status == "running"
    assert (after.seats[0].kind, after.seats[0].name, after.creator) == ("ai", f"medium for {ANONYMOUS}", "")
    assert after.actors


def test_both_seats_of_a_hot_seat_game_are_anonymous(parts: Parts, ada: Player) -> None:
    running = game(parts, ada, seat(ada), seat(ada))
    leave(parts, ada)
    after = parts.referee.load(running.id)
    assert after.status == "finished"
    assert [place.player for place in after.seats] == [None, None]


def test_a_game_that_nobody_else_sits_in_is_called_off(parts: Parts, ada: Player) -> None:
    waiting = game(parts, ada, seat(ada), Seat("open"))
    leave(parts, ada)
    after = parts.referee.load(waiting.id)
    assert after.outcome is not None
    assert after.outcome.reason == "aborted"
    assert [place.player for place in after.seats] == [None, None]


def test_its_seat_in_a_game_that_has_not_begun_is_open_again(parts: Parts, ada: Player, bob: Player) -> None:
    waiting = game(parts, bob, seat(bob), seat(ada), Seat("open", reserved_for=ada.id), Seat("open"), ruleset="forbidden_city")
    leave(parts, ada)
    after = parts.referee.load(waiting.id)
    assert (after.status, after.seats) == ("open", (seat(bob), Seat("open"), Seat("open"), Seat("open")))


def test_a_game_in_the_archive_is_anonymous_too(parts: Parts, ada: Player, bob: Player) -> None:
    old = game(parts, ada, seat(ada), seat(bob))
    parts.referee.vacate(old.id, 1)
    assert parts.archiving.archive(old.id)
    before = parts.entries(old.id)
    leave(parts, ada)
    assert parts.store.load_stored(old.id) is None
    after = parts.referee.load(old.id)
    assert [place.name for place in after.seats] == [ANONYMOUS, "Bob"]
    assert parts.entries(old.id) == before


def test_many_games_are_finished_by_a_worker(parts: Parts, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(departure, "AT_ONCE", 2)
    mine = [game(parts, ada, seat(ada), seat(ada)).id for _ in range(5)]
    leave(parts, ada)
    assert parts.store_client.hget(keys.DEPARTED, ada.id) == ada.name
    while parts.departures.sweep():
        pass
    assert {parts.referee.load(one).status for one in mine} == {"finished"}
    assert traces(parts, ada) == []


def test_what_a_process_left_undone_a_worker_does(parts: Parts, ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    running = game(parts, ada, seat(ada), seat(bob))

    def fail(*_: Any) -> None:
        raise ConnectionError

    with monkeypatch.context() as broken:
        broken.setattr(departure.Departures, "clear", fail)
        with pytest.raises(ConnectionError):
            leave(parts, ada)
    assert parts.players.find(ada.id) is None
    parts.departures.sweep()
    assert parts.referee.load(running.id).status == "finished"


def test_webhooks_seeks_and_the_inbox_are_gone(parts: Parts, ada: Player) -> None:
    parts.webhooks.create(ada.id, "https://192.0.43.8/hook", None)
    wish = Wish("cathedral", {}, 2, rated=False)
    parts.seeks.post(wish, Seek("one", ada.id, ada.name, wish.pool, 0.0))
    assert parts.seeks.mine(ada.id) == [(wish.pool, "one")]
    leave(parts, ada)
    assert parts.webhooks.of(ada.id) == parts.seeks.mine(ada.id) == []
    assert not [key for key in parts.store_client.scan_iter(count=1000) if ada.id in key and key != keys.player_key(ada.id)]


def test_its_id_and_key_open_nothing_again(parts: Parts) -> None:
    key = "a key of sixteen characters"
    player, token = parts.players.create("Dora", key, "192.0.2.7")
    leave(parts, player)
    with pytest.raises(problems.Unauthorized):
        parts.player_tokens.access(token)
    with pytest.raises(problems.KeyReused):
        parts.players.create("Dora", key, "192.0.2.7")


def cup(parts: Parts, *players: Player, begin: bool = True, **more: Any) -> Contest:
    entrants = tuple(Entrant(one.id, one.name, player=one.id) for one in players)
    now = clock.stamp()
    fresh = replace(
        contest(0, id=identifiers.fresh_id(), organiser=players[0].id, created_at=now, updated_at=now, **more), entrants=entrants
    )
    parts.contests.create(fresh)
    if begin:
        parts.contests.change(fresh.id, lambda found, _: begun(found, strict=True))
        parts.contests.advance(fresh.id, fully=True)
    return parts.contests.load(fresh.id)[0]


def test_a_deleted_player_is_not_paired_again_and_nobody_waits_for_it(parts: Parts, ada: Player) -> None:
    others = [somebody(parts, f"Other {number}") for number in range(5)]
    running = cup(parts, *others[:2], ada, *others[2:], format=SWISS, rounds=3)
    leave(parts, ada)
    for _ in range(50):
        for one in parts.store.load_many(sorted(parts.contests.load(running.id)[1].running)):
            parts.referee.vacate(one.id, 1)
        parts.contests.advance(running.id, fully=True)
    done = parts.contests.load(running.id)[0]
    assert done.status == FINISHED
    gone = done.entrant(ada.id)
    assert (gone.left, gone.name, gone.player) == (GONE, ANONYMOUS, None)
    assert all(ada.id not in pairing.entrants for pairings in done.drawn[1:] for pairing in pairings)
    assert traces(parts, ada) == []


def test_a_contest_that_has_not_begun_goes_on_without_it_but_not_without_its_organiser(parts: Parts, ada: Player, bob: Player) -> None:
    entered, organised = cup(parts, bob, ada, begin=False), cup(parts, ada, bob, begin=False)
    leave(parts, ada)
    assert [one.id for one in parts.contests.load(entered.id)[0].entrants] == [bob.id]
    assert parts.contests.load(entered.id)[0].status == REGISTERING
    assert parts.contests.load(organised.id)[0].status == CANCELLED
    assert parts.contests.load(organised.id)[0].why == departure.ORGANISER_LEFT


# Over HTTP


def test_a_player_deletes_itself_and_the_other_one_wins(ada_online: Client, bob_online: Client) -> None:
    there = ada_online.game("cathedral", ["me", "open"])["id"]
    bob_online.post(f"/v1/games/{there}/seats", {})
    assert ada_online.request("DELETE", "/v1/me").status_code == 204
    refused = ada_online.get("/v1/me")
    assert (refused.status_code, "invalid_token" in refused.headers["WWW-Authenticate"]) == (401, True)
    assert bob_online.get(f"/v1/players/{ada_online.id}").status_code == 404
    after = bob_online.look(there)
    assert (after["outcome"]["winners"], after["seats"][0]["name"], after["seats"][0]["player"]) == ([1], ANONYMOUS, None)


def test_an_export_has_everything_and_its_games_in_pages(ada_online: Client) -> None:
    games = [ada_online.game("cathedral", ["me", "me"])["id"] for _ in range(3)]
    ada_online.post("/v1/me/tokens", {"label": "bot", "scopes": ["read"]})
    first = ada_online.get("/v1/me/export?limit=2").json()
    assert first["player"]["name"] == "Ada"
    assert [token["label"] for token in first["tokens"]] == ["first", "bot"]
    rest = ada_online.get(f"/v1/me/export?limit=2&cursor={first['next']}").json()
    assert sorted(game["id"] for game in first["games"] + rest["games"]) == sorted(games)
    assert rest["next"] is None
    assert ada_online.token not in str(first)


@pytest.fixture
def ada_online(request: pytest.FixtureRequest) -> Iterator[Client]:
    with Client(request.getfixturevalue("server").url) as client:
        yield client.named("Ada")


@pytest.fixture
def bob_online(request: pytest.FixtureRequest) -> Iterator[Client]:
    with Client(request.getfixturevalue("server").url) as client:
        yield client.named("Bob")
