"""What callers send and are told about series and tournaments."""

import marshmallow as ma
from marshmallow import fields, validate

from engine.rulesets import NAMES
from service.contests.contest import (
    CANCELLED,
    FINISHED,
    GONE,
    KICKED,
    NO_SHOW,
    REGISTERING,
    ROUND_ROBIN,
    RUNNING,
    SERIES,
    SWISS,
    TABLES,
    WITHDRAWN,
)
from service.contests.entering import MOST_ENTRANTS
from service.contests.schedule import MOST_LEGS
from service.web.schemas.answers import TimeControlAnswer
from service.web.schemas.members import (
    ENTRANT_SCHEMA,
    SEAT_SCHEMA,
    VISIBILITIES,
    EntrantWish,
    NameText,
    SeatWish,
    TrueOrFalse,
    number_in_query,
    said,
    shaped,
    wait_in_query,
    whole,
)
from service.web.schemas.requests import ClockRequest, PageQuery

STATUSES = (REGISTERING, RUNNING, FINISHED, CANCELLED)
GAMES_RUN = ("in_turn", "at_once")
ODD = ("partial", "house_ai", "full")
REPEATS = ("few", "close")
POINTS = "What counts: each game's `score` (of Cathedral the squares not placed), or the `rank` in it. Of Cathedral always the score."


class ContestRequest(ma.Schema):
    ruleset = fields.String(required=True, validate=validate.OneOf(NAMES), metadata=said("Which board game.", example="cathedral"))
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata={"x-shape": "OptionsRequest"})
    points = fields.String(validate=validate.OneOf(("score", "rank")), metadata=said(POINTS))
    visibility = fields.String(load_default="listed", validate=validate.OneOf(VISIBILITIES), metadata=said("Of the contest and its games."))
    hints = TrueOrFalse(load_default=False, metadata=said("Whether players may ask an AI for advice during the games."))
    rated = TrueOrFalse(
        load_default=False,
        metadata=said("Whether the games count for ratings, where somebody else sits in every seat and nobody's is taken by a stand-in."),
    )
    clock = fields.Nested(
        ClockRequest,
        metadata=said("Of every game in which somebody plays; left out, seven days a decision unless the operator says otherwise."),
    )


class SeriesRequest(ContestRequest):
    seats = fields.List(
        SeatWish(metadata=SEAT_SCHEMA),
        required=True,
        validate=validate.Length(2, 8),
        metadata=said("Who sits where in the first game; the seats move on by one each game.", example=["me", {"ai": "medium"}]),
    )
    games = whole("How many games.", least=1, most=MOST_LEGS, load_default=2)
    tie = fields.String(
        load_default="share",
        validate=validate.OneOf(("share", "play_on")),
        metadata=said("A tie stays one, or the series goes on until somebody is ahead, by one game from every seat each time."),
    )


