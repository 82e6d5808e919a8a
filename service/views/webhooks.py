"""Webhooks: be told when a decision is owed."""

from dataclasses import asdict
from typing import Any

import marshmallow as ma
from flask import Response
from flask.views import MethodView
from marshmallow import fields, validate

from service import outside, problems
from service.arguments import Routes
from service.caller import host, idempotency_key, player
from service.members import said
from service.once import once
from service.views.games import BODY_PROBLEMS
from service.web import as_json, json_answer, operation, refuses
from service.webhooks import Webhook

blp = Routes("webhooks", __name__, url_prefix="/v1", description="Be told on a server of your own when you owe a decision.")


class WebhookRequest(ma.Schema):
    url = fields.String(
        required=True,
        validate=validate.Length(1, outside.LONGEST_URL),
        metadata=said("Where to POST the notices: https, and a public address.", example="https://bot.example/turns"),
    )


class WebhookAnswer(ma.Schema):
    id = fields.String(required=True)
    url = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(("active", "disabled")))
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata=said("Why it is disabled: `gone`, because it answered 410, or `failing`, because it failed too often in a row."),
    )
    failures = fields.Integer(required=True, metadata=said("Failed attempts in a row."))
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class NewWebhookAnswer(WebhookAnswer):
    secret = fields.String(required=True, metadata=said("What notices are signed with, `whsec_…`, shown only now."))


class WebhookList(ma.Schema):
    items = fields.List(fields.Nested(WebhookAnswer), required=True)


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
        metadata=said("Why there was none: `timeout`, `tls`, `no-answer`, `refused-address`; or `no-longer-owed` for a dropped notice."),
    )
    next_at = fields.String(required=True, allow_none=True, metadata=said("When it is tried again, UTC.", format="date-time"))


class AttemptList(ma.Schema):
    items = fields.List(fields.Nested(AttemptAnswer), required=True)


class TestAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("The notice's `webhook-id`, to be found in the deliveries."))


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    shown = {name: value for name, value in asdict(webhook).items() if name not in ("player", "secret")}
    link = f"/v1/webhooks/{webhook.id}"
    return shown | {"links": {"self": link, "deliveries": f"{link}/deliveries", "test": f"{link}/test"}}


def mine(webhook_id: str) -> Webhook:
    """The caller's webhook; raises NotFound for any other."""
    found = host().webhooks.find(player(), webhook_id)
    if found is None:
        raise problems.NotFound(f"You have no webhook {webhook_id!r}.")
    return found


@blp.route("/webhooks")
class WebhooksView(MethodView):
    init_every_request = False

    @blp.arguments(WebhookRequest)
    @blp.response(201, NewWebhookAnswer, description="The webhook, with the secret that is shown only now.")
    @refuses(problems.Unauthorized, problems.TooMany, *BODY_PROBLEMS)
    @operation("createWebhook", token="required")
    @once
    def post(self, body: dict[str, Any]) -> Response:
        """Register a webhook

        From now on every decision that becomes yours is announced by a POST to this URL, so a bot on a server of its own need
        not wait or poll. The notice is thin: `{"type": "turn.owed", "timestamp": …, "data": {"game", "ruleset", "turn",
        "revision", "links"}}`; read the game to act. It follows Standard Webhooks: check `webhook-signature`, which is `v1,` and
        the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body` with the key that the secret holds in base64 after
        `whsec_`.

        Answer with any 2xx within a few seconds. Otherwise it is tried again, less and less often, as long as you owe the
        decision. An answer 410 disables the webhook, and so do many failures in a row. A notice may come twice, with the same
        `webhook-id`; whether one gets lost on the way does not matter if you also look at `GET /v1/me/turns` now and then.
        """
        made = host().webhooks.create(player(), body["url"], idempotency_key())
        return json_answer(as_json(webhook_json(made) | {"secret": made.secret}), 201, {"Location": f"/v1/webhooks/{made.id}"})

    @blp.response(200, WebhookList)
    @refuses(problems.Unauthorized)
    @operation("listWebhooks", token="required")
    def get(self) -> Response:
        """List my webhooks

        Yours only, the oldest first, with their state: look here when notices stop coming.
        """
        return json_answer(as_json({"items": [webhook_json(webhook) for webhook in host().webhooks.of(player())]}))


@blp.route("/webhooks/<string:webhook_id>")
class WebhookView(MethodView):
    init_every_request = False

    @blp.response(200, WebhookAnswer)
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("getWebhook", token="required")
    def get(self, webhook_id: str) -> Response:
        """Look at a webhook

        Whether it is active, and if not, why. A disabled one is replaced by deleting it and registering a new one.
        """
        return json_answer(as_json(webhook_json(mine(webhook_id))))

    @blp.response(204, description="It is gone, and notices on their way to it are dropped.")
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("deleteWebhook", token="required")
    def delete(self, webhook_id: str) -> Response:
        """Delete a webhook

        No notice is sent to it any more.
        """
        host().webhooks.delete(mine(webhook_id))
        return Response(status=204)


@blp.route("/webhooks/<string:webhook_id>/deliveries")
class DeliveriesView(MethodView):
    init_every_request = False

    @blp.response(200, AttemptList)
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("listDeliveries", token="required")
    def get(self, webhook_id: str) -> Response:
        """List deliveries

        The last 50 attempts to deliver a notice, the newest first: what your server answered, and when it is tried again.
        """
        return json_answer(as_json({"items": host().deliveries.attempts(mine(webhook_id))}))


@blp.route("/webhooks/<string:webhook_id>/test")
class TestView(MethodView):
    init_every_request = False

    @blp.response(202, TestAnswer, description="A notice of type `test` is on its way.")
    @refuses(problems.Unauthorized, problems.NotFound, problems.Invalid)
    @operation("testWebhook", token="required")
    @once
    def post(self, webhook_id: str) -> Response:
        """Test a webhook

        Sends a signed notice of type `test`, so that you can try your receiver before a game depends on it. The deliveries
        say how it went.
        """
        return json_answer(as_json({"id": host().deliveries.test(mine(webhook_id), idempotency_key()).id}), 202)
