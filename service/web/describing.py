"""What is kept about players, as JSON: who they are, their tokens, webhooks and ratings."""

from dataclasses import asdict

import orjson

from service.contests.ratings import Rating
from service.json_object import Json
from service.store.players import Player
from service.store.tokens import Access, Token
from service.web.auth import parts, player, this_call
from service.webhooks.registration import Webhook


def player_json(known: Player) -> Json:
    return {"id": known.id, "name": known.name, "created_at": known.created_at}


def me_json(known: Player) -> Json:
    return player_json(known) | {"listed": not parts().ratings.store.hidden([known.id])}


def access() -> Access:
    """What the caller's token is good for; raises Unauthorized without one."""
    player()
    found = this_call().access
    assert found is not None, "a player has been found"
    return found


def token_json(token: Token) -> Json:
    shown = {"id": token.id, "label": token.label, "scopes": token.scopes, "created_at": token.created_at, "expires_at": token.expires_at}
    return shown | {"current": token.id == access().token.id}


def webhook_json(webhook: Webhook) -> Json:
    shown = {name: value for name, value in asdict(webhook).items() if name not in ("player", "secret", "origin")}
    link = f"/v1/webhooks/{webhook.id}"
    return shown | {"links": {"self": link, "deliveries": f"{link}/deliveries", "test": f"{link}/test"}}


def rating_json(ruleset: str, rating: Rating, place: int | None) -> Json:
    return {
        "ruleset": ruleset,
        "rating": round(rating.value, 1),
        "deviation": round(rating.deviation, 1),
        "games": rating.games,
        "provisional": rating.is_provisional,
        "place": place,
    }


def ratings_json(subject: str) -> list[Json]:
    """Somebody's ratings, with how they came about."""
    found = parts().ratings.all_of(subject).items()
    return [rating_json(ruleset, rating, place) | {"history": history(ruleset, subject)} for ruleset, (rating, place) in found]


def history(ruleset: str, subject: str) -> list[Json]:
    points = [orjson.loads(line) for line in parts().ratings.store.history(ruleset, subject)]
    return [point | {"rating": round(point["rating"], 1), "deviation": round(point["deviation"], 1)} for point in points]
