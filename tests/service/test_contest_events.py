"""A series and a tournament as streams of events: whole at each change, as the document describes them, ended with the contest."""

from contextlib import closing
from typing import Any

import requests

from tests.service.client import Client, fits
from tests.service.test_events import data, read


def listen(client: Client, contest: dict[str, Any], **headers: str) -> requests.Response:
    """The contest's stream, from the event that the headers name."""
    sent = {"Authorization": f"Bearer {client.token}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return requests.get(f"{client.url}{contest['links']['events']}", headers=sent, stream=True, timeout=30)


def heard_to_its_end(client: Client, contest: dict[str, Any], kind: str, schema: str, ended_by: str, body: dict[str, Any]) -> None:
    """Follows a contest while it is ended; every event is what the document and the contest's own address say."""
    here = contest["links"]["self"]
    with closing(listen(client, contest)) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        heard = read(stream)
        assert next(heard) == {"retry": "2000"}
        first = next(heard)
        assert (first["event"], first["id"], data(first)) == (kind, str(data(first)["revision"]), client.get(here).json())
        fits(schema, data(first))
        assert client.post(f"{here}/{ended_by}", body).status_code == 201
        *changes, end = (event for event in heard if "event" in event)
    assert changes
    for event in changes:
        assert (event["event"], event["id"]) == (kind, str(data(event)["revision"]))
        fits(schema, data(event))
    last = client.get(here).json()
    assert data(changes[-1]) == last
    assert (end["event"], end["id"], data(end)) == ("end", str(last["revision"]), {"revision": last["revision"]})
    assert listen(client, contest, Last_Event_ID=end["id"]).status_code == 204


def test_a_series_is_heard_to_its_end(ada: Client, bob: Client) -> None:
    made = ada.post("/v1/series", {"ruleset": "cathedral", "seats": ["me", {"player": bob.id}], "games": 2}).json()
    assert bob.post(f"{made['links']['self']}/entries", {}).status_code == 201
    heard_to_its_end(ada, made, "series", "SeriesAnswer", "withdrawal", {})


def test_a_tournament_is_heard_to_its_end(ada: Client) -> None:
    made = ada.post("/v1/tournaments", {"name": "Cup", "ruleset": "cathedral", "entrants": ["me"], "start": "manual"}).json()
    heard_to_its_end(ada, made, "tournament", "TournamentAnswer", "cancellation", {"why": "Rain."})


def test_whoever_is_put_out_of_a_private_tournament_hears_no_more_of_it(ada: Client, bob: Client) -> None:
    body = {"name": "Cup", "ruleset": "cathedral", "entrants": ["me", {"player": bob.id}], "start": "manual", "visibility": "private"}
    made = ada.post("/v1/tournaments", body).json()
    here = made["links"]["self"]
    assert bob.post(f"{here}/entries", {}).status_code == 201
    with closing(listen(bob, made)) as stream:
        heard = read(stream)
        assert [next(heard).keys() >= {"retry"}, next(heard)["event"]] == [True, "tournament"]
        assert ada.post(f"{here}/kick", {"entrant": bob.id}).status_code == 201
        assert [event for event in heard if "event" in event] == []
    assert (bob.get(here).status_code, listen(bob, made).status_code) == (404, 404)
    assert ada.get(here).status_code == 200
