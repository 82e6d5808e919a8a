"""The AIs that can be played now, and what went wrong with them."""

from dataclasses import asdict

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields, validate

from service import problems
from service.ai import catalogue, failures
from service.json_object import Json
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import operator, parts, this_call
from service.web.responses import operation, refuses
from service.web.schemas.members import said

blp = Routes("ais", __name__, url_prefix="/v1", description="AI opponents: who can be played now, and who hosts them.")


class AIAnswer(ma.Schema):
    name = fields.String(required=True, metadata=said('What a seat asks for: `{"ai": name}`.'))
    kind = fields.String(
        required=True,
        validate=validate.OneOf(("built-in", "worker", "remote")),
        metadata=said("`built-in`, `worker` (hosted on the queue) or `remote` (hosted over HTTP)."),
    )
    rulesets = fields.List(fields.String(), required=True, metadata=said("The rulesets it plays."))
    workers = fields.Integer(required=True, metadata=said("How many live workers play it now."))
    waiting = fields.Integer(required=True, metadata=said("How many turns wait for a worker."))
    about = fields.String(required=True)
    ladder = fields.Boolean(required=True, metadata=said("Whether it asks to be rated, and to be paired with others that do."))


class AIList(ma.Schema):
    items = fields.List(fields.Nested(AIAnswer), required=True)


class FailureAnswer(ma.Schema):
    at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    what = fields.String(required=True, validate=validate.OneOf(failures.KINDS))
    detail = fields.String(required=True)
    game = fields.String()
    turn = fields.Integer()
    seat = fields.Integer()


class FailureList(ma.Schema):
    items = fields.List(fields.Nested(FailureAnswer), required=True)


def ai_json(known: catalogue.AI) -> Json:
    return shown(known) | {"rulesets": list(known.rulesets), "waiting": parts().thinking.waiting(known.rulesets, known.name)}


def shown(ai: catalogue.AI) -> Json:
    """What everybody may know of an AI; whose it is, its host alone says."""
    return {name: value for name, value in asdict(ai).items() if name != "host"}


@blp.route("/ais")
class AIsView(MethodView):
    init_every_request = False

    @blp.response(200, AIList)
    @refuses()
    @operation("listAIs")
    def get(self) -> Answer:
        """List the AIs

        The built-in levels, and every AI that somebody hosts at this moment, with how busy they are.
        """
        return json_answer(as_json({"items": [ai_json(known) for known in catalogue.catalogue(parts().store_client).values()]}))


def owner(name: str) -> None:
    """Raises Unauthorized or Forbidden unless the operator calls, or a host of the AI."""
    host = this_call().host
    if host is None:
        operator()
    elif name not in host.ais:
        raise problems.Forbidden("ai_log", {"ai": name})


@blp.route("/ais/<string:name>/log")
class AILogView(MethodView):
    init_every_request = False

    @blp.response(200, FailureList)
    @refuses(problems.Unauthorized, problems.Forbidden)
    @operation("getAILog", token="required")
    def get(self, name: str) -> Answer:
        """Why did an AI fail

        The last crashes, nonsense moves and overtimes of an AI, the newest first. For the operator's token, and for the key of
        a host that may play it.
        """
        owner(name)
        return json_answer(as_json({"items": failures.read(parts().store_client, name)}))