class TournamentRequest(ContestRequest):
    name = NameText(required=True, metadata=said("What it is called.", example="Winter cup"))
    format = fields.String(
        load_default=ROUND_ROBIN,
        validate=validate.OneOf((ROUND_ROBIN, SWISS, TABLES)),
        metadata=said("`round_robin` and `swiss` with two seats, `tables` with three or four."),
    )
    seats = whole("How many sit at a table; 2, or for `tables` 3 or 4.", least=2, most=4)
    entrants = fields.List(
        EntrantWish(metadata=ENTRANT_SCHEMA),
        load_default=list,
        validate=validate.Length(0, MOST_ENTRANTS),
        metadata=said(
            "Who takes part from the beginning, and which players are invited.", example=["me", {"ai": "easy", "name": "Easy 1"}]
        ),
    )
    opponents = whole(
        "Of a round robin, how many others everybody meets; null for all. Left out, five, or four in an odd field.",
        least=1,
        most=MOST_ENTRANTS,
        allow_none=True,
    )
    rounds = whole("Of a Swiss or of tables, how many rounds; left out, five at most. A round robin says `opponents`.", least=1, most=50)
    odd = fields.String(
        load_default="partial",
        validate=validate.OneOf(ODD),
        metadata=said(
            "What an odd field of a round robin does: fewer opponents, a house AI, or everybody against everybody. The house AI plays "
            "whatever `bots` says; it is ranked below everybody and never on the podium."
        ),
    )
    repeats = fields.String(
        load_default="few",
        validate=validate.OneOf(REPEATS),
        metadata=said("Of tables: rather `few` repeated meetings, or rather `close` standings."),
    )
    entry = fields.String(
        load_default="open", validate=validate.OneOf(("open", "list")), metadata=said("Who may enter: anybody, or those in `entrants`.")
    )
    bots = fields.String(
        load_default="allowed", validate=validate.OneOf(("none", "allowed", "only")), metadata=said("Whether AIs may take part.")
    )
    capacity = whole("The most entrants.", least=2, most=MOST_ENTRANTS)
    start = fields.String(
        load_default="manual",
        validate=validate.Length(1, 40),
        metadata=said("`now`, `manual` (by `POST …/start`), or when it begins by itself, as a time in UTC.", example="manual"),
    )
    games_run = fields.String(
        validate=validate.OneOf(GAMES_RUN),
        metadata=said(
            "Whether the two games of a meeting run one after the other or at the same time, which no clock of seconds allows. Left out, "
            "`at_once` where you name a clock of `days`, else `in_turn`."
        ),
    )
    start_count = whole("How many entrants let it begin by itself.", least=2, most=MOST_ENTRANTS)
    entries_from = fields.String(
        validate=validate.Length(1, 40),
        metadata=said("From when on others may enter, as a time in UTC; left out, at once. The organiser may always.", format="date-time"),
    )
    entries_until = fields.String(
        validate=validate.Length(1, 40),
        metadata=said(
            "Until when others may enter, as a time in UTC, no later than `start`; left out, until it begins. Of late entry `late_until` "
            "says more.",
            format="date-time",
        ),
    )
    late_until = whole("The last round for which somebody may still enter; of Swiss and tables.", least=0, most=50, load_default=0)
    no_shows = whole(
        "How many games that it lost on time, or did not come back to, put an entrant out, whatever the clock does; 0 for never.",
        least=0,
        most=50,
        load_default=2,
    )


INVITED = "A player whom the organiser invites, now or again; left out, you enter yourself."


class SeriesEntryRequest(ma.Schema):
    player = fields.String(validate=validate.Length(1, 40), metadata=said(INVITED))


class EntryRequest(ma.Schema):
    player = fields.String(validate=validate.Length(1, 40), metadata=said(INVITED))
    ai = fields.String(validate=validate.Length(1, 40), metadata=said("An AI that the organiser enters; left out, you enter yourself."))
    name = NameText(metadata=said("What the AI is called here."))


class LeaveRequest(ma.Schema):
    pass


class KickRequest(ma.Schema):
    entrant = fields.String(required=True, validate=validate.Length(1, 40), metadata=said("The entrant's id."))


class CancellationRequest(ma.Schema):
    why = fields.String(load_default="", validate=validate.Length(0, 200), metadata=said("For everybody to read."))


class ContestQuery(ma.Schema):
    wait = wait_in_query("for a change, if `If-None-Match` has the newest ETag.")


class ContestsQuery(PageQuery):
    limit = number_in_query("Contests a page.", least=1, most=100, load_default=20)
    player = fields.String(
        validate=validate.Length(1, 40),
        metadata=said("Only those that this player organises, takes part in or is invited to; `me` for yours."),
    )
    status = fields.String(validate=validate.OneOf(STATUSES), metadata=said("Only contests of this status."))


class EntrantAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("Identifies the entrant in this contest; of a player it is the player's."))
    name = fields.String(required=True)
    player = fields.String(required=True, allow_none=True, metadata=said("The player's id."))
    ai = fields.String(required=True, allow_none=True, metadata=said("The AI's name."))
    house = fields.Boolean(
        required=True, metadata=said("Whether it was put in to make the field even: whatever `bots` says, and for no place.")
    )
    left = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf((WITHDRAWN, KICKED, NO_SHOW, GONE)),
        metadata=said("Why it plays no further game: `withdrawn`, `kicked`, `no_show` or `gone`; else null."),
    )


