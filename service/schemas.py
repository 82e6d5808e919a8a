"""The shapes of bodies, queries and answers, with the words that the document says about them."""

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from engine.rulesets import NAMES
from service.game import FINISHED, OPEN, RUNNING

VISIBILITIES = ("listed", "unlisted", "private")


def said(about: str, **more: Any) -> dict[str, Any]:
    return {"description": about, **more}


class Whole(fields.Integer):
    """A whole number as JSON knows it: 6 and 6.0 are the same one, and true is none."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._validated(int(value) if isinstance(value, float) and value.is_integer() else value)


def whole(about: str, *, least: int = 0, required: bool = False, most: int = 2**31 - 1, **more: Any) -> fields.Integer:
    """A whole number that must be one: neither "1" nor 1.5 is."""
    return Whole(strict=True, required=required, validate=validate.Range(least, most), metadata=said(about), **more)


def number_in_query(about: str, *, least: int, most: int, **more: Any) -> fields.Integer:
    return fields.Integer(validate=validate.Range(least, most), metadata=said(about), **more)


class TrueOrFalse(fields.Boolean):
    """`true` or `false` and nothing that looks like them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class NameText(fields.String):
    """A name of 1 to 40 printable characters, spaces around it dropped; none that turns the writing of what stands beside it."""

    def __init__(self, **more: Any) -> None:
        unseen = r"\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff"
        pattern = rf"^(?=.*\S)[^{unseen}]{{1,40}}$(?!\n)"
        super().__init__(validate=[validate.Length(1, 40), validate.Regexp(pattern, error="1 to 40 printable characters.")], **more)


class PlayerRequest(ma.Schema):
    name = NameText(required=True, metadata=said("What others see.", example="Ada"))


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


SEAT_SCHEMA: dict[str, Any] = {
    "oneOf": [
        {"type": "string", "enum": ["me", "open"], "description": "The caller, or whoever comes."},
        {
            "type": "object",
            "required": ["ai"],
            "additionalProperties": False,
            "properties": {"ai": {"type": "string", "description": "The name of an AI: random, easy, medium, hard, or a hosted one."}},
        },
        {
            "type": "object",
            "required": ["player"],
            "additionalProperties": False,
            "properties": {"player": {"type": "string", "description": "A player's id, for whom the seat is kept."}},
        },
    ]
}


class SeatWish(fields.Field[Any]):
    """`"me"`, `"open"`, `{"ai": name}` or `{"player": id}`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value in ("me", "open") and isinstance(value, str):
            return value
        if isinstance(value, dict) and len(value) == 1:
            ((kind, name),) = value.items()
            if kind in ("ai", "player") and isinstance(name, str):
                return {kind: name}
        raise ma.ValidationError('Give "me", "open", {"ai": name} or {"player": id}.')


class GameRequest(ma.Schema):
    ruleset = fields.String(required=True, validate=validate.OneOf(NAMES), metadata=said("Which board game.", example="cathedral"))
    options = fields.Dict(
        keys=fields.String(), load_default=dict, metadata=said("The ruleset's options; what is left out has its default.", example={})
    )
    seats = fields.List(
        SeatWish(metadata=SEAT_SCHEMA),
        required=True,
        validate=validate.Length(1, 8),
        metadata=said("Who sits where, seat 0 first; `me` may stand more than once.", example=["me", {"ai": "medium"}]),
    )
    visibility = fields.String(
        load_default="listed",
        validate=validate.OneOf(VISIBILITIES),
        metadata=said(
            "`listed` in the lobby; `unlisted`: whoever has the address may look, a join code opens a seat; `private`: only those invited."
        ),
    )
    hints = TrueOrFalse(load_default=True, metadata=said("Whether players may ask an AI for advice during the game."))


class SeatRequest(ma.Schema):
    seat = whole("The seat to take; left out, the first one open to you.", most=7)
    code = fields.String(validate=validate.Length(1, 40), metadata=said("The join code, for a game that is not listed."))


class MoveRequest(ma.Schema):
    turn = whole("The turn that this move answers, from the snapshot.", required=True)
    move = fields.String(
        required=True, validate=validate.Length(1, 200), metadata=said("The move in the ruleset's notation.", example="castle@e8n")
    )
    seat = whole("Whose move it is; may be left out when only one of your seats owes a decision.", most=7)


class ResignationRequest(ma.Schema):
    seat = whole("The seat that resigns; may be left out when you hold one seat.", most=7)


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
    scores = fields.List(fields.Integer(), required=True, metadata=said("One a seat."))
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
    status = fields.String(required=True)
    revision = fields.Integer(required=True)
    turn = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    actors = fields.List(fields.Integer(), required=True)
    outcome = fields.Nested(OutcomeAnswer, required=True, allow_none=True)
    visibility = fields.String(required=True)
    created_at = fields.String(required=True)
    updated_at = fields.String(required=True)
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
    """The legal moves folded. Bit number (y − origin[1]) × width + (x − origin[0]) of a mask stands for the cell x, y."""

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


class SeatQuery(ma.Schema):
    seat = number_in_query("The view of this one of your seats.", least=0, most=7)


LONGEST_WAIT = 60


def wait_in_query() -> fields.Integer:
    about = f"Seconds to wait for a change, {LONGEST_WAIT} at most, if `If-None-Match` has the newest ETag."
    return number_in_query(about, least=0, most=LONGEST_WAIT, load_default=0)


class GameQuery(SeatQuery):
    wait = wait_in_query()


class PageQuery(ma.Schema):
    cursor = fields.String(validate=validate.Length(1, 300), metadata=said("`next` of the page before."))
    limit = number_in_query("Entries a page.", least=1, most=500, load_default=100)


class JournalQuery(PageQuery):
    seat = number_in_query("As this one of your seats may see it.", least=0, most=7)


class LegalMovesQuery(PageQuery):
    seat = number_in_query("The seat whose moves they are; left out, the one of yours that owes a decision.", least=0, most=7)
    starts = fields.String(validate=validate.Length(1, 100), metadata=said("Only moves whose text starts like this: `castle@e`."))
    piece = fields.String(validate=validate.Length(1, 40), metadata=said("Only moves with this building, tile or card: `castle`."))
    official = fields.String(validate=validate.Length(1, 40), metadata=said("Only moves with this official: `red-blue`."))
    kind = fields.String(validate=validate.Length(1, 40), metadata=said("Only moves of this kind, as in `object.kind`: `place`."))
    facing = fields.String(validate=validate.OneOf("nesw"), metadata=said("Only moves with the piece facing this way."))
    cell = fields.String(
        validate=validate.Length(1, 10), metadata=said("Only moves that cover or end on this cell: `e8`; `2,-1` in forbidden_city.")
    )


class GamesQuery(PageQuery):
    limit = number_in_query("Games a page.", least=1, most=100, load_default=20)
    status = fields.String(
        load_default=OPEN, validate=validate.OneOf((OPEN, RUNNING, FINISHED)), metadata=said("Which games; not with `player`.")
    )
    player = fields.String(validate=validate.Length(1, 40), metadata=said("Only this player's games, of any status; `me` for your own."))
    ruleset = fields.String(validate=validate.OneOf(NAMES), metadata=said("Only games of this ruleset."))


class PlayQuery(ma.Schema):
    dry_run = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=said("Check the move without playing it: 200 with the unchanged game."),
    )


class HealthAnswer(ma.Schema):
    status = fields.String(required=True, validate=validate.OneOf(("ok",)))
    checks = fields.Dict(keys=fields.String(), values=fields.String())
