"""Tuples with an entry for each seat, official or card: positions never change, so neither do these.

>>> replaced((3, 5, 7), 1, 6)
(3, 6, 7)
"""

from typing import TypeVar

Entry = TypeVar("Entry")


def replaced(entries: tuple[Entry, ...], place: int, entry: Entry) -> tuple[Entry, ...]:
    """The entries with another one at that place."""
    return (*entries[:place], entry, *entries[place + 1 :])
