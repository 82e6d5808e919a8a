"""Tournaments: register, draw, rank."""

from flask.views import MethodView

from service import problems
from service.contests.contest import KICKED, REGISTERING, ROUND_ROBIN, TABLES, Contest, Facts
from service.contests.entering import call_off, enter, leave, refuse_stranger
from service.contests.schedule import LEGS
from service.json_object import Json
from service.web import contests
from service.web.answer import Answer
from service.web.arguments import Routes
from service.web.auth import me_as_player, player
from service.web.idempotency import once
from service.web.new_games import refuse_unasked_ais, refuse_unknown_ai
from service.web.organising import (
    CHANGING,
    READING,
    UNCHANGED,
    ai_entrant,
    created,
    entrant_of,
    guest_invited,
    guest_of,
    listed,
    organised,
    run_at_once,
    start_time,
    started,
    window,
    wished_entrants,
)
from service.web.responses import BODY_PROBLEMS, operation, refuses
from service.web.schemas.contests import (
    CancellationRequest,
    ContestList,
    ContestQuery,
    ContestsQuery,
    EntryRequest,
    KickRequest,
    LeaveRequest,
    TournamentAnswer,
    TournamentRequest,
)  # fmt: skip

blp = Routes("tournaments", __name__, url_prefix="/v1", description="Many meetings, drawn and ranked: round robins, Swiss, and tables.")


@blp.route("/tournaments")
class TournamentsView(MethodView):
    init_every_request = False

    @blp.arguments(TournamentRequest)
    @blp.response(201, TournamentAnswer)
    @refuses(problems.Unauthorized, problems.Forbidden, problems.BadOption, problems.TooMany, problems.Unfit, *BODY_PROBLEMS)
    @operation("createTournament", token="required")
    @once
    def post(self, body: Json) -> Answer:
        """Create a tournament

        You are its organiser. With two seats every meeting is two games with sides exchanged, and everybody meets the same number
        of others. It begins now, by `POST …/start`, at a time, or when enough have entered; without a time it is cancelled when nobody
        has entered for a week (or as long as the operator says) after its entries were open. What does not fit the field is refused with
        `ways`, which says what does.
        """
        me = me_as_player()
        seats = body.get("seats", 4 if body["format"] == TABLES else 2)
        if (seats == 2) == (body["format"] == TABLES):
            raise problems.Invalid("tables", pointer="/seats")
        for name in ("rounds", "late_until") if body["format"] == ROUND_ROBIN else ():
            if body.get(name):
                raise problems.Invalid("round_robin", pointer=f"/{name}")
        entrants, invited = wished_entrants(body, me)
        start = start_time(body["start"])
        given = {name: body[name] for name in ("format", "name", "odd", "repeats", "entry", "bots", "late_until", "no_shows")}
        more = {name: body[name] for name in ("opponents", "rounds", "capacity", "start_count") if name in body}
        made = organised(
            me, body, seats, games=LEGS if seats == LEGS else 1, entrants=(), invited=invited, start=start, at_once=run_at_once(body),
            **({"opponents": 0} | given | more | window(body, start)),
        )  # fmt: skip
        for one in entrants:
            made = enter(made, one, by_organiser=True)
        return created(started(made, pointer="/entrants") if body["start"] == "now" else made)

    @blp.arguments(ContestsQuery, location="query")
    @blp.response(200, ContestList)
    @refuses(problems.Unauthorized, problems.Invalid)
    @operation("listTournaments", token="optional")
    def get(self, query: Json) -> Answer:
        """List tournaments

        The newest first. A page may have fewer than you asked for, or none; go on as long as there is a `next`.
        """
        return listed("tournament", query)


@blp.route("/tournaments/<string:tournament_id>")
class TournamentView(MethodView):
    init_every_request = False

    @blp.arguments(ContestQuery, location="query")
    @blp.response(200, TournamentAnswer)
    @blp.alt_response(304, description=UNCHANGED)
    @refuses(*READING)
    @operation("getTournament", token="optional")
    def get(self, query: Json, tournament_id: str) -> Answer:
        """Look at a tournament

        Who takes part, how far it is, and the standings. While it registers, `ways` says what fits the field as it is. With
        `If-None-Match` and `wait=25` the answer comes as soon as anything changes.
        """
        return contests.answer(tournament_id, "tournament", query["wait"])


