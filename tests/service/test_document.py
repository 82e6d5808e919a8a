"""The document: complete, valid, with examples that a server really gave, and approved by the linters."""

import copy
import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import validate

from service.web.openapi.compatibility import broken
from service.web.openapi.document import examples, operations
from tests.service import capture
from tests.service.client import document
from tests.service.conftest import start, stop
from tests.service.processes import ROOT, intramuros

OPERATIONS = {operation["operationId"]: (path, operation) for path, operation in operations(document())}


def holds(value: Any, schema: dict[str, Any]) -> None:
    jsonschema.validate(value, {**schema, "components": document()["components"]}, jsonschema.Draft202012Validator)


def test_the_document_is_valid() -> None:
    validate(document())


def test_the_published_document_is_what_the_code_says_and_breaks_no_client() -> None:
    said = intramuros("spec", "--check")
    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_explained(name: str) -> None:
    path, operation = OPERATIONS[name]
    assert operation["summary"]
    assert len(operation["description"]) > 20
    assert operation["tags"]
    shared = document()["paths"][path].get("parameters", [])
    for parameter in shared + operation["parameters"]:
        assert parameter.get("description") or "$ref" in parameter, parameter
    for status, response in operation["responses"].items():
        assert response["description"], status


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_an_example_that_fits_its_schema(name: str) -> None:
    found = examples(name)
    assert any(200 <= one["status"] < 300 for one in found), (
        "add a scene to tests/service/capture.py, then run python -m tests.service.capture"
    )
    operation = OPERATIONS[name][1]
    for one in found:
        if "request" in one and one["status"] < 300:
            holds(one["request"], operation["requestBody"]["content"]["application/json"]["schema"])
        if "response" in one:
            content = operation["responses"][str(one["status"])]["content"][one["media"]]
            named = f"{name}.{one['name']}"
            assert content["examples"][one["name"]] == {"$ref": f"#/components/examples/{named}"}
            assert document()["components"]["examples"][named] == {"summary": one["summary"], "value": one["response"]}
            holds(one["response"], content["schema"])


def test_the_examples_are_what_a_server_answers_today(tmp_path: Path) -> None:
    server = start(tmp_path / "data", **capture.SETTINGS)
    try:
        files = capture.capture(server)
    finally:
        stop(server)
    kept = {path.name: path.read_text(encoding="utf-8") for path in capture.FOLDER.glob("*.json")}
    assert sorted(files) == sorted(kept)
    for name, text in files.items():
        assert lasting(text) == lasting(kept[name]), "run python -m tests.service.capture"


def lasting(text: str) -> list[dict[str, Any]]:
    """The examples of a file without the answers that differ from run to run."""
    return [{key: value for key, value in one.items() if key != "response" or "volatile" not in one} for one in json.loads(text)]


PUBLIC = {
    "createPlayer", "getPlayer", "getLeaderboard", "getLadder", "listRulesets", "getRuleset", "listSentences",
    "listAIs", "getHealth", "getReadiness", "getMetrics", "listPuzzles", "getDailyPuzzle", "getPuzzle", "getPuzzleBoard", "answerPuzzle",
    "getPuzzleSolution",
}  # fmt: skip
"""What takes no token: what everybody may read, the way to a first token, and the operator's probes."""


def test_all_that_needs_no_token_is_meant_to_and_the_rest_says_401() -> None:
    assert {name for name, (_, operation) in OPERATIONS.items() if operation["security"] == []} == PUBLIC
    for name, (_, operation) in OPERATIONS.items():
        assert name in PUBLIC or "401" in operation["responses"], name


def test_every_answer_names_its_limits() -> None:
    for name, (path, operation) in OPERATIONS.items():
        if path.startswith("/v1/"):
            assert {"422", "429"} <= operation["responses"].keys(), name
            for status, response in operation["responses"].items():
                assert status == "414" or {"RateLimit", "RateLimit-Policy"} <= response["headers"].keys(), (name, status)


def test_every_list_in_pages_has_a_link_to_the_next() -> None:
    paged = set()
    for name, (_, operation) in OPERATIONS.items():
        answer = operation["responses"].get("200", {})
        schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
        if "next" in referred(schema).get("properties", {}):
            paged.add(name)
            assert "Link" in answer["headers"], name
    assert paged >= {"listPuzzles", "listSeries", "listTournaments", "exportTournament", "getLeaderboard", "listTurns"}


