"""What a tournament comes to: rounds, standings, the crosstable, the records of its games, and all of it live."""

import json

import orjson
from flask.views import MethodView

from service import problems
from service.contests import crosstable
from service.contests.briefs import Brief
from service.contests.contest import Contest, Facts
from service.contests.describing import round_json, standings_json
from service.games import visibility
from service.json_object import Json
from service.store import identifiers
from service.web import contests, cursors
from service.web.answer import JSON, Answer, text_answer
from service.web.arguments import Routes
from service.web.auth import parts, this_call
from service.web.etags import for_caller
from service.web.organising import READING, UNCHANGED
from service.web.paging import page_answer
from service.web.responses import operation, refuses
from service.web.schemas.contests import ContestQuery, CrosstableAnswer, RecordList, RoundAnswer, StandingsAnswer
from service.web.schemas.requests import PageQuery

blp = Routes("tables", __name__, url_prefix="/v1", description="What a tournament comes to: rounds, standings, crosstable, records.")

PAGE = 50
"""Records a page at most: each is a whole game."""


@blp.route("/tournaments/<string:tournament_id>/rounds/<int:number>")
class RoundView(MethodView):
    init_every_request = False

    @blp.arguments(ContestQuery, location="query")
    @blp.response(200, RoundAnswer)
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(*READING)
    @operation("getRound", token="optional")
    def get(self, query: Json, tournament_id: str, number: int) -> Answer:
        """Look at a round

        Its meetings with their games, and who has a bye. A partial round robin of an odd field is one round.
        """

        def describe(contest: Contest, facts: Facts) -> Json:
            return round_json(contest, facts, number)

        def check(brief: Brief) -> None:
            if not 1 <= number <= brief.rounds:
                raise problems.NotFound("round", {"rounds": brief.rounds})

        return contests.answer(tournament_id, "tournament", query["wait"], describe, f"round {number}", check)


def standings(contest: Contest, facts: Facts) -> Json:
    return {"items": standings_json(contest, facts)}


@blp.route("/tournaments/<string:tournament_id>/standings")
class StandingsView(MethodView):
    init_every_request = False

    @blp.arguments(ContestQuery, location="query")
    @blp.response(200, StandingsAnswer)
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(*READING)
    @operation("getStandings", token="optional")
    def get(self, query: Json, tournament_id: str) -> Answer:
        """Look at the standings

        Ranked by points per game; then by what those with equal points have against each other, where each has met each; then by
        what their opponents have; then by how many games they gave up.
        """
        return contests.answer(tournament_id, "tournament", query["wait"], standings, "standings")


def as_csv(contest: Contest, facts: Facts) -> str:
    return crosstable.as_csv(crosstable.crosstable(contest, facts))


def as_svg(contest: Contest, facts: Facts) -> str:
    return crosstable.as_svg(crosstable.crosstable(contest, facts))


FORMS: dict[str, tuple[str, contests.Describe]] = {
    "json": (JSON, crosstable.crosstable),
    "csv": ("text/csv; charset=utf-8", as_csv),
    "svg": ("image/svg+xml; charset=utf-8", as_svg),
}


def table_as(tournament_id: str, form: str) -> Answer:
    """The crosstable in one of its forms, or 304 when the caller has it."""
    brief = contests.looked_up(tournament_id, "tournament")
    if this_call().has(f"{brief.tag}-{form}"):
        return Answer(304, for_caller(f"{brief.tag}-{form}"))
    media, describe = FORMS[form]
    revision, body = contests.told(parts(), brief, this_call().address, f"crosstable {form}", describe)
    return text_answer(body, media, headers=for_caller(f"{brief.id}-{revision}-{form}"))


@blp.route("/tournaments/<string:tournament_id>/crosstable")
class CrosstableView(MethodView):
    init_every_request = False

    @blp.response(200, CrosstableAnswer)
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(*READING)
    @operation("getCrosstable", token="optional")
    def get(self, tournament_id: str) -> Answer:
        """Look at the crosstable

        Everybody's points against everybody, game by game, in the order of the standings. As JSON here, and at `crosstable.csv` and
        `crosstable.svg`.
        """
        return table_as(tournament_id, "json")


@blp.route("/tournaments/<string:tournament_id>/crosstable.csv")
class CrosstableCsvView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="text/csv")
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(*READING)
    @operation("getCrosstableCsv", token="optional")
    def get(self, tournament_id: str) -> Answer:
        """The crosstable for a spreadsheet

        Comma-separated; the points of the games against one opponent stand together in one cell.
        """
        return table_as(tournament_id, "csv")


@blp.route("/tournaments/<string:tournament_id>/crosstable.svg")
class CrosstableSvgView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="image/svg+xml")
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(*READING)
    @operation("getCrosstableSvg", token="optional")
    def get(self, tournament_id: str) -> Answer:
        """The crosstable as a picture

        An SVG whose numbers are text.
        """
        return table_as(tournament_id, "svg")


@blp.route("/tournaments/<string:tournament_id>/export")
class TournamentExportView(MethodView):
    init_every_request = False

    @blp.arguments(PageQuery, location="query")
    @blp.response(200, RecordList)
    @refuses(*READING)
    @operation("exportTournament", token="optional")
    def get(self, query: Json, tournament_id: str) -> Answer:
        """Export the games

        The records of the games that are over, in the order of the rounds: enough to work the standings out again. Up to 50 a page.
        """
        brief = contests.looked_up(tournament_id, "tournament")
        done = orjson.loads(contests.told(parts(), brief, this_call().address, "games over", games_over).body)["games"]
        first = cursors.read(parts().secret, query["cursor"], int)[0] if "cursor" in query else 0
        count = min(query["limit"], PAGE)
        items = [record for place, players in done[first : first + count] if (record := record_of(brief.id, place, players))]
        after = cursors.write(parts().secret, first + count) if first + count < len(done) else None
        return page_answer(this_call(), {"items": items, "next": after})


def places(contest: Contest) -> list[tuple[int, int, int]]:
    """Every game of what was drawn: its round, pair and leg."""
    return [
        (number, pair, leg)
        for number, pairings in enumerate(contest.drawn, start=1)
        for pair, pairing in enumerate(pairings, start=1)
        for leg in range(1, pairing.legs + 1)
    ]


def games_over(contest: Contest, facts: Facts) -> Json:
    """Where the games stand that are over, and who played each, in the order of the rounds."""
    done = [place for place in places(contest) if contest.game_id(*place) in facts.results]
    return {"games": [(place, contest.spec(*place).entrants) for place in done]}


def record_of(contest: str, place: list[int], players: list[str]) -> Json | None:
    """The record of a game that is over; None when it is no longer kept."""
    game = parts().store.load(identifiers.derived_id("contest", contest, *map(str, place)))
    if game is None:
        return None
    entries = [json.loads(line) for line in parts().store.journal(game.id)]
    about = dict(zip(("round", "pair", "leg"), place, strict=True))
    return {"game": game.id, **about, "players": players, "record": visibility.export(game, entries)}


@blp.route("/tournaments/<string:tournament_id>/events")
class TournamentEventsView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="text/event-stream", description="The stream; it ends when the tournament does.")
    @blp.alt_response(204, description="It is over and you have its last event: there is no need to connect again.")
    @refuses(problems.Unauthorized, problems.NotFound, problems.Unavailable)
    @operation("watchTournament", token="optional")
    def get(self, tournament_id: str) -> Answer:
        """Watch a tournament

        Server-Sent Events named `tournament`, with the revision as `id` and the whole tournament, standings included, as `data`; after
        `end` nothing more comes.
        """
        return contests.streamed(tournament_id, "tournament")
