"""Moves: the journal, what may be played, and playing it."""

import json

from flask.views import MethodView

from service import problems
from service.games import masks, visibility
from service.games.snapshots import viewer_of
from service.json_object import Json
from service.web import cursors
from service.web.answer import Answer, as_json, json_answer
from service.web.arguments import Routes
from service.web.auth import caller, parts, this_call
from service.web.game_access import check_may_look, deciding
from service.web.handlers.moves import play_move
from service.web.paging import page_answer
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.answers import EntryList, LegalMask, LegalMoves, PlayedAnswer
from service.web.schemas.requests import JournalQuery, LegalMovesQuery, MoveRequest, PlayQuery, SeatQuery

blp = Routes("moves", __name__, url_prefix="/v1", description="The journal, what may be played, and playing it.")


@blp.route("/games/<string:game_id>/moves")
class MovesView(MethodView):
    init_every_request = False

    @blp.arguments(JournalQuery, location="query")
    @blp.response(200, EntryList)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox, problems.Invalid)
    @operation("listMoves", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
        """Read the journal

        Every move from the first on, chance included, as you may hear of it. `next` is null at the end; to read on later, ask
        again with the cursor that brought you there.
        """
        who = caller()
        summary = check_may_look(game_id, who)
        viewer = viewer_of(summary.brief, who, query.get("seat"))
        start = cursors.read(parts().secret, query["cursor"], int)[0] if "cursor" in query else 0
        limit: int = query["limit"]
        lines = parts().store.journal(game_id, start, start + limit)
        ruleset = summary.brief.ruleset or parts().referee.load(game_id).ruleset
        items = [visibility.entry(ruleset, json.loads(line), viewer, summary.brief.status) for line in lines[:limit]]
        following = cursors.write(parts().secret, start + limit) if len(lines) > limit else None
        return page_answer(this_call(), {"items": items, "next": following})

    @blp.arguments(PlayQuery, location="query")
    @blp.arguments(MoveRequest)
    @blp.response(201, PlayedAnswer, description="The move is played and stored.")
    @blp.alt_response(200, schema=PlayedAnswer, description="With `dry_run=true`: the move could be played; nothing has changed.")
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox,
        problems.NotYourTurn, problems.StaleTurn, problems.GameOver,
        problems.GameNotStarted, problems.BadNotation, problems.IllegalMove, *BODY_PROBLEMS,
    )  # fmt: skip
    @operation("playMove", token="required")
    def post(self, query: Json, body: Json, game_id: str) -> Answer:
        """Play a move

        `turn` is the snapshot's: the decision that this move answers. The same move sent again to the same turn is not played
        twice; it gives what it gave the first time, so a request whose answer was lost can simply be repeated.
        """
        return play_move(this_call())


@blp.route("/games/<string:game_id>/legal-moves")
class LegalMovesView(MethodView):
    init_every_request = False

    @blp.arguments(LegalMovesQuery, location="query")
    @blp.response(200, LegalMoves)
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox,
        problems.GameNotStarted, problems.GameOver, problems.NotYourTurn,
        problems.Invalid,
    )  # fmt: skip
    @operation("listLegalMoves", token="required")
    def get(self, query: Json, game_id: str) -> Answer:
        """List legal moves

        Every move that one of your seats may play now, in a fixed order. Filters keep those that fit all of them: `starts` looks
        at the text of a move, the others at its object, whatever the ruleset calls its pieces. `limit=1` is enough to learn
        the `count`.
        """
        game, seat = deciding(game_id, query.get("seat"))
        moves = visibility.chosen_moves(game, seat, query)
        start, limit = read_place(query, game.turn), query["limit"]
        items = [{"move": str(move), "object": visibility.move_object(game, seat, move)} for move in moves[start : start + limit]]
        following = cursors.write(parts().secret, game.turn, start + limit) if start + limit < len(moves) else None
        return page_answer(this_call(), {"turn": game.turn, "seat": seat, "count": len(moves), "items": items, "next": following})


@blp.route("/games/<string:game_id>/legal-moves/mask")
class LegalMaskView(MethodView):
    init_every_request = False

    @blp.arguments(SeatQuery, location="query")
    @blp.response(200, LegalMask)
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox,
        problems.GameNotStarted, problems.GameOver, problems.NotYourTurn,
        problems.Invalid,
    )  # fmt: skip
    @operation("getLegalMask", token="required")
    def get(self, query: Json, game_id: str) -> Answer:
        """Get all legal moves at once

        The same moves as the list has, folded: for each piece and the way it faces, the cells where it may go as the bits of
        one number. A page that shows where a piece may be dropped needs no more, and in Cathedral it is a hundredth of the list's
        size. Moves that are not a piece on a cell stand in `others`, as text: in verbotene_stadt all of them.
        """
        game, seat = deciding(game_id, query.get("seat"))
        moves = visibility.legal_moves(game, seat)
        return json_answer(as_json({"turn": game.turn, "seat": seat, "count": len(moves), **masks.fold(moves, game.rules.mask)}))


def read_place(query: Json, turn: int) -> int:
    """Where a page of legal moves starts; a cursor of an earlier turn is stale."""
    if "cursor" not in query:
        return 0
    cursor_turn, start = cursors.read(parts().secret, query["cursor"], int, int)
    if cursor_turn != turn or start < 0:
        raise problems.StaleTurn("cursor", {"turn": cursor_turn, "pending": turn}, turn=turn)
    return int(start)
