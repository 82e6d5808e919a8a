"""What we answer, with the words that the document says about it."""

import marshmallow as ma
from marshmallow import fields, validate

from service.game import FINISHED, OPEN, RUNNING
from service.members import VISIBILITIES, said


class PlayerAnswer(ma.Schema):
    id = fields.String(required=True, metadata=said("Identifies the player in games and lists."))
    name = fields.String(required=True)
    created_at = fields.String(required=True, metadata=said("UTC.", format="date-time"))


class NewPlayerAnswer(PlayerAnswer):
    token = fields.String(required=True, metadata=said("The player's secret, shown only now: send it as `Authorization: Bearer <token>`."))


class OptionAnswer(ma.Schema):
    name = fields.String(required=True)
    schema = fields.Dict(required=True, metadata=said("JSON schema of the value, with `default` and `description`."))


class RulesetSummary(ma.Schema):
    name = fields.String(required=True, metadata=said("The slug, the same everywhere."))
    title = fields.String(required=True)
    designer = fields.String(required=True)
    version = fields.Integer(required=True, metadata=said("Rises when the rules change."))
    seats = fields.List(fields.Integer(), required=True, metadata=said("The numbers of seats it can be played with."))
    options = fields.List(fields.Nested(OptionAnswer), required=True)
    ais = fields.List(fields.String(), required=True, metadata=said("The AIs that can be played now."))


class RulesetAnswer(RulesetSummary):
    components = fields.Dict(required=True, metadata=said("Shapes, tiles, boards, dice: everything needed to draw the game."))


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
    kind = fields.String(required=True, metadata=said("A word for programs."))
    prompt = fields.String(required=True, metadata=said("What is to be decided, for a person."))
    deadline = fields.String(required=True, allow_none=True, metadata=said("Until when, where the game has a clock."))


class OutcomeAnswer(ma.Schema):
    scores = fields.List(fields.Integer(), required=True, metadata=said("One a seat. In some rulesets low is good: go by `winners`."))
    winners = fields.List(fields.Integer(), required=True, metadata=said("The seats that won; several share the win."))
    reason = fields.String(required=True, metadata=said("How the game ended, as a word for programs."))


class EntryAnswer(ma.Schema):
    number = fields.Integer(required=True, metadata=said("Place in the journal, from 1."))
    turn = fields.Integer(required=True, metadata=said("The turn that the move answered."))
    revision = fields.Integer(required=True, metadata=said("The game's revision that the move made; moves made at once share it."))
    seat = fields.Integer(required=True, allow_none=True, metadata=said("Who moved; null for chance."))
    move = fields.String(required=True, metadata=said("The move as text, as you may hear of it."))
    object = fields.Dict(required=True, metadata=said("The same move as an object; `kind` says which."))
    at = fields.String(required=True, metadata=said("When, UTC.", format="date-time"))


class YouAnswer(ma.Schema):
    seats = fields.List(fields.Integer(), required=True, metadata=said("Your seats."))
    owe = fields.List(fields.Integer(), required=True, metadata=said("Those of your seats that owe a decision now."))
    viewing = fields.Integer(required=True, allow_none=True, metadata=said("The seat whose view this is; null for an onlooker's."))


class PollAnswer(ma.Schema):
    after_ms = fields.Integer(required=True, metadata=said("When it makes sense to ask again."))


class SnapshotAnswer(ma.Schema):
    """A game as the caller may know it: everything needed to act."""

    id = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules_version = fields.Integer(required=True)
    options = fields.Dict(required=True)
    status = fields.String(required=True, validate=validate.OneOf((OPEN, RUNNING, FINISHED)))
    revision = fields.Integer(required=True, metadata=said("Rises with every change."))
    turn = fields.Integer(required=True, metadata=said("Number of the pending decision; 0 before the game starts."))
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    actors = fields.List(fields.Integer(), required=True, metadata=said("The seats that owe a decision."))
    decisions = fields.List(fields.Nested(DecisionAnswer), required=True)
    notation = fields.String(required=True, metadata=said("The position as text, as you may know it."))
    position = fields.Dict(required=True, metadata=said("The same position as an object; its shape is the ruleset's."))
    entries = fields.Integer(required=True, metadata=said("How many entries the journal has."))
    last = fields.Nested(EntryAnswer, required=True, allow_none=True, metadata=said("The last move that a seat made."))
    outcome = fields.Nested(OutcomeAnswer, required=True, allow_none=True)
    commitment = fields.String(required=True, metadata=said("SHA-256 of the seed that every roll and draw comes from."))
    seed = fields.String(required=True, allow_none=True, metadata=said("The seed, once the game is over."))
    degraded = fields.Boolean(required=True, metadata=said("Whether a stand-in had to play for an AI that did not answer."))
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    hints = fields.Boolean(required=True, metadata=said("Whether players may ask an AI for advice."))
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
    ruleset = fields.String(required=True)
    options = fields.Dict(required=True)
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
    object = fields.Dict(required=True, metadata=said("The same move as an object."))


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
