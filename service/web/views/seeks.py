"""Matchmaking: seek an opponent."""

import time
from dataclasses import asdict

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields, validate

from engine.core import settle_options
from engine.rulesets import NAMES, ruleset
from service import problems
from service.contests.ratings import START
from service.contests.seeks import CANCELLED, EXPIRED, MATCHED, WAITING, Seek, Wish
from service.games import clocks
from service.games.long_poll import long_poll
from service.json_object import Json
from service.store import identifiers
from service.store.watches import seek_topic
from service.web.admission import admit_new, waiter
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import me_as_player, parts, player, this_call
from service.web.etags import for_caller
from service.web.handlers.games import RETRY_SECONDS
from service.web.idempotency import once
from service.web.new_games import refuse_unasked_ais, refuse_unknown_ai
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.members import TrueOrFalse, said, wait_in_query, whole
from service.web.schemas.requests import ClockRequest

blp = Routes("seeks", __name__, url_prefix="/v1", description="Matchmaking: find somebody who wants to play the same.")


LOOK = 5.0
"""Seconds after which a waiting seek is looked at again, because an AI may be due."""


class FallbackRequest(ma.Schema):
    name = fields.String(required=True, validate=validate.Length(1, 40), metadata=said("The AI.", example="medium"))
    after = whole("Seconds to wait for people first.", least=0, most=3600, load_default=30)


class SeekRequest(ma.Schema):
    ruleset = fields.String(required=True, validate=validate.OneOf(NAMES), metadata=said("Which board game.", example="cathedral"))
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata={"x-shape": "OptionsRequest"})
    seats = whole("How many play.", least=2, most=8, load_default=2)
    rated = TrueOrFalse(load_default=False, metadata=said("Whether the game counts for ratings."))
    clock = fields.Nested(ClockRequest, metadata=said("Left out, seven days a decision unless the operator says otherwise."))
    rating_least = whole("The least rating that the others may have.", least=-5000, most=10000)
    rating_most = whole("The highest rating that the others may have.", least=-5000, most=10000)
    ai = fields.Nested(FallbackRequest, metadata=said("An AI for the other seats, when nobody has come."))


class SeekAnswer(ma.Schema):
    id = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf((WAITING, MATCHED, CANCELLED, EXPIRED)))
    game = fields.String(required=True, allow_none=True, metadata=said("The game that you have got; null until then."))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class SeekQuery(ma.Schema):
    wait = wait_in_query("for a match, while `status` is `waiting`.")


def seek_json(identity: str, found: Json) -> Json:
    links = {"self": f"/v1/seeks/{identity}"} | ({"game": f"/v1/games/{found['game']}"} if found["game"] else {})
    return {"id": identity, **found, "links": links}


def looked_at(identity: str) -> Json:
    """How the caller's seek stands; raises NotFound for one that is not the caller's, or that nobody remembers."""
    found = parts().seeks.look(identity.partition("-")[0], identity, player())
    if found is None:
        raise problems.NotFound("seek", {"seek": identity})
    return found


@blp.route("/seeks")
class SeeksView(MethodView):
    init_every_request = False

    @blp.arguments(SeekRequest)
    @blp.response(201, SeekAnswer, description="The seek; matched already if somebody waited for you.")
    @refuses(problems.Unauthorized, problems.BadOption, problems.TooMany, *BODY_PROBLEMS)
    @operation("createSeek", token="required")
    @once
    def post(self, body: Json) -> Answer:
        """Seek an opponent

        You are paired with whoever wants to play exactly the same and whose rating suits you, as yours suits it; who has waited longest
        comes first. A seek of yours is one more beside those that wait already, up to five, each for something else; each may bring you a
        game. Follow it with
        `GET /v1/seeks/{seek_id}?wait=25`: a seek that nobody looks at for a minute and a half is over. With `ai` you play an AI when
        nobody has come in time.
        """
        me = me_as_player()
        if body.get("rating_least") is not None and body.get("rating_most") is not None and body["rating_least"] > body["rating_most"]:
            raise problems.Invalid("rating", pointer="/rating_least")
        rules = ruleset(body["ruleset"])
        options = settle_options(rules, body["seats"], body["options"])
        fallback = body.get("ai")
        if fallback:
            refuse_unknown_ai(body["ruleset"], fallback["name"], "/ai/name")
            if body["rated"]:
                refuse_unasked_ais({"/ai/name": fallback["name"]})
            if body["rated"] and body["seats"] > 2:
                raise problems.Invalid("rated_seek", pointer="/ai")
        control = clocks.agreed(body.get("clock"), people=2, seats=body["seats"], default_days=parts().settings.clock_days)
        wish = Wish(body["ruleset"], options, body["seats"], body["rated"], asdict(control) if control else None)
        mine = parts().ratings.of(body["ruleset"], me.id)
        identity = f"{wish.pool}-{identifiers.new_id('seek', me.id, key=this_call().idempotency_key)}"
        seek = Seek(
            identity, me.id, me.name, wish.pool, time.time(), mine[0].value if mine else START,
            body.get("rating_least"), body.get("rating_most"),
            fallback["name"] if fallback else None, float(fallback["after"]) if fallback else None,
            this_call().origin,
        )  # fmt: skip
        if parts().seeks.look(wish.pool, seek.id, me.id) is None:
            admit_new(this_call(), parts().new_games, "new_games")
            parts().seeks.post(wish, seek)
        return json_answer(as_json(seek_json(seek.id, looked_at(seek.id))), 201, {"Location": f"/v1/seeks/{seek.id}"})


@blp.route("/seeks/<string:seek_id>")
class SeekView(MethodView):
    init_every_request = False

    @blp.arguments(SeekQuery, location="query")
    @blp.response(200, SeekAnswer)
    @blp.alt_response(304, description="It stands as the answer with the ETag you sent says. `Retry-After` where you could not wait.")
    @refuses(problems.Unauthorized, problems.NotFound, problems.Invalid)
    @operation("getSeek", token="required")
    def get(self, query: Json, seek_id: str) -> Answer:
        """Follow a seek

        With `wait=25` the answer comes as soon as you are paired, or after that time with the seek still waiting. Each look keeps
        it alive.
        """
        watching, look = parts().news.watch(seek_topic(seek_id), *waiter(this_call())), lambda *_: looked_at(seek_id)
        found, crowded = long_poll(watching, query["wait"], look, lambda found: found["status"] != WAITING, lambda _: LOOK)
        tag = f"{seek_id}-{found['status']}"
        headers = for_caller(tag)
        headers |= {"Retry-After": str(RETRY_SECONDS)} if crowded else {}
        return Answer(304, headers) if this_call().has(tag) else json_answer(as_json(seek_json(seek_id, found)), headers=headers)

    @blp.response(200, SeekAnswer, description="How the seek stands now: `cancelled`, or as it ended before you withdrew it.")
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("withdrawSeek", token="required")
    def delete(self, seek_id: str) -> Answer:
        """Withdraw a seek

        You are not paired any more. Where you come too late the answer says `matched`, with the game that you have got: it stays yours.
        """
        looked_at(seek_id)
        parts().seeks.withdraw(seek_id.partition("-")[0], seek_id)
        return json_answer(as_json(seek_json(seek_id, looked_at(seek_id))))
