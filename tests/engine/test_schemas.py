"""Everything a ruleset says as JSON fits its schemas to the letter: nothing is missing, nothing is there that they do not name."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, TypedDict

import pytest
from jsonschema_rs import Draft202012Validator

from engine.core import settle_options
from engine.rulesets import NAMES, ruleset
from engine.schemas import Name, between, like, many, one_of, schema
from tests.engine.walk import Table, tables, walk

PARTS = ("position", "move", "options", "components")


def strict(value: Any) -> Any:
    """A schema that allows no member which it does not name."""
    if isinstance(value, list):
        return [strict(item) for item in value]
    if not isinstance(value, dict):
        return value
    closed = {"additionalProperties": False} if "properties" in value and value.get("type") == "object" else {}
    return {key: strict(item) for key, item in value.items()} | closed


@cache
def validator(name: str, part: str) -> Draft202012Validator:
    return Draft202012Validator(strict(getattr(ruleset(name).schemas, part)))


def holds(name: str, part: str, value: Any) -> None:
    validator(name, part).validate(json.loads(json.dumps(value)))


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_view_and_every_move_of_a_game_fit_their_schemas(table: Table) -> None:
    rules = ruleset(table.ruleset)
    holds(table.ruleset, "options", settle_options(rules, table.seats, table.options))
    steps, rng = list(walk(table, 11)), random.Random(11)
    for position, actor, move in [*rng.sample(steps[:-1], min(150, len(steps) - 1)), steps[-1]]:
        for seat in rng.sample([*range(table.seats), None], 2):
            view = position.view(seat)
            holds(table.ruleset, "position", rules.to_json(view))
            holds(table.ruleset, "move", rules.move_json(view, actor, position.glimpse(actor, move, seat)))
    over = steps[-1].position.play(steps[-1].actor, steps[-1].move)
    holds(table.ruleset, "position", rules.to_json(over))


@pytest.mark.parametrize("name", NAMES)
def test_what_lies_in_the_box_fits_its_schema(name: str) -> None:
    holds(name, "components", ruleset(name).components())


@pytest.mark.parametrize("table", tables(), ids=str)
def test_the_kinds_of_moves_that_are_chances_are_named(table: Table) -> None:
    rules = ruleset(table.ruleset)
    told = [(actor, rules.move_json(position, actor, move)["kind"]) for seed in range(3) for position, actor, move in walk(table, seed)]
    assert {kind for actor, kind in told if actor < 0} <= set(rules.schemas.chance)
    assert not {kind for actor, kind in told if actor >= 0} & set(rules.schemas.chance)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_decision_that_a_seat_owes_is_of_a_kind_that_is_named(table: Table) -> None:
    kinds = {position.decision(actor).kind for seed in range(3) for position, actor, _ in walk(table, seed) if actor >= 0}
    assert kinds <= set(ruleset(table.ruleset).schemas.decisions)


@pytest.mark.parametrize("name", NAMES)
def test_a_member_too_many_or_too_few_is_noticed(name: str) -> None:
    rules = ruleset(name)
    seats = rules.seats[0]
    whole = json.loads(json.dumps(rules.to_json(rules.start(seats, settle_options(rules, seats, {})))))
    fits = validator(name, "position").is_valid
    assert fits(whole)
    assert not fits(whole | {"colour": "red"})
    for member in whole:
        assert not fits({key: value for key, value in whole.items() if key != member})
        assert not fits(whole | {member: 1.5})


def patterns(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from patterns(item)
    elif isinstance(value, dict):
        if isinstance(value.get("pattern"), str):
            yield value["pattern"]
        for item in value.values():
            yield from patterns(item)


@pytest.mark.parametrize("name", NAMES)
def test_patterns_can_be_read_in_every_language(name: str) -> None:
    for part in PARTS:
        for pattern in patterns(getattr(ruleset(name).schemas, part)):
            assert "(?" not in pattern
            assert pattern.startswith("^")
            assert pattern.endswith("$")


class LeafJson(TypedDict):
    """A leaf."""

    colour: Annotated[str | None, one_of(("green", "red"))]


class TreeJson(TypedDict, total=False):
    """A tree."""

    leaves: Annotated[list[LeafJson], "All of them."]
    fallen: LeafJson | None
    at: Annotated[list[int], many(2)]
    age: Annotated[int | None, between(1, 900)]
    name: Annotated[str, like("^[a-z]+$"), Name("TreeName")]
    birds: dict[str, int]


def test_a_type_becomes_a_schema() -> None:
    assert schema(TreeJson) == {
        "$ref": "#/$defs/Tree",
        "$defs": {
            "Leaf": {
                "type": "object",
                "properties": {"colour": {"type": ["string", "null"], "enum": ["green", "red", None]}},
                "required": ["colour"],
                "description": "A leaf.",
            },
            "Tree": {
                "type": "object",
                "properties": {
                    "leaves": {"type": "array", "items": {"$ref": "#/$defs/Leaf"}, "description": "All of them."},
                    "fallen": {"anyOf": [{"$ref": "#/$defs/Leaf"}, {"type": "null"}]},
                    "at": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
                    "age": {"type": ["integer", "null"], "minimum": 1, "maximum": 900},
                    "name": {"$ref": "#/$defs/TreeName"},
                    "birds": {"type": "object", "additionalProperties": {"type": "integer"}},
                },
                "required": [],
                "description": "A tree.",
            },
            "TreeName": {"type": "string", "pattern": "^[a-z]+$"},
        },
    }


def test_two_schemas_cannot_have_one_name() -> None:
    class PairJson(TypedDict):
        one: Annotated[str, one_of("ab"), Name("Letter")]
        other: Annotated[str, one_of("cd"), Name("Letter")]

    with pytest.raises(ValueError, match="two schemas of the name Letter"):
        schema(PairJson)
