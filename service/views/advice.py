"""Hints for a pending decision, and the analysis of a finished game."""

import time
from dataclasses import asdict, replace
from typing import Any

import marshmallow as ma
from flask import Response
from flask.views import MethodView
from marshmallow import fields, validate

from service import advice, look, problems
from service.advice import Analysis, Hint
from service.arguments import Routes
from service.caller import caller, host, player
from service.chart import chart
from service.game import FINISHED, Game
from service.members import number_in_query, said, whole
from service.once import once
from service.seating import acting_seat
from service.views.games import BODY_PROBLEMS, check_may_look
from service.views.moves import refuse_waiting
from service.web import as_json, json_answer, operation, refuses

blp = Routes("advice", __name__, url_prefix="/v1", description="What an AI thinks: hints during a game, notes after it.")


class HintRequest(ma.Schema):
    seat = whole("The seat that wants advice; may be left out when only one of yours owes a decision.", most=7)


class ReplyAnswer(ma.Schema):
    seat = fields.Integer(required=True)
    move = fields.String(required=True)


class HintMove(ma.Schema):
    move = fields.String(required=True)
    object = fields.Dict(required=True)
    estimate = fields.Float(required=True, metadata=said("Estimated share of the win after it, 0 to 1."))
    reply = fields.Nested(ReplyAnswer, required=True, allow_none=True, metadata=said("The answer that is expected to it."))


class HintAnswer(ma.Schema):
    turn = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(("pending", "done", "cancelled")))
    moves = fields.List(fields.Nested(HintMove), required=True, metadata=said("The best moves, the best first; empty until it is done."))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class NoteAnswer(ma.Schema):
    number = fields.Integer(required=True, metadata=said("The journal's entry."))
    seat = fields.Integer(required=True)
    move = fields.String(required=True)
    estimate_before = fields.Float(required=True, metadata=said("The seat's share of the win with the best move."))
    estimate_after = fields.Float(required=True, metadata=said("Its share with the move that was played."))
    better = fields.String(required=True, allow_none=True, metadata=said("A better move, where there was one."))


class AnalysisAnswer(ma.Schema):
    status = fields.String(required=True, validate=validate.OneOf(("running", "done")))
    done = fields.Integer(required=True, metadata=said("Journal entries looked at."))
    total = fields.Integer(required=True)
    notes = fields.List(fields.Nested(NoteAnswer), required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class NumberQuery(ma.Schema):
    number = number_in_query("The journal's entry.", least=1, most=10**6, required=True)


def hint_json(game_id: str, hint: Hint) -> str:
    shown = {name: value for name, value in asdict(hint).items() if name != "until"}
    return as_json(shown | {"links": {"self": f"/v1/games/{game_id}/hints/{hint.turn}/{hint.seat}"}})


def analysis_json(game_id: str, analysis: Analysis) -> str:
    link = f"/v1/games/{game_id}/analysis"
    shown = {name: value for name, value in asdict(analysis).items() if name != "until"}
    return as_json(shown | {"links": {"self": link, "chart": f"{link}/chart.svg", "board": f"{link}/board.svg"}})


@blp.route("/games/<string:game_id>/hints")
class HintsView(MethodView):
    init_every_request = False

    @blp.arguments(HintRequest, required=False)
    @blp.response(202, HintAnswer, description="An AI thinks about it; `links.self` will have the result.")
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.GameNotStarted, problems.GameOver, problems.NotYourTurn,
        *BODY_PROBLEMS,
    )  # fmt: skip
    @operation("askHint", token="required")
    @once
    def post(self, body: dict[str, Any], game_id: str) -> Response:
        """Ask what an AI would play

        For a decision that you owe yourself, from what you may know. The same decision is thought about once, however
        often you ask. A game created with `hints: false` gives none.
        """
        me = player()
        check_may_look(game_id, me)
        game = host().referee.load(game_id)
        seat = acting_seat(game, me, body.get("seat"))
        refuse_waiting(game, seat)
        if not game.hints:
            raise problems.Forbidden("This game is played without hints.")
        hint = host().thinking.hint(game, seat)
        return json_answer(hint_json(game_id, hint), 202, {"Location": f"/v1/games/{game_id}/hints/{hint.turn}/{seat}"})


