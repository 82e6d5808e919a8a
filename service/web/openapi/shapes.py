"""The shapes that rulesets give to positions, moves, options and components, as named schemas of the OpenAPI document.

Each ruleset's schemas come from its `schemas` under names with the ruleset's in front (`CathedralPosition`); `Position` is one of
them, told by `ruleset`, which the host puts into each value. A member marked `x-shape` in our own schemas becomes a reference.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.host_words import HOSTS_WORDS
from engine.rulesets import NAMES, ruleset
from engine.sentences import GAME
from service.json_object import Json
from service.store.tokens import SCOPES

MARK = "x-shape"

OPTION_SCHEMA: Json = {
    "type": "object",
    "description": "JSON schema of an option's value.",
    "properties": {
        "type": {"type": "string", "enum": ["string", "boolean", "integer", "array"]},
        "enum": {
            "type": "array",
            "items": {"anyOf": [{"type": "string"}, {"type": "boolean"}, {"type": "integer"}]},
            "description": "The values there are, where they are few.",
        },
        "anyOf": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": {}},
            "description": "Schemas of which the value fits one.",
        },
        "default": {"description": "What it is when left out."},
        "description": {"type": "string"},
    },
    "required": ["default", "description"],
}


def placed(document: Json) -> None:
    """Puts the shapes into the document, and references to them where they are marked."""
    own = document["components"]["schemas"]
    refer(document)
    own.update(sorted(shapes()))


def refer(value: object) -> None:
    """Makes every member that is marked a reference to its shape."""
    if isinstance(value, list):
        for item in value:
            refer(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, dict) and MARK in item:
                value[name] = marked(item)
            else:
                refer(item)


def marked(schema: Json) -> Json:
    """The reference in the place of a marked member; one that may be null says so."""
    kinds = schema.get("type")
    found = reference(schema[MARK])
    return {"anyOf": [found, {"type": "null"}]} if isinstance(kinds, list) and "null" in kinds else found


def reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def shapes() -> Iterator[tuple[str, Json]]:
    """Every named schema."""
    for name in NAMES:
        yield from of_ruleset(name)
    yield "Position", told_by_ruleset("Position", "A position as the viewer may know it; `ruleset` tells its shape.")
    yield "MoveObject", told_by_ruleset("Move", "A move as an object; `ruleset` and `kind` tell its shape.")
    chosen = {name: playable_name(name) for name in NAMES}
    yield "LegalMoveObject", told_by(chosen, "A move that a seat may choose, as an object; `ruleset` and `kind` tell its shape.")
    yield "Components", told_by_ruleset("Components", "Shapes, tiles, boards, dice: everything needed to draw the game.")
    options = [reference(f"{prefix(name)}Options") for name in NAMES]
    yield "GameOptions", {"anyOf": options, "description": "The options of the game's ruleset, all of them."}
    wished = [reference(f"{prefix(name)}OptionsRequest") for name in NAMES]
    yield "OptionsRequest", {"allOf": wished, "description": "Options of the ruleset; what is left out has its default."}
    yield "OptionSchema", OPTION_SCHEMA
    yield "RulesetName", words(NAMES, "The slug of a ruleset, the same everywhere.")
    yield "DecisionKind", words((kind for name in NAMES for kind in ruleset(name).schemas.decisions), "What a seat has to decide.")
    yield "Reason", words(reasons(), "Why a game is over.")
    yield "Scope", words(SCOPES, "What a token may do.")


def words(found: Iterable[str], about: str) -> Json:
    return {"type": "string", "enum": list(dict.fromkeys(found)), "description": about}


def reasons() -> Iterator[str]:
    """The reasons of all rulesets, then the host's."""
    tables = [*(ruleset(name).sentences for name in NAMES), GAME]
    found = (key.removeprefix("reason.") for table in tables for key in table.templates if key.startswith("reason."))
    return (reason for reason in found if reason != "other")


def told_by_ruleset(part: str, about: str) -> Json:
    """One of the rulesets' schemas of a part."""
    return told_by({name: f"{prefix(name)}{part}" for name in NAMES}, about)


def told_by(names: dict[str, str], about: str) -> Json:
    """One of the rulesets' schemas, each of the name that it has here."""
    mapping = {name: f"#/components/schemas/{target}" for name, target in names.items()}
    return {
        "oneOf": [{"$ref": target} for target in mapping.values()],
        "discriminator": {"propertyName": "ruleset", "mapping": mapping},
        "description": about,
    }


def prefix(name: str) -> str:
    """The ruleset's name as the first part of a schema's.

    >>> prefix("forbidden_city")
    'ForbiddenCity'
    """
    return "".join(word.capitalize() for word in name.split("_"))


