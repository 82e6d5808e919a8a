"""The whole record of a finished game, out and in."""

from flask.views import MethodView
from gevent import get_hub

from service import problems
from service.game import FINISHED
from service.games import visibility
from service.games.importing import checked
from service.json_object import Json
from service.web.admission import KEPT_COUNTED, REPLAYED_FOR_ONE, admit_new, admit_one_more, charge
from service.web.answer import Answer, json_answer, text_answer
from service.web.arguments import Routes
from service.web.auth import caller, parts, player, this_call
from service.web.game_access import check_may_look
from service.web.idempotency import once
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.answers import SnapshotAnswer
from service.web.schemas.requests import ImportRequest

blp = Routes("exports", __name__, url_prefix="/v1", description="Finished games as records that anybody can check.")

IMPORT_SECONDS = 60.0
FILE = {"description": "A name for the file.", "schema": {"type": "string"}, "example": 'attachment; filename="cathedral-k3f9.record"'}


@blp.route("/games/<string:game_id>/export")
class ExportView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="text/plain", headers={"Content-Disposition": FILE})
    @refuses(problems.Unauthorized, problems.NotFound, problems.OtherBox, problems.GameRunning)
    @operation("exportGame", token="optional")
    def get(self, game_id: str) -> Answer:
        """Export a finished game

        Every move, roll and draw with the seed they came from, as text. `intramuros verify FILE` replays it and checks the lot.
        """
        check_may_look(game_id, caller())
        game = parts().referee.load(game_id)
        if game.status != FINISHED:
            raise problems.GameRunning("export")
        entries = parts().entries(game_id)
        charge(this_call(), 1 + len(entries) // REPLAYED_FOR_ONE)
        headers = {"Content-Disposition": f'attachment; filename="{game.ruleset}-{game_id}.record"'}
        return text_answer(visibility.export(game, entries), "text/plain; charset=utf-8", headers=headers)


@blp.route("/games/import")
class ImportView(MethodView):
    init_every_request = False

    @blp.arguments(ImportRequest)
    @blp.response(201, SnapshotAnswer)
    @refuses(problems.Unauthorized, problems.BadNotation, *BODY_PROBLEMS)
    @operation("importGame", token="required")
    @once
    def post(self, body: Json) -> Answer:
        """Import a game

        A record that `GET /v1/games/{game_id}/export` gave, here or elsewhere, or that was written by hand. Every move is replayed and
        checked, and with a seed every roll and draw; then it is a finished game like any other, marked as `imported`. The same record
        sent again is the same game. One of yours is checked at a time, and counts as a request for every thousand bytes.
        """
        me, call, quotas = player(), this_call(), parts().quotas
        admit_new(call, parts().new_games, "new_games")
        admit_one_more(call, "imports", call.id, 1, IMPORT_SECONDS)
        try:
            work = (body["record"], me, body["visibility"], body["names"])
            change = get_hub().threadpool.apply(checked, work)  # so that nobody waits while a long game is replayed
        finally:
            quotas.give_back("imports", me, call.id)
        admit_one_more(call, "imported games", change.game.id, parts().settings.imported_games, KEPT_COUNTED)
        made = parts().referee.commit(None, change)
        game = made.game if made else parts().referee.load(change.game.id)
        return json_answer(parts().snapshots.of_game(game, me), 201, {"Location": f"/v1/games/{game.id}"})
