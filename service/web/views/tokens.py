"""Tokens: a player's keys to this server, each with a label, for so much and for so long."""

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields, validate

from service import problems
from service.json_object import Json
from service.store.tokens import SCOPES
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import parts, player, this_call
from service.web.describing import access, token_json
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.account import SCOPE, SCOPE_WORDS, TokenAnswer
from service.web.schemas.members import NameText, said, whole

blp = Routes("tokens", __name__, url_prefix="/v1", description="A player's tokens: for one device, one bot, so much and so long.")

DAY = 24 * 3600


class TokenRequest(ma.Schema):
    label = NameText(required=True, metadata=said("What you will know it by.", example="bot on the balcony"))
    scopes = fields.List(
        SCOPE,
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata=said(f"What it may do. {SCOPE_WORDS}", uniqueItems=True, example=["read", "play"]),
    )
    expires_in = whole("Seconds until it expires; left out, it lasts as long as the token that you ask with.", least=60, most=3660 * DAY)


class RotationRequest(ma.Schema):
    overlap = whole("Seconds for which the old text works beside the new one.", most=DAY, load_default=0)


class TokenWithText(TokenAnswer):
    token = fields.String(required=True, metadata=said("The token itself, shown only now: send it as `Authorization: Bearer <token>`."))


class TokenList(ma.Schema):
    items = fields.List(fields.Nested(TokenAnswer), required=True)


@blp.route("/me/tokens")
class TokensView(MethodView):
    init_every_request = False

    @blp.response(200, TokenList)
    @refuses(problems.Unauthorized)
    @operation("listTokens", token="required")
    def get(self) -> Answer:
        """List my tokens

        Those that work, by their labels, the oldest first. What they say when they are sent is stored as a hash only, and is not shown.
        """
        return json_answer(as_json({"items": [token_json(token) for token in parts().player_tokens.of(player())]}))

    @blp.arguments(TokenRequest)
    @blp.response(201, TokenWithText, description="The token, whose text is shown only now.")
    @refuses(problems.Unauthorized, problems.InsufficientScope, problems.TooMany, problems.KeyReused, *BODY_PROBLEMS)
    @operation("createToken", token="required")
    def post(self, body: Json) -> Answer:
        """Make a token

        For a device, a bot or a page of its own, so that it can be taken back alone. It does at most what the token may do that you
        ask with, and lasts no longer. What it is not good for is refused with 403 (`insufficient-scope`). A player has 20 tokens at most.
        """
        made, text = parts().player_tokens.make(
            access(), body["label"].strip(), tuple(body["scopes"]), body.get("expires_in"), this_call().idempotency_key
        )
        return json_answer(as_json(token_json(made) | {"token": text}), 201, {"Location": f"/v1/me/tokens/{made.id}"})


@blp.route("/me/tokens/<string:identity>")
class TokenView(MethodView):
    init_every_request = False

    @blp.response(204, description="It is revoked: from now on it is refused everywhere.")
    @refuses(problems.Unauthorized, problems.NotFound)
    @operation("revokeToken", token="required")
    def delete(self, identity: str) -> Answer:
        """Revoke a token

        Answered when every process refuses it, a second later; a stream that it has opened ends within five minutes.
        Who revokes the last token with the scope `account` cannot make another.
        """
        parts().player_tokens.revoke(player(), identity)
        return Answer(204)


@blp.route("/me/tokens/<string:identity>/rotation")
class TokenRotationView(MethodView):
    init_every_request = False

    @blp.arguments(RotationRequest)
    @blp.response(201, TokenWithText, description="The same token with a new text, which is shown only now.")
    @refuses(problems.Unauthorized, problems.InsufficientScope, problems.NotFound, problems.KeyReused, *BODY_PROBLEMS)
    @operation("rotateToken", token="required")
    def post(self, body: Json, identity: str) -> Answer:
        """Rotate a token

        Label, scopes and expiry stay, its text is a new one. The old one is refused from now on, or after `overlap` seconds. Give some
        overlap to the token that you ask with: if the answer is lost, you can ask again with the same `Idempotency-Key`.
        """
        made, text = parts().player_tokens.rotate(access(), identity, body["overlap"], this_call().idempotency_key)
        return json_answer(as_json(token_json(made) | {"token": text}), 201)
