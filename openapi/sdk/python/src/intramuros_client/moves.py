"""A move: its text, and what the text means as an object."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic

from intramuros_client._shapes import M


class Move(str, Generic[M]):
    """A move's text, which is what is played; `object` has its parts: `kind`, `cells`, `building`, …

    >>> move = Move("abbey@b2e", lambda: {"kind": "place", "building": "abbey"})
    >>> move, move.object["building"], move == "abbey@b2e"
    ('abbey@b2e', 'abbey', True)
    """

    _made: Callable[[], M]

    def __new__(cls, text: str, made: Callable[[], M]) -> "Move[M]":
        move = super().__new__(cls, text)
        move._made = made
        return move

    @cached_property
    def object(self) -> M:
        """The same move as an object; its shape is the ruleset's."""
        return self._made()

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> "Move[Any]":
        """A move as the server lists it."""
        return Move(item["move"], lambda: dict(item["object"]))
