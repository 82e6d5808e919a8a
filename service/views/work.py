"""The lease protocol: an AI host without access to the queue takes turns over HTTP, and sees only its seat's view."""

import time
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView
from marshmallow import fields, validate

from engine.ai.levels import LEVELS
from service import ais, problems, remote
from service.arguments import Routes
from service.caller import host, idempotency_key, operator
from service.members import NameText, said, whole
from service.once import once
from service.remote import Lease, RemoteHost
from service.web import as_json, json_answer, operation, refuses

blp = Routes("work", __name__, url_prefix="/v1", description="For AI hosts far away: take a turn, answer it.")

REASON = {"description": "Why there is nothing to do.", "schema": {"type": "string"}, "example": "no turn is waiting for your AIs"}
BODY_PROBLEMS = (problems.Unreadable, problems.TooLarge, problems.UnsupportedMediaType, problems.Invalid)


class HostRequest(ma.Schema):
    name = NameText(required=True, metadata=said("Who hosts.", example="Ada's machine"))
    ais = fields.List(
        fields.String(validate=validate.Regexp(rf"^{ais.NAME.pattern}$(?!\n)")),
        required=True,
        validate=validate.Length(1, 20),
        metadata=said("The names that the host may play under.", example=["mybot"]),
    )


class HostAnswer(ma.Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    ais = fields.List(fields.String(), required=True)


class NewHostAnswer(HostAnswer):
    key = fields.String(required=True, metadata=said("The host's secret, shown only now: send it as `Authorization: Bearer <key>`."))


class HostList(ma.Schema):
    items = fields.List(fields.Nested(HostAnswer), required=True)


class AcquireRequest(ma.Schema):
    protocol = whole("Version of this protocol that the host speaks.", required=True, least=1)
    rules = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(strict=True, validate=validate.Range(1, 10**6)),
        required=True,
        metadata=said("The rulesets that the host plays, with the version of their rules.", example={"cathedral": 1}),
    )
    wait = whole("Seconds to wait for work before the answer is 204.", most=30, load_default=0)


class WorkAnswer(ma.Schema):
    """A decision to make: the view of one seat, never the position."""

    id = fields.String(required=True, metadata=said("Names this work in `/v1/work/{work_id}/…`."))
    protocol = fields.Integer(required=True)
    ai = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules_version = fields.Integer(required=True)
    seats = fields.Integer(required=True, metadata=said("How many seats the game has."))
    seat = fields.Integer(required=True, metadata=said("The seat to decide for."))
    notation = fields.String(required=True, metadata=said("The position as that seat may know it."))
    position = fields.Dict(required=True, metadata=said("The same as an object."))
    moves = fields.List(fields.String(), required=True, metadata=said("Every legal move; the answer is one of them."))
    budget_seconds = fields.Float(required=True, metadata=said("How long to think."))
    deadline = fields.String(required=True, metadata=said("When the turn goes to somebody else, UTC.", format="date-time"))


class WorkMoveRequest(ma.Schema):
    move = fields.String(required=True, validate=validate.Length(1, 200))


class AbortRequest(ma.Schema):
    reason = fields.String(required=True, validate=validate.Length(1, 2000), metadata=said("Why, for the AI's log."))


class LeaseAnswer(ma.Schema):
    seconds_left = fields.Float(required=True, metadata=said("Until the turn goes to somebody else."))


def remote_host() -> RemoteHost:
    """The AI host that calls."""
    key = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if not key:
        raise problems.Unauthorized("Send the host key as: Authorization: Bearer <key>.")
    return host().hosts.of_key(key)


def lease(work_id: str) -> Lease:
    return host().work.lease_of(remote_host(), work_id)


