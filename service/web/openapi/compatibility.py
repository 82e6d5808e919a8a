"""What of a new document would break a client that was written for an old one.

The old one is `openapi/baseline.json`: the document of the last release, without the words that do not bind. Adding is always
fine; see openapi/README.md.

>>> old = {"info": {"version": "1.0.0"}, "paths": {"/v1/me": {"get": {"operationId": "getMe", "responses": {}}}}}
>>> broken(old, {"info": {"version": "1.1.0"}, "paths": {}})
['GET /v1/me is gone']
>>> broken(old, {"info": {"version": "2.0.0"}, "paths": {}})
[]
"""

from collections.abc import Iterator

from service.json_object import Json

METHODS = ("get", "post", "put", "patch", "delete")
WORDS = {"description", "summary", "example", "examples", "tags", "links", "title", "servers"}
"""What a document says to people; it binds nobody."""


OTHER_WORDS = "says none of its words any more"
"""Of two things told apart by a word, one is not the other."""


def bare(value: object, *, names: bool = False) -> object:
    """The binding part of a document; below `properties` and the like a key is a name, whatever it says."""
    if isinstance(value, list):
        return [bare(part) for part in value]
    if not isinstance(value, dict):
        return value
    named = {"properties", "paths", "responses", "schemas", "parameters", "headers", "content", "mapping"}
    return {key: bare(part, names=key in named and not names) for key, part in value.items() if names or key not in WORDS}


def broken(old: Json, new: Json) -> list[str]:
    """Every promise of the old document that the new one does not keep; none when the new one is of another major version."""
    if major(old) != major(new):
        return []
    return [sentence for path, method, before in operations(old) for sentence in of_operation(f"{method.upper()} {path}", before, old, new)]


def major(document: Json) -> str:
    return str(document["info"]["version"]).partition(".")[0]


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method] | {"parameters": item.get("parameters", []) + item[method].get("parameters", [])}


def of_operation(name: str, before: Json, old: Json, new: Json) -> Iterator[str]:
    """What one operation no longer keeps."""
    after = {f"{method.upper()} {path}": found for path, method, found in operations(new)}.get(name)
    if after is None:
        yield f"{name} is gone"
        return
    if after["operationId"] != before["operationId"]:
        yield f"{name} is no longer called {before['operationId']}"
    if not needs_token(before) and needs_token(after):
        yield f"{name} now requires a token"
    yield from of_parameters(name, before, after, old, new)
    yield from of_request(name, before, after, old, new)
    for status, response in before["responses"].items():
        if status.startswith("2") or status == "304":
            yield from of_response(f"{name} {status}", response, after["responses"].get(status), old, new)


def needs_token(operation: Json) -> bool:
    """Whether nobody may call it without one."""
    ways: list[Json] = operation.get("security", [])
    return bool(ways) and {} not in ways


def of_parameters(name: str, before: Json, after: Json, old: Json, new: Json) -> Iterator[str]:
    was, becomes = (
        {(found["in"], found["name"]): found for found in (resolved(each, document) for each in operation["parameters"])}
        for operation, document in ((before, old), (after, new))
    )
    yield from (f"{name} no longer takes {key[1]}" for key in was if key not in becomes)
    for key, found in becomes.items():
        if found.get("required") and not was.get(key, {}).get("required"):
            yield f"{name} now requires {key[1]}"
        if key in was:
            yield from asked(f"{name} {key[1]}", was[key].get("schema", {}), found.get("schema", {}), old, new, ())


def of_request(name: str, before: Json, after: Json, old: Json, new: Json) -> Iterator[str]:
    if "requestBody" not in after:
        return
    for media, content in after["requestBody"]["content"].items():
        was = before.get("requestBody", {}).get("content", {}).get(media)
        if was is None and "requestBody" not in before and after["requestBody"].get("required"):
            yield f"{name} now requires a body"
        elif was is not None:
            yield from asked(f"{name} body", was["schema"], content["schema"], old, new, ())


def of_response(name: str, before: Json, after: Json | None, old: Json, new: Json) -> Iterator[str]:
    if after is None:
        yield f"{name} is no longer answered"
        return
    yield from (
        f"{name} no longer has the header {header}" for header in before.get("headers", {}) if header not in after.get("headers", {})
    )
    for media, content in before.get("content", {}).items():
        if media not in after.get("content", {}):
            yield f"{name} is no longer given as {media}"
        else:
            yield from given(name, content.get("schema", {}), after["content"][media].get("schema", {}), old, new, ())


