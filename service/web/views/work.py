"""The lease protocol: an AI host without access to the queue takes turns over HTTP, and sees only its seat's view."""

import time

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields, validate

from engine.ai.levels import LEVELS
from engine.ai.opponent import SCORE, WIN
from service import problems
from service.ai import installed, remote_work
from service.ai.remote_work import Ability, Lease, RemoteHost
from service.json_object import Json
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import note_deed, operator, parts, this_call
from service.web.idempotency import once
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.members import NameText, TrueOrFalse, matched, said, shaped, whole

blp = Routes("work", __name__, url_prefix="/v1", description="For AI hosts far away: take a turn, answer it.")

REASON = {"description": "Why there is nothing to do.", "schema": {"type": "string"}, "example": "no turn is waiting for your AIs"}


class HostRequest(ma.Schema):
    name = NameText(required=True, metadata=said("Who hosts.", example="Ada's machine"))
    ais = fields.List(
        matched(f"^{installed.NAME.pattern}$", "ai_form"),
        required=True,
        validate=validate.Length(1, 20),
        metadata=said("The names that the host may play under.", example=["mybot"]),
    )


class HostAnswer(ma.Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    ais = fields.List(fields.String(), required=True)


class HostWithKey(HostAnswer):
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
    objects = TrueOrFalse(load_default=False, metadata=said("Whether to send the legal moves as objects too."))
    about = NameText(most=200, metadata=said("A line about the AI, for the list of AIs.", example="Places its largest building that fits."))
    ladder = TrueOrFalse(
        load_default=False,
        metadata=said("Whether its AIs ask to be rated, and to play others that do while workers have nothing else to do."),
    )


class WorkAnswer(ma.Schema):
    """A decision to make: the view of one seat, never the position."""

    id = fields.String(required=True, metadata=said("Names this work in `/v1/work/{work_id}/…`."))
    protocol = fields.Integer(required=True)
    ai = fields.String(required=True)
    ruleset = shaped("RulesetName")
    rules_version = fields.Integer(required=True)
    seats = fields.Integer(required=True, metadata=said("How many seats the game has."))
    seat = fields.Integer(required=True, metadata=said("The seat to decide for."))
    goal = fields.String(
        required=True,
        validate=validate.OneOf((WIN, SCORE)),
        metadata=said("What the game is played for: to win it, or, in a contest that adds up scores, for as good a score as can be had."),
    )
    notation = fields.String(required=True, metadata=said("The position as that seat may know it."))
    position = shaped("Position")
    moves = fields.List(fields.String(), required=True, metadata=said("Every legal move; the answer is one of them."))
    objects = fields.List(
        shaped("LegalMoveObject"), metadata=said("The same moves as objects, in the same order, where they were asked for.")
    )
    budget_seconds = fields.Float(required=True, metadata=said("How long to think, with the processor to yourself."))
    wall_seconds = fields.Float(
        required=True,
        metadata=said("How long that may take by the clock where others use the processor too: then the answer must be on its way."),
    )
    deadline = fields.String(required=True, metadata=said("When the turn goes to somebody else, UTC.", format="date-time"))


class WorkMoveRequest(ma.Schema):
    move = fields.String(required=True, validate=validate.Length(1, 200))


class AbortRequest(ma.Schema):
    reason = fields.String(required=True, validate=validate.Length(1, 2000), metadata=said("Why, for the AI's log."))


class LeaseAnswer(ma.Schema):
    seconds_left = fields.Float(required=True, metadata=said("Until the turn goes to somebody else."))


def remote_host() -> RemoteHost:
    """The AI host that calls."""
    call = this_call()
    if call.token is None:
        raise problems.Unauthorized("host_key")
    if call.host is None:
        raise problems.Unauthorized("host_unknown", invalid=True)
    return call.host


def lease(work_id: str) -> Lease:
    return parts().work.lease_of(remote_host(), work_id)


@blp.route("/hosts")
class HostsView(MethodView):
    init_every_request = False

    @blp.arguments(HostRequest)
    @blp.response(201, HostWithKey)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.KeyReused, *BODY_PROBLEMS)
    @operation("admitHost", token="required")
    def post(self, body: Json) -> Answer:
        """Give an AI host its key

        For the operator's token. The key lets its bearer play under the given names, and nothing else.
        """
        operator()
        taken = set(body["ais"]) & set(LEVELS)
        if taken:
            raise problems.Invalid("built_in", {"ai": min(taken)}, pointer="/ais")
        admitted, key = parts().hosts.admit(body["name"].strip(), tuple(body["ais"]), this_call().idempotency_key)
        note_deed("admit host", f"host {admitted.id}", admitted.name)
        return json_answer(as_json({"id": admitted.id, "name": admitted.name, "ais": admitted.ais, "key": key}), 201)

    @blp.response(200, HostList)
    @refuses(problems.Unauthorized, problems.Forbidden)
    @operation("listHosts", token="required")
    def get(self) -> Answer:
        """List the AI hosts

        For the operator's token: everybody who has a key.
        """
        operator()
        return json_answer(as_json({"items": [{"id": one.id, "name": one.name, "ais": one.ais} for one in parts().hosts.listed()]}))