class TieBreaksAnswer(ma.Schema):
    direct = fields.Float(
        required=True, allow_none=True, metadata=said("Points per game against those with equal points, where all have met.")
    )
    opponents = fields.Float(required=True, allow_none=True, metadata=said("The opponents' points per game, on average."))
    forfeits = fields.Integer(required=True, metadata=said("Games given up or lost on time; the fewer, the better."))


class StandingAnswer(ma.Schema):
    place = fields.Integer(required=True, metadata=said("Those who are equal in everything share it; a house AI has the last one."))
    player = fields.Nested(EntrantAnswer, required=True)
    points = fields.Float(required=True, metadata=said("Of all its games; what each counts is said where its `points` are."))
    games = fields.Integer(required=True, metadata=said("Games that are over; a bye is none."))
    points_per_game = fields.Float(required=True, allow_none=True, metadata=said("What the order goes by; null before the first game."))
    wins = fields.Integer(required=True)
    draws = fields.Integer(required=True)
    losses = fields.Integer(required=True)
    tie_breaks = fields.Nested(TieBreaksAnswer, required=True)
    withdrawn = fields.Boolean(required=True, metadata=said("Whether it plays no further game; it stands below those who do."))


class ContestGameAnswer(ma.Schema):
    number = fields.Integer(required=True, metadata=said("Which game of the meeting it is, from 1."))
    game = fields.String(required=True, allow_none=True, metadata=said("The game's id; null before it is created."))
    seats = fields.List(fields.String(), required=True, metadata=said("The entrants' ids in the order of the seats."))
    status = fields.String(required=True, validate=validate.OneOf(("planned", "running", "finished")))
    points = fields.List(
        fields.Float(),
        required=True,
        allow_none=True,
        metadata=said(
            "What the game counts for each seat. Where it was not played out, who gave up has the worst there is (47 in Cathedral, 0 where "
            "the most win, or the last place); the other has its own average of the contest's games that were played out, else that of "
            "their winners, else 0, or where the most win the score that it had. So it may change while other games end."
        ),
    )


class ContestAnswer(ma.Schema):
    id = fields.String(required=True)
    ruleset = shaped("RulesetName")
    options = shaped("GameOptions")
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    why = fields.String(required=True, allow_none=True, metadata=said("Why it was cancelled."))
    revision = fields.Integer(required=True, metadata=said("Rises with every change."))
    points = fields.String(required=True, validate=validate.OneOf(("score", "rank")), metadata=said(POINTS))
    fewest_win = fields.Boolean(required=True, metadata=said("Whether the fewest points are the best."))
    clock = fields.Nested(TimeControlAnswer, required=True, allow_none=True, metadata=said("The clock of every game; null for none."))
    rated = fields.Boolean(required=True, metadata=said("Whether the games count for ratings."))
    hints = fields.Boolean(required=True)
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    organiser = fields.String(required=True, metadata=said("The player's id."))
    seats = fields.Integer(required=True, metadata=said("How many sit at a table."))
    invited = fields.List(fields.String(), required=True, metadata=said("The ids of the players who are invited and have not entered."))
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    updated_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    standings = fields.List(fields.Nested(StandingAnswer), required=True, metadata=said("The best first."))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class SeriesAnswer(ContestAnswer):
    """Several games between the same entrants, the seats moving on, the points added up."""

    players = fields.List(fields.Nested(EntrantAnswer), required=True)
    tie = fields.String(required=True, validate=validate.OneOf(("share", "play_on")))
    games = fields.List(fields.Nested(ContestGameAnswer), required=True)


class WayAnswer(ma.Schema):
    format = fields.String(required=True, validate=validate.OneOf((ROUND_ROBIN, SWISS, TABLES)))
    odd = fields.String(required=True, metadata=said("What an odd field does; empty where the field is even."))
    opponents = fields.Integer(required=True)
    rounds = fields.Integer(required=True)


class GamesCountAnswer(ma.Schema):
    finished = fields.Integer(required=True)
    running = fields.Integer(required=True)
    planned = fields.Integer(required=True, allow_none=True, metadata=said("All of them, if nobody leaves; null before the beginning."))


