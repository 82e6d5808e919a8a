"""The kinds of members that bodies, queries and answers are made of, stricter than the library's own."""

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

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
        about = more.pop("metadata", {}) | {"minLength": 1, "maxLength": 40}
        super().__init__(validate=validate.Regexp(pattern, error="It must be 1 to 40 printable characters."), metadata=about, **more)


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


LONGEST_WAIT = 60


def wait_in_query(about: str) -> fields.Integer:
    """How long the caller waits for what it says there."""
    return number_in_query(f"Seconds to wait, {LONGEST_WAIT} at most: {about}", least=0, most=LONGEST_WAIT, load_default=0)
