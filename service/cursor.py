"""Opaque cursors: where the next page of a list starts, as text that a client gives back unread.

>>> read(write(1.5, "k3f9"), float, str)
(1.5, 'k3f9')
"""

import base64
import binascii
import json
from typing import Any

from service import problems

FARTHEST = 2**53


def write(*place: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode().rstrip("=")


def read(cursor: str, *kinds: type) -> tuple[Any, ...]:
    """The place that a cursor names; raises Invalid for one that we did not write."""
    try:
        place = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        place = None
    if not isinstance(place, list) or [type(part) for part in place] != list(kinds) or not all(map(possible, place)):
        raise problems.Invalid("cursor: it is not one that we gave.", errors=[{"parameter": "cursor", "detail": "Not one that we gave."}])
    return tuple(place)


def possible(part: Any) -> bool:
    """Whether a part of a place is one that a list can have: no number is negative, endless or huge."""
    return isinstance(part, str) or 0 <= part < FARTHEST
