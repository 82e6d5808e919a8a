"""Series: several games between the same entrants."""

from flask.views import MethodView

from service import problems
from service.contests.contest import SERIES
from service.contests.entering import call_off, enter, leave, refuse_stranger
from service.json_object import Json
from service.web import contests
from service.web.answer import Answer
from service.web.arguments import Routes
from service.web.auth import me_as_player, player
from service.web.idempotency import once
from service.web.organising import (
    CHANGING,
    UNCHANGED,
    created,
    entrant_of,
    guest_invited,
    guest_of,
    listed,
    ordered,
    organised,
    wished_seats,
)
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.contests import (
    CancellationRequest,
    ContestList,
    ContestQuery,
    ContestsQuery,
    LeaveRequest,
    SeriesAnswer,
    SeriesEntryRequest,
    SeriesRequest,
)  # fmt: skip

blp = Routes(
    "series", __name__, url_prefix="/v1", description="Several games between the same players, sides alternating, points added up."
)


@blp.route("/series")
class SeriesListView(MethodView):
    init_every_request = False

    @blp.arguments(SeriesRequest)
    @blp.response(201, SeriesAnswer, description="The series; its first game is there unless a seat is open.")
    @refuses(problems.Unauthorized, problems.BadOption, problems.TooMany, *BODY_PROBLEMS)
    @operation("createSeries", token="required")
    @once
    def post(self, body: Json) -> Answer:
        """Create a series

        So many games between the same entrants. Sides alternate: the seats move on by one each game. What each game counts is
        added up; the next game is created as soon as one is over. Players whom you name and open seats enter with
        `POST /v1/series/{series_id}/entries`, and the first game begins when all are there. A series that nobody enters for a week
        (or as long as the operator says) is cancelled.
        """
        me = me_as_player()
        entrants, invited = wished_seats(body["ruleset"], body["seats"], me)
        made = organised(
            me, body, len(body["seats"]), format=SERIES, games=body["games"], tie=body["tie"], entrants=entrants, invited=invited,
            entry="list", start_count=len(body["seats"]), capacity=len(body["seats"]), no_shows=0,
        )  # fmt: skip
        return created(made)

    @blp.arguments(ContestsQuery, location="query")
    @blp.response(200, ContestList)
    @refuses(problems.Unauthorized, problems.Invalid)
    @operation("listSeries", token="optional")
    def get(self, query: Json) -> Answer:
        """List series

        The newest first. A page may have fewer than you asked for, or none; go on as long as there is a `next`.
        """
        return listed("series", query)


@blp.route("/series/<string:series_id>")
class SeriesView(MethodView):
    init_every_request = False

    @blp.arguments(ContestQuery, location="query")
    @blp.response(200, SeriesAnswer)
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(problems.Unauthorized, problems.NotFound, problems.Invalid)
    @operation("getSeries", token="optional")
    def get(self, query: Json, series_id: str) -> Answer:
        """Look at a series

        Its games, what each counts, and the standings. Send the last `ETag` as `If-None-Match` and `wait=25`, and the answer comes
        as soon as a game begins or ends: one address to follow the whole series by.
        """
        return contests.answer(series_id, "series", query["wait"])


@blp.route("/series/<string:series_id>/entries")
class SeriesEntriesView(MethodView):
    init_every_request = False

    @blp.arguments(SeriesEntryRequest, required=False)
    @blp.response(201, SeriesAnswer)
    @refuses(*CHANGING)
    @operation("enterSeries", token="required")
    @once
    def post(self, body: Json, series_id: str) -> Answer:
        """Enter a series, or invite somebody

        Take the place that is kept for you, or an open one. The first game begins when the last place is taken. With `player` who created
        the series keeps an open place for that player.
        """
        contest, _ = contests.found(series_id, "series")
        me = me_as_player()
        if guest := guest_of(contest, body, me):
            return guest_invited(series_id, guest, me)
        return contests.changed(series_id, lambda contest, _: ordered(enter(contest, entrant_of(me))), 201)


@blp.route("/series/<string:series_id>/withdrawal")
class SeriesWithdrawalView(MethodView):
    init_every_request = False

    @blp.arguments(LeaveRequest, required=False)
    @blp.response(201, SeriesAnswer)
    @refuses(*CHANGING)
    @operation("withdrawFromSeries", token="required")
    @once
    def post(self, _body: Json, series_id: str) -> Answer:
        """Withdraw from a series, or decline it

        You give up the running game, and no further one is played against you; with three or more seats an AI takes yours. Where you
        are invited and have not entered, you decline: the place is then open to whoever comes.
        """
        contests.found(series_id, "series")
        me = player()
        return contests.changed(series_id, lambda contest, _: leave(contest, me), 201)


@blp.route("/series/<string:series_id>/cancellation")
class SeriesCancellationView(MethodView):
    init_every_request = False

    @blp.arguments(CancellationRequest, required=False)
    @blp.response(201, SeriesAnswer)
    @refuses(*CHANGING)
    @operation("cancelSeries", token="required")
    @once
    def post(self, body: Json, series_id: str) -> Answer:
        """Call a series off

        For who created it, as long as it has not begun; afterwards only where you do not play in it yourself, else you withdraw. It says so
        from then on, with the reason you give; a game that runs may be played to its end, and counts nothing.
        """
        contest, _ = contests.found(series_id, "series")
        refuse_stranger(contest, player())
        return contests.changed(series_id, lambda found, _: call_off(found, body.get("why", "")), 201)


@blp.route("/series/<string:series_id>/events")
class SeriesEventsView(MethodView):
    init_every_request = False

    @blp.response(200, {"type": "string"}, content_type="text/event-stream", description="The stream; it ends when the series is over.")
    @blp.alt_response(204, description="The series is over and you have its last event: there is no need to connect again.")
    @refuses(problems.Unauthorized, problems.NotFound, problems.Unavailable)
    @operation("watchSeries", token="optional")
    def get(self, series_id: str) -> Answer:
        """Watch a series

        Server-Sent Events named `series`, with the revision as `id` and the whole series as `data`; after `end` nothing more comes.
        """
        return contests.streamed(series_id, "series")
