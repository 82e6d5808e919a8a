"""What we answer, with the words that the document says about it."""

import marshmallow as ma
from marshmallow import fields, validate

from engine.sentences import KINDS
from service.game import FINISHED, OPEN, RUNNING
from service.web.schemas.members import VISIBILITIES, code_said, params_said, said, shaped


class PlayerAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("Identifies the player in games and lists."))
    name = fields.String(required=True)
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))


class MeAnswer(PlayerAnswer):
    listed = fields.Boolean(required=True, metadata=said("Whether you are on leaderboards, and found by your name."))


class RatingAnswer(ma.Schema):
    ruleset = shaped("RulesetName")
    rating = fields.Float(
        required=True, metadata=said("1500 to begin with, for built-in levels what was measured; the level `medium` stays at 1500.")
    )
    deviation = fields.Float(required=True, metadata=said("How far off it may be."))
    games = fields.Integer(required=True, metadata=said("Rated games that are over."))
    provisional = fields.Boolean(required=True, metadata=said("Whether too few games are behind it to say much."))
    place = fields.Integer(required=True, allow_none=True, metadata=said("On the leaderboard; null for those who are not on it."))


class RatingPointAnswer(ma.Schema):
    game = fields.String(required=True, allow_none=True, metadata=said("The game; null unless these are your own ratings."))
    at = fields.String(
        required=True, metadata=said("When the game ended, UTC; to others than the player the day alone.", format="date-time")
    )
    rating = fields.Float(required=True)
    deviation = fields.Float(required=True)


class NamesakeRating(ma.Schema):
    ruleset = shaped("RulesetName")
    rating = fields.Float(required=True)
    games = fields.Integer(required=True, metadata=said("Rated games that are over."))


class NamesakeAnswer(PlayerAnswer):
    """A player who bears the name that was asked for, with what tells namesakes apart."""

    named_at = fields.String(required=True, metadata=said("The day since which it has had this name, UTC.", format="date-time"))
    ratings = fields.List(
        fields.Nested(NamesakeRating), required=True, metadata=said("One for each ruleset that it has rated games in; empty for many.")
    )


class Namesakes(ma.Schema):
    items = fields.List(fields.Nested(NamesakeAnswer), required=True, metadata=said("Whoever has had the name longest first."))
    more = fields.Boolean(required=True, metadata=said("Whether others may have it too, who are not told: ask for the id then."))


class PlayerRatingAnswer(RatingAnswer):
    history = fields.List(
        fields.Nested(RatingPointAnswer), required=True, metadata=said("After each of the last 200 games, the oldest first.")
    )


class PlayerRatings(ma.Schema):
    items = fields.List(fields.Nested(PlayerRatingAnswer), required=True, metadata=said("One for each ruleset that it has rated games in."))


class LeaderAnswer(RatingAnswer):
    player = fields.String(required=True, allow_none=True, metadata=said("The player's id; null for an AI."))
    ai = fields.String(required=True, allow_none=True, metadata=said("The AI's name; null for a player."))
    name = fields.String(required=True)


