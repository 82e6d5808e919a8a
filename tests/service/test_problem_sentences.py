"""Every problem of the server's own is a sentence with a code and params, in every language: no number and no name is lost in any."""

import ast
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import service
from service import problems, sentences
from service.problems import PROBLEMS
from service.store import tokens
from tests.service.client import Client, Server

SOURCES = [path for path in Path(service.__file__).parent.rglob("*.py") if path.name != "problems.py"]
SLUGS = {kind.__name__: kind.slug for kind in PROBLEMS}
QUOTAS = {"hints", "analyses", "draws", "imports", "imported games", "webhook tests"}
"""What is counted by `Quotas.admit`, which says the sentence of that name."""
BY_VARIABLE = {
    "too-many-requests": {kind.replace(" ", "_") for kind in QUOTAS} | {"minute", "new_games", "new_players"},
    "not-found": {"series", "tournament"},
    "invalid": {"time", "start", "url", "url_start", "url_host"},
    "unfit-field": {"small", "swiss", "opponents", "even"},
}
"""Sentences whose name is not written out where the problem is made."""


def params(template: str) -> set[str]:
    return {found[0] for found in sentences.PARAM.findall(template)}


@pytest.mark.parametrize("language", sentences.LANGUAGES[1:])
def test_every_language_has_every_code_with_the_same_params(language: str) -> None:
    english, other = sentences.language("en").templates, sentences.language(language).templates
    assert len(english) > 190
    assert other.keys() == english.keys() | set(SLUGS.values())
    assert {code: params(template) for code, template in other.items() if code in english} == {
        code: params(template) for code, template in english.items()
    }


@pytest.mark.parametrize("language", sentences.LANGUAGES)
def test_every_value_is_said_in_every_language(language: str) -> None:
    for code, template in sentences.language("en").templates.items():
        values: dict[str, Any] = {
            name: f"<{name}>" if number % 2 else 70_000 + number for number, name in enumerate(sorted(params(template)))
        }
        said = sentences.translated(code, values, language)
        assert said is not None
        assert [value for value in values.values() if str(value) not in said] == [], (code, said)
        assert not re.search(r"\{\w+[,}]", said), (code, said)


@pytest.mark.parametrize("language", sentences.LANGUAGES)
def test_every_word_is_for_a_param_of_some_sentence(language: str) -> None:
    last = {name.rpartition("_")[2] for template in sentences.language("en").templates.values() for name in params(template)}
    assert sentences.language(language).words.keys() <= last


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every problem or misfit that a module makes, with the slug of its kind."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="problems"), attr=name)) if name in SLUGS:
                yield SLUGS[name], node
            case ast.Call(func=ast.Name(id="Misfit" | "matched" as name)):
                yield "invalid", ast.Call(node.func, node.args[name == "matched" :], node.keywords)
            case ast.Call(func=ast.Name(id="said"), args=[ast.Constant(), ast.Dict()]):
                yield "invalid", node


def names(node: ast.expr) -> set[str] | None:
    """The names of sentences that are written out; None for a variable, or a sentence that somebody else has said."""
    match node:
        case ast.Constant(value=str(name)):
            return {name}
        case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
            return {one, other}
    return None


def test_what_the_code_says_is_in_the_files_with_its_params_and_nothing_else_is() -> None:
    english = sentences.language("en").templates
    said = {f"{slug}.{name}" for slug, found in BY_VARIABLE.items() for name in found}
    said |= {"other-box.box", sentences.OTHER} | {f"invalid.{name}" for name in from_schemas()}
    for path in SOURCES:
        for slug, call in calls(ast.parse(path.read_text())):
            for name in names(call.args[0]) or () if call.args else ():
                code, given = f"{slug}.{name}", call.args[1] if len(call.args) > 1 else ast.Dict([], [])
                said.add(code)
                assert code in english, (path.name, call.lineno, code)
                if isinstance(given, ast.Dict):
                    assert {ast.literal_eval(key) for key in given.keys if key} == params(english[code]), (path.name, call.lineno)
    assert said == english.keys()