class TournamentAnswer(ContestAnswer):
    """Many meetings, drawn and ranked."""

    name = fields.String(required=True)
    format = fields.String(required=True, validate=validate.OneOf((ROUND_ROBIN, SWISS, TABLES)))
    games_per_meeting = fields.Integer(required=True)
    games_run = fields.String(required=True, validate=validate.OneOf(GAMES_RUN), metadata=said("How the games of a meeting run."))
    opponents = fields.Integer(
        required=True, allow_none=True, metadata=said("How many others everybody meets; null for all, or not settled.")
    )
    planned_rounds = fields.Integer(required=True, allow_none=True)
    odd = fields.String(required=True, validate=validate.OneOf(ODD))
    repeats = fields.String(required=True, validate=validate.OneOf(REPEATS))
    entry = fields.String(required=True, validate=validate.OneOf(("open", "list")))
    bots = fields.String(required=True, validate=validate.OneOf(("none", "allowed", "only")))
    capacity = fields.Integer(required=True, allow_none=True)
    start = fields.String(required=True)
    start_count = fields.Integer(required=True, allow_none=True)
    entries_from = fields.String(
        required=True, allow_none=True, metadata=said("From when on others may enter; null for at once.", format="date-time")
    )
    entries_until = fields.String(
        required=True,
        allow_none=True,
        metadata=said("Until when others may enter before the beginning; null for until then.", format="date-time"),
    )
    late_until = fields.Integer(required=True)
    no_shows = fields.Integer(required=True)
    round = fields.Integer(required=True, metadata=said("How many rounds have been drawn."))
    rounds = fields.List(fields.String(), required=True, metadata=said("Where each of them is."))
    games = fields.Nested(GamesCountAnswer, required=True)
    entrants = fields.List(fields.Nested(EntrantAnswer), required=True)
    podium = fields.List(
        fields.Nested(StandingAnswer), required=True, metadata=said("The first three places, once it is over; never a house AI.")
    )
    ways = fields.List(fields.Nested(WayAnswer), required=True, metadata=said("While it registers: what fits the field as it is now."))


class ContestSummary(ma.Schema):
    id = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(("series", "tournament")))
    name = fields.String(required=True)
    ruleset = shaped("RulesetName")
    format = fields.String(required=True, validate=validate.OneOf((SERIES, ROUND_ROBIN, SWISS, TABLES)))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    entrants = fields.Integer(required=True)
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class ContestList(ma.Schema):
    items = fields.List(fields.Nested(ContestSummary), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null on the last."))


class PairingAnswer(ma.Schema):
    pair = fields.Integer(required=True)
    players = fields.List(fields.Nested(EntrantAnswer), required=True)
    bye = fields.Nested(EntrantAnswer, required=True, allow_none=True, metadata=said("Who plays nobody in this round; it counts nothing."))
    games = fields.List(fields.Nested(ContestGameAnswer), required=True)
    status = fields.String(required=True, validate=validate.OneOf(("running", "finished", "called_off", "bye")))
    points = fields.List(fields.Float(), required=True, metadata=said("What each of the players has from it so far."))


class RoundAnswer(ma.Schema):
    tournament = fields.String(required=True)
    round = fields.Integer(required=True)
    pairings = fields.List(fields.Nested(PairingAnswer), required=True)


class StandingsAnswer(ma.Schema):
    items = fields.List(fields.Nested(StandingAnswer), required=True)


class CrosstableRow(StandingAnswer):
    against = fields.List(
        fields.List(fields.Float(), allow_none=True),
        required=True,
        metadata=said("For each row in their order: the points of the games against that entrant; null where they have not met."),
    )


class CrosstableAnswer(ma.Schema):
    tournament = fields.String(required=True)
    name = fields.String(required=True)
    fewest_win = fields.Boolean(required=True)
    rows = fields.List(fields.Nested(CrosstableRow), required=True)


class RecordAnswer(ma.Schema):
    game = fields.String(required=True)
    round = fields.Integer(required=True)
    pair = fields.Integer(required=True)
    leg = fields.Integer(required=True)
    players = fields.List(fields.String(), required=True, metadata=said("The entrants' ids in the order of the seats."))
    record = fields.String(required=True, metadata=said("What `GET /v1/games/{game_id}/export` gives."))


class RecordList(ma.Schema):
    items = fields.List(fields.Nested(RecordAnswer), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null on the last."))
