"""A refusal says in its own words what was wrong, where, and what would be right."""

from typing import Any

import pytest
import requests

from tests.service.client import Client


def told(problem: dict[str, Any]) -> list[dict[str, str]]:
    """Where something does not fit and what is said of it, each with a code of its own."""
    assert all(each["code"].startswith("invalid.") for each in problem["errors"])
    return [{name: value for name, value in each.items() if name not in ("code", "params")} for each in problem["errors"]]


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ({"seats": ["me", "me"]}, "/ruleset", "It is missing."),
        ({"ruleset": "cathedral", "seats": "me"}, "/seats", "It must be a list."),
        ({"ruleset": 7, "seats": ["me", "me"]}, "/ruleset", "It must be a text."),
        ({"ruleset": "cathedral", "seats": ["me", "me"], "hints": 1}, "/hints", "It must be true or false."),
        (
            {"ruleset": "cathedral", "seats": ["me", "me"], "rules": 1},
            "/rules",
            "There is no such member; there are ruleset, options, seats, visibility, hints, rated, clock, commitment, client_seed.",
        ),
        (
            {"ruleset": "cathedral", "seats": ["me", {"ai": "stockfish"}]},
            "/seats/1/ai",
            "No AI 'stockfish' plays cathedral now; there are random, easy, medium, hard, expert.",
        ),
        ({"ruleset": "cathedral", "seats": ["me", {"player": "nobody"}]}, "/seats/1/player", "There is no player 'nobody'."),
    ],
)
def test_every_error_is_listed_in_our_own_words(ada: Client, body: dict[str, Any], pointer: str, detail: str) -> None:
    refused = ada.post("/v1/games", body)
    assert refused.status_code == 422
    assert told(refused.json()) == [{"pointer": pointer, "detail": detail}]
    assert refused.json()["pointer"] == pointer


def test_an_option_that_is_not_possible_names_those_that_are(ada: Client) -> None:
    refused = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"], "options": {"cathedral": "last"}})
    assert refused.json()["detail"].endswith('with 2 seats; possible are "first", "after_dark".')


def test_a_name_that_does_not_fit_is_told_once(anybody: Client) -> None:
    assert len(anybody.post("/v1/players", {"name": ""}).json()["errors"]) == 1


def test_a_parameter_that_is_not_there_names_those_that_are(ada: Client) -> None:
    refused = ada.get("/v1/me/turns?wiat=5").json()
    assert told(refused) == [{"parameter": "wiat", "detail": "There is no such parameter; there are wait, limit, cursor."}]


def test_what_takes_no_parameters_says_so(ada: Client) -> None:
    for refused in (ada.get("/v1/rulesets?page=2"), ada.get("/v1/me?page=2"), ada.post("/v1/players?page=2", {"name": "Ada"})):
        assert refused.status_code == 422
        assert told(refused.json()) == [{"parameter": "page", "detail": "There is no such parameter; there are none."}]


def test_an_answer_without_content_names_no_kind_of_it(ada: Client) -> None:
    made = ada.post("/v1/webhooks", {"url": "https://8.8.8.8/"}).json()
    gone = ada.request("DELETE", made["links"]["self"])
    assert (gone.status_code, "Content-Type" in gone.headers) == (204, False)


def test_a_key_that_is_none_is_named(ada: Client) -> None:
    refused = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"]}, Idempotency_Key="x" * 256).json()
    assert told(refused) == [{"header": "Idempotency-Key", "detail": "1 to 255 printable characters are expected."}]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ('{"name": "Ada",\n "x" 1}', "Expecting ':' delimiter in line 2, column 6."),
        (" ", "The body is not valid JSON: it is empty."),
    ],
)
def test_what_is_no_json_is_told_where_it_breaks(anybody: Client, sent: str, said: str) -> None:
    headers = {"Content-Type": "application/json"}
    assert requests.post(f"{anybody.url}/v1/players", sent, headers=headers, timeout=10).json()["detail"].endswith(said)


def test_an_address_with_a_slash_too_many_is_told_so(ada: Client) -> None:
    refused = requests.get(f"{ada.url}/v1/games/", timeout=10)
    assert refused.status_code == 404
    assert refused.json()["detail"].endswith("perhaps at /v1/games, without the slash at the end.")


def test_a_wrong_join_code_is_told_from_a_missing_one(ada: Client, bob: Client) -> None:
    seats = f"/v1/games/{ada.game('cathedral', ['me', 'open'], visibility='unlisted')['id']}/seats"
    assert bob.post(seats, {}).json()["detail"] == "This game needs its join code."
    refused = bob.post(seats, {"code": "wrong"}).json()
    assert refused["detail"] == "That is not the game's join code."
    assert refused["links"] == {"game": seats.removesuffix("/seats")}


def test_a_body_that_need_say_nothing_may_be_left_out(ada: Client) -> None:
    game = ada.game("cathedral", ["me", {"ai": "easy"}])["id"]
    assert ada.post(f"/v1/games/{game}/hints", None).status_code == 202
    assert ada.post(f"/v1/games/{game}/resignation", None).status_code == 201
    missing = ada.post("/v1/games", None)
    assert (missing.status_code, [each["pointer"] for each in missing.json()["errors"]]) == (422, ["/ruleset", "/seats"])


@pytest.mark.parametrize("body", ["[" * 20_000, '{"seat": 1', "x" * 70_000])
def test_a_body_that_nobody_reads_spoils_no_refusal(ada: Client, body: str) -> None:
    path = f"/v1/games/{ada.game('cathedral', ['me', 'me'])['id']}/analysis"
    headers = {"Authorization": f"Bearer {ada.token}", "Content-Type": "application/json"}
    refused = requests.post(f"{ada.url}{path}", body, headers=headers, timeout=10)
    assert (refused.status_code, refused.json()["type"]) == (409, "/docs/problems#game-running")


def test_a_players_games_can_be_asked_for_by_status(ada: Client) -> None:
    games = [ada.game("cathedral", ["me", "me"])["id"], ada.game("cathedral", ["me", "open"])["id"]]
    found = {query: [game["id"] for game in ada.get(f"/v1/games?player=me{query}").json()["items"]] for query in STATUSES}
    assert found == {"": games[::-1], "&status=open": games[1:], "&status=running": games[:1], "&status=finished": []}


STATUSES = ("", "&status=open", "&status=running", "&status=finished")


def test_filters_do_not_mind_capitals(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    ada.play(game, 1, "cathedral@e5n")
    small, large = (
        ada.get(f"/v1/games/{game}/legal-moves?limit=1&{query}").json() for query in ("piece=castle&cell=b2", "piece=Castle&cell=B2")
    )
    assert small == large
    assert small["count"] > 0
