"""What is asked and answered of puzzles."""

import marshmallow as ma
from marshmallow import fields, validate

from service.web.schemas.members import code_said, params_said, said, shaped
from service.web.schemas.requests import PageQuery


class PuzzlesQuery(PageQuery):
    ruleset = fields.String(validate=validate.Length(1, 40), metadata=said("Only puzzles of this ruleset.", example="cathedral"))


class DailyQuery(ma.Schema):
    ruleset = fields.String(required=True, validate=validate.Length(1, 40), metadata=said("The ruleset.", example="cathedral"))


class AnswerQuery(ma.Schema):
    move = fields.String(
        required=True, validate=validate.Length(1, 200), metadata=said("The move in the ruleset's notation.", example="castle@e8n")
    )


class PuzzleSummary(ma.Schema):
    id = fields.String(required=True)
    ruleset = shaped("RulesetName")
    rules_version = fields.Integer(required=True)
    seats = fields.Integer(required=True)
    seat = fields.Integer(required=True, metadata=said("Who is to move: you."))
    kind = shaped("DecisionKind")
    prompt = fields.String(required=True, metadata=said("What is to be decided, for a person."))
    code = code_said("What `prompt` says, as a stable code to translate it by.")
    params = params_said()
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class PuzzleAnswer(PuzzleSummary):
    notation = fields.String(required=True, metadata=said("The position as the seat sees it."))
    position = shaped("Position")
    moves = fields.List(fields.String(), required=True, metadata=said("Every legal move."))


class PuzzlesAnswer(ma.Schema):
    items = fields.List(fields.Nested(PuzzleSummary), required=True)
    next = fields.String(required=True, allow_none=True, metadata=said("Cursor of the next page; null at the end."))


class VerdictAnswer(ma.Schema):
    puzzle = fields.String(required=True)
    move = fields.String(required=True)
    object = shaped("LegalMoveObject")
    right = fields.Boolean(required=True)


class SolutionAnswer(ma.Schema):
    puzzle = fields.String(required=True)
    answers = fields.List(fields.String(), required=True, metadata=said("The moves that are right."))
    estimate = fields.Float(required=True, metadata=said("The share of the win that they are worth, 0 to 1."))
    next_best = fields.Float(required=True, metadata=said("What the best of the others is worth."))
