"""A game as a stream of events: snapshots as they change, resumed where the client left off, ended with the game."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import requests

from service.config import load
from service.game import Seat
from service.games import stream
from service.games.referee import Asked
from service.parts import Parts
from service.store.embedded import server as embedded_server
from tests.service.client import Client, Server, fits
from tests.service.conftest import start, stop
from tests.service.waiters import api_processes, kill

Event = dict[str, str]


def listen(client: Client, game: str, last: str | None = None, query: str = "") -> requests.Response:
    headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    headers |= {"Last-Event-ID": last} if last else {}
    return requests.get(f"{client.url}/v1/games/{game}/events{query}", headers=headers, stream=True, timeout=30)


def read(stream: requests.Response) -> Iterator[Event]:
    """The events of a stream, as a browser would read them; comments are events of their own here."""
    event: Event = {}
    for line in stream.iter_lines(chunk_size=1, decode_unicode=True):
        name, _, value = line.partition(": ")
        if line:
            event[name or "comment"] = value
        elif event:
            yield event
            event = {}


def data(event: Event) -> Any:
    return json.loads(event["data"])


def test_the_first_event_is_the_snapshot_and_each_change_brings_the_next(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    with closing(listen(ada, game)) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        heard = read(stream)
        assert next(heard) == {"retry": "2000"}
        first = next(heard)
        assert (first["id"], first["event"], data(first)) == ("1", "snapshot", ada.look(game))
        fits("GameEvent", first | {"data": data(first)})
        ada.play(game, 1, "cathedral@e5n")
        second = next(heard)
        assert (second["id"], data(second)) == ("2", ada.look(game))


def test_who_comes_back_with_the_last_id_gets_only_what_is_new(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    with closing(listen(ada, game, last="1")) as stream:
        heard = read(stream)
        next(heard)
        ada.play(game, 1, "cathedral@e5n")
        assert next(heard)["id"] == "2"
    ada.play(game, 2, "castle@c3n")
    with closing(listen(ada, game, last="2")) as stream:
        heard = read(stream)
        next(heard)
        assert next(heard)["id"] == "3"


@pytest.mark.parametrize("last", ["0", "99", "nonsense", "-1"])
def test_an_id_that_was_never_given_brings_the_newest_snapshot(ada: Client, last: str) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    with closing(listen(ada, game, last=last)) as stream:
        heard = read(stream)
        next(heard)
        assert next(heard)["id"] == "1"


def test_the_stream_ends_with_the_game_and_need_not_be_opened_again(ada: Client) -> None:
    game = ada.game("cathedral", ["me", {"ai": "easy"}])["id"]
    with closing(listen(ada, game)) as stream:
        heard = read(stream)
        next(heard), next(heard)
        ada.post(f"/v1/games/{game}/resignation", {})
        rest = list(heard)
    assert [event["event"] for event in rest] == ["snapshot", "end"]
    for event in rest:
        fits("GameEvent", event | {"data": data(event)})
    assert data(rest[0])["status"] == "finished"
    assert listen(ada, game, last=rest[-1]["id"]).status_code == 204


def test_a_seat_of_mine_can_be_chosen_and_no_other(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    with closing(listen(ada, game, query="?seat=1")) as stream:
        heard = read(stream)
        next(heard)
        assert data(next(heard))["you"]["viewing"] == 1
    assert listen(bob, game, query="?seat=1").status_code == 403


def test_a_private_game_has_no_stream_for_others(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "me"], visibility="private")["id"]
    assert listen(bob, game).status_code == 404
    assert listen(ada, game).status_code == 200


def test_silence_is_filled_with_comments_and_a_long_stream_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "KEEP_ALIVE", 0.1)
    monkeypatch.setattr(stream, "LONGEST", 0.55)
    with embedded_server(load({"INTRAMUROS_DATA": str(tmp_path)})) as url:
        parts = Parts(load({"INTRAMUROS_STORE_URL": url, "INTRAMUROS_QUEUE_URL": url}))
        seats = (Seat("player", "Ada", "ada"), Seat("player", "Bob", "bob"))
        made = parts.referee.create("cathedral", {}, seats, "listed", Asked("ada"), lambda _: "")
        assert not isinstance(made, str)
        sent = list(stream.stream(parts.snapshots, parts.snapshots.sight(made.game.id, "ada", None), "ada", None, ""))
    assert sent[0] == b"retry: 2000\n\n"
    assert sent[1].startswith(b"id: 1\nevent: snapshot\ndata: {")
    assert 1 <= len(sent[2:]) <= 7
    assert set(sent[2:]) == {b": still here\n\n"}


def test_where_too_many_wait_a_stream_is_refused_with_a_time_to_come_back(tmp_path: Path) -> None:
    server = start(tmp_path / "data", MAX_WAITERS="1", WEB_PROCESSES="1")
    try:
        with Client(server.url) as ada:
            game = ada.named("Ada").game("cathedral", ["me", "me"])["id"]
            with closing(listen(ada, game)) as stream:
                heard = read(stream)
                next(heard), next(heard)
                refused = ada.get(f"/v1/games/{game}/events")
                assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
    finally:
        stop(server)


def test_a_stream_cut_off_by_a_killed_process_is_resumed(own_server: Server) -> None:
    with Client(own_server.url) as ada:
        game = ada.named("Ada").game("cathedral", ["me", "me"])["id"]
        with closing(listen(ada, game)) as stream:
            heard = read(stream)
            next(heard)
            last = next(heard)["id"]
            for pid in api_processes(own_server):
                kill(pid)
            with pytest.raises(requests.RequestException):
                list(heard)
        ada.session.close()
        ada.play(game, 1, "cathedral@e5n")
        with closing(listen(ada, game, last=last)) as stream:
            heard = read(stream)
            next(heard)
            assert data(next(heard))["turn"] == 2
