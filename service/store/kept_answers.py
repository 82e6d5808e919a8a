"""How much is kept of the answers to requests with an Idempotency-Key: a megabyte for each caller, the oldest forgotten first.

What a caller has kept is a sorted set of the places, each as often as the answer there has kilobytes.
"""

import time
import zlib
from base64 import b85decode, b85encode

from service.store import keys
from service.store.client import Client
from service.store.commands import Word

SECONDS = 24 * 3600
"""For how long an answer is kept at most."""
UNIT, MOST = 1024, 1024
"""Bytes that count as one, and how many of those are kept for one caller."""
WORTH_PACKING = 1024


def noting(caller: str, place: str, size: int) -> list[list[Word]]:
    """The commands that count an answer of that size as kept for the caller."""
    key, units = keys.kept_key(caller), range(size // UNIT + 1)
    scored: list[Word] = [word for unit in units for word in (time.time(), f"{unit} {place}")]
    return [["ZADD", key, *scored], ["EXPIRE", key, SECONDS]]


def forget_oldest(client: Client, caller: str) -> None:
    """Forgets the oldest answers of a caller who has too much kept."""
    key = keys.kept_key(caller)
    over = client.zcard(key) - MOST
    if over > 0:
        for place in dict.fromkeys(str(member).partition(" ")[2] for member, _ in client.zpopmin(key, over)):
            client.delete(place)


def packed(text: str) -> str:
    """A JSON text in fewer characters where that is worth it, which `unpacked` reads back.

    >>> long = '{"a": "' + "a" * 5000 + '"}'
    >>> unpacked(packed(long)) == long, len(packed(long)) < 100, packed('{"a": 1}')
    (True, True, '{"a": 1}')
    """
    return text if len(text) < WORTH_PACKING else "z" + b85encode(zlib.compress(text.encode(), 1)).decode()


def unpacked(text: str) -> str:
    return zlib.decompress(b85decode(text[1:])).decode() if text.startswith("z") else text