@pytest.mark.parametrize(
    "name",
    [
        "AIAnswer.kind",
        "FailureAnswer.what",
        "EntrantAnswer.left",
        "AttemptAnswer.error",
        "WebhookAnswer.reason",
        "WebhookWithSecret.reason",
        "DeedAnswer.action",
        "ContestSummary.format",
        "TournamentAnswer.odd",
        "TournamentAnswer.repeats",
        "ExportedContest.kind",
        "ExportedContest.status",
        "ExportedGame.status",
        "ExportedGame.ruleset",
        "PuzzleAnswer.ruleset",
        "PuzzleSummary.ruleset",
    ],
)
def test_words_for_programs_are_listed(name: str) -> None:
    schema, _, member = name.partition(".")
    assert len(referred(document()["components"]["schemas"][schema]["properties"][member])["enum"]) > 1


def test_every_stream_says_what_comes_on_it() -> None:
    streams = 0
    for name, (_, operation) in OPERATIONS.items():
        stream = operation["responses"].get("200", {}).get("content", {}).get("text/event-stream")
        if stream:
            streams += 1
            assert "end" in referred(stream["schema"]["contentSchema"])["discriminator"]["mapping"], name
    assert streams == 3


def test_no_answer_has_a_member_of_which_nothing_is_said() -> None:
    for name in ("SeriesAnswer", "TournamentAnswer"):
        (clock, _) = document()["components"]["schemas"][name]["properties"]["clock"]["anyOf"]
        assert "on_expiry" in referred(clock)["properties"]
    assert "format" in referred(document()["components"]["schemas"]["Problem"]["properties"]["ways"]["items"])["properties"]


LOOKED_UP = {f"body.{members}.{kind}: string" for members in ("seats", "entrants") for kind in ("ai", "player")}
"""Names that are looked up as they come, bounded by the body's own bound; a bound of theirs would be a change for clients."""


