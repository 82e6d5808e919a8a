"""Lists by pages: no gaps and no repeats while games are added; a cursor that we did not give is refused."""

import base64
import json
from typing import Any

import pytest

from tests.service.client import Client


def pages(client: Client, path: str, limit: int) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = []
    following: str | None = ""
    while following is not None:
        page = client.get(f"{path}{'&' if '?' in path else '?'}limit={limit}{f'&cursor={following}' if following else ''}").json()
        found.append(page["items"])
        following = page["next"]
    return found


def forged(place: str) -> str:
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def test_pages_have_no_gaps_and_no_repeats_while_games_are_added(ada: Client) -> None:
    games = [ada.game("cathedral", ["me", "me"])["id"] for _ in range(7)]
    path, seen = "/v1/games?player=me&limit=3", []
    page = ada.get(path).json()
    while True:
        seen += [game["id"] for game in page["items"]]
        ada.game("cathedral", ["me", "me"])
        if page["next"] is None:
            break
        page = ada.get(f"{path}&cursor={page['next']}").json()
    assert seen == games[::-1]


def test_pages_of_legal_moves_together_are_all_of_them(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    path = f"/v1/games/{game}/legal-moves"
    moves = [item["move"] for page in pages(ada, path, 100) for item in page]
    assert len(moves) == len(set(moves)) == ada.get(path).json()["count"]
    assert ada.get(f"{path}?starts=cathedral@e5").json()["count"] == sum(move.startswith("cathedral@e5") for move in moves)


def test_pages_of_the_journal_together_are_the_journal(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    for turn, move in enumerate(("cathedral@e5n", "tavern@a1n", "tavern@j10n", "tavern@a10n", "tavern@j1n"), start=1):
        assert ada.play(game, turn, move).status_code == 201
    path = f"/v1/games/{game}/moves"
    assert [[entry["number"] for entry in page] for page in pages(ada, path, 2)] == [[1, 2], [3, 4], [5]]


@pytest.mark.parametrize("cursor", [
    "x", "!!!", "%C3%A9", forged("[]"), forged("{}"), forged("[-1]"), forged("[1e400]"), forged("[NaN]"), forged("[99999999999999999999]"),
    forged('["1"]'), forged("[true]"), forged("[1,2,3]"), forged('[NaN,"x"]'), forged('[-1.0,"x"]'), forged('[Infinity,"x"]'),
    forged("[" * 200),
])  # fmt: skip
def test_a_cursor_that_we_did_not_give_is_refused(ada: Client, cursor: str) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    for path in ("/v1/games", f"/v1/games/{game}/moves", f"/v1/games/{game}/legal-moves"):
        refused = ada.get(f"{path}?cursor={cursor}")
        assert (refused.status_code, refused.json()["errors"][0]["parameter"]) == (422, "cursor"), (path, refused.text)


def test_a_cursor_that_somebody_made_up_is_refused_though_it_names_a_place(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    assert ada.get(f"/v1/games/{game}/moves?cursor={forged(json.dumps([2**40]))}").status_code == 422
