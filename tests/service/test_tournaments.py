"""Tournaments over HTTP: entered, drawn, played by AIs and people, ranked, and never stuck."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.service.client import Client, Server
from tests.service.processes import until
from tests.service.recomputed import recomputed

Json = dict[str, Any]


@pytest.fixture
def people(server: Server) -> Iterator[list[Client]]:
    """Six players."""
    clients = [Client(server.url).named(f"Player {number}") for number in range(6)]
    yield clients
    for client in clients:
        client.session.close()


def tournament(client: Client, entrants: list[Any], **more: Any) -> Json:
    body = {"name": "Cup", "ruleset": "cathedral", "entrants": entrants, "start": "now"} | more
    answer = client.post("/v1/tournaments", body)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def look(client: Client, made: Json, part: str = "") -> Json:
    answer = client.get(made["links"]["self"] + part)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def bots(count: int, ai: str = "random") -> list[Json]:
    return [{"ai": ai, "name": f"Bot {number}"} for number in range(count)]


def finished(client: Client, made: Json, seconds: float = 300) -> Json:
    over: Json = client.wait_until(made["links"]["self"], lambda seen: seen["status"] in ("finished", "cancelled"), seconds)
    return over


def meetings(client: Client, made: Json) -> list[Json]:
    return [pairing for link in look(client, made)["rounds"] for pairing in client.get(link).json()["pairings"]]


def resign_all(clients: list[Client]) -> int:
    """Everybody who owes a decision gives that game up; how many did."""
    count = 0
    for client in clients:
        for item in client.get("/v1/me/turns").json()["items"]:
            count += client.post(f"/v1/games/{item['game']}/resignation", {}).status_code == 201
    return count


def play_by_resigning(client: Client, made: Json, clients: list[Client]) -> Json:
    for _ in range(200):
        if look(client, made)["status"] != "running":
            break
        if not resign_all(clients):
            until(lambda: look(client, made)["status"] != "running" or any(c.get("/v1/me/turns").json()["count"] for c in clients))
    return look(client, made)


def test_a_round_robin_of_six_ais_is_played_to_its_end(ada: Client) -> None:
    made = tournament(ada, bots(6))
    over = finished(ada, made)
    assert over["games"] == {"finished": 30, "running": 0, "planned": 30}
    assert [line["games"] for line in over["standings"]] == [10] * 6
    assert over["standings"] == recomputed(ada, over)
    pairs = Counter(frozenset(player["id"] for player in meeting["players"]) for meeting in meetings(ada, over))
    assert len(pairs) == 15
    assert set(pairs.values()) == {1}
    assert [line["place"] for line in over["podium"]][:1] == [1]


@pytest.mark.long
def test_a_swiss_of_nine_has_a_bye_a_round_and_no_meeting_twice(ada: Client) -> None:
    made = tournament(ada, bots(9), format="swiss", rounds=4)
    over = finished(ada, made)
    met = meetings(ada, over)
    byes = Counter(meeting["bye"]["id"] for meeting in met if meeting["bye"])
    pairs = Counter(frozenset(player["id"] for player in meeting["players"]) for meeting in met if not meeting["bye"])
    assert (over["round"], sum(byes.values()), max(byes.values()), max(pairs.values())) == (4, 4, 1, 1)
    assert over["standings"] == recomputed(ada, over)


def test_tables_of_four_count_places(ada: Client) -> None:
    made = tournament(ada, bots(8), ruleset="forbidden_city", format="tables", seats=4, rounds=2)
    assert (made["points"], made["fewest_win"], made["games_per_meeting"]) == ("rank", True, 1)
    over = finished(ada, made)
    assert over["games"]["finished"] == 4
    assert sum(line["points"] for line in over["standings"]) == 4 * 10
    assert over["standings"] == recomputed(ada, over)


def test_people_enter_start_play_and_withdraw(people: list[Client]) -> None:
    organiser, *others = people
    made = tournament(organiser, ["me"], start="manual")
    here = made["links"]["self"]
    for client in others:
        assert client.post(f"{here}/entries", {}).status_code == 201
    assert [way["format"] for way in look(organiser, made)["ways"]] == ["round_robin", "swiss"]
    assert others[0].post(f"{here}/start", {}).status_code == 403
    assert others[4].post(f"{here}/withdrawal", {}).json()["entrants"][-1]["id"] != others[4].id
    begun = organiser.post(f"{here}/start", {})
    assert begun.status_code == 201
    assert (begun.json()["status"], begun.json()["opponents"], begun.json()["odd"]) == ("running", 4, "partial")
    assert organiser.post(f"{here}/start", {}).status_code == 409
    assert others[4].post(f"{here}/entries", {}).status_code == 409, "a round robin has no late entry"
    assert others[0].post(f"{here}/withdrawal", {}).status_code == 201
    over = play_by_resigning(organiser, made, people)
    assert over["status"] == "finished"
    assert over["standings"][-1]["player"]["id"] == others[0].id
    assert over["standings"][-1]["withdrawn"]
    assert over["standings"] == recomputed(organiser, over)


def test_a_disqualified_player_is_not_waited_for_and_cannot_return(people: list[Client]) -> None:
    organiser, *others = people
    made = tournament(organiser, ["me"], start="manual", format="swiss", rounds=2, late_until=2)
    here = made["links"]["self"]
    for client in others[:3]:
        client.post(f"{here}/entries", {})
    organiser.post(f"{here}/start", {})
    until(lambda: look(organiser, made)["round"] == 1)
    assert others[1].post(f"{here}/kick", {"entrant": others[0].id}).status_code == 403
    assert organiser.post(f"{here}/kick", {"entrant": others[0].id}).status_code == 201
    assert organiser.post(f"{here}/kick", {"entrant": "nobody"}).status_code == 404
    until(lambda: others[0].get("/v1/me/turns").json()["count"] == 0)  # a worker may have made its game in that moment, and ends it next
    assert others[0].post(f"{here}/entries", {}).status_code == 403
    assert others[3].post(f"{here}/entries", {}).status_code == 201, "late entry until round 2"
    over = play_by_resigning(organiser, made, people)
    assert (over["status"], over["round"]) == ("finished", 2)
    assert others[4].post(f"{here}/entries", {}).status_code == 409


def test_everybody_withdraws_and_the_tournament_says_so(people: list[Client]) -> None:
    made = tournament(people[0], ["me"], start="manual")
    here = made["links"]["self"]
    for client in people[1:4]:
        client.post(f"{here}/entries", {})
    people[0].post(f"{here}/start", {})
    for client in people[:3]:
        assert client.post(f"{here}/withdrawal", {}).status_code == 201
    over = look(people[0], made)
    assert over["status"] == "finished", "games were given up, and those have a result"
    assert people[3].post(f"{here}/withdrawal", {}).status_code == 409, "who was left alone has won it"
    assert [line["withdrawn"] for line in over["standings"]] == [False, True, True, True]
    assert all(client.get("/v1/me/turns").json()["count"] == 0 for client in people)


def test_a_cancelled_tournament_says_why(ada: Client, bob: Client) -> None:
    made = tournament(ada, ["me"], start="manual")
    here = made["links"]["self"]
    assert bob.post(f"{here}/cancellation", {}).status_code == 403
    called_off = ada.post(f"{here}/cancellation", {"why": "The hall is flooded."}).json()
    assert (called_off["status"], called_off["why"]) == ("cancelled", "The hall is flooded.")
    assert bob.post(f"{here}/entries", {}).status_code == 409


def test_it_begins_by_count_and_by_time_and_is_cancelled_when_nobody_came(ada: Client, bob: Client) -> None:
    by_count = tournament(ada, ["me"], start="manual", start_count=2)
    assert bob.post(f"{by_count['links']['self']}/entries", {}).json()["status"] == "running"
    soon = (datetime.now(UTC) + timedelta(seconds=1)).isoformat()
    by_time, alone = tournament(ada, bots(2), start=soon), tournament(ada, ["me"], start=soon)
    assert by_time["status"] == "registering"
    until(lambda: look(ada, by_time)["status"] != "registering")
    assert finished(ada, by_time)["status"] == "finished"
    assert finished(ada, alone)["status"] == "cancelled"
    assert "too small" in look(ada, alone)["why"]


def test_with_days_for_a_decision_both_games_of_a_meeting_run_at_once(ada: Client, bob: Client) -> None:
    def running(**more: Any) -> tuple[str, int]:
        made = tournament(ada, ["me"], start="manual", start_count=2, **more)
        begun = bob.post(f"{made['links']['self']}/entries", {}).json()
        return begun["games_run"], begun["games"]["running"]

    assert running(clock={"kind": "days", "days": 3}) == ("at_once", 2)
    assert running(clock={"kind": "days", "days": 3}, games_run="in_turn") == ("in_turn", 1)
    assert running() == ("in_turn", 1)
    assert running(games_run="at_once") == ("at_once", 2)
    hasty = {"clock": {"kind": "fischer", "seconds": 300}, "games_run": "at_once"}
    assert ada.post("/v1/tournaments", {"name": "Cup", "ruleset": "cathedral", **hasty}).status_code == 422


def test_entries_have_a_window_of_their_own(ada: Client, bob: Client) -> None:
    def at(seconds: float) -> str:
        return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()

    made = tournament(ada, ["me"], start="manual", entries_from=at(1.5), entries_until=at(3600))
    here = made["links"]["self"]
    assert made["entries_from"] < made["entries_until"]
    refused = bob.post(f"{here}/entries", {})
    assert (refused.status_code, refused.json()["type"]) == (409, "/docs/problems#entry-closed")
    assert refused.json()["detail"] == f"Entries open at {made['entries_from']}."
    assert ada.post(f"{here}/entries", {"ai": "easy"}).status_code == 201, "the organiser may always"
    until(lambda: bob.post(f"{here}/entries", {}).status_code == 201)
    body = {"name": "Cup", "ruleset": "cathedral"}
    for wrong in (
        {"entries_from": "soon"}, {"entries_until": at(-5)}, {"entries_from": at(60), "entries_until": at(30)},
        {"entries_until": at(60), "start": at(30)}, {"entries_from": at(60), "start": at(30)}, {"entries_from": at(60), "start": "now"},
        {"entries_until": "9999-12-31T23:59:59-14:00"}, {"entries_until": "2199-01-01T00:00:00"},
    ):  # fmt: skip
        answer = ada.post("/v1/tournaments", body | wrong)
        assert (answer.status_code, answer.json()["pointer"].startswith("/entries_")) == (422, True), wrong
    assert ada.post("/v1/tournaments", body | {"entries_until": at(30), "start": at(60)}).status_code == 201


@pytest.mark.long
def test_an_odd_field_and_its_three_ways(ada: Client) -> None:
    partial, house, full = (tournament(ada, bots(3), odd=way) for way in ("partial", "house_ai", "full"))
    assert (partial["opponents"], partial["round"], partial["games"]["planned"]) == (2, 1, 6)
    assert ([one["house"] for one in house["entrants"]], house["opponents"], house["games"]["planned"]) == ([False] * 3 + [True], 3, 12)
    assert (full["opponents"], full["round"], full["games"]["planned"]) == (2, 3, 6)
    for made in (partial, house, full):
        over = finished(ada, made)
        assert len({line["games"] for line in over["standings"]}) == 1


def test_what_does_not_fit_is_refused_with_what_does(ada: Client) -> None:
    body = {"name": "Cup", "ruleset": "cathedral", "start": "now"}
    odd = ada.post("/v1/tournaments", body | {"entrants": bots(7), "opponents": 3})
    assert (odd.status_code, odd.json()["type"]) == (422, "/docs/problems#unfit-field")
    assert [way["odd"] for way in odd.json()["ways"]] == ["partial", "house_ai", "full", ""]
    long = ada.post("/v1/tournaments", body | {"entrants": bots(8), "format": "swiss", "rounds": 5})
    assert {way["format"] for way in long.json()["ways"]} == {"round_robin"}
    for wrong in (
        {"entrants": bots(1)}, {"entrants": ["me", "me"]}, {"format": "tables", "seats": 2}, {"seats": 3}, {"start": "yesterday"},
        {"start": "2020-01-01T00:00:00Z"}, {"ruleset": "forbidden_city", "format": "tables", "seats": 4, "entrants": bots(2)},
        {"rounds": 3, "entrants": bots(4)}, {"late_until": 2, "entrants": bots(4)},
        {"entrants": bots(100), "opponents": None}, {"name": ""}, {"entrants": [{"ai": "random", "name": ""}]},
    ):  # fmt: skip
        assert ada.post("/v1/tournaments", body | wrong).status_code == 422, wrong


def test_entry_by_list_capacity_and_bots(people: list[Client]) -> None:
    organiser, guest, stranger, *_ = people
    listed = tournament(organiser, ["me", {"player": guest.id}], start="manual", entry="list")["links"]["self"]
    assert stranger.post(f"{listed}/entries", {}).status_code == 403
    assert guest.post(f"{listed}/entries", {}).status_code == 201
    small = tournament(organiser, ["me"], start="manual", capacity=2)["links"]["self"]
    assert guest.post(f"{small}/entries", {}).status_code == 201
    assert stranger.post(f"{small}/entries", {}).json()["type"] == "/docs/problems#contest-full"
    human = tournament(organiser, ["me"], start="manual", bots="none")["links"]["self"]
    assert organiser.post(f"{human}/entries", {"ai": "easy"}).status_code == 403
    machines = tournament(organiser, bots(2), start="manual", bots="only")["links"]["self"]
    assert guest.post(f"{machines}/entries", {}).status_code == 403
    assert guest.post(f"{machines}/entries", {"ai": "easy"}).status_code == 403, "only the organiser enters AIs"
    assert organiser.post(f"{machines}/entries", {"ai": "easy"}).json()["entrants"][-1]["name"] == "easy 3"


def test_the_organiser_invites_later_takes_it_back_and_forgives(people: list[Client]) -> None:
    organiser, guest, other, *_ = people
    made = tournament(organiser, ["me"], start="manual", entry="list")
    here = made["links"]["self"]
    assert organiser.post(f"{here}/entries", {"player": guest.id, "ai": "easy"}).status_code == 422
    assert other.post(f"{here}/entries", {"player": guest.id}).status_code == 403
    assert organiser.post(f"{here}/entries", {"player": guest.id}).json()["invited"] == [guest.id]
    assert made["id"] in {item["id"] for item in guest.get("/v1/tournaments?player=me").json()["items"]}
    assert organiser.post(f"{here}/kick", {"entrant": guest.id}).json()["invited"] == []
    assert guest.post(f"{here}/entries", {}).status_code == 403
    organiser.post(f"{here}/entries", {"player": guest.id})
    assert guest.post(f"{here}/entries", {}).status_code == 201
    organiser.post(f"{here}/kick", {"entrant": guest.id})
    assert guest.post(f"{here}/entries", {}).status_code == 403
    organiser.post(f"{here}/entries", {"player": guest.id})
    assert guest.post(f"{here}/entries", {}).json()["entrants"][-1]["left"] is None


def test_the_crosstable_in_three_forms(ada: Client) -> None:
    made = finished(ada, tournament(ada, [{"ai": "random", "name": "=cmd"}, *bots(3)], opponents=None))
    assert look(ada, made, "/standings") == {"items": made["standings"]}
    table = look(ada, made, "/crosstable")
    assert [row["place"] for row in table["rows"]] == [line["place"] for line in made["standings"]]
    for place, row in enumerate(table["rows"]):
        assert row["against"][place] is None
        assert sum(sum(met) for met in row["against"] if met) == row["points"]
    answer = ada.get(f"{made['links']['crosstable']}.csv")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert len(rows) == 5
    assert any(row[1] == "'=cmd" for row in rows), "a spreadsheet must not run a name"
    picture = ada.get(f"{made['links']['crosstable']}.svg")
    assert picture.headers["Content-Type"].startswith("image/svg+xml")
    assert len(re.findall("<text", picture.text)) > 20
    assert ada.get(f"{made['links']['crosstable']}.svg", If_None_Match=picture.headers["ETag"]).status_code == 304


def test_the_standings_are_live(ada: Client) -> None:
    made = tournament(ada, bots(4), opponents=None)
    tag, seen = "", []
    while True:
        answer = ada.get(f"{made['links']['self']}?wait=30", **({"If_None_Match": tag} if tag else {}))
        assert answer.status_code == 200
        tag = answer.headers["ETag"]
        seen.append(answer.json()["games"]["finished"])
        if answer.json()["status"] == "finished":
            break
    assert seen == sorted(seen)
    assert seen[-1] == 12
    stream = ada.session.get(f"{ada.url}{made['links']['events']}", timeout=30).text
    assert "event: tournament" in stream
    assert stream.rstrip().splitlines()[-2] == "event: end"


def test_lists_show_what_is_listed(ada: Client, bob: Client) -> None:
    mine = tournament(ada, ["me"], start="manual")
    hidden = tournament(ada, ["me"], start="manual", visibility="private")
    found = {item["id"] for item in bob.get("/v1/tournaments?limit=100").json()["items"]}
    assert mine["id"] in found
    assert hidden["id"] not in found
    own = {item["id"] for item in ada.get("/v1/tournaments?player=me").json()["items"]}
    assert {mine["id"], hidden["id"]} <= own
    assert bob.get(hidden["links"]["self"]).status_code == 404


def test_a_stranger_cannot_count_private_tournaments(ada: Client, bob: Client) -> None:
    for visibility in ("listed", "private", "private"):
        body = {"name": "Cup", "ruleset": "cathedral", "entrants": ["me"], "visibility": visibility}
        assert ada.post("/v1/tournaments", body).status_code == 201
    first = bob.get(f"/v1/tournaments?player={ada.id}&limit=1").json()
    assert [one["name"] for one in first["items"]] == ["Cup"]
    assert len(ada.get("/v1/tournaments?player=me").json()["items"]) == 3


def test_whoever_does_not_come_loses_on_time_and_is_then_not_waited_for(people: list[Client]) -> None:
    organiser, guest, *_ = people
    clock = {"kind": "per_decision", "seconds": 4}  # in which an AI moves on a busy machine, too
    made = tournament(organiser, ["me", {"ai": "random", "name": "Bot"}], start="manual", opponents=None, clock=clock, no_shows=1)
    here = made["links"]["self"]
    assert made["clock"] == {**clock, "on_expiry": "forfeit"}
    guest.post(f"{here}/entries", {})
    organiser.post(f"{here}/start", {})
    over = finished(organiser, made)
    left = {one["id"]: one["left"] for one in over["entrants"]}
    assert left == {organiser.id: "no_show", "ai-2": None, guest.id: "no_show"}
    assert over["standings"][0]["player"]["name"] == "Bot"
    assert over["standings"] == recomputed(organiser, over)


def test_games_of_a_contest_take_no_draw_offers_and_are_not_aborted(ada: Client, bob: Client) -> None:
    made = tournament(ada, ["me"], start="manual", start_count=2)
    bob.post(f"{made['links']['self']}/entries", {})
    (meeting,) = meetings(ada, made)
    game = f"/v1/games/{meeting['games'][0]['game']}"
    for kind in ("draw", "takeback", "pause"):
        refused = ada.post(f"{game}/offers", {"kind": kind})
        assert (refused.status_code, "are played out" in refused.json()["detail"]) == (409, True), kind
    assert ada.post(f"{game}/abort", {}).status_code == 409


def test_rated_tournaments_rate_their_games(ada: Client) -> None:
    made = tournament(ada, [{"ai": "random", "name": "R"}, {"ai": "easy", "name": "E"}], rated=True)
    over = finished(ada, made)
    game = ada.look(meetings(ada, over)[0]["games"][0]["game"])
    assert game["rated"]

    def rated(ai: str) -> int:
        items = ada.get("/v1/leaderboards/cathedral").json()["items"]
        return int(next((item["games"] for item in items if item["ai"] == ai), 0))

    until(lambda: min(rated("random"), rated("easy")) >= 2)  # a game is rated after the tournament has noted its end