def referred(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema itself, where one is only named."""
    while "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def unbounded(schema: dict[str, Any], path: str) -> Iterator[str]:
    """Texts, numbers and lists within what callers send that could be of any size."""
    schema = referred(schema)
    kinds = schema.get("type", [])
    if "string" in kinds and not {"maxLength", "enum", "pattern", "const"} & schema.keys():
        yield f"{path}: string"
    if "integer" in kinds and not {"minimum", "maximum"} <= schema.keys():
        yield f"{path}: integer"
    if "array" in kinds and "maxItems" not in schema and not (schema.get("uniqueItems") and "enum" in referred(schema["items"])):
        yield f"{path}: array"
    for name, member in schema.get("properties", {}).items():
        yield from unbounded(member, f"{path}.{name}")
    for member in (*schema.get("anyOf", []), *schema.get("oneOf", []), *([schema["items"]] if "items" in schema else [])):
        yield from unbounded(member, path)


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_callers_send_is_bounded(name: str) -> None:
    operation = OPERATIONS[name][1]
    bodies = [content["schema"] for content in operation.get("requestBody", {}).get("content", {}).values()]
    queries = [parameter for parameter in operation["parameters"] if parameter.get("in") == "query"]
    assert {found for body in bodies for found in unbounded(body, "body")} <= LOOKED_UP
    assert [found for query in queries for found in unbounded(query["schema"], query["name"])] == []


def test_patterns_can_be_read_in_every_language() -> None:
    patterns = re.findall('"pattern": "(.*)"', json.dumps(document(), indent=1))
    assert len(patterns) > 20
    for pattern in map(json.loads, {f'"{pattern}"' for pattern in patterns}):
        assert not re.search(r"\(\?|\\[uZzA1-9]", pattern), pattern


def test_links_lead_to_operations_and_parameters_that_exist() -> None:
    for _, operation in OPERATIONS.values():
        for response in operation["responses"].values():
            for link in response.get("links", {}).values():
                path, _ = OPERATIONS[link["operationId"]]
                assert all(f"{{{name}}}" in path for name in link["parameters"])


@pytest.mark.long
def test_redocly_and_spectral_find_nothing_to_say() -> None:
    if which("npm") is None:
        assert "CI" not in os.environ, "Node.js is needed to lint the document, and there is none here"
        pytest.skip("NOT CHECKED: there is no Node.js here to lint the document with")
    linted = subprocess.run([ROOT / "openapi" / "lint"], capture_output=True, text=True, timeout=300)
    assert linted.returncode == 0, linted.stdout + linted.stderr


def changed(alter: Any) -> list[str]:
    """What breaks when the document is altered like this."""
    new = copy.deepcopy(document())
    alter(new)
    return broken(document(), new)


def schemas(new: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = new["components"]["schemas"]
    return found


@pytest.mark.parametrize(
    ("alter", "complaint"),
    [
        (lambda new: new["paths"].pop("/v1/me"), "GET /v1/me is gone"),
        (lambda new: new["paths"]["/v1/me"]["get"].update(operationId="whoAmI"), "GET /v1/me is no longer called getMe"),
        (lambda new: new["paths"]["/v1/games"]["get"]["parameters"].pop(0), "GET /v1/games no longer takes cursor"),
        (lambda new: new["paths"]["/v1/games"]["get"]["parameters"][0].update(required=True), "GET /v1/games now requires cursor"),
        (
            lambda new: new["paths"]["/v1/games/{game_id}"]["get"]["responses"].pop("304"),
            "GET /v1/games/{game_id} 304 is no longer answered",
        ),
        (lambda new: schemas(new)["PlayerRequest"]["required"].append("id"), "POST /v1/players body now requires id"),
        (lambda new: schemas(new)["GameRequest"]["properties"].pop("visibility"), "POST /v1/games body no longer takes visibility"),
        (lambda new: schemas(new)["SnapshotAnswer"]["properties"].pop("turn"), "GET /v1/games/{game_id} 200 no longer has turn"),
        (lambda new: schemas(new)["SnapshotAnswer"]["required"].remove("turn"), "GET /v1/games/{game_id} 200 no longer always has turn"),
        (lambda new: schemas(new)["OutcomeAnswer"]["properties"].pop("scores"), "GET /v1/games/{game_id} 200.outcome no longer has scores"),
        (
            lambda new: schemas(new)["SeatAnswer"]["properties"]["seat"].update(type="string"),
            "GET /v1/games/{game_id} 200.seats[].seat may now be string",
        ),
        (
            lambda new: schemas(new)["CathedralPosition"]["properties"].pop("territory"),
            "GET /v1/games/{game_id} 200.position no longer has territory",
        ),
        (
            lambda new: schemas(new)["ForbiddenCityLay"]["properties"]["x"].update(type="string"),
            "GET /v1/games/{game_id}/moves 200.items[].object.x may now be string",
        ),
        (
            lambda new: schemas(new)["Position"]["oneOf"].append({"type": "string"}),
            "GET /v1/games/{game_id} 200.position may now be string",
        ),
        (
            lambda new: schemas(new)["CathedralOptionsRequest"].update(required=["cathedral"]),
            "POST /v1/games body.options now requires cathedral",
        ),
        (lambda new: new["paths"]["/v1/games"]["get"].update(security=[{"token": []}]), "GET /v1/games now requires a token"),
        (
            lambda new: new["paths"]["/v1/games/{game_id}"]["get"]["responses"]["200"]["headers"].pop("ETag"),
            "GET /v1/games/{game_id} 200 no longer has the header ETag",
        ),
    ],
)
def test_a_change_that_breaks_clients_is_found(alter: Any, complaint: str) -> None:
    assert any(complaint in found for found in changed(alter)), changed(alter)


def test_another_major_version_may_break_clients() -> None:
    def alter(new: dict[str, Any]) -> None:
        new["info"]["version"] = "2.0.0"
        new["paths"].pop("/v1/me")

    assert changed(alter) == []


def test_an_answer_may_be_told_more_exactly() -> None:
    old = copy.deepcopy(document())
    for schema, member in (
        ("SnapshotAnswer", "position"),
        ("EntryAnswer", "object"),
        ("GameSummary", "options"),
        ("OutcomeAnswer", "reason"),
    ):
        kind = "string" if member == "reason" else "object"
        schemas(old)[schema]["properties"][member] = {"type": kind}
    assert broken(old, document()) == []
    assert broken(document(), old) != []


def test_additions_break_nobody() -> None:
    def alter(new: dict[str, Any]) -> None:
        schemas(new)["SnapshotAnswer"]["properties"]["mood"] = {"type": "string"}
        schemas(new)["SnapshotAnswer"]["required"].append("mood")
        new["paths"]["/v1/moods"] = {"get": {"operationId": "listMoods", "responses": {}}}

    assert changed(alter) == []
