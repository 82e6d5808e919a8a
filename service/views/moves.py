"""Moves: the journal, what may be played, and playing it."""

import json
from typing import Any

from flask import Response
from flask.views import MethodView

from service import cursor, look, masks, problems, snapshots
from service.answers import EntryList, LegalMask, LegalMoves, PlayedAnswer
from service.arguments import Routes
from service.caller import asked, caller, host, player
from service.changes import Change
from service.game import Game
from service.plays import played_json
from service.seating import acting_seat
from service.sent import JournalQuery, LegalMovesQuery, MoveRequest, PlayQuery, SeatQuery
from service.views.games import BODY_PROBLEMS, check_may_look
from service.web import as_json, json_answer, operation, refuses

blp = Routes("moves", __name__, url_prefix="/v1", description="The journal, what may be played, and playing it.")


@blp.route("/games/<string:game_id>/moves")
class MovesView(MethodView):
    init_every_request = False

    @blp.arguments(JournalQuery, location="query")
    @blp.response(200, EntryList)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.Invalid)
    @operation("listMoves", token="optional")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """Read the journal

        Every move from the first on, chance included, as you may hear of it. `next` is null at the end; to read on later, ask
        again with the cursor that brought you there.
        """
        who = caller()
        glance = host().store.glance(game_id)
        if glance is None or not glance.brief.may_look(who):
            raise problems.NotFound(f"There is no game {game_id!r}.")
        viewer = snapshots.viewer_of(glance.brief, who, query.get("seat"))
        start = cursor.read(query["cursor"], int)[0] if "cursor" in query else 0
        limit: int = query["limit"]
        lines = host().store.journal(game_id, start, start + limit)
        items = [look.entry(json.loads(line), viewer, glance.brief.status) for line in lines[:limit]]
        following = cursor.write(start + limit) if len(lines) > limit else None
        return json_answer(as_json({"items": items, "next": following}))

    @blp.arguments(PlayQuery, location="query")
    @blp.arguments(MoveRequest)
    @blp.response(201, PlayedAnswer, description="The move is played and stored.")
    @blp.alt_response(200, schema=PlayedAnswer, description="With `dry_run=true`: the move could be played; nothing has changed.")
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.NotYourTurn, problems.StaleTurn, problems.GameOver,
        problems.GameNotStarted, problems.BadNotation, problems.IllegalMove, *BODY_PROBLEMS,
    )  # fmt: skip
    @operation("playMove", token="required")
    def post(self, query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
        """Play a move

        `turn` is the snapshot's: the decision that this move answers. The same move sent again to the same turn is not played
        twice; it gives what it gave the first time, so a request whose answer was lost can simply be repeated.
        """
        me, seat = player(), body.get("seat")
        if query["dry_run"]:
            game = host().referee.dry_run(game_id, body["turn"], body["move"], seat, me)
            return json_answer(played_json(Change(game, []), me, seat), 200)
        made = host().referee.play(game_id, body["turn"], body["move"], seat, asked(), lambda change: played_json(change, me, seat))
        return json_answer(made if isinstance(made, str) else played_json(made, me, seat), 201)


@blp.route("/games/<string:game_id>/legal-moves")
class LegalMovesView(MethodView):
    init_every_request = False

    @blp.arguments(LegalMovesQuery, location="query")
    @blp.response(200, LegalMoves)
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.GameNotStarted, problems.GameOver, problems.NotYourTurn,
        problems.Invalid,
    )  # fmt: skip
    @operation("listLegalMoves", token="required")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """List legal moves

        Every move that one of your seats may play now, in a fixed order. Filters keep those that fit all of them: `starts` looks
        at the text of a move, the others at its object, whatever the ruleset calls its pieces. `limit=1` is enough to learn
        the `count`.
        """
        game, seat = deciding(game_id, query.get("seat"))
        moves = look.chosen_moves(game, seat, query)
        start, limit = read_place(query, game.turn), query["limit"]
        items = [{"move": str(move), "object": look.move_object(game, seat, move)} for move in moves[start : start + limit]]
        following = cursor.write(game.turn, start + limit) if start + limit < len(moves) else None
        return json_answer(as_json({"turn": game.turn, "seat": seat, "count": len(moves), "items": items, "next": following}))


@blp.route("/games/<string:game_id>/legal-moves/mask")
class LegalMaskView(MethodView):
    init_every_request = False

    @blp.arguments(SeatQuery, location="query")
    @blp.response(200, LegalMask)
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.GameNotStarted, problems.GameOver, problems.NotYourTurn,
        problems.Invalid,
    )  # fmt: skip
    @operation("getLegalMask", token="required")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """Get all legal moves at once

        The same moves as the list has, folded: for each piece and the way it faces, the cells where it may go as the bits of
        one number. A page that shows where a piece may be dropped needs no more, and in Cathedral it is a hundredth of the list's
        size. Moves that are not a piece on a cell stand in `others`, as text: in verbotene_stadt all of them.
        """
        game, seat = deciding(game_id, query.get("seat"))
        moves = [str(move) for move in look.legal_moves(game, seat)]
        return json_answer(as_json({"turn": game.turn, "seat": seat, "count": len(moves), **masks.fold(moves)}))


def deciding(game_id: str, seat: int | None) -> tuple[Game, int]:
    """The game, and the caller's seat that has something to decide in it."""
    me = player()
    check_may_look(game_id, me)
    game = host().referee.load(game_id)
    number = acting_seat(game, me, seat, in_query=True)
    refuse_waiting(game, number)
    return game, number


def refuse_waiting(game: Game, seat: int) -> None:
    """Raises the problem that says why the seat has nothing to decide."""
    if game.status == "open":
        raise problems.GameNotStarted("The game starts when every seat is taken.")
    if game.status == "finished":
        raise problems.GameOver("The game is over.")
    if seat not in game.actors:
        raise problems.NotYourTurn(f"Seat {seat} owes no decision now.")


def read_place(query: dict[str, Any], turn: int) -> int:
    """Where a page of legal moves starts; a cursor of an earlier turn is stale."""
    if "cursor" not in query:
        return 0
    cursor_turn, start = cursor.read(query["cursor"], int, int)
    if cursor_turn != turn or start < 0:
        raise problems.StaleTurn(f"The cursor is of turn {cursor_turn}; turn {turn} is pending.", turn=turn)
    return int(start)
