"""What the document calls a default can be sent: generated clients fill bodies with all of them."""

from typing import Any

import pytest

from engine.rulesets import NAMES
from service.web.openapi.shapes import prefix
from tests.service.client import Client, document


def defaults(name: str) -> dict[str, Any]:
    """The members of a request that have a default in the document, each with it."""
    members = document()["components"]["schemas"][name]["properties"]
    return {member: schema["default"] for member, schema in members.items() if "default" in schema}


@pytest.mark.parametrize("rated", [False, True])
@pytest.mark.parametrize("ruleset", NAMES)
def test_a_game_made_with_every_documented_default_is_accepted(ada: Client, ruleset: str, *, rated: bool) -> None:
    said = {"ruleset": ruleset, "seats": ["me", {"ai": "random"}], "rated": rated}
    options = defaults(f"{prefix(ruleset)}OptionsRequest")
    made = ada.post("/v1/games", defaults("GameRequest") | {"options": options} | said)
    assert made.status_code == 201, made.text
    assert (made.json()["rated"], made.json()["hints"]) == (rated, not rated)


@pytest.mark.parametrize(
    ("path", "name", "more"),
    [
        ("/v1/series", "SeriesRequest", {"seats": ["me", {"ai": "random"}]}),
        ("/v1/tournaments", "TournamentRequest", {"name": "Defaults"}),
        ("/v1/seeks", "SeekRequest", {}),
    ],
)
@pytest.mark.parametrize("rated", [False, True])
def test_a_contest_or_seek_made_with_every_documented_default_is_accepted(
    ada: Client, path: str, name: str, more: dict[str, Any], *, rated: bool
) -> None:
    made = ada.post(path, defaults(name) | {"ruleset": "cathedral", "rated": rated} | more)
    assert made.status_code in (201, 202), made.text