def from_schemas() -> set[str]:
    from service.web import arguments

    listed = {f"{what}{way}" for what in arguments.WHAT.values() for way in ("", "s")}
    return {*arguments.OUR_WORDS.values(), *arguments.OUR_PATTERNS, *(f"no_{name}" if name.endswith("s") else name for name in listed)}


SAID = {
    "en": "A player has 20 tokens at most; revoke one first.",
    "fr": "Un joueur a au plus 20 jetons ; révoquez-en un d’abord.",
    "de": "Ein Spieler hat höchstens 20 Tokens; widerrufe erst eines.",
    "nl": "Een speler heeft hoogstens 20 tokens; trek er eerst een in.",
}


def test_a_limit_is_told_in_every_language(ada: Client) -> None:
    made = {"label": "bot", "scopes": ["read"]}
    while (refused := ada.post("/v1/me/tokens", made)).status_code == 201:
        pass
    assert refused.json()["params"] == {"most": tokens.MOST} == {"most": 20}
    for language, sentence in SAID.items():
        refused = ada.post("/v1/me/tokens", made, Accept_Language=language)
        assert refused.json()["detail"] == sentence
        assert refused.json().get("english") == (None if language == "en" else SAID["en"])
        assert (refused.json()["code"], refused.headers["Content-Language"]) == ("too-many.tokens", language)
        assert "Accept-Language" in refused.headers["Vary"]


@pytest.mark.parametrize("language", sentences.LANGUAGES)
def test_names_and_numbers_come_through(ada: Client, language: str) -> None:
    game = ada.game("cathedral", ["me", "me"])["id"]
    asked = {"Accept_Language": language}
    refusals = [
        (ada.get("/v1/games/k3f9", **asked), ["k3f9"]),
        (ada.get("/v1/rulesets/chess", **asked), ["chess", "cathedral, forbidden_city, verbotene_stadt"]),
        (ada.post(f"/v1/games/{game}/moves", {"turn": 77, "move": "cathedral@e5n"}, **asked), ["77", "1"]),
        (ada.get(f"/v1/games/{game}/board?revision=4711", **asked), ["1"]),
        (ada.get("/v1/games/a%00b", **asked), [r"a\x00b"]),
        (ada.post("/v1/players", {"name": "x" * 41}, **asked), ["/name: ", "40"]),
        (ada.post("/v1/players", {"name": "Ada"}, Idempotency_Key="short", **asked), ["Idempotency-Key: ", "16"]),
        (ada.get("/v1/games?limit=1001", **asked), ["limit: ", "1", "100"]),
    ]
    for refused, values in refusals:
        problem = refused.json()
        assert 400 <= refused.status_code < 500
        assert [value for value in values if value not in problem["detail"]] == [], problem
        assert (problem["detail"] == problem.get("english", problem["detail"])) == (language == "en"), problem


def test_every_error_of_a_list_is_translated(ada: Client) -> None:
    problem = ada.post("/v1/games", {"seats": "me", "hints": 1}, Accept_Language="de").json()
    assert {each["pointer"]: each["detail"] for each in problem["errors"]} == {
        "/ruleset": "Es fehlt.",
        "/seats": "Es muss eine Liste sein.",
        "/hints": "Es muss true oder false sein.",
    }
    assert problem["detail"].partition(": ")[2] in {each["detail"] for each in problem["errors"]}


def test_what_comes_too_long_for_the_server_is_told_with_its_bound(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), 10) as line:
        line.sendall(f"GET /{'x' * 9000} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        head, _, body = b"".join(iter(lambda: line.recv(65536), b"")).partition(b"\r\n\r\n")
    assert (json.loads(body)["code"], json.loads(body)["params"]) == ("address-too-long.bytes", {"bytes": 8190})
    assert b"Content-Language: en" in head


def test_a_sentence_said_with_other_params_than_its_own_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match=r"too-many\.tokens"):
        problems.TooMany("tokens", {"least": 3})
