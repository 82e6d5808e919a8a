"""Whatever players are told can be said in another language: every answer carries codes that the catalogue lists, and their params."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.rulesets import NAMES
from service.problems import PROBLEMS
from tests.service.client import Client


@pytest.fixture(name="catalogue")
def _catalogue(anybody: Client) -> dict[str, Any]:
    found: dict[str, Any] = anybody.get("/v1/sentences").json()
    return found


def said(catalogue: dict[str, Any], code: str, params: dict[str, Any]) -> str:
    """The English of a code, made the way the document tells clients to make it."""
    (found,) = [each for each in catalogue["items"] if each["code"] == code]
    assert sorted(found["params"]) == sorted(params)

    def word(match: re.Match[str]) -> str:
        value = params[match[1]]
        words = catalogue["words"].get(code.split(".")[0], {}).get(match[1].split("_")[-1], {})
        return ", ".join(words.get(str(each), str(each)) for each in (value if isinstance(value, list) else [value]))

    text = re.sub(r"\{(\w+)\}", word, found["template"])
    return text[0].upper() + text[1:]


def spoken(value: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every English sentence in an answer that has a code beside it."""
    if isinstance(value, list):
        for item in value:
            yield from spoken(item)
    elif isinstance(value, dict):
        for name in ("detail", "prompt", "sentence"):
            if name in value and "code" in value:
                yield value[name], value["code"], value["params"]
        if "rule_code" in value:
            yield value["rule"], value["rule_code"], {}
        for item in value.values():
            yield from spoken(item)


def test_every_code_is_listed_once(catalogue: dict[str, Any]) -> None:
    codes = [each["code"] for each in catalogue["items"]]
    assert len(set(codes)) == len(codes) > 80
    assert {kind.slug for kind in PROBLEMS} <= set(codes)
    assert all(re.fullmatch("[a-z-]+([.][a-z0-9_]+)?|[a-z_]+[.][a-z]+[.][a-z0-9_-]+", code) for code in codes)
    rules = {each["rule_code"] for each in catalogue["items"]} - {None}
    assert rules <= set(codes)


def test_the_catalogue_is_sent_once(anybody: Client) -> None:
    first = anybody.get("/v1/sentences")
    assert anybody.get("/v1/sentences", If_None_Match=first.headers["ETag"]).status_code == 304


@pytest.mark.parametrize("name", NAMES)
def test_a_game_says_nothing_that_cannot_be_translated(ada: Client, name: str, catalogue: dict[str, Any]) -> None:
    game = ada.game(name, ["me", "me"])
    rng, heard = random.Random(3), []
    moves = ["cathedral@e5n", "nonsense", "lay green3@9,9n", "believe", "bribe black-black", "slide red-red h8", "take seat 1 red-hat"]
    for _ in range(12):
        game = ada.get(f"/v1/games/{game['id']}").json()
        seat = game["actors"][0]
        tried = {"turn": game["turn"], "move": rng.choice(moves), "seat": seat}
        wrong = ada.post(f"/v1/games/{game['id']}/moves?dry_run=true", tried)
        heard += [*spoken(game), *spoken(wrong.json())]
        legal = ada.get(f"/v1/games/{game['id']}/legal-moves?seat={seat}&limit=500").json()["items"]
        moves.append(rng.choice(legal)["move"])
        assert ada.play(game["id"], game["turn"], moves[-1], seat=seat).status_code == 201
    heard += spoken(ada.post(f"/v1/games/{game['id']}/resignation", {"seat": 0}).json())
    kinds = {code.split(".")[1] for _, code, _ in heard if "." in code}
    assert {"prompt", "refusal", "rule", "notation", "reason"} <= kinds
    for text, code, params in heard:
        if "." in code:
            assert said(catalogue, code, params) == text


def test_a_problem_of_the_server_can_be_translated(anybody: Client, ada: Client, catalogue: dict[str, Any]) -> None:
    for refused in (anybody.get("/v1/me"), ada.get("/v1/games/nothing"), ada.get("/v1/nothing/"), ada.get("/v1/games?limit=0")):
        problem = refused.json()
        assert problem["code"].startswith(problem["type"].partition("#")[2] + ".")
        assert problem["detail"].endswith(said(catalogue, problem["code"], problem["params"]))


def test_everything_that_does_not_fit_can_be_translated(ada: Client, catalogue: dict[str, Any]) -> None:
    wrong = {"ruleset": "chess", "seats": ["you"], "hints": "yes", "clock": {"kind": "days", "days": 900}, "commitment": "A", "more": 1}
    problem = ada.post("/v1/games", wrong).json()
    assert {each["code"] for each in problem["errors"]} == {
        "invalid.choice", "invalid.seat_form", "invalid.truth", "invalid.range", "invalid.commitment_form", "invalid.member",
    }  # fmt: skip
    for each in problem["errors"]:
        assert said(catalogue, each["code"], each["params"]) == each["detail"]
    first = problem["errors"][0]
    assert (problem["code"], problem["params"]) == (first["code"], first["params"])
    assert problem["detail"] == f"{first['pointer']}: {first['detail']}"


def test_a_wrong_option_can_be_translated(ada: Client, catalogue: dict[str, Any]) -> None:
    for options in ({"walls": 1}, {"cathedral": "last"}):
        refused = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me", "me"], "options": options}).json()
        assert said(catalogue, refused["code"], refused["params"]) == refused["detail"]
    refused = ada.post("/v1/games", {"ruleset": "cathedral", "seats": ["me"]}).json()
    assert said(catalogue, refused["code"], refused["params"]) == refused["detail"]
