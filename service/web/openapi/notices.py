"""What the server sends by itself, as the OpenAPI document says it: notices to webhooks, and the events of a game's stream."""

from service.json_object import Json
from service.web.openapi.shapes import reference

LINKS: Json = {"type": "object", "additionalProperties": {"type": "string"}, "description": "Where to look next."}


def state_event(word: str, answer: str) -> Json:
    """The event that has a contest as it is now."""
    return {
        "type": "object",
        "description": f"The event `{word}` of a stream, its `data` read as JSON.",
        "properties": {
            "id": {"type": "string", "description": "Its revision."},
            "event": {"type": "string", "enum": [word]},
            "data": reference(answer),
        },
        "required": ["id", "event", "data"],
    }


def event_of(what: str, word: str, schema: str) -> Json:
    """An event of the stream of something: that it has changed, or that it is over."""
    return {
        "oneOf": [reference(schema), reference("EndEvent")],
        "discriminator": {
            "propertyName": "event",
            "mapping": {word: f"#/components/schemas/{schema}", "end": "#/components/schemas/EndEvent"},
        },
        "description": f"An event of a {what}'s stream, by its fields.",
    }


SCHEMAS: dict[str, Json] = {
    "TurnOwedNotice": {
        "type": "object",
        "description": "You owe a decision in this game.",
        "properties": {
            "type": {"type": "string", "enum": ["turn.owed"]},
            "timestamp": {"type": "string", "format": "date-time", "description": "Since when you owe it, UTC."},
            "data": {
                "type": "object",
                "properties": {
                    "game": {"type": "string", "description": "The game's id."},
                    "ruleset": reference("RulesetName"),
                    "turn": {"type": "integer", "description": "What `turn` in your move has to be."},
                    "revision": {"type": "integer", "description": "The game's revision from which on you owe it."},
                    "links": LINKS,
                },
                "required": ["game", "ruleset", "turn", "revision", "links"],
            },
        },
        "required": ["type", "timestamp", "data"],
    },
    "TestNotice": {
        "type": "object",
        "description": "A notice that says nothing: somebody tries the webhook.",
        "properties": {
            "type": {"type": "string", "enum": ["test"]},
            "timestamp": {"type": "string", "format": "date-time", "description": "When the webhook was made, UTC."},
            "data": {
                "type": "object",
                "properties": {"webhook": {"type": "string", "description": "The webhook's id."}},
                "required": ["webhook"],
            },
        },
        "required": ["type", "timestamp", "data"],
    },
    "SnapshotEvent": {
        "type": "object",
        "description": "The event `snapshot` of a stream, its `data` read as JSON.",
        "properties": {
            "id": {"type": "string", "description": "The game's revision."},
            "event": {"type": "string", "enum": ["snapshot"]},
            "data": reference("SnapshotAnswer"),
        },
        "required": ["id", "event", "data"],
    },
    "EndEvent": {
        "type": "object",
        "description": "The event `end` of a stream, its `data` read as JSON: the game or the contest is over.",
        "properties": {
            "id": {"type": "string", "description": "Its revision."},
            "event": {"type": "string", "enum": ["end"]},
            "data": {
                "type": "object",
                "properties": {"revision": {"type": "integer", "description": "Its last revision."}},
                "required": ["revision"],
            },
        },
        "required": ["id", "event", "data"],
    },
    "GameEvent": event_of("game", "snapshot", "SnapshotEvent"),
    "SeriesStateEvent": state_event("series", "SeriesAnswer"),
    "SeriesEvent": event_of("series", "series", "SeriesStateEvent"),
    "TournamentStateEvent": state_event("tournament", "TournamentAnswer"),
    "TournamentEvent": event_of("tournament", "tournament", "TournamentStateEvent"),
}

STREAMS = {
    "/v1/games/{game_id}/events": "GameEvent",
    "/v1/series/{series_id}/events": "SeriesEvent",
    "/v1/tournaments/{tournament_id}/events": "TournamentEvent",
}
"""Which events come on which stream."""

HEADERS: dict[str, tuple[str, str]] = {
    "webhook-id": ("The notice's id, the same in every attempt: drop one that you have had.", "msg_2b7k9x4m5q8wdtr6"),
    "webhook-timestamp": ("When this attempt was made, in seconds since 1970. Refuse one that is minutes old.", "1767637800"),
    "webhook-signature": (
        "`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, with the bytes that the webhook's secret is "
        "the base64 of, after `whsec_`. Where several stand here, parted by spaces, one must fit.",
        "v1,2Xb0cAo1hBv6Yp3f8QZk4Tn5sWm7rLd9uEgJiKxVyRw=",
    ),
}


def placed(document: Json) -> None:
    """Puts notices and events into the document."""
    document["components"]["schemas"].update(SCHEMAS)
    document["webhooks"] = {
        "turnOwed": {"post": notice("turnOwed", "You owe a decision", "TurnOwedNotice", OWED)},
        "test": {"post": notice("testNotice", "A webhook is tried", "TestNotice", TRIED)},
    }
    document["tags"].append({"name": "notices", "description": "What a webhook is sent: for your server to answer, not for ours."})
    for path, name in STREAMS.items():
        stream = document["paths"][path]["get"]["responses"]["200"]["content"]["text/event-stream"]
        stream["schema"] |= {"contentMediaType": "text/event-stream", "contentSchema": reference(name)}


OWED = (
    "Sent to every active webhook of the player, signed, and again after a while until it is answered or the decision "
    "is no longer owed. A notice may come twice."
)
TRIED = (
    "Sent to one webhook when `POST /v1/webhooks/{webhook_id}/test` asks for it, even to one that is disabled; signed, and again after a "
    "while until it is answered, as other notices are. There is nothing to do about it but to answer."
)


def notice(name: str, summary: str, schema: str, about: str) -> Json:
    """One kind of notice, as a request that your server gets."""
    return {
        "operationId": name,
        "summary": summary,
        "description": about,
        "tags": ["notices"],
        "security": [],
        "parameters": [
            {"name": header, "in": "header", "required": True, "description": about, "schema": {"type": "string"}, "example": example}
            for header, (about, example) in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": reference(schema)}}},
        "responses": {
            "204": {"description": "Any 2xx within ten seconds: you have it."},
            "410": {"description": "You want no more: the webhook is disabled."},
        },
    }
