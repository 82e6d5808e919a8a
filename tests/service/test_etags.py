"""Conditional answers: the tag is made from revision and viewer, and whoever has the newest answer gets 304."""

import pytest

from tests.service.client import Client


@pytest.fixture
def game(ada: Client, bob: Client) -> str:
    made = ada.game("cathedral", ["me", "open"])["id"]
    bob.post(f"/v1/games/{made}/seats", {})
    return str(made)


def tag(client: Client, path: str) -> str:
    return str(client.get(path).headers["ETag"])


def strong(client: Client, path: str) -> str:
    return tag(client, path).removeprefix("W/")


def test_every_viewer_has_a_tag_of_its_own(ada: Client, bob: Client, anybody: Client, game: str) -> None:
    path = f"/v1/games/{game}"
    assert len({tag(client, path) for client in (ada, bob, anybody)}) == 3


def test_who_has_the_newest_snapshot_gets_304_and_no_body(ada: Client, game: str) -> None:
    seen = ada.get(f"/v1/games/{game}")
    again = ada.get(f"/v1/games/{game}", If_None_Match=seen.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == seen.headers["ETag"]
    assert again.headers["Cache-Control"] == seen.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in again.headers["Vary"]


@pytest.mark.parametrize("form", ["{0}", "W/{0}", '"other", {0}', '"other",W/{0}', "*"])
def test_weak_tags_and_lists_of_tags_match(ada: Client, game: str, form: str) -> None:
    path = f"/v1/games/{game}"
    assert ada.get(path, If_None_Match=form.format(strong(ada, path))).status_code == 304


def test_another_viewers_tag_does_not_match(ada: Client, bob: Client, game: str) -> None:
    assert bob.get(f"/v1/games/{game}", If_None_Match=tag(ada, f"/v1/games/{game}")).status_code == 200


def test_a_move_changes_everybodys_tag(ada: Client, bob: Client, anybody: Client, game: str) -> None:
    path = f"/v1/games/{game}"
    before = [tag(client, path) for client in (ada, bob, anybody)]
    ada.play(game, 1, "cathedral@e5n")
    for client, old in zip((ada, bob, anybody), before, strict=True):
        assert client.get(path, If_None_Match=old).json()["turn"] == 2


def test_the_seat_that_is_asked_for_is_in_the_tag(ada: Client) -> None:
    path = f"/v1/games/{ada.game('cathedral', ['me', 'me'])['id']}"
    assert tag(ada, path) == tag(ada, f"{path}?seat=0") != tag(ada, f"{path}?seat=1")
    assert ada.get(f"{path}?seat=1", If_None_Match=tag(ada, f"{path}?seat=0")).json()["you"]["viewing"] == 1


def test_an_export_that_has_not_changed_is_304(ada: Client) -> None:
    like_nobody_else = {"ruleset": "cathedral", "rated": False, "clock": {"kind": "days", "days": 11}}
    seek = ada.post("/v1/seeks", like_nobody_else).json()["id"]
    first = ada.get("/v1/me/export")
    assert first.json()["seeks"] == [seek]
    assert ada.get("/v1/me/export", If_None_Match=first.headers["ETag"]).status_code == 304
    ada.game("cathedral", ["me", "open"])
    assert ada.get("/v1/me/export", If_None_Match=first.headers["ETag"]).status_code == 200


def test_a_refusal_is_not_to_be_kept(ada: Client, anybody: Client) -> None:
    for refused in (anybody.get("/v1/me"), ada.get("/v1/games/nothing"), ada.post("/v1/games", {})):
        assert refused.headers["Cache-Control"] == "no-store"


def test_drawings_and_players_have_tags_too(ada: Client, game: str) -> None:
    for path in (f"/v1/games/{game}/board.svg", f"/v1/games/{game}/board.txt", "/v1/me"):
        assert ada.get(path, If_None_Match=tag(ada, path)).status_code == 304
    assert tag(ada, f"/v1/games/{game}/board.svg") != tag(ada, f"/v1/games/{game}/board.txt")
