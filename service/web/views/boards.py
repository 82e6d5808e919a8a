"""The board as a picture or as text."""

from flask import request
from flask.views import MethodView

from service import problems
from service.game import FINISHED, Game
from service.games import visibility
from service.games.snapshots import viewer_of
from service.games.visibility import Viewer
from service.json_object import Json
from service.web.admission import REPLAYED_FOR_ONE, charge
from service.web.answer import Answer, text_answer
from service.web.arguments import Routes
from service.web.auth import caller, parts, this_call
from service.web.etags import for_caller
from service.web.game_access import check_may_look
from service.web.responses import operation, refuses
from service.web.schemas.members import number_in_query
from service.web.schemas.requests import SeatQuery

blp = Routes("boards", __name__, url_prefix="/v1", description="The board as a picture or as text, as the caller may see it.")

FORMS = {"image/svg+xml": "svg", "text/plain": "txt", "image/png": "png"}


DRAWINGS = 2
"""Rises when the same position is drawn in another way, so that nobody is told to keep an old picture."""


PICTURE_COSTS = 20
"""Requests that a new PNG counts as."""


class BoardQuery(SeatQuery):
    revision = number_in_query("The board as it was at this revision; left out, as it is now.", least=1, most=2**31 - 1)


def board(game_id: str, query: Json, form: str) -> Answer:
    """The drawing for the caller, or 304 when it has it."""
    who = caller()
    summary = check_may_look(game_id, who)
    viewer = viewer_of(summary.brief, who, query.get("seat"))
    revision = query.get("revision", summary.revision)
    if revision > summary.revision:
        raise problems.NotFound("revision", {"revision": summary.revision})
    tag = f"{revision}-{visibility.name_of(viewer)}-{form}-{DRAWINGS}{'-over' * (summary.brief.status == FINISHED)}"
    headers = for_caller(tag, vary="Authorization, Accept")
    if this_call().has(tag):
        return Answer(304, headers)
    game = parts().referee.load(game_id)
    if form == "png":
        shown = picture(game, revision, viewer, f"{game_id} {tag} {game.updated_at}")
        return Answer(200, headers | {"Content-Type": media_type(form)}, shown)
    then = game if revision == game.revision else at_revision(game, revision)
    return text_answer(drawn(then, viewer, form), f"{media_type(form)}; charset=utf-8", headers=headers)


def picture(game: Game, revision: int, viewer: Viewer, shows: str) -> bytes:
    """The board as PNG, drawn unless it was before."""
    if (kept := parts().pictures.kept(shows)) is not None:
        return kept
    charge(this_call(), PICTURE_COSTS)
    then = game if revision == game.revision else at_revision(game, revision)
    return parts().pictures.png(shows, visibility.board_svg(then, viewer), this_call().address)


def drawn(game: Game, viewer: Viewer, form: str) -> str:
    return visibility.board_svg(game, viewer) if form == "svg" else visibility.board_text(game, viewer)


def media_type(form: str) -> str:
    return next(media for media, name in FORMS.items() if name == form)


def at_revision(game: Game, revision: int) -> Game:
    """The game as it was then, replayed from the journal."""
    entries = parts().entries(game.id)
    charge(this_call(), 1 + len(entries) // REPLAYED_FOR_ONE)
    return visibility.replayed(game, [entry for entry in entries if entry["revision"] <= revision], revision)


@blp.route("/games/<string:game_id>/board")
class BoardView(MethodView):
    init_every_request = False

    @blp.arguments(BoardQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @blp.alt_response(200, schema={"type": "string"}, content_type="text/plain", success=True)
    @blp.alt_response(200, schema={"type": "string", "format": "binary"}, content_type="image/png", success=True)
    @blp.alt_response(304, description="You have the newest drawing.")
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.NotAcceptable, problems.Invalid)
    @operation("getBoard", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
        """Draw the board

        SVG, PNG or plain text by `Accept`; `board.svg`, `board.png` and `board.txt` are the same without it. `revision` draws the past.

        What is drawn has an address, so that a page can lay hit areas and marks over it:

        - `data-ruleset` and `data-board` on the picture: the game, and the box of the board alone, to be used as `viewBox`
          where there is no room for the seats.
        - `data-cell` on the ground of every cell, once each, in the game's own notation: `e8`, or `2,-1` in Forbidden City,
          where a laid tile is its cell. `data-fits` on one where the tile in hand fits: the ways it can face there.
        - `data-piece` (Cathedral), `data-tile` (Forbidden City), `data-official` and `data-card` (Die verbotene Stadt) on the
          things, with `data-at` for the cell they stand on, `data-facing`, and `data-seat` for their owner; off the board with
          `data-place` instead: `hand`, `left`, `pavilion`, `exile`, `bribe`, `stake`. `data-slot` is the place that a building left.
        - `data-territory` with the seat that has claimed it. `data-room` on the floors of a room and on its tag, which says
          `data-worth` or `data-paid`; the name is the room's `id` in the position. `data-pavilion`; `data-door` with `data-at`
          and `data-side`; `data-bribe`; `data-die` with `data-face`.
        - Class `b-seat` with `data-seat` on the box of each seat, around a `b-card`, which is also `b-turn` when the seat must
          act, `b-you` when it is the viewer's, `b-won` when it has won. `b-last` on what marks the last move.

        What a viewer may not know is `?` or `unknown` here as well; of a finished game everybody sees everything.

        Colours are plain attributes, so every renderer paints them, and a page's stylesheet overrides them by class. All classes
        begin with `b-`: `b-paper` behind everything, `b-table`, `b-ground`, `b-wall`, `b-open` and `b-fits` for the board,
        `b-card`, `b-slot`, `b-exile`, `b-selector` beside it, `b-ink`, `b-soft`, `b-label`, `b-sign`, `b-gain` and `b-status` for
        words, and the names of sides, floors and cloths for pieces: `b-light`, `b-green`, `b-red`.
        There is no `<style>`, no `style=` and no script inside, and ids begin with `intramuros-`.
        """
        form = request.accept_mimetypes.best_match(list(FORMS)) if request.accept_mimetypes else next(iter(FORMS))
        if form is None:
            raise problems.NotAcceptable("board", {"forms": list(FORMS)})
        return board(game_id, query, FORMS[form])


@blp.route("/games/<string:game_id>/board.svg")
class BoardSvgView(MethodView):
    init_every_request = False

    @blp.arguments(BoardQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @blp.alt_response(304, description="You have the newest drawing.")
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.Invalid)
    @operation("getBoardSvg", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
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
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.Invalid)
    @operation("getBoardText", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
        """Draw the board as text

        For a terminal: `watch curl -s …/board.txt` follows a game.
        """
        return board(game_id, query, "txt")


@blp.route("/games/<string:game_id>/board.png")
class BoardPngView(MethodView):
    init_every_request = False

    @blp.arguments(BoardQuery, location="query")
    @blp.response(200, {"type": "string", "format": "binary"}, content_type="image/png")
    @blp.alt_response(304, description="You have the newest drawing.")
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.Invalid, problems.Unavailable)
    @operation("getBoardPng", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
        """Draw the board as PNG

        For a chat, a preview or an e-mail, 1000 pixels wide. It takes half a second the first time, and counts as twenty requests then.
        """
        return board(game_id, query, "png")
