"""The AIs that can be played now, and what went wrong with them."""

from dataclasses import asdict
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView
from marshmallow import fields

from service import ailog, ais, problems
from service.arguments import Routes
from service.caller import host, operator
from service.members import said
from service.remote import HOST_KEY
from service.web import as_json, json_answer, operation, refuses

blp = Routes("ais", __name__, url_prefix="/v1", description="AI opponents: who can be played now, and who hosts them.")


class AIAnswer(ma.Schema):
    name = fields.String(required=True, metadata=said('What a seat asks for: `{"ai": name}`.'))
    kind = fields.String(required=True, metadata=said("`built-in`, `worker` (hosted on the queue) or `remote` (hosted over HTTP)."))
    rulesets = fields.List(fields.String(), required=True, metadata=said("The rulesets it plays."))
    workers = fields.Integer(required=True, metadata=said("How many live workers play it now."))
    waiting = fields.Integer(required=True, metadata=said("How many turns wait for a worker."))
    about = fields.String(required=True)


class AIList(ma.Schema):
    items = fields.List(fields.Nested(AIAnswer), required=True)


class FailureAnswer(ma.Schema):
    at = fields.String(required=True)
    what = fields.String(required=True, metadata=said("`crash`, `nonsense`, `overtime`, `lapsed` or `aborted`."))
    detail = fields.String(required=True)
    game = fields.String()
    turn = fields.Integer()
    seat = fields.Integer()


class FailureList(ma.Schema):
    items = fields.List(fields.Nested(FailureAnswer), required=True)


def ai_json(known: ais.AI) -> dict[str, Any]:
    return asdict(known) | {"rulesets": list(known.rulesets), "waiting": host().thinking.waiting(known.rulesets, known.name)}


@blp.route("/ais")
class AIsView(MethodView):
    init_every_request = False

    @blp.response(200, AIList)
    @refuses()
    @operation("listAIs")
    def get(self) -> Response:
        """List the AIs

        The built-in levels, and every AI that somebody hosts at this moment, with how busy they are.
        """
        return json_answer(as_json({"items": [ai_json(known) for known in ais.catalogue(host().store_client).values()]}))


def owner(name: str) -> None:
    """Raises Unauthorized or Forbidden unless the operator calls, or a host of the AI."""
    key = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if not key.startswith(HOST_KEY):
        operator()
    elif name not in host().hosts.of_key(key).ais:
        raise problems.Forbidden(f"You do not host {name!r}.")


@blp.route("/ais/<string:name>/log")
class AILogView(MethodView):
    init_every_request = False

    @blp.response(200, FailureList)
    @refuses(problems.Unauthorized, problems.Forbidden)
    @operation("getAILog", token="required")
    def get(self, name: str) -> Response:
        """Why did an AI fail

        The last crashes, nonsense moves and overtimes of an AI, the newest first. For the operator's token, and for the key of
        a host that may play it.
        """
        owner(name)
        return json_answer(as_json({"items": ailog.read(host().store_client, name)}))
