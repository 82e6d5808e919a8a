"""What the OpenAPI document says beyond what the views say one by one: headers, links, and examples captured from a server.

The rules here look at what an operation answers, so a new operation gets its headers without a word of its own: one that can
answer 304 takes `If-None-Match`, one that may refuse a used `Idempotency-Key` takes one, and any may answer 429.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from importlib.resources import files

from service import problems
from service.json_object import Json
from service.web.admission import PROBES
from service.web.openapi import notices, shapes
from service.web.schemas.members import ENTRANTS, SEATS
from service.web.scopes import NOT_FOR_PLAYERS, scope_of

METHODS = ("get", "post", "put", "patch", "delete")

PARAMETERS: dict[str, Json] = {
    "RequestId": {
        "name": "X-Request-Id",
        "in": "header",
        "description": "A name of yours for this request, up to 64 characters. The answer has it again, and so has the server's log.",
        "schema": {"type": "string"},
        "example": "move-7-of-k3f9",
    },
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Any text that is new for every new request. The same request with the same key within 24 hours takes effect "
        "once and gives the same answer again; another request with it is refused. A megabyte of your "
        "last answers is kept, some hundred of them: repeat a request soon.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255},
        "example": "8f14e45f-ceea-467f-a9e0-3f0c1d2b7a55",
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of the answer that you have: 304 comes instead of the same again.",
        "schema": {"type": "string"},
        "example": 'W/"7-0-5d3a91c2"',
    },
    "LastEventId": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The `id` of the last event you got, as browsers send it when they connect again.",
        "schema": {"type": "string"},
        "example": "7",
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "The `ETag` of what you read and now edit; required, so that two edits never overwrite each other unseen.",
        "schema": {"type": "string"},
        "example": 'W/"1-a3k9x2m7q5wd"',
    },
}
"""Header parameters that the operations share. `If-Match` is not marked required: without it the answer is 428, with a reason."""

HEADERS: dict[str, Json] = {
    "ContentLanguage": {
        "description": "The language of `title`, `detail` and `rule`: what `Accept-Language` asks for among these.",
        "schema": {"type": "string", "enum": ["en", "fr", "de", "nl"]},
        "example": "en",
    },
    "NotKept": {
        "description": "A refusal is not to be kept: the next answer may be another.",
        "schema": {"type": "string", "enum": ["no-store"]},
        "example": "no-store",
    },
    "RequestId": {"description": "Your `X-Request-Id`, or one that we made.", "schema": {"type": "string"}, "example": "5f0c1e7a9b2d4c68"},
    "ETag": {
        "description": "Names this state of it, for you: send it as `If-None-Match` (or, to edit, as `If-Match`).",
        "schema": {"type": "string"},
        "example": 'W/"7-0-5d3a91c2"',
    },
    "Link": {
        "description": 'Where the next page is, as `<…>; rel="next"` (RFC 8288); missing on the last one.',
        "schema": {"type": "string"},
        "example": '</v1/games?cursor=eyJh&limit=20>; rel="next"',
    },
    "Location": {"description": "Where the new thing is.", "schema": {"type": "string"}, "example": "/v1/games/g7f2k9p4m8xc"},
    "RetryAfter": {"description": "Seconds to wait before you ask again.", "schema": {"type": "integer"}, "example": 2},
    "WWWAuthenticate": {
        "description": "What kind of token is needed.",
        "schema": {"type": "string"},
        "example": 'Bearer realm="intramuros", error="invalid_token"',
    },
    "RateLimit": {
        "description": "How many more requests you may send now, at least (`r`), and in how many seconds all of them are back (`t`). "
        "A 304 has it only when less than half are left; where there is no limit, nothing has.",
        "schema": {"type": "string"},
        "example": '"token";r=1187;t=1',
    },
    "RateLimitPolicy": {
        "description": "What holds you back or would: how many requests, or new things, (`q`) in how many seconds (`w`); "
        "without `w`, how many things of that name you may have going at once.",
        "schema": {"type": "string"},
        "example": '"token";q=1200;w=60',
    },
}

TOKENS = {
    "[]": "No token is needed.",
    "[{}, {'token': []}]": "A token is optional: with it you see and do what is yours. It needs the scope `{scope}`.",
    "[{'token': []}]": "A token with the scope `{scope}` is required.",
}
"""What an operation's security means, in words: padlocks are read in more than one way."""