@blp.route("/hosts")
class HostsView(MethodView):
    init_every_request = False

    @blp.arguments(HostRequest)
    @blp.response(201, NewHostAnswer)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.KeyReused, *BODY_PROBLEMS)
    @operation("admitHost", token="required")
    def post(self, body: dict[str, Any]) -> Response:
        """Give an AI host its key

        For the operator's token. The key lets its bearer play under the given names, and nothing else.
        """
        operator()
        taken = set(body["ais"]) & set(LEVELS)
        if taken:
            raise problems.Invalid(f"{min(taken)!r} is a built-in AI's name.", pointer="/ais")
        admitted, key = host().hosts.admit(body["name"].strip(), tuple(body["ais"]), idempotency_key())
        return json_answer(as_json({"id": admitted.id, "name": admitted.name, "ais": admitted.ais, "key": key}), 201)

    @blp.response(200, HostList)
    @refuses(problems.Unauthorized, problems.Forbidden)
    @operation("listHosts", token="required")
    def get(self) -> Response:
        """List the AI hosts

        For the operator's token: everybody who has a key.
        """
        operator()
        return json_answer(as_json({"items": [{"id": one.id, "name": one.name, "ais": one.ais} for one in host().hosts.listed()]}))


@blp.route("/hosts/<string:host_id>")
class HostView(MethodView):
    init_every_request = False

    @blp.response(204)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound)
    @operation("dismissHost", token="required")
    def delete(self, host_id: str) -> Response:
        """Take an AI host's key away

        For the operator's token. What the host is thinking about goes to somebody else when its lease lapses.
        """
        operator()
        if not host().hosts.dismiss(host_id):
            raise problems.NotFound(f"There is no host {host_id!r}.")
        return Response(status=204)


@blp.route("/work/acquire")
class AcquireView(MethodView):
    init_every_request = False

    @blp.arguments(AcquireRequest)
    @blp.response(200, WorkAnswer)
    @blp.alt_response(204, description="Nothing to do.", headers={"Intramuros-Reason": REASON})
    @refuses(problems.Unauthorized, problems.VersionMismatch, *BODY_PROBLEMS)
    @operation("acquireWork", token="required")
    @once
    def post(self, body: dict[str, Any]) -> Response:
        """Ask for a turn to play

        For a host's key. Waits up to `wait` seconds for a decision that one of the host's AIs owes. Asking also shows that
        the host is alive, so its AIs are listed and can be chosen for new games.
        """
        caller, rulesets = remote_host(), remote.check_versions(body["protocol"], body["rules"])
        work = host().work.wait_for(caller, rulesets, body["wait"], host().news)
        if work is None:
            return Response(status=204, headers={"Intramuros-Reason": "no turn is waiting for your AIs"})
        return json_answer(as_json(work))


@blp.route("/work/<string:work_id>/move")
class WorkMoveView(MethodView):
    init_every_request = False

    @blp.arguments(WorkMoveRequest)
    @blp.response(204)
    @refuses(problems.Unauthorized, problems.NotFound, problems.LateAnswer, problems.IllegalMove, *BODY_PROBLEMS)
    @operation("answerWork", token="required")
    @once
    def post(self, body: dict[str, Any], work_id: str) -> Response:
        """Answer a turn

        One of the moves that came with the work. A late answer is told so and changes nothing; a move that was not offered
        gives the turn to somebody else.
        """
        host().work.answer(lease(work_id), body["move"])
        return Response(status=204)


@blp.route("/work/<string:work_id>/abort")
class WorkAbortView(MethodView):
    init_every_request = False

    @blp.arguments(AbortRequest)
    @blp.response(204)
    @refuses(problems.Unauthorized, problems.NotFound, problems.LateAnswer, *BODY_PROBLEMS)
    @operation("abortWork", token="required")
    @once
    def post(self, body: dict[str, Any], work_id: str) -> Response:
        """Give a turn back

        When the AI has failed: the turn goes to another host at once instead of when the lease lapses.
        """
        host().work.give_back(lease(work_id), "aborted", body["reason"])
        return Response(status=204)


@blp.route("/work/<string:work_id>/heartbeat")
class WorkHeartbeatView(MethodView):
    init_every_request = False

    @blp.response(200, LeaseAnswer)
    @refuses(problems.Unauthorized, problems.NotFound, problems.LateAnswer)
    @operation("keepWork", token="required")
    @once
    def post(self, work_id: str) -> Response:
        """Show that a turn is being thought about

        Keeps the host listed as alive while it thinks, and says how much time is left, or that it is too late.
        """
        found = lease(work_id)
        host().work.stay_listed(remote_host(), found)
        return json_answer(as_json({"seconds_left": round(max(0.0, found.until - time.time()), 2)}))
