"""Turns: what the caller owes, over all games."""

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from service import problems
from service.json_object import Json
from service.web.answer import Answer
from service.web.arguments import Routes
from service.web.auth import this_call
from service.web.handlers.inbox import show_inbox
from service.web.responses import operation, refuses
from service.web.schemas.answers import DecisionAnswer
from service.web.schemas.members import said, shaped
from service.web.schemas.requests import TurnsQuery

blp = Routes("turns", __name__, url_prefix="/v1", description="What you owe, over all games: the one call that a bot loops on.")


class TurnAnswer(DecisionAnswer):
    """A decision that you owe."""

    game = fields.String(required=True, metadata=said("The game's id."))
    ruleset = shaped("RulesetName")
    turn = fields.Integer(required=True, metadata=said("What `turn` in your move has to be."))
    revision = fields.Integer(required=True, metadata=said("The game's revision when this was read."))
    since = fields.String(required=True, metadata=said("Since when it has been pending, UTC.", format="date-time"))
    links = fields.Dict(
        keys=fields.String(), values=fields.String(), required=True, metadata=said("The game, its legal moves, where to play.")
    )


class TurnsAnswer(ma.Schema):
    items = fields.List(
        fields.Nested(TurnAnswer), required=True, metadata=said("Most urgent first: by deadline, then by how long you owe it.")
    )
    count = fields.Integer(required=True, metadata=said("How many decisions you owe, those beyond `limit` counted."))
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null on the last."))


@blp.route("/me/turns")
class TurnsView(MethodView):
    init_every_request = False

    @blp.arguments(TurnsQuery, location="query")
    @blp.response(200, TurnsAnswer)
    @blp.alt_response(304, description="You owe what you owed when you got that ETag. `Retry-After` where you could not wait.")
    @refuses(problems.Unauthorized, problems.Invalid)
    @operation("listTurns", token="required")
    def get(self, query: Json) -> Answer:
        """List what I owe

        Every decision that you owe in any game, most urgent first. A bot needs no more than this: ask with `wait=25`, play each
        decision listed, ask again. The answer comes as soon as you owe something, or with nothing in it when the time is over.

        With the last `ETag` as `If-None-Match` it comes as soon as what you owe changes, be it more or less, or as a 304 when the
        time is over. When too many clients wait already it comes at once and has `Retry-After`. That a game has ended is not
        told here: its own snapshot says so.

        The first page is enough for who plays what it lists and asks again, since it has the most urgent ones; a page costs the same
        however much you owe. The `ETag` changes with anything that you owe, on the page or not.
        """
        return show_inbox(this_call())
