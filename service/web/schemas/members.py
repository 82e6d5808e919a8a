"""The kinds of members that bodies, queries and answers are made of, stricter than the library's own."""

import re
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from engine.sentences import Params, Sentence
from service import sentences
from service.json_object import Json

VISIBILITIES = ("listed", "unlisted", "private")


def said(about: str, **more: Any) -> Json:
    return {"description": about, **more}


def code_said(about: str) -> fields.String:
    """The stable code of a sentence; `/v1/sentences` lists them all."""
    return fields.String(required=True, metadata=said(f"{about} `GET /v1/sentences` lists all codes."))


def params_said() -> fields.Dict:
    """What a sentence is made with: a value for every name that its template has in braces.

    What a value may be is said in words: of a choice that has a list in it, generators for half of the languages make code that does
    not compile or does not read the list.
    """
    about = "What the sentence's template is filled with, by name: each a text, a number or a list of them."
    return fields.Dict(keys=fields.String(), required=True, metadata=said(about, additionalProperties={}))


def shaped(name: str, *, required: bool = True, **more: Any) -> fields.Raw:
    """A member whose shape the rulesets give: the document says it by the schema of that name."""
    return fields.Raw(required=required, metadata={"x-shape": name}, **more)


class Whole(fields.Integer):
    """A whole number as JSON knows it: 6 and 6.0 are the same one, and true is none."""

    def _validated(self, value: object) -> int:
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

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Misfit(str):
    """What is said of something that does not fit, with its code and params: marshmallow hands texts on as they are."""

    sentence: Sentence

    def __new__(cls, name: str, params: Params | None = None) -> "Misfit":
        sentence = sentences.say(f"invalid.{name}", params or {})
        made = super().__new__(cls, sentence.text)
        made.sentence = sentence
        return made


def matched(pattern: str, name: str, params: Params | None = None, **more: Any) -> fields.String:
    """A text that the whole of the pattern fits; one that every client's language can read, so without looking ahead."""
    about = more.pop("metadata", {}) | {"pattern": pattern}
    return fields.String(validate=Fits(pattern, Misfit(name, params)), metadata=about, **more)


class Fits(validate.Validator):
    """Whether a pattern fits a text from its first to its last character; a newline at the end is a character."""

    def __init__(self, pattern: str, complaint: Misfit) -> None:
        self.pattern, self.complaint = re.compile(pattern.removeprefix("^").removesuffix("$")), complaint

    def __call__(self, value: str) -> str:
        if self.pattern.fullmatch(value) is None:
            raise ma.ValidationError(self.complaint)
        return value


UNSEEN = r"\x00-\x1f\x7f-\x9f" + "\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufefe-\uff00"
"""Characters that cannot be seen or turn the writing of what stands beside them, as the inside of a pattern's brackets.

The byte order mark is between two characters that are none: as itself it would stand in the code of generated clients, and Go refuses it.
"""

NAME = rf"^[^{UNSEEN}]*[^\s{UNSEEN}][^{UNSEEN}]*$"


class NameText(fields.String):
    """A name of 1 to 40 printable characters, spaces around it dropped; none that turns the writing of what stands beside it."""

    def __init__(self, *, most: int = 40, **more: Any) -> None:
        about = more.pop("metadata", {}) | {"minLength": 1, "maxLength": most, "pattern": NAME}
        fits = Fits(rf"(?=.{{1,{most}}}$)(?!.*[\ud800-\udfff]){NAME[1:]}", Misfit("printable", {"most": most}))
        super().__init__(validate=fits, metadata=about, **more)


SEATS: Json = {
    "SeatWord": {"type": "string", "enum": ["me", "open"], "description": "The caller, or whoever comes."},
    "SeatForAI": {
        "type": "object",
        "required": ["ai"],
        "additionalProperties": False,
        "properties": {"ai": {"type": "string", "description": "The name of an AI: random, easy, medium, hard, expert, or a hosted one."}},
    },
    "SeatForPlayer": {
        "type": "object",
        "required": ["player"],
        "additionalProperties": False,
        "properties": {"player": {"type": "string", "description": "A player's id, for whom the seat is kept."}},
    },
}
"""What may stand for a seat when a game is created, each under a name of its own, so that generated clients have good ones."""
SEAT_SCHEMA: Json = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in SEATS]}


class SeatWish(fields.Field[object]):
    """`"me"`, `"open"`, `{"ai": name}` or `{"player": id}`."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> object:
        if value in ("me", "open") and isinstance(value, str):
            return value
        if isinstance(value, dict) and len(value) == 1:
            ((kind, name),) = value.items()
            if kind in ("ai", "player") and isinstance(name, str):
                return {kind: name}
        raise ma.ValidationError(Misfit("seat_form"))


ENTRANTS: Json = {
    "EntrantWord": {"type": "string", "enum": ["me"], "description": "The caller."},
    "EntrantAI": {
        "type": "object",
        "required": ["ai"],
        "additionalProperties": False,
        "properties": {
            "ai": {"type": "string", "description": "The name of an AI: random, easy, medium, hard, expert, or a hosted one."},
            "name": {"type": "string", "minLength": 1, "maxLength": 40, "description": "What it is called here."},
        },
    },
    "EntrantPlayer": {
        "type": "object",
        "required": ["player"],
        "additionalProperties": False,
        "properties": {"player": {"type": "string", "description": "A player's id, who is invited and has to enter."}},
    },
}
"""Who may be entered in a tournament, each under a name of its own."""
ENTRANT_SCHEMA: Json = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in ENTRANTS]}


class EntrantWish(fields.Field[object]):
    """`"me"`, `{"ai": name, "name": …}` or `{"player": id}`."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> object:
        if isinstance(value, str) and value == "me":
            return value
        if isinstance(value, dict) and all(isinstance(each, str) for each in value.values()):
            if value.keys() == {"player"} or value.keys() == {"ai"}:
                return value
            if value.keys() == {"ai", "name"}:
                return value | {"name": NameText().deserialize(value["name"])}
        raise ma.ValidationError(Misfit("entrant_form"))


LONGEST_WAIT = 60


def wait_in_query(about: str) -> fields.Integer:
    """How long the caller waits for what it says there."""
    return number_in_query(f"Seconds to wait, {LONGEST_WAIT} at most: {about}", least=0, most=LONGEST_WAIT, load_default=0)
