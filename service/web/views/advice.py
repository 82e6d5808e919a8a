"""Hints for a pending decision, and the analysis of a finished game."""

import time
from dataclasses import asdict, replace

from flask.views import MethodView

from service import problems
from service.ai import advice
from service.ai.advice import Analysis, Hint
from service.ai.notes import accuracy
from service.game import FINISHED, Game
from service.games import visibility
from service.games.seating import acting_seat
from service.json_object import Json
from service.web.admission import admit_one_more
from service.web.analysis_chart import chart
from service.web.answer import Answer, as_json, json_answer, text_answer
from service.web.arguments import Routes
from service.web.auth import caller, parts, player, this_call
from service.web.game_access import check_may_look, refuse_waiting
from service.web.idempotency import once
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.advice import AnalysisAnswer, HintAnswer, HintRequest, NumberQuery

blp = Routes("advice", __name__, url_prefix="/v1", description="What an AI thinks: hints during a game, notes after it.")


ADVICE_SECONDS = 600.0
"""For how long advice that was asked for counts as being thought about, should it never come."""


def hint_json(game_id: str, hint: Hint) -> str:
    shown = {name: value for name, value in asdict(hint).items() if name != "until"}
    return as_json(shown | {"links": {"self": f"/v1/games/{game_id}/hints/{hint.turn}/{hint.seat}"}})


def analysis_json(game: Game, analysis: Analysis) -> str:
    link = f"/v1/games/{game.id}/analysis"
    shown = {name: value for name, value in asdict(analysis).items() if name not in ("until", "by")}
    return as_json(
        shown
        | {
            "accuracy": accuracy(analysis.notes, len(game.seats)),
            "links": {"self": link, "chart": f"{link}/chart.svg", "board": f"{link}/board.svg"},
        }
    )


@blp.route("/games/<string:game_id>/hints")
class HintsView(MethodView):
    init_every_request = False

    @blp.arguments(HintRequest, required=False)
    @blp.response(202, HintAnswer, description="An AI thinks about it; `links.self` will have the result.")
    @refuses(
        problems.Unauthorized, problems.Forbidden, problems.NotFound, problems.OtherBox,
        problems.GameNotStarted, problems.GameOver, problems.NotYourTurn,
        problems.TooManyRequests, *BODY_PROBLEMS,
    )  # fmt: skip
    @operation("askHint", token="required")
    @once
    def post(self, body: Json, game_id: str) -> Answer:
        """Ask what an AI would play

        For a decision that you owe yourself, from what you may know. The same decision is thought about once, however
        often you ask. A game created with `hints: false` gives none.
        """
        me = player()
        check_may_look(game_id, me)
        game = parts().referee.load(game_id)
        seat = acting_seat(game, me, body.get("seat"))
        refuse_waiting(game, seat)
        game.check_box()
        if not game.hints:
            raise problems.Forbidden("hints")
        if advice.load_hint(parts().store_client, game_id, game.turn, seat) is None:
            admit_one_more(this_call(), "hints", f"{game_id}-{game.turn}-{seat}", parts().settings.hints, ADVICE_SECONDS)
        hint = parts().thinking.hint(game, seat)
        return json_answer(hint_json(game_id, hint), 202, {"Location": f"/v1/games/{game_id}/hints/{hint.turn}/{seat}"})


@blp.route("/games/<string:game_id>/hints/<int:turn>/<int:seat>")
class HintView(MethodView):
    init_every_request = False

    @blp.response(200, HintAnswer)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.NotFound)
    @operation("getHint", token="required")
    def get(self, game_id: str, turn: int, seat: int) -> Answer:
        """Read a hint

        `pending` while the AI thinks, `done` with the best moves, `cancelled` when the turn passed before it had thought.
        """
        me = player()
        check_may_look(game_id, me)
        game = parts().referee.load(game_id)
        if seat not in game.seats_of(me):
            raise problems.Forbidden("hints_of_seat", {"seat": seat})
        hint = advice.load_hint(parts().store_client, game_id, turn, seat)
        if hint is None:
            raise problems.NotFound("hint")
        if hint.status == "pending":
            pending = game.turn == turn and seat in game.actors
            hint = parts().thinking.hint(game, seat) if pending else replace(hint, status="cancelled")
        return json_answer(hint_json(game_id, hint))


def finished(game_id: str) -> Game:
    """The finished game; raises the problem that keeps it from being analysed."""
    check_may_look(game_id, caller())
    game = parts().referee.load(game_id)
    if game.status != FINISHED:
        raise problems.GameRunning("analysis")
    return game


def existing(game: Game) -> Analysis:
    """The game's analysis; its job is queued again if it has not shown life for long."""
    found = advice.load_analysis(parts().store_client, game.id)
    if found is None:
        raise problems.NotFound("analysis")
    if found.status == "running" and found.until < time.time():
        parts().thinking.analyse(game, found)
    return found


@blp.route("/games/<string:game_id>/analysis")
class AnalysisView(MethodView):
    init_every_request = False

    @blp.response(202, AnalysisAnswer, description="It is being written; GET shows how far it is.")
    @refuses(problems.Unauthorized, problems.NotFound, problems.OtherBox, problems.GameRunning, problems.TooManyRequests)
    @operation("askAnalysis", token="required")
    @once
    def post(self, game_id: str) -> Answer:
        """Have a finished game analysed

        An AI goes through every move: what it thought before, what after, and what it would have played instead.
        """
        me = player()
        game = finished(game_id)
        found = advice.load_analysis(parts().store_client, game_id)
        if found is None:
            game.check_box()
            admit_one_more(this_call(), "analyses", game_id, parts().settings.analyses, ADVICE_SECONDS)
            found = parts().thinking.analyse(game, Analysis(game.entries, by=me))
        return json_answer(analysis_json(game, found), 202, {"Location": f"/v1/games/{game_id}/analysis"})

    @blp.response(200, AnalysisAnswer)
    @refuses(problems.Unauthorized, problems.NotFound, problems.GameRunning)
    @operation("getAnalysis", token="optional")
    def get(self, game_id: str) -> Answer:
        """Read the analysis

        As far as it is written; `done` of `total` entries have been looked at.
        """
        game = finished(game_id)
        return json_answer(analysis_json(game, existing(game)))


@blp.route("/games/<string:game_id>/analysis/chart.svg")
class AnalysisChartView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @refuses(problems.Unauthorized, problems.NotFound, problems.GameRunning)
    @operation("getAnalysisChart", token="optional")
    def get(self, game_id: str) -> Answer:
        """Draw the course of the game

        Each seat's estimated share of the win, move by move, as SVG.
        """
        game = finished(game_id)
        return text_answer(chart(existing(game).notes, len(game.seats)), "image/svg+xml; charset=utf-8")


@blp.route("/games/<string:game_id>/analysis/board.svg")
class AnalysisBoardView(MethodView):
    init_every_request = False

    @blp.arguments(NumberQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @refuses(problems.Unauthorized, problems.NotFound, problems.OtherBox, problems.GameRunning, problems.Invalid)
    @operation("getAnalysisBoard", token="optional")
    def get(self, query: Json, game_id: str) -> Answer:
        """Draw the better move

        The board as it would have been after the move that the analysis prefers to entry `number`, with that move marked.
        """
        game = finished(game_id)
        note = next((each for each in existing(game).notes if each["number"] == query["number"] and each["better"]), None)
        if note is None:
            raise problems.NotFound("better", {"number": query["number"]})
        drawing = visibility.board_after(game, parts().entries(game_id)[: note["number"] - 1], note["seat"], note["better"])
        return text_answer(drawing, "image/svg+xml; charset=utf-8")
