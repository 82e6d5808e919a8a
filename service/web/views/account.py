"""What is kept about a player: given out as one document, and deleted."""

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields, validate

from service import clock, problems
from service.contests.briefs import Brief
from service.game import FINISHED, OPEN, RUNNING, Game
from service.json_object import Json
from service.store import identifiers, keys
from service.web.answer import Answer, as_json
from service.web.arguments import Routes
from service.web.auth import me_as_player, parts, player, this_call
from service.web.describing import me_json, ratings_json, token_json, webhook_json
from service.web.etags import weak
from service.web.paging import listed, page_answer, read_place
from service.web.responses import operation, refuses
from service.web.schemas.account import AttemptAnswer, TokenAnswer, WebhookAnswer
from service.web.schemas.answers import MeAnswer, PlayerRatingAnswer
from service.web.schemas.contests import STATUSES
from service.web.schemas.members import said, shaped
from service.web.schemas.requests import PageQuery

blp = Routes("account", __name__, url_prefix="/v1", description="What is kept about a player.")

MOST_CONTESTS = 1000
"""Contests that an export names, the newest ones."""


class ExportedWebhook(WebhookAnswer):
    deliveries = fields.List(fields.Nested(AttemptAnswer), required=True, metadata=said("The last attempts, the newest first."))


class ExportedContest(ma.Schema):
    id = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(("series", "tournament")))
    name = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    organiser = fields.Boolean(required=True, metadata=said("Whether you organise it."))
    entrant = fields.Boolean(required=True, metadata=said("Whether you take part."))


class ExportedGame(ma.Schema):
    id = fields.String(required=True)
    ruleset = shaped("RulesetName")
    status = fields.String(required=True, validate=validate.OneOf((OPEN, RUNNING, FINISHED)))
    seats = fields.List(fields.Integer(), required=True, metadata=said("Yours."))
    creator = fields.Boolean(required=True, metadata=said("Whether you created it."))
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    updated_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True, metadata=said("The game, its journal, its record."))


class ExportAnswer(ma.Schema):
    exported_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    player = fields.Nested(MeAnswer, required=True)
    tokens = fields.List(fields.Nested(TokenAnswer), required=True)
    webhooks = fields.List(fields.Nested(ExportedWebhook), required=True)
    ratings = fields.List(fields.Nested(PlayerRatingAnswer), required=True)
    seeks = fields.List(fields.String(), required=True, metadata=said("The ids of those that wait."))
    contests = fields.List(fields.Nested(ExportedContest), required=True, metadata=said("The newest 1000."))
    games = fields.List(fields.Nested(ExportedGame), required=True, metadata=said("This page of them, the newest first."))
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page of games; null on the last."))


def webhooks_json(who: str) -> list[Json]:
    return [webhook_json(one) | {"deliveries": parts().deliveries.attempts(one)} for one in parts().webhooks.of(who)]


def contest_json(contest: Brief, who: str) -> Json:
    about = {"id": contest.id, "kind": contest.kind, "name": contest.name, "status": contest.status}
    return about | {"organiser": contest.organiser == who, "entrant": who in contest.players}


def game_json(game: Game, who: str) -> Json:
    link = f"/v1/games/{game.id}"
    about = {"id": game.id, "ruleset": game.ruleset, "status": game.status, "seats": game.seats_of(who), "creator": game.creator == who}
    times = {"created_at": game.created_at, "updated_at": game.updated_at}
    return about | times | {"links": {"game": link, "moves": f"{link}/moves", "record": f"{link}/export"}}


@blp.route("/me/export")
class ExportView(MethodView):
    init_every_request = False

    @blp.arguments(PageQuery, location="query")
    @blp.response(200, ExportAnswer)
    @refuses(problems.Unauthorized, problems.Invalid)
    @operation("exportMe", token="required")
    def get(self, query: Json) -> Answer:
        """Read all that is kept about me

        Your name, tokens (not their texts), webhooks, ratings, contests and games. The games come in pages; every page has the rest too.
        The moves of each game are behind its links.
        """
        who, here = player(), parts()
        contests, _ = here.contests.listed(here.store_client.zrange(keys.contests_of_player_key(who), 0, MOST_CONTESTS - 1, desc=True))
        games, last = listed(keys.games_of_player_key(who), read_place(query), query["limit"], here.store.load_listed, lambda _: True)
        page = {
            "exported_at": clock.stamp(),
            "player": me_json(me_as_player()),
            "tokens": [token_json(token) for token in here.player_tokens.of(who)],
            "webhooks": webhooks_json(who),
            "ratings": ratings_json(who),
            "seeks": [seek for _, seek in here.seeks.mine(who)],
            "contests": [contest_json(contest, who) for contest in contests.values()],
            "games": [game_json(game, who) for game in games],
            "next": last,
        }
        tag = identifiers.digest(as_json(page | {"exported_at": ""}))[:16]
        answer = Answer(304) if this_call().has(tag) else page_answer(this_call(), page)
        answer.headers |= {"ETag": weak(tag), "Cache-Control": "private, no-cache", "Vary": "Authorization"}
        return answer
