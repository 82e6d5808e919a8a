"""Opaque cursors: where the next page of a list starts, as text that a client gives back unread.

What a cursor says is sealed with the store's secret: nobody reads from it when a game was made that it may not see, and nobody
makes one up.

>>> read(b"secret", write(b"secret", 1.5, "k3f9"), float, str)
(1.5, 'k3f9')
"""

import base64
import binascii
import hmac
import json
from typing import Any

from service import problems

Part = str | int | float
FARTHEST = 2**53
MARK = 8
"""Bytes of the mark that a cursor begins with, which is also what its text is hidden by."""


def write(secret: bytes, *place: Part) -> str:
    text = json.dumps(place, separators=(",", ":")).encode()
    mark = hmac.digest(secret, text, "sha256")[:MARK]
    return base64.urlsafe_b64encode(mark + hidden(secret, mark, text)).decode().rstrip("=")


def read(secret: bytes, cursor: str, *kinds: type) -> tuple[Any, ...]:
    """The place that a cursor names; raises Invalid for one that we did not write."""
    try:
        sealed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        text = hidden(secret, sealed[:MARK], sealed[MARK:])
        place = json.loads(text) if hmac.compare_digest(hmac.digest(secret, text, "sha256")[:MARK], sealed[:MARK]) else None
    except (binascii.Error, ValueError, RecursionError):
        place = None
    if not isinstance(place, list) or [type(part) for part in place] != list(kinds) or not all(map(possible, place)):
        raise problems.Invalid("cursor", at={"parameter": "cursor"})
    return tuple(place)


def hidden(secret: bytes, mark: bytes, text: bytes) -> bytes:
    """The text hidden, or found again: added to bytes that only we can make from the mark."""
    blocks = (hmac.digest(secret, mark + number.to_bytes(2), "sha256") for number in range(len(text) // 32 + 1))
    return bytes(one ^ other for one, other in zip(text, b"".join(blocks), strict=False))


def possible(part: Part) -> bool:
    """Whether a part of a place is one that a list can have: no number is negative, endless or huge."""
    return isinstance(part, str) or 0 <= part < FARTHEST
