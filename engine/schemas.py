"""JSON schemas, made from the types that the code which makes the JSON is checked against, so that the two cannot drift apart.

A ruleset writes the shapes of its JSON as TypedDicts whose names end in `Json`. What a type cannot say is said beside it in
`Annotated`: a text describes, `one_of`, `between`, `like` and `many` narrow,
and `Name` gives it a definition of its own. Members and the types they are made of become `$defs`.

>>> from typing import TypedDict
>>> class PairJson(TypedDict):
...     seat: Annotated[int | None, "Who has it.", between(0)]
>>> schema(PairJson)["$defs"]["Pair"]["properties"]["seat"]
{'type': ['integer', 'null'], 'minimum': 0, 'description': 'Who has it.'}
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]

SCALARS: Mapping[Any, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}

SUFFIX = "Json"
NULL: Schema = {"type": "null"}


@dataclass(frozen=True)
class Schemas:
    """The shapes of everything a ruleset says as JSON, each as a JSON schema that stands by itself."""

    position: Schema
    move: Schema
    options: Schema
    components: Schema
    decisions: tuple[str, ...]
    """The kinds of decisions that seats owe."""
    chance: tuple[str, ...] = ()
    """The kinds of moves that are chance's; the others are what seats choose from."""


@dataclass(frozen=True)
class Keywords:
    """Keywords of JSON schema that are said beside a type, with their values."""

    said: tuple[tuple[str, Any], ...]


def one_of(words: Iterable[str]) -> Keywords:
    """A text that is one of a few words."""
    return Keywords((("enum", tuple(words)),))


@dataclass(frozen=True)
class Name:
    """The name under which a schema stands among the definitions, so that clients have one type for it."""

    said: str


def between(least: int, most: int | None = None) -> Keywords:
    """A number from the least to the most, or with no end."""
    return Keywords((("minimum", least),) if most is None else (("minimum", least), ("maximum", most)))


def like(pattern: str) -> Keywords:
    """A text that the pattern fits; written without looking ahead or behind, which not every client's language can."""
    return Keywords((("pattern", pattern),))


def many(count: int) -> Keywords:
    """A list of exactly so many."""
    return Keywords((("minItems", count), ("maxItems", count)))


def schema(kind: Any) -> Schema:
    """The JSON schema of a type."""
    defs: dict[str, Schema] = {}
    top = written(kind, defs)
    return top | ({"$defs": defs} if defs else {})


def written(kind: Any, defs: dict[str, Schema]) -> Schema:
    """The schema of a type; those that it names go into `defs`."""
    if is_typeddict(kind):
        return reference(kind, defs)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        names = [note.said for note in parts[1:] if isinstance(note, Name)]
        found = annotated(written(parts[0], defs), [note for note in parts[1:] if not isinstance(note, Name)])
        return defined(names[0], found, defs) if names else found
    if origin is NotRequired:
        return written(parts[0], defs)
    if origin is Literal:
        return {"type": "string", "enum": list(parts)}
    if origin in (Union, UnionType):
        return united([written(part, defs) for part in parts])
    if origin is list:
        return {"type": "array", "items": written(parts[0], defs)}
    if origin is dict:
        return {"type": "object", "additionalProperties": written(parts[1], defs)}
    return {"type": SCALARS[kind]}


def annotated(found: Schema, notes: Sequence[Any]) -> Schema:
    """The schema with what is said beside the type."""
    for note in notes:
        found = found | ({"description": note} if isinstance(note, str) else keywords(note))
    if "enum" in found and "null" in found["type"] and None not in found["enum"]:
        found = found | {"enum": [*found["enum"], None]}
    return {name: found[name] for name in sorted(found, key=lambda name: name == "description")}


def defined(name: str, found: Schema, defs: dict[str, Schema]) -> Schema:
    """A reference to the schema, which stands under its name among the definitions."""
    if defs.setdefault(name, found) != found:
        raise ValueError(f"There are two schemas of the name {name}.")
    return {"$ref": f"#/$defs/{name}"}


def keywords(note: Keywords) -> Schema:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in note.said}


def united(parts: list[Schema]) -> Schema:
    """One schema for any of several, or for one that may be missing."""
    rest = [part for part in parts if part != NULL]
    if len(rest) == len(parts):
        return {"oneOf": parts}
    if len(rest) > 1 or "$ref" in rest[0]:
        return {"anyOf": [*rest, NULL]}
    enum = {"enum": [*rest[0]["enum"], None]} if "enum" in rest[0] else {}
    return rest[0] | {"type": [rest[0]["type"], "null"]} | enum


def reference(kind: Any, defs: dict[str, Schema]) -> Schema:
    """A TypedDict by its name, and among `defs` what it is."""
    name = kind.__name__.removesuffix(SUFFIX)
    if name not in defs:
        defs[name] = {}
        members = {member: written(hint, defs) for member, hint in get_type_hints(kind, include_extras=True).items()}
        about = {"description": kind.__doc__.strip().splitlines()[0]} if kind.__doc__ else {}
        required = [member for member in members if member in kind.__required_keys__]
        defs[name] = {"type": "object", "properties": members, "required": required} | about
    return {"$ref": f"#/$defs/{name}"}
