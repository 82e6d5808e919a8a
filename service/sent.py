"""What callers send, bodies and queries, with the words that the document says about them."""

import marshmallow as ma
from marshmallow import fields, validate

from engine.rulesets import NAMES
from service.game import FINISHED, OPEN, RUNNING
from service.members import SEAT_SCHEMA, VISIBILITIES, NameText, SeatWish, TrueOrFalse, number_in_query, said, wait_in_query, whole


class PlayerRequest(ma.Schema):
    name = NameText(required=True, metadata=said("What others see.", example="Ada"))


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


class SeatQuery(ma.Schema):
    seat = number_in_query("The view of this one of your seats.", least=0, most=7)


class GameQuery(SeatQuery):
    wait = wait_in_query("for a change, if `If-None-Match` has the newest ETag.")


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
        validate=validate.OneOf((OPEN, RUNNING, FINISHED)),
        metadata=said("Only games of this status; left out, `open` ones, or with `player` all."),
    )
    player = fields.String(validate=validate.Length(1, 40), metadata=said("Only this player's games; `me` for your own."))
    ruleset = fields.String(validate=validate.OneOf(NAMES), metadata=said("Only games of this ruleset."))


class PlayQuery(ma.Schema):
    dry_run = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=said("Check the move without playing it: 200 with the unchanged game."),
    )