def playable(name: str) -> list[str]:
    """The schemas of those moves of a ruleset that seats choose from: neither chance's nor the host's."""
    schema, chance = ruleset(name).schemas.move, set(ruleset(name).schemas.chance)
    tops = [each["$ref"].rpartition("/")[2] for each in schema.get("oneOf", [schema])]
    return [f"{prefix(name)}{top}" for top in tops if not set(schema["$defs"][top]["properties"]["kind"]["enum"]) <= chance]


def playable_name(name: str) -> str:
    """The schema of what seats choose from: that of the one kind there is, or of one of several."""
    found = playable(name)
    return found[0] if len(found) == 1 else f"{prefix(name)}LegalMove"


def of_ruleset(name: str) -> Iterator[tuple[str, Json]]:
    """The named schemas of one ruleset."""
    schemas, start = ruleset(name).schemas, prefix(name)
    found: dict[str, Json] = {}
    for part, schema in (("Position", schemas.position), ("Move", schemas.move), ("Components", schemas.components)):
        defs = {key: renamed(value, start) for key, value in schema.get("$defs", {}).items()}
        tops = [each["$ref"].rpartition("/")[2] for each in schema.get("oneOf", [schema])]
        for top in tops:
            defs[top] = with_ruleset(name, defs[top])
        found |= {f"{start}{key}": value for key, value in defs.items()}
        if part == "Move":
            found[f"{start}HostsMove"] = with_ruleset(name, HOSTS_MOVE)
            found[f"{start}Move"] = told_by_kind([*(f"{start}{top}" for top in tops), f"{start}HostsMove"], found)
            if len(playable(name)) > 1:
                found[f"{start}LegalMove"] = told_by_kind(playable(name), found)
        elif tops != [part]:
            raise ValueError(f"{name}: the schema of {part} is named {', '.join(tops)}.")
    options = named({key: value for key, value in schemas.options.items() if key != "required"}, found)
    wished = {key: settled(value) | {"description": about_wish(value)} for key, value in options["properties"].items()}
    found[f"{start}OptionsRequest"] = options | {"properties": wished}
    always = {key: settled(value) for key, value in options["properties"].items()}
    found[f"{start}Options"] = options | {"properties": always, "required": schemas.options["required"]}
    yield from found.items()


def named(value: Any, known: dict[str, Json]) -> Any:
    """A schema in which the items of a list that have a name already go by it, so that clients have one type for them."""
    if isinstance(value, list):
        return [named(item, known) for item in value]
    if not isinstance(value, dict):
        return value
    names = [name for name, schema in known.items() if schema == value.get("items")]
    return {key: reference(names[0]) if key == "items" and names else named(item, known) for key, item in value.items()}


def about_wish(schema: Json) -> str:
    """What an option is, its default in words.

    All options are optional members of one schema: a generated client that sent every default would send those of other rulesets.
    """
    default = schema.get("default")
    return str(schema["description"]) + ("" if default is None else f" Left out, `{str(default).lower()}`.")


def settled(schema: Json) -> Json:
    """The schema of an option without its default: in an answer nothing is left out, in a request it is said in words."""
    return {key: value for key, value in schema.items() if key != "default"}


HOSTS_MOVE: Json = {
    "type": "object",
    "description": "What the host writes: a seat gives up or runs out of time, all agree to a draw, moves are taken back.",
    "properties": {
        "kind": {"type": "string", "enum": list(HOSTS_WORDS)},
        "number": {"type": "integer", "minimum": 0, "description": "The entry after which the game goes on."},
    },
    "required": ["kind"],
}


def with_ruleset(name: str, schema: Json) -> Json:
    """The schema of an object into which the host has put the ruleset's name."""
    member = {"ruleset": {"type": "string", "enum": [name]}}
    return schema | {"properties": member | schema["properties"], "required": ["ruleset", *schema["required"]]}


def told_by_kind(names: list[str], schemas: dict[str, Json]) -> Json:
    """One of some moves, told by `kind`."""
    mapping = {kind: f"#/components/schemas/{name}" for name in names for kind in schemas[name]["properties"]["kind"]["enum"]}
    return {"oneOf": [reference(name) for name in names], "discriminator": {"propertyName": "kind", "mapping": mapping}}


def renamed(value: Any, start: str) -> Any:
    """A schema whose references lead to where the document has the definitions."""
    if isinstance(value, list):
        return [renamed(item, start) for item in value]
    if not isinstance(value, dict):
        return value
    there = f"#/components/schemas/{start}"
    if value.get("type") == ["object", "null"] and "additionalProperties" in value:  # else generators read no values of it
        found = {"type": "object", "additionalProperties": renamed(value["additionalProperties"], start)}
        rest = {key: item for key, item in value.items() if key not in found}
        return {"anyOf": [found, {"type": "null"}], **rest}
    return {key: item.replace("#/$defs/", there) if key == "$ref" else renamed(item, start) for key, item in value.items()}
