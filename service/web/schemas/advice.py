"""What is asked and answered of hints, and of the analysis of a finished game."""

import marshmallow as ma
from marshmallow import fields, validate

from service.ai.notes import GRADES
from service.web.schemas.members import code_said, number_in_query, params_said, said, shaped, whole


class NumberQuery(ma.Schema):
    number = number_in_query("The journal's entry.", least=1, most=10**6, required=True)


class HintRequest(ma.Schema):
    seat = whole("The seat that wants advice; may be left out when only one of yours owes a decision.", most=7)


class ReplyAnswer(ma.Schema):
    seat = fields.Integer(required=True)
    move = fields.String(required=True)
    guess = fields.Boolean(
        required=True, metadata=said("Always true: it is what the AI expects, and where things are hidden it may not even be possible.")
    )


class HintMove(ma.Schema):
    move = fields.String(required=True)
    object = shaped("LegalMoveObject")
    estimate = fields.Float(required=True, metadata=said("Estimated share of the win after it, 0 to 1."))
    points = fields.Float(
        required=True,
        allow_none=True,
        metadata=said(
            "With how many points the seat may expect to end, as its ruleset counts: squares left, coins, what the cards are worth."
        ),
    )
    reply = fields.Nested(ReplyAnswer, required=True, allow_none=True, metadata=said("The answer that is expected to it."))


class HintAnswer(ma.Schema):
    turn = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(("pending", "done", "cancelled")))
    moves = fields.List(fields.Nested(HintMove), required=True, metadata=said("The best moves, the best first; empty until it is done."))
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class LessonAnswer(ma.Schema):
    sentence = fields.String(required=True, metadata=said("In English."))
    code = code_said("Which lesson it is.")
    params = params_said()


class NoteAnswer(ma.Schema):
    number = fields.Integer(required=True, metadata=said("The journal's entry."))
    seat = fields.Integer(required=True)
    move = fields.String(required=True)
    estimate_before = fields.Float(required=True, metadata=said("The seat's share of the win with the best move."))
    estimate_after = fields.Float(required=True, metadata=said("Its share with the move that was played."))
    points_before = fields.Float(
        required=True, allow_none=True, metadata=said("With how many points it could expect to end with the best move.")
    )
    points_after = fields.Float(required=True, allow_none=True, metadata=said("The same with the move that was played."))
    better = fields.String(required=True, allow_none=True, metadata=said("A better move, where there was one."))
    grade = fields.String(
        required=True,
        validate=validate.OneOf(tuple(GRADES)),
        metadata=said("By the share of the win that it gave away: 0.05, 0.1, 0.2 and more."),
    )
    lessons = fields.List(fields.Nested(LessonAnswer), required=True, metadata=said("What a move that is not `good` let happen or missed."))


class SlipsAnswer(ma.Schema):
    inaccuracy = fields.Integer(required=True)
    mistake = fields.Integer(required=True)
    blunder = fields.Integer(required=True)


class AccuracyAnswer(ma.Schema):
    seat = fields.Integer(required=True)
    accuracy = fields.Float(required=True, allow_none=True, metadata=said("0 to 100; null before its first note."))
    decisions = fields.Integer(required=True)
    slips = fields.Nested(SlipsAnswer, required=True)


class AnalysisAnswer(ma.Schema):
    status = fields.String(required=True, validate=validate.OneOf(("running", "done")))
    done = fields.Integer(required=True, metadata=said("Journal entries looked at."))
    total = fields.Integer(required=True)
    notes = fields.List(fields.Nested(NoteAnswer), required=True)
    accuracy = fields.List(
        fields.Nested(AccuracyAnswer), required=True, metadata=said("How well each seat has played, as far as there are notes.")
    )
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
