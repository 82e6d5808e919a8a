"""What callers send, bodies and queries, with the words that the document says about them."""

import marshmallow as ma
from marshmallow import fields, validate

from engine.legal_moves import Filter
from engine.rulesets import NAMES, filters
from service.game import FINISHED, OPEN, RUNNING
from service.games.clocks import MEMBERS
from service.games.offers import ANSWERS, KINDS
from service.json_object import Json
from service.time_control import AI, FORFEIT, RANDOM_MOVE
from service.web.schemas.members import (
    SEAT_SCHEMA,
    VISIBILITIES,
    Misfit,
    NameText,
    SeatWish,
    TrueOrFalse,
    matched,
    number_in_query,
    said,
    wait_in_query,
    whole,
)


class PlayerRequest(ma.Schema):
    name = NameText(required=True, metadata=said("What others see.", example="Ada"))


class NameQuery(ma.Schema):
    name = NameText(required=True, metadata=said("The whole name; capitals and spaces too many do not matter.", example="Ada"))


class ClockRequest(ma.Schema):
    """How much time there is, and what happens when it is over."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(tuple(MEMBERS)),
        metadata=said(
            "`none`; `per_decision`: `seconds` for each; `fischer`: `seconds` a seat for the whole game, and `increment` more after "
            "each decision; `days`: `days` for each decision."
        ),
    )
    seconds = whole("For `per_decision` and `fischer`.", least=1, most=30 * 24 * 3600)
    increment = whole("For `fischer`, in seconds; 0 where it is left out.", most=24 * 3600)
    days = whole("For `days`.", least=1, most=365)
    on_expiry = fields.String(
        validate=validate.OneOf((FORFEIT, AI, RANDOM_MOVE)),
        metadata=said(
            "When a seat's time is over: `forfeit` (it has lost; with two seats the default), `ai` (an AI plays on for it; with more the "
            "default), `random_move`."
        ),
    )


class GameRequest(ma.Schema):
    ruleset = fields.String(required=True, validate=validate.OneOf(NAMES), metadata=said("Which board game.", example="cathedral"))
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata={"x-shape": "OptionsRequest"})
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
    hints = TrueOrFalse(
        metadata=said("Whether players may ask an AI for advice during the game. Left out, they may, unless it is rated: then nobody may.")
    )
    rated = TrueOrFalse(
        load_default=False,
        metadata=said("Whether it counts for ratings: with another player or a built-in AI in every seat, and without advice."),
    )
    clock = fields.Nested(
        ClockRequest,
        metadata=said("Left out, a game between people has seven days a decision, unless the operator says otherwise; others have none."),
    )
    commitment = matched(
        "^[a-z0-9]{1,40}$",
        "commitment_form",
        {"most": 40},
        metadata=said("The `id` of one of your commitments, with `client_seed`: the game draws from both.", example="c5h8w2n7k3qs"),
    )
    client_seed = matched(
        "^[!-~]{1,128}$",
        "seed_form",
        {"most": 128},
        metadata=said("What you add to the seed: up to 128 letters, digits and signs without a space.", example="my-own-words-1789"),
    )

    @ma.validates_schema
    def check_promise(self, data: Json, **_: object) -> None:
        for one, other in (("commitment", "client_seed"), ("client_seed", "commitment")):
            if one in data and other not in data:
                raise ma.ValidationError(Misfit("beside", {"member": one, "missing": other}), other)


class MeRequest(ma.Schema):
    name = NameText(metadata=said("What others see.", example="Ada"))
    listed = TrueOrFalse(metadata=said("Whether you are on leaderboards, and found by your name."))

    @ma.validates_schema
    def something(self, data: Json, **_: object) -> None:
        if not data:
            raise ma.ValidationError(Misfit("nothing"))


class SeatRequest(ma.Schema):
    seat = whole("The seat to take; left out, the first one open to you.", most=7)
    code = fields.String(validate=validate.Length(1, 40), metadata=said("The join code, for a game that is not listed."))


class MoveRequest(ma.Schema):
    turn = whole("The turn that this move answers, from the snapshot.", required=True)
    move = fields.String(
        required=True, validate=validate.Length(1, 200), metadata=said("The move in the ruleset's notation.", example="castle@e8n")
    )
    seat = whole("Whose move it is; may be left out when only one of your seats owes a decision.", most=7)


class ImportRequest(ma.Schema):
    record = fields.String(
        required=True,
        validate=validate.Length(1, 60_000),
        metadata=said("The record as `GET …/export` gives it.", example="intramuros record 1\nruleset cathedral 1\n…"),
    )
    names = fields.List(NameText(), load_default=list, validate=validate.Length(0, 8), metadata=said("Who sat where, seat 0 first."))
    visibility = fields.String(load_default="listed", validate=validate.OneOf(VISIBILITIES), metadata=said("As of any game."))


class OfferRequest(ma.Schema):
    kind = fields.String(required=True, validate=validate.OneOf(KINDS), metadata=said("What is offered.", example="takeback"))
    seat = whole("The seat that offers it; may be left out when you hold one seat.", most=7)


class OfferReplyRequest(ma.Schema):
    answer = fields.String(required=True, validate=validate.OneOf(ANSWERS), metadata=said("What you say to it.", example="accept"))
    seat = whole("The seat that says it; may be left out when you hold one seat.", most=7)


class ResignationRequest(ma.Schema):
    seat = whole("The seat that resigns; may be left out when you hold one seat.", most=7)


class SeatQuery(ma.Schema):
    seat = number_in_query("The view of this one of your seats.", least=0, most=7)


class GameQuery(SeatQuery):
    wait = wait_in_query("for a change, if `If-None-Match` has the newest ETag.")


class TurnsQuery(ma.Schema):
    wait = wait_in_query("until you owe something, or with `If-None-Match` until what you owe changes.")
    limit = number_in_query("Decisions listed at most.", least=1, most=500, load_default=100)
    cursor = fields.String(validate=validate.Length(1, 300), metadata=said("`next` of the page before; without it, the most urgent."))


class PageQuery(ma.Schema):
    cursor = fields.String(validate=validate.Length(1, 300), metadata=said("`next` of the page before."))
    limit = number_in_query("Entries a page.", least=1, most=500, load_default=100)


class JournalQuery(PageQuery):
    seat = number_in_query("As this one of your seats may see it.", least=0, most=7)


def filter_in_query(each: Filter) -> fields.String:
    """A filter of legal moves, as a ruleset describes it."""
    return fields.String(validate=validate.OneOf(each.among) if each.among else validate.Length(1, each.most), metadata=said(each.about))


NAMED, SHOWN = ([each for each in filters().values() if each.in_text is in_text] for in_text in (True, False))
LegalMovesQuery = PageQuery.from_dict(
    {
        "seat": number_in_query("The seat whose moves they are; left out, the one of yours that owes a decision.", least=0, most=7),
        "starts": fields.String(validate=validate.Length(1, 100), metadata=said("Only moves whose text starts like this: `castle@e`.")),
        **{each.name: filter_in_query(each) for each in NAMED},
        "kind": fields.String(validate=validate.Length(1, 40), metadata=said("Only moves of this kind, as in `object.kind`: `place`.")),
        **{each.name: filter_in_query(each) for each in SHOWN},
    },
    name="LegalMovesQuery",
)
"""What narrows a list of legal moves: the filters of all rulesets, those that a move's text names before those that its object shows."""


class GamesQuery(PageQuery):
    limit = number_in_query("Games a page.", least=1, most=100, load_default=20)
    status = fields.String(
        validate=validate.OneOf((OPEN, RUNNING, FINISHED)),
        metadata=said(
            "Only games of this status. Left out, `open` ones, because this is the lobby, where somebody looks for a seat; "
            "`running` ones are for whoever wants to watch. With `player`, all of them."
        ),
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