def asked(name: str, was: Json, becomes: Json, old: Json, new: Json, seen: tuple[str, ...]) -> Iterator[str]:
    """What a request may no longer say: a member newly required or gone, a value no longer taken.

    Where a request may be one of several things, each that it could be must still fit one of those it can be now.
    """
    key = becomes.get("$ref", "")
    if key in seen:
        return
    was, becomes, seen = resolved(was, old), resolved(becomes, new), (*seen, key) if key else seen
    if ways(was) or ways(becomes):
        for each in ways(was) or [was]:
            yield from least([list(asked(name, each, other, old, new, seen)) for other in ways(becomes) or [becomes]])
        return
    yield from (f"{name} now requires {field}" for field in becomes.get("required", []) if field not in was.get("required", []))
    yield from (
        f"{name} no longer takes the value {value!r}" for value in was.get("enum", []) if "enum" in becomes and value not in becomes["enum"]
    )
    if not kinds(was) <= kinds(becomes) and kinds(becomes):
        yield f"{name} no longer takes {', '.join(sorted(kinds(was) - kinds(becomes)))}"
    for low, high in (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems")):
        if becomes.get(low, float("-inf")) > was.get(low, float("-inf")) or becomes.get(high, float("inf")) < was.get(high, float("inf")):
            yield f"{name} takes less: {low} and {high} are closer"
    for field, schema in was.get("properties", {}).items():
        if field not in becomes.get("properties", {}):
            yield f"{name} no longer takes {field}"
        else:
            yield from asked(f"{name}.{field}", schema, becomes["properties"][field], old, new, seen)
    if "items" in was and "items" in becomes:
        yield from asked(f"{name}[]", was["items"], becomes["items"], old, new, seen)


def given(name: str, was: Json, becomes: Json, old: Json, new: Json, seen: tuple[str, ...]) -> Iterator[str]:
    """What an answer no longer says: a member gone or no longer certain, a value of another kind.

    Where an answer may be one of several things, each that it can be now must fit one of those it could be; so an answer whose
    shape was open may be told more exactly.
    """
    key = was.get("$ref", "")
    if key in seen:
        return
    was, becomes, seen = resolved(was, old), resolved(becomes, new), (*seen, key) if key else seen
    if ways(was) or ways(becomes):
        for each in ways(becomes) or [becomes]:
            yield from least([list(given(name, other, each, old, new, seen)) for other in ways(was) or [was]])
        return
    if kinds(was) and not kinds(becomes) <= kinds(was):
        yield f"{name} may now be {', '.join(sorted(kinds(becomes) - kinds(was)))}"
    if "enum" in was and "enum" in becomes and not set(was["enum"]) & set(becomes["enum"]):
        yield f"{name} {OTHER_WORDS}"
    for field, schema in was.get("properties", {}).items():
        if field not in becomes.get("properties", {}):
            yield f"{name} no longer has {field}"
            continue
        if field in was.get("required", []) and field not in becomes.get("required", []):
            yield f"{name} no longer always has {field}"
        yield from given(f"{name}.{field}", schema, becomes["properties"][field], old, new, seen)
    if "items" in was and "items" in becomes:
        yield from given(f"{name}[]", was["items"], becomes["items"], old, new, seen)


def ways(schema: Json) -> list[Json]:
    """The schemas of which a value fits one; none where there is no choice."""
    found: list[Json] = schema.get("oneOf") or schema.get("anyOf") or []
    return found


def least(complaints: list[list[str]]) -> list[str]:
    """What is said against the choice that there is least to say against."""
    return min(complaints, key=lambda each: (any(OTHER_WORDS in said for said in each), len(each)))


def kinds(schema: Json) -> set[str]:
    """The JSON types that a schema allows; empty where it does not say."""
    found = schema.get("type", [])
    allowed = {found} if isinstance(found, str) else set(found)
    return allowed | {"integer"} if "number" in allowed else allowed


def resolved(schema: Json, document: Json) -> Json:
    """The schema that a reference names, several put together; of `anyOf` with null, as nested answers are written, the other one."""
    while "$ref" in schema:
        found = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        schema = found
    if "allOf" in schema:
        parts = [resolved(part, document) for part in schema["allOf"]]
        members = {name: member for part in parts for name, member in part.get("properties", {}).items()}
        return {"type": "object", "properties": members, "required": [name for part in parts for name in part.get("required", [])]}
    choices = [choice for choice in schema.get("anyOf", []) if choice.get("type") != "null"]
    return resolved(choices[0], document) | {"type": ["object", "null"]} if len(choices) == 1 else schema
