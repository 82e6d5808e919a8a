"""The board as a picture or as text."""

import json
from typing import Any

from flask import Response, request
from flask.views import MethodView

from service import look, problems, snapshots
from service.arguments import Routes
from service.caller import caller, host
from service.conditional import weak
from service.game import Game
from service.look import Viewer
from service.members import number_in_query
from service.sent import SeatQuery
from service.web import operation, refuses, unchanged

blp = Routes("boards", __name__, url_prefix="/v1", description="The board as a picture or as text, as the caller may see it.")

FORMS = {"image/svg+xml": "svg", "text/plain": "txt"}


class BoardQuery(SeatQuery):
    revision = number_in_query("The board as it was at this revision; left out, as it is now.", least=1, most=2**31 - 1)


def board(game_id: str, query: dict[str, Any], form: str) -> Response:
    """The drawing for the caller, or 304 when it has it."""
    who = caller()
    glance = host().store.glance(game_id)
    if glance is None or not glance.brief.may_look(who):
        raise problems.NotFound(f"There is no game {game_id!r}.")
    viewer = snapshots.viewer_of(glance.brief, who, query.get("seat"))
    revision = query.get("revision", glance.revision)
    if revision > glance.revision:
        raise problems.NotFound(f"The game is at revision {glance.revision} only.")
    tag = weak(f"{revision}-{look.name_of(viewer)}-{form}")
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
    if unchanged(tag):
        return Response(status=304, headers=headers)
    game = host().referee.load(game_id)
    then = game if revision == game.revision else at_revision(game, revision)
    return Response(drawn(then, viewer, form), headers=headers, content_type=f"{media_type(form)}; charset=utf-8")


def drawn(game: Game, viewer: Viewer, form: str) -> str:
    return look.board_svg(game, viewer) if form == "svg" else look.board_text(game, viewer)


def media_type(form: str) -> str:
    return next(media for media, name in FORMS.items() if name == form)


def at_revision(game: Game, revision: int) -> Game:
    """The game as it was then, replayed from the journal."""
    entries = [json.loads(line) for line in host().store.journal(game.id)]
    return look.replayed(game, [entry for entry in entries if entry["revision"] <= revision], revision)


@blp.route("/games/<string:game_id>/board")
class BoardView(MethodView):
    init_every_request = False

    @blp.arguments(BoardQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @blp.alt_response(200, schema={"type": "string"}, content_type="text/plain", success=True)
    @blp.alt_response(304, description="You have the newest drawing.")
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.NotAcceptable, problems.Invalid)
    @operation("getBoard", token="optional")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """Draw the board

        SVG or plain text by `Accept`; `board.svg` and `board.txt` are the same without it. `revision` draws the past.
        """
        form = request.accept_mimetypes.best_match(list(FORMS))
        if form is None:
            raise problems.NotAcceptable(f"The board can be given as {' or '.join(FORMS)}.")
        return board(game_id, query, FORMS[form])


@blp.route("/games/<string:game_id>/board.svg")
class BoardSvgView(MethodView):
    init_every_request = False

    @blp.arguments(BoardQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @blp.alt_response(304, description="You have the newest drawing.")
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.Invalid)
    @operation("getBoardSvg", token="optional")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """Draw the board as SVG

        For an `<img>` that cannot send `Accept`.
        """
        return board(game_id, query, "svg")


@blp.route("/games/<string:game_id>/board.txt")
class BoardTextView(MethodView):
    init_every_request = False

    @blp.arguments(BoardQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="text/plain")
    @blp.alt_response(304, description="You have the newest drawing.")
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.Invalid)
    @operation("getBoardText", token="optional")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """Draw the board as text

        For a terminal: `watch curl -s …/board.txt` follows a game.
        """
        return board(game_id, query, "txt")
