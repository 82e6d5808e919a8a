"""Series over HTTP: the next game at once and once, sides alternating, points added up."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tests.service.client import Client
from tests.service.processes import until


def series(client: Client, seats: list[Any], **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/series", {"ruleset": "cathedral", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def look(client: Client, made: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(made["links"]["self"]).json()
    return found


def resign(client: Client, game: str) -> None:
    assert client.post(f"/v1/games/{game}/resignation", {}).status_code == 201


def test_ais_play_a_series_to_its_end_and_every_game_counts_its_squares(ada: Client) -> None:
    made = series(ada, [{"ai": "random"}, {"ai": "random"}], games=4)
    assert [game["status"] for game in made["games"]] == ["running", "planned", "planned", "planned"]
    ada.wait_until(made["links"]["self"], lambda seen: seen["status"] == "finished")
    over = look(ada, made)
    assert [game["seats"] for game in over["games"]] == [["ai-1", "ai-2"], ["ai-2", "ai-1"]] * 2
    totals = {"ai-1": 0, "ai-2": 0}
    for played in over["games"]:
        snapshot = ada.look(played["game"])
        assert snapshot["outcome"]["scores"] == played["points"]
        assert snapshot["contest"] == {
            "kind": "series", "id": made["id"], "round": 1, "pair": 1, "leg": played["number"], "link": f"/v1/series/{made['id']}"
        }  # fmt: skip
        for seat, entrant in enumerate(played["seats"]):
            totals[entrant] += played["points"][seat]
    assert {line["player"]["id"]: line["points"] for line in over["standings"]} == totals
    assert over["standings"][0]["points"] == min(totals.values())


def test_who_resigns_has_47_squares_and_the_next_game_is_there(ada: Client, bob: Client) -> None:
    made = series(ada, ["me", {"player": bob.id}], games=2)
    assert (made["status"], made["games"]) == ("registering", [])
    entered = bob.post(f"{made['links']['self']}/entries", {})
    assert entered.status_code == 201
    first = entered.json()["games"][0]["game"]
    assert ada.look(first)["you"]["owe"] == [0]
    resign(bob, first)
    now = look(ada, made)
    assert ada.look(first)["outcome"]["scores"] == [47, 47], "nothing was placed: ada has 47 squares left as well, and the win"
    assert ada.look(first)["outcome"]["winners"] == [0]
    assert now["games"][0]["points"] == [0, 47], "no average is known yet"
    assert bob.look(now["games"][1]["game"])["you"]["owe"] == [0], "sides have changed"
    resign(ada, now["games"][1]["game"])
    over = look(ada, made)
    assert over["status"] == "finished"
    assert [(line["place"], line["points"]) for line in over["standings"]] == [(1, 47), (1, 47)]


def test_a_series_is_followed_by_one_address(ada: Client, bob: Client) -> None:
    made = series(ada, ["me", "open"], games=2)
    here = made["links"]["self"]
    seen = ada.get(here)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ada.get, f"{here}?wait=20", If_None_Match=seen.headers["ETag"])
        assert bob.post(f"{here}/entries", {}).status_code == 201
        answer = waiting.result(20)
    assert answer.status_code == 200
    assert answer.json()["revision"] > seen.json()["revision"]
    newest = ada.get(here)
    assert ada.get(here, If_None_Match=newest.headers["ETag"]).status_code == 304
    events = ada.session.get(ada.url + f"{here}/events", stream=True, timeout=20)
    lines = events.iter_lines()
    assert next(line for line in lines if line.startswith(b"event")) == b"event: series"
    events.close()


def test_two_who_end_a_game_at_once_make_one_next_game(ada: Client, bob: Client) -> None:
    made = series(ada, ["me", "open"], games=20)
    bob.post(f"{made['links']['self']}/entries", {})
    for _ in range(5):
        running = [game["game"] for game in look(ada, made)["games"] if game["status"] == "running"]
        assert len(running) == 1
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(partial(Client.post, path=f"/v1/games/{running[0]}/resignation", body={}), (ada, bob)))
    found = ada.get(f"/v1/games?player={bob.id}&limit=100").json()["items"]
    assert len([game for game in found if game["status"] == "running"]) == 1
    assert len(found) == 6


def test_withdrawing_ends_it_and_nobody_waits(ada: Client, bob: Client) -> None:
    made = series(ada, ["me", {"player": bob.id}], games=4)
    here = made["links"]["self"]
    bob.post(f"{here}/entries", {})
    over = bob.post(f"{here}/withdrawal", {}).json()
    assert over["status"] == "finished"
    assert [game["status"] for game in over["games"]] == ["finished", "planned", "planned", "planned"]
    assert [(line["place"], line["player"]["name"]) for line in over["standings"]] == [(1, "Ada"), (2, "Bob")]
    assert ada.post(f"{here}/withdrawal", {}).status_code == 409


def test_a_place_that_is_kept_is_nobody_elses(ada: Client, bob: Client, server: Any) -> None:
    made = series(ada, ["me", {"player": bob.id}], visibility="private")
    here = made["links"]["self"]
    with Client(server.url) as eve:
        eve.named("Eve")
        assert eve.get(here).status_code == 404
        assert eve.post(f"{here}/entries", {}).status_code == 404
        listed = series(ada, ["me", {"player": bob.id}])["links"]["self"]
        assert eve.post(f"{listed}/entries", {}).status_code == 403
    assert bob.post(f"{here}/entries", {}).status_code == 201
    assert bob.post(f"{here}/entries", {}).status_code == 201, "once more is no harm"


def test_a_repeated_request_makes_one_series(ada: Client) -> None:
    body = {"ruleset": "cathedral", "seats": ["me", "open"]}
    first, second = (ada.post("/v1/series", body, Idempotency_Key="series-1") for _ in range(2))
    assert first.json()["id"] == second.json()["id"]


def test_what_cannot_be_is_refused(ada: Client) -> None:
    for body in (
        {"seats": ["me", "me"]},
        {"seats": ["me"]},
        {"seats": ["me", {"ai": "nobody"}]},
        {"seats": ["me", {"player": "nobody"}]},
        {"seats": ["me", "open"], "games": 0},
        {"seats": ["me", "open"], "games": 101},
        {"seats": ["me", "open", "open"]},
        {"seats": ["me", "open"], "points": "rank"},
        {"seats": ["me", "open"], "options": {"cathedral": "never"}},
        {"seats": ["me", "open"], "tie": "coin"},
    ):
        assert ada.post("/v1/series", {"ruleset": "cathedral"} | body).status_code == 422, body


def test_a_player_has_so_many_contests_and_no_more_until_one_is_called_off(ada: Client, bob: Client) -> None:
    made = [series(ada, ["me", "open"]) for _ in range(20)]
    assert ada.post("/v1/series", {"ruleset": "cathedral", "seats": ["me", "open"]}).status_code == 409
    here = made[0]["links"]["self"]
    assert bob.post(f"{here}/cancellation", {}).status_code == 403
    called_off = ada.post(f"{here}/cancellation", {"why": "Another day."}).json()
    assert (called_off["status"], called_off["why"]) == ("cancelled", "Another day.")
    assert bob.post(f"{here}/entries", {}).status_code == 409
    assert ada.post(f"{here}/cancellation", {}).status_code == 409
    series(ada, ["me", "open"])


def test_whoever_is_invited_may_decline_and_the_place_is_open_then(ada: Client, bob: Client, server: Any) -> None:
    here = series(ada, ["me", {"player": bob.id}])["links"]["self"]
    with Client(server.url) as eve:
        eve.named("Eve")
        assert eve.post(f"{here}/withdrawal", {}).status_code == 404, "nobody has invited her"
        assert eve.post(f"{here}/entries", {}).status_code == 403
        assert bob.post(f"{here}/withdrawal", {}).json()["status"] == "registering"
        assert bob.post(f"{here}/withdrawal", {}).status_code == 404, "there is nothing left to decline"
        assert eve.post(f"{here}/entries", {}).json()["status"] == "running"


def test_invitations_are_found_and_changed(ada: Client, bob: Client, server: Any) -> None:
    made = series(ada, ["me", {"player": bob.id}], visibility="private")
    here = made["links"]["self"]
    assert (made["invited"], made["seats"]) == ([bob.id], 2)

    def mine(client: Client) -> bool:
        return made["id"] in {item["id"] for item in client.get("/v1/series?player=me").json()["items"]}

    with Client(server.url) as eve:
        eve.named("Eve")
        assert mine(bob)
        assert ada.post(f"{here}/entries", {"player": eve.id}).json()["type"] == "/docs/problems#contest-full", "Bob's place is kept"
        assert bob.post(f"{here}/entries", {"player": eve.id}).status_code == 403
        bob.post(f"{here}/withdrawal", {})
        assert not mine(bob)
        assert bob.get(here).status_code == 404
        assert ada.post(f"{here}/entries", {"player": "nobody"}).status_code == 422
        assert ada.post(f"{here}/entries", {"player": eve.id}).json()["invited"] == [eve.id]
        assert mine(eve)
        begun = eve.post(f"{here}/entries", {}).json()
        assert (begun["status"], begun["invited"]) == ("running", [])
        assert mine(eve)


def test_an_invitation_to_what_is_over_is_none(ada: Client, bob: Client) -> None:
    made = series(ada, ["me", {"player": bob.id}])
    ada.post(f"{made['links']['self']}/cancellation", {})
    assert made["id"] not in {item["id"] for item in bob.get("/v1/series?player=me").json()["items"]}


def test_who_plays_in_a_series_of_its_own_making_withdraws_once_it_has_begun(ada: Client, bob: Client) -> None:
    mine = series(ada, ["me", "open"], games=2)["links"]["self"]
    bob.post(f"{mine}/entries", {})
    assert ada.post(f"{mine}/cancellation", {}).status_code == 409
    others = series(ada, ["open", {"ai": "random"}], games=2)["links"]["self"]
    bob.post(f"{others}/entries", {})
    assert ada.post(f"{others}/cancellation", {}).json()["status"] == "cancelled"


def test_a_table_of_three_goes_on_with_an_ai_for_whoever_left(ada: Client, bob: Client) -> None:
    seats = ["me", {"player": bob.id}, {"ai": "random"}]
    made = ada.post("/v1/series", {"ruleset": "forbidden_city", "seats": seats, "games": 3, "points": "rank"}).json()
    here = made["links"]["self"]
    bob.post(f"{here}/entries", {})
    now = bob.post(f"{here}/withdrawal", {}).json()
    assert now["status"] == "running"
    game = now["games"][0]["game"]
    until(lambda: ada.look(game)["seats"][1]["resigned"])
    assert ada.look(game)["seats"][1]["kind"] == "ai"