@blp.route("/tournaments/<string:tournament_id>/entries")
class EntriesView(MethodView):
    init_every_request = False

    @blp.arguments(EntryRequest, required=False)
    @blp.response(201, TournamentAnswer)
    @refuses(*CHANGING)
    @operation("enterTournament", token="required")
    @once
    def post(self, body: Json, tournament_id: str) -> Answer:
        """Enter a tournament, or invite somebody

        You enter yourself; with `ai` the organiser enters an AI, with `player` it invites somebody, also one who was put out. Whoever
        withdrew may come back as long as entry is open, and is the same entrant as before, byes and all.
        """
        contest, _ = contests.found(tournament_id, "tournament")
        me = me_as_player()
        if guest := guest_of(contest, body, me):
            return guest_invited(tournament_id, guest, me)
        if "ai" not in body:
            return contests.changed(
                tournament_id, lambda found, _: enter(found, entrant_of(me), by_organiser=found.organiser == me.id), 201
            )
        refuse_stranger(contest, me.id)
        refuse_unknown_ai(contest.ruleset, body["ai"], "/ai")
        if contest.rated:
            refuse_unasked_ais({"/ai": body["ai"]})

        def add(found: Contest, _: Facts) -> Contest:
            return enter(found, ai_entrant(found, body["ai"], body.get("name")), by_organiser=True)

        return contests.changed(tournament_id, add, 201)


@blp.route("/tournaments/<string:tournament_id>/withdrawal")
class WithdrawalView(MethodView):
    init_every_request = False

    @blp.arguments(LeaveRequest, required=False)
    @blp.response(201, TournamentAnswer)
    @refuses(*CHANGING)
    @operation("withdrawFromTournament", token="required")
    @once
    def post(self, _body: Json, tournament_id: str) -> Answer:
        """Withdraw from a tournament, or decline it

        Before the beginning it is as if you had never entered. After it you give up the running game, what you have played stands,
        and nobody waits for you. Where you are invited and have not entered, you decline.
        """
        contests.found(tournament_id, "tournament")
        me = player()
        return contests.changed(tournament_id, lambda found, _: leave(found, me), 201)


@blp.route("/tournaments/<string:tournament_id>/kick")
class KickView(MethodView):
    init_every_request = False

    @blp.arguments(KickRequest)
    @blp.response(201, TournamentAnswer)
    @refuses(*CHANGING)
    @operation("kickFromTournament", token="required")
    @once
    def post(self, body: Json, tournament_id: str) -> Answer:
        """Put an entrant out

        For the organiser. The entrant gives up its running game, is drawn no more, and cannot enter again unless you invite it. Of who is
        invited and has not entered the invitation is taken back.
        """
        contest, _ = contests.found(tournament_id, "tournament")
        refuse_stranger(contest, player())
        return contests.changed(tournament_id, lambda found, _: leave(found, body["entrant"], KICKED), 201)


@blp.route("/tournaments/<string:tournament_id>/start")
class StartView(MethodView):
    init_every_request = False

    @blp.arguments(LeaveRequest, required=False)
    @blp.response(201, TournamentAnswer)
    @refuses(problems.Unfit, *CHANGING)
    @operation("startTournament", token="required")
    @once
    def post(self, _body: Json, tournament_id: str) -> Answer:
        """Begin a tournament

        For the organiser. Where the field does not fit what was asked for, `ways` in the refusal says what would.
        """
        contest, _ = contests.found(tournament_id, "tournament")
        refuse_stranger(contest, player())

        def begin(found: Contest, _: Facts) -> Contest:
            if found.status != REGISTERING:
                raise problems.EntryClosed("tournament", {"status": found.status})
            return started(found)

        return contests.changed(tournament_id, begin, 201)


@blp.route("/tournaments/<string:tournament_id>/cancellation")
class CancellationView(MethodView):
    init_every_request = False

    @blp.arguments(CancellationRequest, required=False)
    @blp.response(201, TournamentAnswer)
    @refuses(*CHANGING)
    @operation("cancelTournament", token="required")
    @once
    def post(self, body: Json, tournament_id: str) -> Answer:
        """Call a tournament off

        For the organiser. It says so from then on, with the reason you give; games that run may be played to their end, and count nothing;
        those of AIs alone are ended.
        """
        contest, _ = contests.found(tournament_id, "tournament")
        refuse_stranger(contest, player())
        return contests.changed(tournament_id, lambda found, _: call_off(found, body.get("why", "")), 201)