LOCATED = {
    "createPlayer", "createToken", "createGame", "createWebhook", "createSeries", "createTournament", "createSeek", "askHint",
    "askAnalysis",
}  # fmt: skip
"""Operations whose 201 or 202 has `Location`."""

CHANGE_GAMES = {"playMove", "takeSeat", "declineSeat", "resign", "abortGame", "makeOffer", "answerOffer"}
"""Operations that a frozen game refuses."""

HURRIED = {("listTurns", "200")}
"""Other answers that may have `Retry-After`: the caller wanted to wait and could not."""

PATH_PARAMETERS = {
    "game_id": "The game's id.",
    "puzzle_id": "The puzzle's id.",
    "player_id": "The player's id.",
    "name": "Its name.",
    "host_id": "The AI host's id.",
    "work_id": "The id that came with the work.",
    "address": "An IP address; of IPv6 its whole network of 64 bits.",
    "identity": "The token's id, as the list has it; not its text.",
    "webhook_id": "The webhook's id.",
    "series_id": "The series' id.",
    "tournament_id": "The tournament's id.",
    "seek_id": "The seek's id.",
    "ruleset": "The ruleset's name.",
    "number": "Counted from 1.",
    "kind": "What is offered: `draw`, `takeback`, `pause` or `resume`.",
    "turn": "The turn that it is about.",
    "seat": "The seat that it is about.",
}

MY_GAME = {"game_id": "$response.body#/id"}
THIS_GAME = {"game_id": "$request.path.game_id"}
AND_SEND = "With `turn` and `seat` of this answer, and `move` of one of its `items`."

LINKS: dict[tuple[str, str], dict[str, Json]] = {
    ("createPlayer", "201"): {"lookUp": {"operationId": "getPlayer", "parameters": {"player_id": "$response.body#/id"}}},
    ("createGame", "201"): {
        "look": {"operationId": "getGame", "parameters": MY_GAME},
        "legalMoves": {"operationId": "listLegalMoves", "parameters": MY_GAME},
        "play": {"operationId": "playMove", "parameters": MY_GAME},
        "sit": {"operationId": "takeSeat", "parameters": MY_GAME},
        "journal": {"operationId": "listMoves", "parameters": MY_GAME},
        "board": {"operationId": "getBoard", "parameters": MY_GAME},
    },
    ("takeSeat", "201"): {"legalMoves": {"operationId": "listLegalMoves", "parameters": THIS_GAME}},
    ("askHint", "202"): {
        "read": {
            "operationId": "getHint",
            "parameters": {**THIS_GAME, "turn": "$response.body#/turn", "seat": "$response.body#/seat"},
        }
    },
    ("askAnalysis", "202"): {"read": {"operationId": "getAnalysis", "parameters": THIS_GAME}},
    ("createWebhook", "201"): {"test": {"operationId": "testWebhook", "parameters": {"webhook_id": "$response.body#/id"}}},
    ("listLegalMoves", "200"): {"play": {"operationId": "playMove", "parameters": THIS_GAME, "description": AND_SEND}},
    ("playMove", "201"): {
        "look": {"operationId": "getGame", "parameters": THIS_GAME},
        "legalMoves": {"operationId": "listLegalMoves", "parameters": THIS_GAME},
        "journal": {"operationId": "listMoves", "parameters": THIS_GAME},
    },
    ("makeOffer", "201"): {"answer": {"operationId": "answerOffer", "parameters": {**THIS_GAME, "kind": "$request.body#/kind"}}},
    ("askRematch", "201"): {"look": {"operationId": "getGame", "parameters": MY_GAME}},
    ("resign", "201"): {"export": {"operationId": "exportGame", "parameters": THIS_GAME}},
}
"""Where an answer leads: what of it goes into which request. A body is said in words: not every generator reads one here."""


