"""`turn` names the decision that a move answers, so that a late or repeated request does nothing it should not."""

import pytest

from tests.service.client import Client


@pytest.fixture
def game(ada: Client, bob: Client) -> str:
    """Ada has placed the Cathedral; Bob is to move."""
    made = str(ada.game("cathedral", ["me", "open"])["id"])
    bob.post(f"/v1/games/{made}/seats", {})
    ada.play(made, 1, "cathedral@e5n")
    return made


def test_a_move_sent_again_gives_its_entry_again_and_is_not_played_twice(ada: Client, bob: Client, game: str) -> None:
    first = bob.play(game, 2, "castle@b2n")
    ada.play(game, 3, "tavern@h9n")
    again = bob.play(game, 2, "castle@b2n")
    assert again.status_code == 201
    assert again.json()["entries"] == first.json()["entries"]
    assert again.json()["game"]["turn"] == 4
    assert ada.look(game)["entries"] == 3


def test_another_move_to_a_turn_that_has_passed_is_refused_with_the_pending_turn(ada: Client, game: str) -> None:
    refused = ada.play(game, 1, "cathedral@f6n")
    assert (refused.status_code, refused.json()["type"], refused.json()["turn"]) == (409, "/docs/problems#stale-turn", 2)


def test_somebody_elses_move_is_not_mine_to_repeat(bob: Client, game: str) -> None:
    assert bob.play(game, 1, "cathedral@e5n").json()["type"] == "/docs/problems#stale-turn"


def test_a_turn_that_has_not_come_is_refused(bob: Client, game: str) -> None:
    refused = bob.play(game, 3, "castle@b2n").json()
    assert refused["detail"] == "Turn 3 has not come; turn 2 is pending."


def test_a_dry_run_checks_like_a_move_and_plays_nothing(ada: Client, bob: Client, game: str) -> None:
    path = f"/v1/games/{game}/moves?dry_run=true"
    could = bob.post(path, {"turn": 2, "move": "castle@b2n"})
    assert (could.status_code, could.json()["entries"], could.json()["game"]["turn"]) == (200, [], 2)
    assert bob.post(path, {"turn": 2, "move": "castle@e5n"}).json()["type"] == "/docs/problems#illegal-move"
    assert bob.post(path, {"turn": 1, "move": "castle@b2n"}).json()["type"] == "/docs/problems#stale-turn"
    assert ada.post(path, {"turn": 2, "move": "castle@b2n"}).json()["type"] == "/docs/problems#not-your-turn"
    assert bob.look(game)["revision"] == 3


def test_a_cursor_of_legal_moves_ends_with_its_turn(ada: Client, bob: Client, game: str) -> None:
    following = bob.get(f"/v1/games/{game}/legal-moves?limit=1").json()["next"]
    bob.play(game, 2, "castle@b2n")
    ada.play(game, 3, "tavern@h9n")
    late = bob.get(f"/v1/games/{game}/legal-moves?limit=1&cursor={following}")
    assert (late.status_code, late.json()["type"]) == (409, "/docs/problems#stale-turn")
