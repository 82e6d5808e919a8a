"""Hints for one's own decision, and the analysis of a finished game."""

import random
import time
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from service.ai import notes
from service.ai.advice import Hint, save_hint
from service.games import visibility
from service.store import identifiers
from tests.service.client import Client, Server
from tests.service.processes import until
from tests.service.staging import stage, store_of, twins


def advised(client: Client, game: str, path: str) -> dict[str, Any]:
    """The hint or analysis once it is done."""
    seen: list[dict[str, Any]] = []

    def done() -> bool:
        seen.append(client.get(path).json())
        return bool(seen[-1]["status"] != "pending" and seen[-1]["status"] != "running")

    until(done)
    return seen[-1]


def test_a_hint_names_legal_moves_with_their_estimates(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    ada.play(game["id"], 1, "cathedral@e5n")
    asked = ada.post(f"/v1/games/{game['id']}/hints", {})
    assert asked.status_code == 202
    hint = advised(ada, game["id"], asked.headers["Location"])
    assert hint["status"] == "done"
    assert [move["estimate"] for move in hint["moves"]] == sorted((move["estimate"] for move in hint["moves"]), reverse=True)
    best = hint["moves"][0]["move"]
    assert all(0 <= move["points"] <= 47 for move in hint["moves"])
    assert any(move["reply"] and move["reply"]["guess"] for move in hint["moves"])
    assert ada.post(f"/v1/games/{game['id']}/moves?dry_run=true", {"turn": 2, "move": best}).status_code == 200


def test_hints_are_for_ones_own_decision_only(ada: Client, bob: Client) -> None:
    game = ada.game("cathedral", ["me", "open"])
    bob.post(f"/v1/games/{game['id']}/seats", {})
    assert bob.post(f"/v1/games/{game['id']}/hints", {}).json()["type"] == "/docs/problems#not-your-turn"
    asked = ada.post(f"/v1/games/{game['id']}/hints", {})
    assert bob.get(asked.headers["Location"]).status_code == 403


def test_a_game_may_be_played_without_hints(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"], hints=False)
    assert ada.post(f"/v1/games/{game['id']}/hints", {}).status_code == 403


def test_a_hint_whose_turn_has_passed_is_cancelled(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    asked = ada.post(f"/v1/games/{game['id']}/hints", {})
    ada.play(game["id"], 1, "cathedral@e5n")
    assert advised(ada, game["id"], asked.headers["Location"])["status"] in ("cancelled", "done")


def test_a_hint_whose_worker_was_lost_is_thought_about_again(server: Server, ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    lost = Hint(1, 0, until=time.time() - 1)
    save_hint(store_of(server).client, game["id"], lost)
    assert advised(ada, game["id"], f"/v1/games/{game['id']}/hints/1/0")["status"] == "done"


def test_a_finished_game_is_analysed_move_by_move(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    snapshot = game
    for _ in range(60):
        if snapshot["status"] == "finished":
            break
        snapshot = ada.play(game["id"], snapshot["turn"], ada.first_legal(game["id"])).json()["game"]
    where = f"/v1/games/{game['id']}/analysis"
    assert ada.get(where).status_code == 404
    assert ada.post(where, None).status_code == 202
    analysis = advised(ada, game["id"], where)
    assert analysis["done"] == analysis["total"] == snapshot["entries"]
    assert [note["number"] for note in analysis["notes"]] == list(range(1, snapshot["entries"] + 1))
    assert all(0 <= note["estimate_after"] <= note["estimate_before"] <= 1 for note in analysis["notes"])
    worse = next(note for note in analysis["notes"] if note["better"])
    slips = [note for note in analysis["notes"] if note["grade"] != "good"]
    assert slips  # whoever plays the first legal move makes some
    assert all(note["better"] and note["lessons"] for note in slips)
    assert all(0 <= note["points_after"] <= 47 for note in analysis["notes"])
    decisions = [sum(note["seat"] == seat for note in analysis["notes"]) for seat in (0, 1)]
    assert [each["decisions"] for each in analysis["accuracy"]] == decisions
    assert all(0 < each["accuracy"] < 100 for each in analysis["accuracy"])
    assert sum(sum(each["slips"].values()) for each in analysis["accuracy"]) == len(slips)
    ElementTree.fromstring(ada.get(f"{where}/chart.svg").text)
    ElementTree.fromstring(ada.get(f"{where}/board.svg?number={worse['number']}").text)


def test_estimates_of_a_game_of_secrets_and_dice_are_shares_of_the_win(ada: Client) -> None:
    game = ada.game("verbotene_stadt", ["me", "me"])
    asked = ada.post(f"/v1/games/{game['id']}/hints", {"seat": 0})
    estimates = [move["estimate"] for move in advised(ada, game["id"], asked.headers["Location"])["moves"]]
    assert estimates
    assert all(0 <= estimate <= 1 for estimate in estimates)


@pytest.mark.parametrize("name", ["forbidden_city", "verbotene_stadt"])
def test_what_a_hint_is_thought_up_from_is_what_its_seat_may_know(server: Server, ada: Client, name: str) -> None:
    """Two games that differ only in what the seat may not know: the same view, moves, guesses and points, so the same thoughts."""
    store, rng, compared = store_of(server), random.Random(8), 0
    while compared < 3:
        steps = twins(name, 3, {}, 0, rng, length=rng.randint(30, 90))
        pairs = [(one, other) for one, other in steps if one.moves != other.moves and 0 in one.position.actors]
        for pair in pairs[-1:]:
            heard = []
            for world in pair:
                game = stage(store, identifiers.fresh_id(), name, {}, world, [ada.id, "b" * 12, "c" * 12])
                guesses, moves = notes.guesses(game, 0), visibility.legal_moves(game, 0)
                points = [notes.points_after(name, guesses, 0, move) for move in moves[:20]]
                heard.append((str(visibility.ai_view(game, 0).position), [str(move) for move in moves], [*map(str, guesses)], points))
            assert heard[0] == heard[1]
            compared += 1


def test_a_game_that_goes_on_is_not_analysed(ada: Client) -> None:
    game = ada.game("cathedral", ["me", "me"])
    assert ada.post(f"/v1/games/{game['id']}/analysis", None).json()["type"] == "/docs/problems#game-running"