@blp.route("/games/<string:game_id>/hints/<int:turn>/<int:seat>")
class HintView(MethodView):
    init_every_request = False

    @blp.response(200, HintAnswer)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound)
    @operation("getHint", token="required")
    def get(self, game_id: str, turn: int, seat: int) -> Response:
        """Read a hint

        `pending` while the AI thinks, `done` with the best moves, `cancelled` when the turn passed before it had thought.
        """
        me = player()
        check_may_look(game_id, me)
        game = host().referee.load(game_id)
        if seat not in game.seats_of(me):
            raise problems.Forbidden(f"Seat {seat} is not yours, so its hints are not either.")
        hint = advice.load_hint(host().store_client, game_id, turn, seat)
        if hint is None:
            raise problems.NotFound("Nobody asked for that hint, or it was too long ago.")
        if hint.status == "pending":
            pending = game.turn == turn and seat in game.actors
            hint = host().thinking.hint(game, seat) if pending else replace(hint, status="cancelled")
        return json_answer(hint_json(game_id, hint))


def finished(game_id: str) -> Game:
    """The finished game; raises the problem that keeps it from being analysed."""
    check_may_look(game_id, caller())
    game = host().referee.load(game_id)
    if game.status != FINISHED:
        raise problems.GameRunning("A game is analysed when it is over.")
    return game


def existing(game: Game) -> Analysis:
    """The game's analysis; its job is queued again if it has not shown life for long."""
    found = advice.load_analysis(host().store_client, game.id)
    if found is None:
        raise problems.NotFound("Nobody has asked for an analysis of this game: POST asks for one.")
    if found.status == "running" and found.until < time.time():
        host().thinking.analyse(game, found)
    return found


@blp.route("/games/<string:game_id>/analysis")
class AnalysisView(MethodView):
    init_every_request = False

    @blp.response(202, AnalysisAnswer, description="It is being written; GET shows how far it is.")
    @refuses(problems.Unauthorized, problems.NotFound, problems.GameRunning)
    @operation("askAnalysis", token="required")
    @once
    def post(self, game_id: str) -> Response:
        """Have a finished game analysed

        An AI goes through every move: what it thought before, what after, and what it would have played instead.
        """
        player()
        game = finished(game_id)
        found = advice.load_analysis(host().store_client, game_id) or host().thinking.analyse(game, Analysis(game.entries))
        return json_answer(analysis_json(game_id, found), 202, {"Location": f"/v1/games/{game_id}/analysis"})

    @blp.response(200, AnalysisAnswer)
    @refuses(problems.Unauthorized, problems.NotFound, problems.GameRunning)
    @operation("getAnalysis", token="optional")
    def get(self, game_id: str) -> Response:
        """Read the analysis

        As far as it is written; `done` of `total` entries have been looked at.
        """
        return json_answer(analysis_json(game_id, existing(finished(game_id))))


@blp.route("/games/<string:game_id>/analysis/chart.svg")
class AnalysisChartView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @refuses(problems.Unauthorized, problems.NotFound, problems.GameRunning)
    @operation("getAnalysisChart", token="optional")
    def get(self, game_id: str) -> Response:
        """Draw the course of the game

        Each seat's estimated share of the win, move by move, as SVG.
        """
        game = finished(game_id)
        return Response(chart(existing(game).notes, len(game.seats)), content_type="image/svg+xml; charset=utf-8")


@blp.route("/games/<string:game_id>/analysis/board.svg")
class AnalysisBoardView(MethodView):
    init_every_request = False

    @blp.arguments(NumberQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @refuses(problems.Unauthorized, problems.NotFound, problems.GameRunning, problems.Invalid)
    @operation("getAnalysisBoard", token="optional")
    def get(self, query: dict[str, Any], game_id: str) -> Response:
        """Draw the better move

        The board as it would have been after the move that the analysis prefers to entry `number`, with that move marked.
        """
        game = finished(game_id)
        note = next((each for each in existing(game).notes if each["number"] == query["number"] and each["better"]), None)
        if note is None:
            raise problems.NotFound(f"The analysis knows no better move than that of entry {query['number']}.")
        drawing = look.board_after(game, host().entries(game_id)[: note["number"] - 1], note["seat"], note["better"])
        return Response(drawing, content_type="image/svg+xml; charset=utf-8")