@blp.route("/hosts/<string:host_id>")
class HostView(MethodView):
    init_every_request = False

    @blp.response(204)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound)
    @operation("dismissHost", token="required")
    def delete(self, host_id: str) -> Answer:
        """Take an AI host's key away

        For the operator's token. What the host is thinking about goes to somebody else when its lease lapses.
        """
        operator()
        if not parts().hosts.dismiss(host_id):
            raise problems.NotFound("host", {"host": host_id})
        note_deed("dismiss host", f"host {host_id}")
        return Answer(204)


@blp.route("/work/acquire")
class AcquireView(MethodView):
    init_every_request = False

    @blp.arguments(AcquireRequest)
    @blp.response(200, WorkAnswer)
    @blp.alt_response(204, description="Nothing to do.", headers={"Intramuros-Reason": REASON})
    @refuses(problems.Unauthorized, problems.VersionMismatch, *BODY_PROBLEMS)
    @operation("acquireWork", token="required")
    @once
    def post(self, body: Json) -> Answer:
        """Ask for a turn to play

        For a host's key. Waits up to `wait` seconds for a decision that one of the host's AIs owes. Asking also shows that
        the host is alive, so its AIs are listed and can be chosen for new games.
        """
        caller, rulesets = remote_host(), remote_work.check_versions(body["protocol"], body["rules"])
        able = Ability(tuple(rulesets), body.get("about", "").strip(), body["objects"], body["ladder"])
        work = parts().work.wait_for(caller, able, body["wait"], parts().news)
        if work is None:
            return Answer(204, {"Intramuros-Reason": "no turn is waiting for your AIs"})
        return json_answer(as_json(work))


@blp.route("/work/<string:work_id>/move")
class WorkMoveView(MethodView):
    init_every_request = False

    @blp.arguments(WorkMoveRequest)
    @blp.response(204)
    @refuses(problems.Unauthorized, problems.NotFound, problems.LateAnswer, problems.IllegalMove, *BODY_PROBLEMS)
    @operation("answerWork", token="required")
    @once
    def post(self, body: Json, work_id: str) -> Answer:
        """Answer a turn

        One of the moves that came with the work. A late answer is told so and changes nothing; a move that was not offered
        gives the turn to somebody else.
        """
        parts().work.answer(lease(work_id), body["move"])
        return Answer(204)


@blp.route("/work/<string:work_id>/abort")
class WorkAbortView(MethodView):
    init_every_request = False

    @blp.arguments(AbortRequest)
    @blp.response(204)
    @refuses(problems.Unauthorized, problems.NotFound, problems.LateAnswer, *BODY_PROBLEMS)
    @operation("abortWork", token="required")
    @once
    def post(self, body: Json, work_id: str) -> Answer:
        """Give a turn back

        When the AI has failed: the turn goes to another host at once instead of when the lease lapses.
        """
        parts().work.give_back(lease(work_id), "aborted", body["reason"])
        return Answer(204)


@blp.route("/work/<string:work_id>/heartbeat")
class WorkHeartbeatView(MethodView):
    init_every_request = False

    @blp.response(200, LeaseAnswer)
    @refuses(problems.Unauthorized, problems.NotFound, problems.LateAnswer)
    @operation("keepWork", token="required")
    @once
    def post(self, work_id: str) -> Answer:
        """Show that a turn is being thought about

        Keeps the host listed as alive while it thinks, and says how much time is left, or that it is too late.
        """
        found = lease(work_id)
        parts().work.stay_listed(remote_host(), found)
        return json_answer(as_json({"seconds_left": round(max(0.0, found.until - time.time()), 2)}))
