"""A game that is given up, lost on time or called off looks finished everywhere, and reveals what it hid."""

from typing import Any, NamedTuple

import pytest

from engine.rulesets import NAMES, ruleset
from tests.service.client import Client
from tests.service.processes import until

OVER = {
    "cathedral": lambda position: position["to_move"] is None,
    "forbidden_city": lambda position: (
        (position["turn"] is None and all(seat["held"] != "?" for seat in position["seats"]))
        and len(position["reveal"]) == len(position["seats"])
    ),
    "verbotene_stadt": lambda position: position["stage"] == "over" and all(seat["bribe"] != "unknown" for seat in position["seats"]),
}


SAID = {"sentence": "A seat has resigned.", "code": "game.reason.resigned", "params": {}}
SCORES = {"cathedral": [47, 47], "forbidden_city": [0, 0], "verbotene_stadt": [0, 0]}
"""What each has: whoever gave up the worst there is, the other what it has so far, which is nothing yet."""


class Way(NamedTuple):
    """A way to end a game of two early."""

    reason: str
    winners: list[int]
    line: str
    """The host's line at the end of the journal."""
    words: str
    """What a drawing says of it."""


WAYS = {
    "resigned": Way("resigned", [0], "resign", "resigned"),
    "timed out": Way("out_of_time", [0], "timeout", "out of time"),
    "aborted": Way("aborted", [], "abort", "aborted"),
}


def begun(ada: Client, bob: Client, name: str, **more: Any) -> str:
    """A game of Ada and Bob that waits for Bob, or for both; Ada has begun where it was her turn."""
    game = str(ada.game(name, ["me", "open"], **more)["id"])
    assert bob.post(f"/v1/games/{game}/seats", {}).status_code == 201
    if ada.look(game)["you"]["owe"]:
        assert ada.play(game, ada.look(game)["turn"], ada.first_legal(game)).status_code == 201
    return game


def given_up(ada: Client, bob: Client, name: str) -> str:
    """A game of two that Bob gave up."""
    game = begun(ada, bob, name)
    assert bob.post(f"/v1/games/{game}/resignation", {}).status_code == 201
    return game


def timed_out(ada: Client, bob: Client, name: str) -> str:
    """A game of two in which Bob's time is over."""
    game = begun(ada, bob, name, clock={"kind": "per_decision", "seconds": 1, "on_expiry": "forfeit"}, **FIRST.get(name, {}))
    until(lambda: bob.look(game)["status"] == "finished")
    return game


def aborted(ada: Client, bob: Client, name: str) -> str:
    """A game of two that Bob called off before he had moved."""
    game = begun(ada, bob, name)
    assert bob.post(f"/v1/games/{game}/abort", {}).status_code in (200, 201)
    return game


FIRST: dict[str, dict[str, Any]] = {"forbidden_city": {"options": {"first": 0}}}
"""Where chance says who begins, Ada does."""
ENDED = {"resigned": given_up, "timed out": timed_out, "aborted": aborted}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_is_broken_off_looks_finished_to_everybody(name: str, way: str, ada: Client, bob: Client, anybody: Client) -> None:
    game, expected = ENDED[way](ada, bob, name), WAYS[way]
    looks: list[dict[str, Any]] = [client.look(game) for client in (ada, bob, anybody)]
    for told in looks:
        assert (told["status"], told["actors"], told["decisions"]) == ("finished", [], [])
        outcome = told["outcome"]
        assert (outcome["winners"], outcome["reason"], outcome["code"]) == (
            expected.winners,
            expected.reason,
            f"game.reason.{expected.reason}",
        )
        assert way == "aborted" or outcome["scores"] == SCORES[name]
        assert OVER[name](told["position"])
        scores, winners = " ".join(map(str, outcome["scores"])), " ".join(map(str, expected.winners)) or "-"
        assert told["notation"].endswith(f"\nended {expected.reason} scores {scores} winners {winners}")
        assert ruleset(name).read(told["notation"]).actors == ()
    assert looks[0]["position"] == looks[1]["position"] == looks[2]["position"], "nothing is secret any more"
    for form in ("svg", "txt"):
        boards = [client.get(f"/v1/games/{game}/board.{form}").text for client in (ada, bob, anybody)]
        assert all(expected.words in board for board in boards), "they differ in whose seat is marked as the viewer's own"
    assert ada.get(f"/v1/games/{game}/moves").json()["items"][-1]["move"] == expected.line
    assert [each for each in ada.get("/v1/me/turns").json()["items"] if each["game"] == game] == []


def test_the_board_of_an_earlier_revision_is_that_of_a_game_which_goes_on(ada: Client, bob: Client) -> None:
    game = given_up(ada, bob, "cathedral")
    before = ada.look(game)["revision"] - 1
    assert "resigned" not in ada.get(f"/v1/games/{game}/board.txt?revision={before}").text


def test_nobody_wins_a_game_that_everybody_has_left(ada: Client, bob: Client) -> None:
    game = ada.game("verbotene_stadt", ["me", "me", "open"])["id"]
    assert bob.post(f"/v1/games/{game}/seats", {}).status_code == 201
    assert bob.post(f"/v1/games/{game}/resignation", {}).json()["status"] == "running", "an AI plays on"
    assert ada.post(f"/v1/games/{game}/resignation", {"seat": 0}).json()["status"] == "running"
    over = ada.post(f"/v1/games/{game}/resignation", {"seat": 1}).json()
    assert over["outcome"] == {"scores": [0, 0, 0], "winners": [], "reason": "resigned", **SAID}
    assert over["notation"].endswith("ended resigned scores 0 0 0 winners -")
    assert "Nobody wins: resigned." in ada.get(f"/v1/games/{game}/board.txt").text