def completed(document: Json) -> Json:
    """The document with servers, headers, links, 429 and examples, in a stable order."""
    components = document["components"]
    components["parameters"], components["headers"] = PARAMETERS, HEADERS
    components["schemas"] |= deepcopy(SEATS | ENTRANTS)
    shapes.placed(document)
    notices.placed(document)
    for name, schema in components["schemas"].items():
        close(schema, sent=name.endswith("Request") or name in SEATS | ENTRANTS)
    document["servers"] = [{"url": "/", "description": "The server that this document comes from."}]
    say_empty(document)
    for path, operation in operations(document):
        if path.startswith("/v1/"):
            operation["responses"].setdefault("422", refusal(problems.Invalid))
            if is_read(document, path, operation):
                operation["responses"].setdefault("304", {"description": "You have the newest answer: it has the ETag you sent."})
        operation["responses"]["429"] = refusal(problems.TooManyRequests)
        if path not in PROBES:
            say_refused(operation, problems.Blocked)
        if operation["operationId"] in CHANGE_GAMES:
            say_refused(operation, problems.GameFrozen)
        scope = scope_needed(document, path, operation)
        if scope:
            say_refused(operation, problems.InsufficientScope, problems.Frozen)
        operation["description"] = described(operation, scope)
        operation["parameters"] = parameters(operation)
        for status, response in operation["responses"].items():
            answered(operation, status, response, components["schemas"])
        operation["responses"] = dict(sorted(operation["responses"].items()))
        show(operation, examples(operation["operationId"]), components)
    for shared in (item.get("parameters", []) for item in document["paths"].values()):
        for parameter in shared:
            parameter.setdefault("description", PATH_PARAMETERS.get(parameter["name"], ""))
    order = ("openapi", "info", "servers", "security", "tags", "paths", "webhooks", "components")
    return {name: document[name] for name in order}


def is_read(document: Json, path: str, operation: Json) -> bool:
    """Whether an operation reads something that can be had again by its ETag; a stream cannot."""
    is_stream = "text/event-stream" in operation["responses"].get("200", {}).get("content", {})
    return document["paths"][path].get("get") is operation and not is_stream


def close(schema: Json, *, sent: bool) -> None:
    """Says that a schema has no other members, if callers send it; an answer may come to say more.

    `unevaluatedProperties` means the same as `additionalProperties` here, of which openapi-generator warns.
    """
    if schema.get("additionalProperties") is False:
        del schema["additionalProperties"]
        schema |= {"unevaluatedProperties": False} if sent else {}


def say_empty(document: Json) -> None:
    """Puts a body without members where it is sent: generators take a schema of that kind for a map, and warn of it."""
    schemas = document["components"]["schemas"]
    empty = {f"#/components/schemas/{name}" for name, schema in schemas.items() if schema.get("properties") == {}}
    for _, operation in operations(document):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if content.get("schema", {}).get("$ref") in empty:
            content["schema"] = {"type": "object", "maxProperties": 0, "additionalProperties": {}}
    for name in empty:
        del schemas[name.rpartition("/")[2]]


def operations(document: Json) -> Iterator[tuple[str, Json]]:
    """Every operation, with its path."""
    for path, item in document["paths"].items():
        yield from ((path, item[method]) for method in METHODS if method in item)


def scope_needed(document: Json, path: str, operation: Json) -> str:
    """The scope that a player's token must have for the operation; empty where it takes none."""
    if not operation["security"] or path.startswith(NOT_FOR_PLAYERS):
        return ""
    (method,) = [method for method in METHODS if document["paths"][path].get(method) is operation]
    return scope_of(method.upper(), path)


def say_refused(operation: Json, *kinds: type[problems.Problem]) -> None:
    """Adds refusals of one status to those that the operation names itself."""
    status, new = str(kinds[0].status), refusal(*kinds)
    known = operation["responses"].setdefault(status, new)
    if known is not new:
        known["description"] = "; ".join(dict.fromkeys([*known["description"].split("; "), *new["description"].split("; ")]))


