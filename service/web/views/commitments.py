"""Commitments: a seed promised before the game, so that nobody can choose it."""

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from service import clock, problems
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import parts, player
from service.web.idempotency import once
from service.web.responses import operation, refuses
from service.web.schemas.members import said

blp = Routes("commitments", __name__, url_prefix="/v1", description="Seeds promised before a game, so that nobody can choose them.")


class CommitmentAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("Name it as `commitment` when you create the game."))
    sha256 = fields.String(required=True, metadata=said("SHA-256 of the seed, in hexadecimal: the game's `commitment`."))
    expires_at = fields.String(required=True, metadata=said("Until when it can be used, UTC.", format="date-time"))


@blp.route("/commitments")
class CommitmentsView(MethodView):
    init_every_request = False

    @blp.response(201, CommitmentAnswer, description="The commitment, good for one game of yours.")
    @refuses(problems.Unauthorized, problems.TooMany)
    @operation("createCommitment", token="required")
    @once
    def post(self) -> Answer:
        """Have a seed promised

        The server makes a seed, keeps it secret and tells you its SHA-256. Then create a game with its `id` as `commitment` and a
        `client_seed` of your own: every roll and draw comes from both, so that neither the server nor you could choose them. When
        the game is over, `seed` and `client_seed` are in the snapshot and in the record. How to check them is at `/docs/fairness`.
        It can be used once, within an hour; you may have 20 unused ones.
        """
        made = parts().referee.commitments.make(player())
        told = {"id": made.id, "sha256": made.sha256, "expires_at": clock.written(made.expires)}
        return json_answer(as_json(told), 201)
