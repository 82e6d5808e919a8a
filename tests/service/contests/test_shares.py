"""What contests ask of others is shared like what games do: AI turns among addresses, invitations among those who are invited."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.accounts.departure import departed
from service.config import Settings
from service.parts import Parts
from service.store import embedded, queues
from service.web.app import create_app

THERE, ELSEWHERE = "192.0.2.7", "192.0.2.8"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    given = replace(Settings(), data=tmp_path, metrics=False, rate_all=0, invitations=2)
    with embedded.server(given) as url:
        yield create_app(replace(given, store_url=url, queue_url=url))


@pytest.fixture
def parts(app: Flask) -> Parts:
    found: Parts = app.extensions["intramuros"]
    return found


class Organiser:
    """A player at an address."""

    def __init__(self, app: Flask, name: str, address: str = THERE) -> None:
        player, token = app.extensions["intramuros"].players.create(name)
        self.id, self.headers, self.address = player.id, {"Authorization": f"Bearer {token}"}, address
        self.client: FlaskClient = app.test_client()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        where = {"REMOTE_ADDR": self.address}
        return self.client.open(path, method=method, json=body, headers=self.headers, environ_overrides=where)

    def series(self, *seats: Any) -> Any:
        return self.ask("POST", "/v1/series", {"ruleset": "cathedral", "seats": list(seats), "games": 2})


def front(parts: Parts) -> int:
    """How many AI turns stand in front, where a person's do that has few of them."""
    return int(parts.queue_client.llen("rq:queue:ai-cathedral"))


def test_series_of_many_players_of_one_address_have_the_share_of_two(app: Flask, parts: Parts) -> None:
    for number in range(3 * queues.FEW):
        assert Organiser(app, f"Eve {number}").series({"ai": "hard"}, "me").status_code == 201
    assert front(parts) == 2 * queues.FEW
    assert Organiser(app, "Bob", ELSEWHERE).series({"ai": "hard"}, "me").status_code == 201
    assert front(parts) == 2 * queues.FEW + 1


def test_where_a_contest_was_made_is_kept_while_it_goes_on_and_told_nobody(app: Flask, parts: Parts) -> None:
    eve = Organiser(app, "Eve")
    made = eve.series("me", {"ai": "hard"}).get_json()
    (game,) = [one["game"] for one in made["games"] if one["game"]]
    origin = parts.contests.load(made["id"])[0].origin
    assert len(origin) == 20
    assert parts.referee.load(game).origin == origin
    reads = [eve.ask("GET", path) for path in (f"/v1/series/{made['id']}", f"/v1/games/{game}", "/v1/series?player=me", "/v1/me/export")]
    assert {read.status_code for read in reads} == {200}
    assert not any(origin.encode() in read.data for read in reads)
    assert departed(parts.contests.load(made["id"])[0], eve.id).origin == ""
    assert eve.ask("POST", f"/v1/series/{made['id']}/withdrawal").status_code == 201
    over = parts.contests.load(made["id"])[0]
    assert (over.status, over.origin) == ("finished", "")


def tournament(organiser: Organiser, *guests: str) -> Any:
    body = {"name": "Cup", "ruleset": "cathedral", "format": "swiss", "entry": "list", "entrants": [{"player": one} for one in guests]}
    return organiser.ask("POST", "/v1/tournaments", body)


def test_a_player_invites_another_to_so_many_games_and_contests_without_an_answer(app: Flask) -> None:
    eve, bob, ann = (Organiser(app, name) for name in ("Eve", "Bob", "Ann"))
    game = eve.ask("POST", "/v1/games", {"ruleset": "cathedral", "seats": ["me", {"player": bob.id}]}).get_json()
    series = eve.series("me", {"player": bob.id}).get_json()
    refused = tournament(eve, bob.id)
    assert (refused.status_code, refused.headers["RateLimit-Policy"]) == (429, '"invitations";q=2')
    assert eve.series("me", {"player": bob.id}).status_code == 429
    assert tournament(eve, ann.id).status_code == 201, "somebody else is not bothered yet"
    assert tournament(Organiser(app, "Dan"), bob.id).status_code == 201, "and neither is whoever invites for the first time held back"
    assert bob.ask("POST", f"/v1/series/{series['id']}/withdrawal").status_code == 201
    assert tournament(eve, bob.id).status_code == 201, "one is answered"
    assert bob.ask("POST", f"/v1/games/{game['id']}/seats", {}).status_code == 201
    assert [eve.series("me", {"player": bob.id}).status_code for _ in range(2)] == [201, 429]


def test_who_is_refused_one_guest_has_invited_none_of_them(app: Flask, parts: Parts) -> None:
    eve, bob, ann = (Organiser(app, name) for name in ("Eve", "Bob", "Ann"))
    assert [eve.series("me", {"player": bob.id}).status_code for _ in range(2)] == [201, 201]
    assert tournament(eve, ann.id, bob.id).status_code == 429
    assert parts.quotas.held("invitations", f"{eve.id} {ann.id}") == []
    assert len(ann.ask("GET", "/v1/tournaments?player=me").get_json()["items"]) == 0


def test_invitations_after_the_beginning_are_counted_and_those_to_what_is_over_are_not(app: Flask) -> None:
    eve, bob = (Organiser(app, name) for name in ("Eve", "Bob"))
    cups = [tournament(eve).get_json()["links"]["self"] for _ in range(3)]
    asked = [eve.ask("POST", f"{cup}/entries", {"player": bob.id}).status_code for cup in cups]
    assert asked == [201, 201, 429]
    assert eve.ask("POST", f"{cups[0]}/entries", {"player": bob.id}).status_code == 201, "the same one again is no other"
    assert eve.ask("POST", f"{cups[1]}/cancellation").status_code == 201
    assert eve.ask("POST", f"{cups[2]}/entries", {"player": bob.id}).status_code == 201
    assert bob.ask("POST", f"{cups[0]}/entries").status_code == 201
    assert eve.series("me", {"player": bob.id}).status_code == 201, "who has entered has answered"
