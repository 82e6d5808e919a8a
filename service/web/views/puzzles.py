"""Puzzles: positions to solve."""

from datetime import UTC, datetime

from flask.views import MethodView

from service import problems
from service.games import puzzles
from service.json_object import Json
from service.web import cursors
from service.web.answer import Answer, as_json, json_answer, text_answer
from service.web.arguments import Routes
from service.web.auth import parts, this_call
from service.web.paging import page_answer
from service.web.responses import operation, refuses
from service.web.schemas.puzzles import AnswerQuery, DailyQuery, PuzzleAnswer, PuzzlesAnswer, PuzzlesQuery, SolutionAnswer, VerdictAnswer

blp = Routes("puzzles", __name__, url_prefix="/v1", description="Positions out of real games, each with a move that is clearly the best.")

PAGE = 100


@blp.route("/puzzles")
class PuzzlesView(MethodView):
    init_every_request = False

    @blp.arguments(PuzzlesQuery, location="query")
    @blp.response(200, PuzzlesAnswer)
    @refuses(problems.NotFound, problems.Invalid)
    @operation("listPuzzles")
    def get(self, query: Json) -> Answer:
        """List puzzles

        Positions in which one move is clearly better than all others. Up to 100 a page.
        """
        there = puzzles.listed(query.get("ruleset"))
        first = cursors.read(parts().secret, query["cursor"], int)[0] if "cursor" in query else 0
        after = first + min(query["limit"], PAGE)
        items = [puzzles.summary(each) for each in there[first:after]]
        following = cursors.write(parts().secret, after) if after < len(there) else None
        return page_answer(this_call(), {"items": items, "next": following})


@blp.route("/puzzles/daily")
class DailyPuzzleView(MethodView):
    init_every_request = False

    @blp.arguments(DailyQuery, location="query")
    @blp.response(200, PuzzleAnswer)
    @refuses(problems.NotFound, problems.Invalid)
    @operation("getDailyPuzzle")
    def get(self, query: Json) -> Answer:
        """Look at today's puzzle

        Another one every day (UTC), the same for everybody.
        """
        return json_answer(as_json(puzzles.whole(puzzles.daily(query["ruleset"], datetime.now(UTC).date()))))


@blp.route("/puzzles/<string:puzzle_id>")
class PuzzleView(MethodView):
    init_every_request = False

    @blp.response(200, PuzzleAnswer)
    @refuses(problems.NotFound)
    @operation("getPuzzle")
    def get(self, puzzle_id: str) -> Answer:
        """Look at a puzzle

        What the seat sees, and every move that it may make. `links.answer` says whether one is right.
        """
        return json_answer(as_json(puzzles.whole(puzzles.found(puzzle_id))))


@blp.route("/puzzles/<string:puzzle_id>/board.svg")
class PuzzleBoardView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @refuses(problems.NotFound)
    @operation("getPuzzleBoard")
    def get(self, puzzle_id: str) -> Answer:
        """Draw a puzzle

        The board as the seat sees it, drawn as `/v1/games/{game_id}/board` draws a game.
        """
        return text_answer(puzzles.board(puzzles.found(puzzle_id)), "image/svg+xml; charset=utf-8")


@blp.route("/puzzles/<string:puzzle_id>/answer")
class PuzzleAnswerView(MethodView):
    init_every_request = False

    @blp.arguments(AnswerQuery, location="query")
    @blp.response(200, VerdictAnswer)
    @refuses(problems.NotFound, problems.BadNotation, problems.IllegalMove, problems.Invalid)
    @operation("answerPuzzle")
    def get(self, query: Json, puzzle_id: str) -> Answer:
        """Answer a puzzle

        Says whether the move is right. Try as often as you like; a move that the rules do not allow is refused as in a game.
        """
        return json_answer(as_json(puzzles.answered(puzzles.found(puzzle_id), query["move"])))


@blp.route("/puzzles/<string:puzzle_id>/solution")
class PuzzleSolutionView(MethodView):
    init_every_request = False

    @blp.response(200, SolutionAnswer)
    @refuses(problems.NotFound)
    @operation("getPuzzleSolution")
    def get(self, puzzle_id: str) -> Answer:
        """Give up on a puzzle

        The moves that are right, and how much they are worth.
        """
        return json_answer(as_json(puzzles.solution(puzzles.found(puzzle_id))))
