"""What is kept about players, as JSON: who they are, their tokens, webhooks and ratings."""

from dataclasses import asdict

import orjson

from engine.rulesets import NAMES
from service.contests.rating_games import read
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


def namesakes_json(name: str, most: int) -> Json:
    """Those who bear a name and do not mind being found, and whether there may be more of them."""
    bearers, more = parts().players.names.bearers(name)
    hidden = set(parts().ratings.store.hidden([one.id for one in bearers]))
    found = [one for one in bearers if one.id not in hidden]
    shown = found[:most]
    ratings = parts().ratings.store.ratings(NAMES, [one.id for one in shown])
    items = [asdict(one) | {"named_at": day_of(one.named_at), "ratings": brief_ratings(ratings, one.id)} for one in shown]
    return {"items": items, "more": more or len(found) > most}


def day_of(moment: str) -> str:
    """The day of a moment: at what time somebody was here is nobody else's business."""
    return f"{moment[:10]}T00:00:00.000Z"


def brief_ratings(ratings: dict[str, dict[str, str]], subject: str) -> list[Json]:
    """What somebody has come to in each ruleset, and in how many games."""
    known = [(ruleset, read(texts[subject])) for ruleset, texts in ratings.items() if subject in texts]
    return [{"ruleset": ruleset, "rating": round(rating.value, 1), "games": rating.games} for ruleset, rating in known]


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