class Leaderboard(ma.Schema):
    ruleset = shaped("RulesetName")
    items = fields.List(fields.Nested(LeaderAnswer), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null on the last."))


class ClimberAnswer(LeaderAnswer):
    live = fields.Boolean(required=True, metadata=said("Whether it can be played now."))
    milestone = fields.Boolean(required=True, metadata=said("Whether it is a built-in level."))
    climbed = fields.Float(
        required=True, allow_none=True, metadata=said("What its last ten games have added to its rating; null before two of them.")
    )


class Ladder(ma.Schema):
    ruleset = shaped("RulesetName")
    items = fields.List(fields.Nested(ClimberAnswer), required=True, metadata=said("The strongest first."))
    game = fields.String(required=True, allow_none=True, metadata=said("The last game of the ladder, which may still run."))


class PlayerWithToken(PlayerAnswer):
    token = fields.String(required=True, metadata=said("The player's secret, shown only now: send it as `Authorization: Bearer <token>`."))


class OptionAnswer(ma.Schema):
    name = fields.String(required=True)
    schema = shaped("OptionSchema")


class RulesetSummary(ma.Schema):
    name = shaped("RulesetName")
    title = fields.String(required=True)
    designer = fields.String(required=True)
    version = fields.Integer(required=True, metadata=said("Rises when the rules change; new games follow the newest."))
    versions = fields.List(
        fields.Integer(), required=True, metadata=said("Every version of the rules that games begun under it can be finished by.")
    )
    box = fields.String(required=True, metadata=said("SHA-256 of the board, tiles and dice in use; records name it."))
    seats = fields.List(fields.Integer(), required=True, metadata=said("The numbers of seats it can be played with."))
    options = fields.List(fields.Nested(OptionAnswer), required=True)
    ais = fields.List(fields.String(), required=True, metadata=said("The AIs that can be played now."))


class RulesetAnswer(RulesetSummary):
    components = shaped("Components")


class RulesetList(ma.Schema):
    items = fields.List(fields.Nested(RulesetSummary), required=True)


class SeatAnswer(ma.Schema):
    seat = fields.Integer(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(("player", "ai", "open")))
    name = fields.String(required=True, allow_none=True)
    player = fields.String(required=True, allow_none=True, metadata=said("The player's id."))
    ai = fields.String(required=True, allow_none=True, metadata=said("The AI's name."))
    resigned = fields.Boolean(required=True)
    reserved_for = fields.String(metadata=said("The player for whom an open seat is kept."))


class DecisionAnswer(ma.Schema):
    seat = fields.Integer(required=True)
    kind = shaped("DecisionKind")
    prompt = fields.String(required=True, metadata=said("What is to be decided, for a person."))
    code = code_said("What `prompt` says, as a stable code to translate it by.")
    params = params_said()
    deadline = fields.String(
        required=True, allow_none=True, metadata=said("Until when, UTC, where the game has a clock.", format="date-time")
    )


class SeatClockAnswer(ma.Schema):
    seat = fields.Integer(required=True)
    left_ms = fields.Integer(
        required=True, allow_none=True, metadata=said("What it had left at `server_time`; null for a seat whose AI has no clock.")
    )
    deadline = fields.String(
        required=True, allow_none=True, metadata=said("Until when it must decide, UTC; null while it owes nothing.", format="date-time")
    )


class TimeControlAnswer(ma.Schema):
    """How much time there is, and what happens when it is over."""

    kind = fields.String(required=True, validate=validate.OneOf(("per_decision", "fischer", "days")))
    seconds = fields.Integer(metadata=said("For `per_decision` and `fischer`."))
    increment = fields.Integer(metadata=said("For `fischer`, in seconds."))
    days = fields.Integer(metadata=said("For `days`."))
    on_expiry = fields.String(required=True, validate=validate.OneOf(("forfeit", "ai", "random_move")))


class ClockAnswer(TimeControlAnswer):
    """The clocks as of this revision: what a seat has left now is its `deadline` minus now."""

    server_time = fields.String(required=True, metadata=said("The server's time at this revision, UTC.", format="date-time"))
    paused = fields.Boolean(required=True)
    seats = fields.List(fields.Nested(SeatClockAnswer), required=True)


class OfferAnswer(ma.Schema):
    kind = fields.String(required=True, validate=validate.OneOf(("draw", "takeback", "pause", "resume")))
    seat = fields.Integer(required=True, metadata=said("Who offers it."))
    turn = fields.Integer(required=True, metadata=said("In which turn."))
    at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    accepted = fields.List(fields.Integer(), required=True, metadata=said("The seats that have accepted it."))
    awaiting = fields.List(fields.Integer(), required=True, metadata=said("The seats whose answer it waits for."))


class OutcomeAnswer(ma.Schema):
    scores = fields.List(fields.Integer(), required=True, metadata=said("One a seat. In some rulesets low is good: go by `winners`."))
    winners = fields.List(
        fields.Integer(), required=True, metadata=said("The seats that won; several share the win. None when everybody has left.")
    )
    reason = shaped("Reason")
    sentence = fields.String(required=True, metadata=said("How the game ended, for a person."))
    code = code_said("What `sentence` says, as a stable code to translate it by.")
    params = params_said()


class EntryAnswer(ma.Schema):
    number = fields.Integer(required=True, metadata=said("Place in the journal, from 1."))
    turn = fields.Integer(required=True, metadata=said("The turn that the move answered."))
    revision = fields.Integer(required=True, metadata=said("The game's revision that the move made; moves made at once share it."))
    seat = fields.Integer(required=True, allow_none=True, metadata=said("Who moved; null for chance."))
    move = fields.String(required=True, metadata=said("The move as text, as you may hear of it."))
    object = shaped("MoveObject")
    at = fields.String(required=True, metadata=said("When, UTC.", format="date-time"))


class YouAnswer(ma.Schema):
    seats = fields.List(fields.Integer(), required=True, metadata=said("Your seats."))
    owe = fields.List(fields.Integer(), required=True, metadata=said("Those of your seats that owe a decision now."))
    viewing = fields.Integer(required=True, allow_none=True, metadata=said("The seat whose view this is; null for an onlooker's."))


class PollAnswer(ma.Schema):
    after_ms = fields.Integer(required=True, metadata=said("When it makes sense to ask again."))


class GameContestAnswer(ma.Schema):
    """Which game of which contest it is."""

    kind = fields.String(required=True, validate=validate.OneOf(("series", "tournament")))
    id = fields.String(required=True)
    round = fields.Integer(required=True)
    pair = fields.Integer(required=True, metadata=said("The meeting of the round."))
    leg = fields.Integer(required=True, metadata=said("The game of the meeting."))
    link = fields.String(required=True, metadata=said("Where the contest is."))


class SnapshotAnswer(ma.Schema):
    """A game as the caller may know it: everything needed to act."""

    id = fields.String(required=True)
    ruleset = shaped("RulesetName")
    rules_version = fields.Integer(required=True)
    options = shaped("GameOptions")
    status = fields.String(required=True, validate=validate.OneOf((OPEN, RUNNING, FINISHED)))
    revision = fields.Integer(required=True, metadata=said("Rises with every change."))
    turn = fields.Integer(required=True, metadata=said("Number of the pending decision; 0 before the game starts."))
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    actors = fields.List(fields.Integer(), required=True, metadata=said("The seats that owe a decision."))
    decisions = fields.List(fields.Nested(DecisionAnswer), required=True)
    clock = fields.Nested(ClockAnswer, required=True, allow_none=True, metadata=said("Null for a game without a clock."))
    paused = fields.Boolean(required=True, metadata=said("Whether the game is paused: nobody moves until it is resumed."))
    offers = fields.List(fields.Nested(OfferAnswer), required=True, metadata=said("What is offered and not answered yet."))
    rematch = fields.String(
        required=True, allow_none=True, metadata=said("The game that follows this one, once somebody has asked for it.")
    )
    imported = fields.Boolean(required=True, metadata=said("Whether it was played elsewhere, and imported as a record."))
    rematch_of = fields.String(required=True, allow_none=True, metadata=said("The game that this one follows."))
    notation = fields.String(required=True, metadata=said("The position as text, as you may know it."))
    position = shaped("Position")
    entries = fields.Integer(required=True, metadata=said("How many entries the journal has."))
    last = fields.Nested(EntryAnswer, required=True, allow_none=True, metadata=said("The last move that a seat made."))
    outcome = fields.Nested(OutcomeAnswer, required=True, allow_none=True)
    commitment = fields.String(required=True, metadata=said("SHA-256 of the seed that every roll and draw comes from."))
    seed = fields.String(required=True, allow_none=True, metadata=said("The seed, once the game is over."))
    client_seed = fields.String(
        required=True, allow_none=True, metadata=said("What the creator added to the seed, if anything: then both decide.")
    )
    degraded = fields.Boolean(required=True, metadata=said("Whether a stand-in had to play for an AI that did not answer."))
    frozen = fields.String(required=True, allow_none=True, metadata=said("Why the operator has frozen the game; null for one that is not."))
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    hints = fields.Boolean(required=True, metadata=said("Whether players may ask an AI for advice."))
    rated = fields.Boolean(required=True, metadata=said("Whether the game counts for ratings."))
    contest = fields.Nested(GameContestAnswer, required=True, allow_none=True, metadata=said("The series or tournament it belongs to."))
    creator = fields.String(
        required=True, allow_none=True, metadata=said("The id of the player who created it, and may cancel it until it starts.")
    )
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    updated_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    poll = fields.Nested(PollAnswer, required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    join_code = fields.String(metadata=said("Opens a seat of a game that is not listed; shown to its creator and to those who sit in it."))
    you = fields.Nested(YouAnswer, required=True)


class PlayedAnswer(ma.Schema):
    entries = fields.List(fields.Nested(EntryAnswer), required=True, metadata=said("Your move, and what chance did after it."))
    game = fields.Nested(SnapshotAnswer, required=True)


class GameSummary(ma.Schema):
    id = fields.String(required=True)
    ruleset = shaped("RulesetName")
    options = shaped("GameOptions")
    status = fields.String(required=True, validate=validate.OneOf((OPEN, RUNNING, FINISHED)))
    revision = fields.Integer(required=True)
    turn = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    actors = fields.List(fields.Integer(), required=True)
    outcome = fields.Nested(OutcomeAnswer, required=True, allow_none=True)
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    updated_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class GameList(ma.Schema):
    items = fields.List(fields.Nested(GameSummary), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null on the last."))


class EntryList(ma.Schema):
    items = fields.List(fields.Nested(EntryAnswer), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null while there is no more."))


class LegalMove(ma.Schema):
    move = fields.String(required=True, metadata=said("As text: what POST …/moves takes."))
    object = shaped("LegalMoveObject")


class LegalMoves(ma.Schema):
    turn = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    count = fields.Integer(required=True, metadata=said("How many moves match, on all pages."))
    items = fields.List(fields.Nested(LegalMove), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null on the last."))


class LegalMask(ma.Schema):
    """The legal moves folded. Bit i of a mask, the last one being 0, stands for x = origin[0] + i % width, y = origin[1] + i // width."""

    turn = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    count = fields.Integer(required=True, metadata=said("How many moves there are, folded and others."))
    notation = fields.String(
        required=True,
        metadata=said(
            "How a folded move is written: `{piece}@{square}{facing}` or `lay {piece}@{x},{y}{facing}`. "
            "The square of x, y is the x-th letter, counted from 0, and the number y + 1."
        ),
    )
    origin = fields.List(fields.Integer(), required=True, metadata=said("The x and y of bit 0."))
    width = fields.Integer(required=True, metadata=said("Bits a row."))
    pieces = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.String()),
        required=True,
        metadata=said("For each piece, for each way it faces, its mask: a whole number in hexadecimal."),
    )
    others = fields.List(fields.String(), required=True, metadata=said("Moves that are more than a piece on a cell, as text."))


class HealthAnswer(ma.Schema):
    status = fields.String(required=True, validate=validate.OneOf(("ok",)))
    checks = fields.Dict(keys=fields.String(), values=fields.String())


class SentenceAnswer(ma.Schema):
    code = fields.String(required=True, metadata=said("`<ruleset>.<kind>.<name>`, with `game` for all rulesets; or a problem's slug."))
    kind = fields.String(
        required=True,
        validate=validate.OneOf((*KINDS, "problem")),
        metadata=said("Where it is said: in a refusal's `detail`, a decision's `prompt`, an outcome's `sentence`, a refusal's `rule` …"),
    )
    template = fields.String(required=True, metadata=said("The English, with the names of params in braces."))
    params = fields.List(fields.String(), required=True, metadata=said("The names of its params."))
    rule_code = fields.String(required=True, allow_none=True, metadata=said("The rule that a refusal cites."))


class SentencesAnswer(ma.Schema):
    items = fields.List(fields.Nested(SentenceAnswer), required=True)
    words = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.Dict(keys=fields.String(), values=fields.String())),
        required=True,
        metadata=said("For each ruleset, for the last word of a param's name, how its values are said in English."),
    )
