"""What the OpenAPI document says beyond what the views say one by one: headers, links, and examples captured from a server.

The rules here look at what an operation answers, so a new operation gets its headers without a word of its own: one that can
answer 304 takes `If-None-Match`, one that may refuse a used `Idempotency-Key` takes one, one under `/v1` may answer 429.
"""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from service import problems

Json = dict[str, Any]

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
        "once and gives the same answer again; another request with it is refused.",
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
    "RequestId": {"description": "Your `X-Request-Id`, or one that we made.", "schema": {"type": "string"}, "example": "5f0c1e7a9b2d4c68"},
    "ETag": {
        "description": "Names this state of it, for you: send it as `If-None-Match` (or, to edit, as `If-Match`).",
        "schema": {"type": "string"},
        "example": 'W/"7-0-5d3a91c2"',
    },
    "Location": {"description": "Where the new thing is.", "schema": {"type": "string"}, "example": "/v1/games/g7f2k9p4m8xc"},
    "RetryAfter": {"description": "Seconds to wait before you ask again.", "schema": {"type": "integer"}, "example": 2},
    "WWWAuthenticate": {
        "description": "What kind of token is needed.",
        "schema": {"type": "string"},
        "example": 'Bearer realm="intramuros"',
    },
    "RateLimit": {
        "description": "How many more requests you may send now, at least (`r`), and in how many seconds all of them are back (`t`). "
        "A 304 has it only when less than half are left; where there is no limit, nothing has.",
        "schema": {"type": "string"},
        "example": '"token";r=1187;t=1',
    },
    "RateLimitPolicy": {
        "description": "How many requests (`q`) you may send in how many seconds (`w`).",
        "schema": {"type": "string"},
        "example": '"token";q=1200;w=60',
    },
}

TOKENS = {
    "[]": "No token is needed.",
    "[{}, {'token': []}]": "A token is optional: with it you see and do what is yours.",
    "[{'token': []}]": "A token is required.",
}
"""What an operation's security means, in words: padlocks are read in more than one way."""

LOCATED = {"createPlayer", "createGame", "createWebhook", "askHint", "askAnalysis"}
"""Operations whose 201 or 202 has `Location`."""

HURRIED = {("listTurns", "200")}
"""Other answers that may have `Retry-After`: the caller wanted to wait and could not."""

PATH_PARAMETERS = {
    "game_id": "The game's id.",
    "player_id": "The player's id.",
    "name": "Its name.",
    "host_id": "The AI host's id.",
    "work_id": "The id that came with the work.",
    "webhook_id": "The webhook's id.",
    "turn": "The turn that it is about.",
    "seat": "The seat that it is about.",
}

MY_GAME = {"game_id": "$response.body#/id"}
THIS_GAME = {"game_id": "$request.path.game_id"}
FIRST_MOVE = {"turn": "$response.body#/turn", "seat": "$response.body#/seat", "move": "$response.body#/items/0/move"}

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
    ("listLegalMoves", "200"): {"play": {"operationId": "playMove", "parameters": THIS_GAME, "requestBody": FIRST_MOVE}},
    ("playMove", "201"): {
        "look": {"operationId": "getGame", "parameters": THIS_GAME},
        "legalMoves": {"operationId": "listLegalMoves", "parameters": THIS_GAME},
        "journal": {"operationId": "listMoves", "parameters": THIS_GAME},
    },
    ("resign", "201"): {"export": {"operationId": "exportGame", "parameters": THIS_GAME}},
}
"""Where an answer leads: what of it goes into which request."""


def completed(document: Json) -> Json:
    """The document with servers, headers, links, 429 and examples, in a stable order."""
    components = document["components"]
    components["parameters"], components["headers"] = PARAMETERS, HEADERS
    for name, schema in components["schemas"].items():
        if not name.endswith("Request"):
            schema.pop("additionalProperties", None)  # an answer may come to say more
    document["servers"] = [{"url": "/", "description": "The server that this document comes from."}]
    for path, operation in operations(document):
        if path.startswith("/v1/"):
            operation["responses"]["429"] = refusal(problems.TooManyRequests)
            operation["responses"].setdefault("422", refusal(problems.Invalid))
        operation["description"] = described(operation)
        operation["parameters"] = parameters(operation)
        for status, response in operation["responses"].items():
            answered(operation, status, response)
        operation["responses"] = dict(sorted(operation["responses"].items()))
        show(operation, examples(operation["operationId"]))
    for shared in (item.get("parameters", []) for item in document["paths"].values()):
        for parameter in shared:
            parameter.setdefault("description", PATH_PARAMETERS.get(parameter["name"], ""))
    order = ("openapi", "info", "servers", "security", "tags", "paths", "components")
    return {name: document[name] for name in order}


def operations(document: Json) -> Iterator[tuple[str, Json]]:
    """Every operation, with its path."""
    for path, item in document["paths"].items():
        yield from ((path, item[method]) for method in METHODS if method in item)


def described(operation: Json) -> str:
    """The operation's description, with a sentence about the token where the player's token is what it takes."""
    about: str = operation["description"]
    said = TOKENS.get(str(operation["security"]))
    return f"{about}\n\n{said}" if said else about


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


def answered(operation: Json, status: str, response: Json) -> None:
    """Names the headers of one answer, and where it leads."""
    answers = operation["responses"]
    tagged = ("304" in answers and status in ("200", "304")) or ("428" in answers and status == "200")
    limited = "429" in answers
    has = [
        ("ETag", "ETag", tagged),
        ("Location", "Location", status in ("201", "202") and operation["operationId"] in LOCATED),
        ("Retry-After", "RetryAfter", status in ("304", "429", "503") or (operation["operationId"], status) in HURRIED),
        ("WWW-Authenticate", "WWWAuthenticate", status == "401"),
        ("RateLimit", "RateLimit", limited and status != "414"),
        ("RateLimit-Policy", "RateLimitPolicy", limited and status != "414"),
        ("X-Request-Id", "RequestId", status != "414"),
    ]
    own = response.get("headers", {})
    response["headers"] = own | {name: {"$ref": f"#/components/headers/{ref}"} for name, ref, is_so in has if is_so and name not in own}
    if not response["headers"]:
        del response["headers"]
    if links := LINKS.get((operation["operationId"], status)):
        response["links"] = links


def examples(operation_id: str) -> list[Json]:
    """What `python -m tests.service.capture` has captured of an operation; nothing for one it has not met yet."""
    file = files("service").joinpath("examples", f"{operation_id}.json")
    captured: list[Json] = [] if not file.is_file() else json.loads(file.read_text(encoding="utf-8"))
    return captured


def show(operation: Json, captured: list[Json]) -> None:
    """Puts captured answers where they belong, and the requests that were not refused."""
    for one in captured:
        told = {"summary": one["summary"]}
        if "request" in one and one["status"] < 300:
            content = operation["requestBody"]["content"]["application/json"]
            content.setdefault("examples", {})[one["name"]] = told | {"value": one["request"]}
        if "response" in one:
            content = operation["responses"][str(one["status"])]["content"][one["media"]]
            content.setdefault("examples", {})[one["name"]] = told | {"value": one["response"]}
