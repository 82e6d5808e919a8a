"""What the operator sends and is answered."""

import marshmallow as ma
from marshmallow import fields, validate

from service.web.schemas.members import NameText, said, whole

DAY = 24 * 3600


class FreezeRequest(ma.Schema):
    why = NameText(required=True, most=200, metadata=said("Why, for whoever is refused to read.", example="Under investigation."))


class BlockRequest(FreezeRequest):
    seconds = whole("For how long; a day where it is left out.", least=1, most=3660 * DAY, load_default=DAY)


class RemovalQuery(ma.Schema):
    why = NameText(most=200, metadata=said("Why, for the audit log."))


class BlockAnswer(ma.Schema):
    address = fields.String(required=True, metadata=said("Of IPv6 its whole network of 64 bits."))
    until = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    why = fields.String(required=True)


class BlockList(ma.Schema):
    items = fields.List(fields.Nested(BlockAnswer), required=True)


class DeedAnswer(ma.Schema):
    id = fields.String(required=True)
    at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    action = fields.String(
        required=True, validate=validate.OneOf(("freeze", "thaw", "remove", "block", "unblock", "admit host", "dismiss host"))
    )
    subject = fields.String(required=True, metadata=said("`player …`, `game …`, `address …` or `host …`."))
    why = fields.String(required=True)
    address = fields.String(required=True, metadata=said("Where the request came from."))
    request = fields.String(required=True, metadata=said("The request's id, which finds it in the log."))


class DeedList(ma.Schema):
    items = fields.List(fields.Nested(DeedAnswer), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null on the last."))


class FrozenAnswer(ma.Schema):
    subject = fields.String(required=True, metadata=said("`player …` or `game …`."))
    at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    why = fields.String(required=True)


class WorkerAnswer(ma.Schema):
    worker = fields.String(required=True)
    host = fields.String(required=True, validate=validate.OneOf(("worker", "remote")))
    ais = fields.List(fields.String(), required=True)
    rulesets = fields.List(fields.String(), required=True)
    seen = fields.String(required=True, metadata=said("Its last sign of life, UTC.", format="date-time"))


class LeasesAnswer(ma.Schema):
    thinking = fields.Integer(required=True, metadata=said("Games in which an AI owes a decision."))
    lapsed = fields.Integer(required=True, metadata=said("Those whose lease has lapsed, so that somebody else takes over."))
    clocks = fields.Integer(required=True, metadata=said("Games whose clocks run."))


class SlowAnswer(ma.Schema):
    at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    method = fields.String(required=True)
    operation = fields.String(required=True)
    status = fields.Integer(required=True)
    ms = fields.Integer(required=True)
    request = fields.String(required=True, metadata=said("The request's id."))


class RefusedAnswer(ma.Schema):
    caller = fields.String(required=True, metadata=said("`address …` or `player …`.", example="address 192.0.2.7"))
    count = fields.Integer(required=True, metadata=said("How often, in about the last hour."))


class OverviewAnswer(ma.Schema):
    queues = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True, metadata=said("Jobs that wait, by queue."))
    workers = fields.List(fields.Nested(WorkerAnswer), required=True, metadata=said("Those alive, hosts far away among them."))
    leases = fields.Nested(LeasesAnswer, required=True)
    slow = fields.List(fields.Nested(SlowAnswer), required=True, metadata=said("The last requests that took a second or more."))
    held_back = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata=said("Requests refused, by what was too much."),
    )
    refused = fields.List(
        fields.Nested(RefusedAnswer), required=True, metadata=said("Who was refused most in the last hour because it had enough.")
    )
    blocked = fields.List(fields.Nested(BlockAnswer), required=True)
    frozen = fields.List(fields.Nested(FrozenAnswer), required=True)
    quarantine = fields.List(
        fields.String(), required=True, metadata=said("Games whose stored text cannot be read; of contests `contest …`.")
    )
    departed = fields.Integer(required=True, metadata=said("Deleted players whose games a worker is still dealing with."))
