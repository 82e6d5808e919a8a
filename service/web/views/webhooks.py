"""Webhooks: be told when a decision is owed."""

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields, validate

from service import problems
from service.json_object import Json
from service.web.admission import admit_one_more
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import parts, player, this_call
from service.web.describing import webhook_json
from service.web.idempotency import once
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.account import AttemptAnswer, WebhookAnswer
from service.web.schemas.members import said
from service.webhooks import safe_post
from service.webhooks.registration import Webhook

blp = Routes("webhooks", __name__, url_prefix="/v1", description="Be told on a server of your own when you owe a decision.")


class WebhookRequest(ma.Schema):
    url = fields.String(
        required=True,
        validate=validate.Length(1, safe_post.LONGEST_URL),
        metadata=said("Where to POST the notices: https, and a public address.", example="https://bot.example/turns"),
    )


class WebhookWithSecret(WebhookAnswer):
    secret = fields.String(required=True, metadata=said("What notices are signed with, `whsec_…`, shown only now."))


class WebhookList(ma.Schema):
    items = fields.List(fields.Nested(WebhookAnswer), required=True)


class AttemptList(ma.Schema):
    items = fields.List(fields.Nested(AttemptAnswer), required=True)


class TestAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("The notice's `webhook-id`, to be found in the deliveries."))


def mine(webhook_id: str) -> Webhook:
    """The caller's webhook; raises NotFound for any other."""
    found = parts().webhooks.find(player(), webhook_id)
    if found is None:
        raise problems.NotFound("webhook", {"webhook": webhook_id})
    return found


@blp.route("/webhooks")
class WebhooksView(MethodView):
    init_every_request = False

    @blp.arguments(WebhookRequest)
    @blp.response(201, WebhookWithSecret, description="The webhook, with the secret that is shown only now.")
    @refuses(problems.Unauthorized, problems.TooMany, *BODY_PROBLEMS)
    @operation("createWebhook", token="required")
    @once
    def post(self, body: Json) -> Answer:
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
        made = parts().webhooks.create(player(), body["url"], this_call().idempotency_key, this_call().origin)
        return json_answer(as_json(webhook_json(made) | {"secret": made.secret}), 201, {"Location": f"/v1/webhooks/{made.id}"})

    @blp.response(200, WebhookList)
    @refuses(problems.Unauthorized)
    @operation("listWebhooks", token="required")
    def get(self) -> Answer:
        """List my webhooks

        Yours only, the oldest first, with their state: look here when notices stop coming.
        """
        return json_answer(as_json({"items": [webhook_json(webhook) for webhook in parts().webhooks.of(player())]}))


@blp.route("/webhooks/<string:webhook_id>")
class WebhookView(MethodView):
    init_every_request = False

    @blp.response(200, WebhookAnswer)
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("getWebhook", token="required")
    def get(self, webhook_id: str) -> Answer:
        """Look at a webhook

        Whether it is active, and if not, why. A disabled one is replaced by deleting it and registering a new one.
        """
        return json_answer(as_json(webhook_json(mine(webhook_id))))

    @blp.response(204, description="It is gone, and notices on their way to it are dropped.")
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("deleteWebhook", token="required")
    def delete(self, webhook_id: str) -> Answer:
        """Delete a webhook

        No notice is sent to it any more.
        """
        parts().webhooks.delete(mine(webhook_id))
        return Answer(204)


@blp.route("/webhooks/<string:webhook_id>/deliveries")
class DeliveriesView(MethodView):
    init_every_request = False

    @blp.response(200, AttemptList)
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("listDeliveries", token="required")
    def get(self, webhook_id: str) -> Answer:
        """List deliveries

        The last 50 attempts to deliver a notice, the newest first: what your server answered, and when it is tried again.
        """
        return json_answer(as_json({"items": parts().deliveries.attempts(mine(webhook_id))}))


@blp.route("/webhooks/<string:webhook_id>/test")
class TestView(MethodView):
    init_every_request = False

    @blp.response(202, TestAnswer, description="A notice of type `test` is on its way.")
    @refuses(problems.Unauthorized, problems.NotFound, problems.Invalid, problems.TooManyRequests)
    @operation("testWebhook", token="required")
    @once
    def post(self, webhook_id: str) -> Answer:
        """Test a webhook

        Sends a signed notice of type `test`, so that you can try your receiver before a game depends on it. The deliveries
        say how it went.
        """
        webhook, call = mine(webhook_id), this_call()
        admit_one_more(call, "webhook tests", call.idempotency_key or call.id, parts().settings.webhook_tests, 60.0)
        return json_answer(as_json({"id": parts().deliveries.test(webhook, call.idempotency_key).id}), 202)
