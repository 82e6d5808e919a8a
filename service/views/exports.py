"""The whole record of a finished game."""

import json

from flask import Response
from flask.views import MethodView

from service import look, problems
from service.arguments import Routes
from service.caller import caller, host
from service.game import FINISHED
from service.views.games import check_may_look
from service.web import operation, refuses

blp = Routes("exports", __name__, url_prefix="/v1", description="Finished games as records that anybody can check.")

FILE = {"description": "A name for the file.", "schema": {"type": "string"}, "example": 'attachment; filename="cathedral-k3f9.record"'}


@blp.route("/games/<string:game_id>/export")
class ExportView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="text/plain", headers={"Content-Disposition": FILE})
    @refuses(problems.Unauthorized, problems.NotFound, problems.GameRunning)
    @operation("exportGame", token="optional")
    def get(self, game_id: str) -> Response:
        """Export a finished game

        Every move, roll and draw with the seed they came from, as text. `intramuros verify FILE` replays it and checks the lot.
        """
        check_may_look(game_id, caller())
        game = host().referee.load(game_id)
        if game.status != FINISHED:
            raise problems.GameRunning("A game can be exported when it is over; until then its seed is secret.")
        entries = [json.loads(line) for line in host().store.journal(game_id)]
        headers = {"Content-Disposition": f'attachment; filename="{game.ruleset}-{game_id}.record"'}
        return Response(look.export(game, entries), headers=headers, content_type="text/plain; charset=utf-8")
