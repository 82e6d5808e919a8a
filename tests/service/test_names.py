"""Players are found by name: all who bear it and do not mind, in whatever order names were given, changed and given up."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from service import clock, problems
from service.config import load
from service.parts import Parts
from service.store import embedded, identifiers
from service.store.names import LOOKED_AT, key_of
from tests.service.client import Client, Server

KEY = "a key that nobody guesses"


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with embedded.server(load({"INTRAMUROS_DATA": str(tmp_path)})) as url:
        yield Parts(load({"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url}))


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name is given a second after the one before; two of the same millisecond come in any order."""
    seconds = count(1_767_600_000)
    monkeypatch.setattr(clock, "stamp", lambda: clock.written(next(seconds)))


def found(parts: Parts, name: str) -> list[str]:
    return [one.id for one in parts.players.names.bearers(name)[0]]


def test_a_name_is_found_however_it_is_written_and_no_part_of_it(parts: Parts) -> None:
    ada, strasse = (parts.players.create(name)[0].id for name in ("Ada Lovelace", "Große Straße"))
    assert found(parts, "  ADA  lovelace ") == [ada]
    assert found(parts, "\uff21da Lovelace") == [ada]
    assert found(parts, "GROSSE STRASSE") == [strasse]
    assert found(parts, "Ada") == found(parts, "Ada Lovelace II") == []


@pytest.mark.usefixtures("ticking")
def test_who_has_had_a_name_longest_comes_first(parts: Parts) -> None:
    first = parts.players.create("Ada")[0].id
    old = parts.players.create("Bob")[0].id
    second = parts.players.create("ada")[0].id
    parts.players.rename(old, "Ada", None)
    assert found(parts, "Ada") == [first, second, old]
    parts.players.rename(first, "ADA", None)
    assert found(parts, "Ada") == [first, second, old], "it is the same name, written otherwise"


def test_a_new_name_is_found_and_the_old_one_is_not(parts: Parts) -> None:
    ada = parts.players.create("Ada")[0]
    parts.players.rename(ada.id, "Augusta", ada.revision)
    assert (found(parts, "Ada"), found(parts, "Augusta")) == ([], [ada.id])
    with pytest.raises(problems.PreconditionFailed):
        parts.players.rename(ada.id, "Countess", ada.revision)
    assert parts.store_client.exists(key_of("Countess")) == parts.store_client.exists(key_of("Ada")) == 0, "nothing is left behind"


def test_a_request_that_is_repeated_finds_one_player(parts: Parts) -> None:
    ada = parts.players.create("Ada", KEY)[0].id
    parts.players.create("Ada", KEY)
    assert found(parts, "Ada") == [ada]
    parts.players.rename(ada, "Augusta", None)
    with pytest.raises(problems.KeyReused):
        parts.players.create("Bob", KEY)
    assert [found(parts, name) for name in ("Ada", "Bob", "Augusta")] == [[], [], [ada]]


def test_who_leaves_is_found_no_longer(parts: Parts) -> None:
    ada = parts.players.create("Ada")[0]
    parts.departures.leave(ada.id, ada.name)
    assert found(parts, "Ada") == []
    assert parts.store_client.exists(key_of("Ada")) == 0


def test_who_was_entered_and_never_made_is_not_found(parts: Parts) -> None:
    """The process died between the two."""
    parts.players.names.enter(identifiers.fresh_id(), "Ada", "2026-01-05T18:30:00.000Z")
    assert found(parts, "Ada") == []


@pytest.mark.usefixtures("ticking")
def test_many_of_a_name_cost_no_more_than_a_hundred_and_push_nobody_out(parts: Parts) -> None:
    first = parts.players.create("Guest")[0].id
    for _ in range(LOOKED_AT + 5):
        parts.players.create("Guest")
    bearers, more = parts.players.names.bearers("Guest")
    assert (bearers[0].id, len(bearers), more) == (first, LOOKED_AT, True)


def test_a_name_is_asked_for_over_http(server: Server) -> None:
    with Client(server.url) as ada, Client(server.url) as bob, Client(server.url) as other:
        ada.named("Zenobia"), bob.named("zenobia"), other.named("Zoe")
        asked = other.get("/v1/players?name=ZENOBIA")
        assert [item["id"] for item in asked.json()["items"]] == [ada.id, bob.id]
        assert asked.json()["items"][0]["ratings"] == []
        assert asked.json()["items"][0]["named_at"].endswith("T00:00:00.000Z")
        assert not asked.json()["more"]
        assert other.get("/v1/players?name=Zenobia", If_None_Match=asked.headers["ETag"]).status_code == 304
        assert bob.request("PATCH", "/v1/me", {"listed": False}, If_Match="*").ok
        assert [item["id"] for item in other.get("/v1/players?name=Zenobia").json()["items"]] == [ada.id]
        assert bob.request("PATCH", "/v1/me", {"listed": True}, If_Match="*").ok
        assert ada.request("DELETE", "/v1/me").status_code == 204
        assert [item["id"] for item in other.get("/v1/players?name=Zenobia").json()["items"]] == [bob.id]


def test_of_many_with_a_name_twenty_are_told(server: Server) -> None:
    with Client(server.url) as somebody:
        for _ in range(21):
            somebody.named("Legion")
        told = somebody.get("/v1/players?name=Legion").json()
        assert (len(told["items"]), told["more"]) == (20, True)
