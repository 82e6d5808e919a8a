"""What a player has here beside games: its tokens, its webhooks and how notices went."""

import marshmallow as ma
from marshmallow import fields, validate

from service.store.tokens import SCOPES
from service.web.schemas.members import said

SCOPE_WORDS = (
    "`read`: look at everything that you may see. `play`: change games, contests and seeks. `webhooks`: everything under `/v1/webhooks`. "
    "`account`: your name, your tokens, your data."
)
SCOPE = fields.String(validate=validate.OneOf(SCOPES), metadata={"x-shape": "Scope"})


class TokenAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("Its name in paths; `first` is the one that came with the player."))
    label = fields.String(required=True)
    scopes = fields.List(SCOPE, required=True, metadata=said(f"What it may do. {SCOPE_WORDS}", uniqueItems=True))
    created_at = fields.String(required=True, metadata=said("When it was made or rotated, UTC.", format="date-time"))
    expires_at = fields.String(required=True, allow_none=True, metadata=said("UTC; null for one that lasts.", format="date-time"))
    current = fields.Boolean(required=True, metadata=said("Whether it is the one that you ask with."))


class WebhookAnswer(ma.Schema):
    id = fields.String(required=True)
    url = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(("active", "disabled")))
    reason = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(("gone", "failing")),
        metadata=said("Why it is disabled: `gone`, because it answered 410, or `failing`, because it failed too often in a row."),
    )
    failures = fields.Integer(required=True, metadata=said("Failed attempts in a row."))
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class AttemptAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("The notice's `webhook-id`, the same in every attempt."))
    type = fields.String(required=True, validate=validate.OneOf(("turn.owed", "test")))
    game = fields.String(required=True, allow_none=True)
    turn = fields.Integer(required=True, allow_none=True)
    attempt = fields.Integer(required=True, metadata=said("From 1."))
    at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    status = fields.String(required=True, validate=validate.OneOf(("delivered", "failed", "dropped")))
    response = fields.Integer(required=True, allow_none=True, metadata=said("The status that your server answered with."))
    error = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(("timeout", "tls", "no-answer", "refused-address", "no-longer-owed")),
        metadata=said("Why there was none: `timeout`, `tls`, `no-answer`, `refused-address`; or `no-longer-owed` for a dropped notice."),
    )
    next_at = fields.String(required=True, allow_none=True, metadata=said("When it is tried again, UTC.", format="date-time"))