def described(operation: Json, scope: str) -> str:
    """The operation's description, with a sentence about the token where the player's token is what it takes."""
    about: str = operation["description"]
    said = TOKENS[str(operation["security"])].format(scope=scope) if scope or not operation["security"] else "A token is required."
    return f"{about}\n\n{said}"


def refusal(*kinds: type[problems.Problem]) -> Json:
    """The response that says no for one of these reasons of one status."""
    words = "; ".join(f"{kind.title} (`{kind.slug}`)" for kind in kinds)
    return {"description": words, "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}


def parameters(operation: Json) -> list[Json]:
    """The operation's own parameters, and the headers that its answers show it to understand."""
    answers = operation["responses"]
    taken = [
        ("IfNoneMatch", "304" in answers),
        ("IfMatch", "428" in answers),
        ("LastEventId", "text/event-stream" in answers.get("200", {}).get("content", {})),
        ("IdempotencyKey", problems.KeyReused.slug in answers.get("422", {}).get("description", "")),
        ("RequestId", True),
    ]
    own: list[Json] = operation.get("parameters", [])
    return own + [{"$ref": f"#/components/parameters/{name}"} for name, is_so in taken if is_so]


def answered(operation: Json, status: str, response: Json, schemas: Json) -> None:
    """Names the headers of one answer, and where it leads."""
    answers = operation["responses"]
    tagged = ("304" in answers and status in ("200", "304")) or ("428" in answers and status == "200")
    limited = "429" in answers
    has = [
        ("ETag", "ETag", tagged),
        ("Link", "Link", status == "200" and is_paged(response, schemas)),
        ("Location", "Location", status in ("201", "202") and operation["operationId"] in LOCATED),
        ("Retry-After", "RetryAfter", status in ("304", "429", "503") or (operation["operationId"], status) in HURRIED),
        ("WWW-Authenticate", "WWWAuthenticate", status == "401" or "insufficient-scope" in response["description"]),
        ("RateLimit", "RateLimit", limited and status != "414"),
        ("RateLimit-Policy", "RateLimitPolicy", limited and status != "414"),
        ("X-Request-Id", "RequestId", status != "414"),
        ("Content-Language", "ContentLanguage", status >= "400" and status != "414"),
        ("Cache-Control", "NotKept", status >= "400" and status != "414"),
    ]
    own = response.get("headers", {})
    response["headers"] = own | {name: {"$ref": f"#/components/headers/{ref}"} for name, ref, is_so in has if is_so and name not in own}
    if not response["headers"]:
        del response["headers"]
    if links := LINKS.get((operation["operationId"], status)):
        response["links"] = links


def is_paged(response: Json, schemas: Json) -> bool:
    """Whether an answer is a page of a list: it has the cursor of the next one."""
    schema = response.get("content", {}).get("application/json", {}).get("schema", {})
    return "next" in schemas.get(schema.get("$ref", "").rpartition("/")[2], schema).get("properties", {})


def examples(operation_id: str) -> list[Json]:
    """What `python -m tests.service.capture` has captured of an operation; nothing for one it has not met yet."""
    file = files("service.web").joinpath("examples", f"{operation_id}.json")
    captured: list[Json] = [] if not file.is_file() else json.loads(file.read_text(encoding="utf-8"))
    return captured


def show(operation: Json, captured: list[Json], components: Json) -> None:
    """Names captured answers and refers to them, and puts requests that were not refused with their schema: as all generators like it."""
    schemas, named = components["schemas"], components.setdefault("examples", {})
    for one in captured:
        if "request" in one and one["status"] < 300:
            body = operation["requestBody"]["content"]["application/json"]["schema"]
            shown = schemas.get(body.get("$ref", "").rpartition("/")[2], body).setdefault("examples", [])
            if one["request"] not in shown:
                shown.append(one["request"])
        if "response" in one:
            content = operation["responses"][str(one["status"])]["content"][one["media"]]
            name = f"{operation['operationId']}.{one['name']}"
            named[name] = {"summary": one["summary"], "value": one["response"]}
            content.setdefault("examples", {})[one["name"]] = {"$ref": f"#/components/examples/{name}"}
