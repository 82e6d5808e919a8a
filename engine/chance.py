"""Rolls and draws that anybody can check afterwards: HMAC-SHA256 over the move number, keyed by a secret seed.

The host publishes SHA-256 of the seed when a game is created and the seed when it is over.

>>> fate = Fate(bytes(32))
>>> fate.pick(1, [("roll 1", 1), ("roll 2", 1), ("roll 3", 4)])
'roll 3'
>>> fate.commitment[:16]
'66687aadf862bd77'
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

SPAN = 1 << 256


@dataclass(frozen=True)
class Fate:
    """The secret 256-bit seed of one game."""

    seed: bytes

    @classmethod
    def fresh(cls) -> "Fate":
        return cls(secrets.token_bytes(32))

    @property
    def commitment(self) -> str:
        """What is published before the first move: SHA-256 of the seed, in hexadecimal."""
        return hashlib.sha256(self.seed).hexdigest()

    def pick(self, number: int, odds: Sequence[tuple[T, int]]) -> T:
        """What chance does as move `number` of the journal (from 1), by the weights and without bias."""
        ticket = self.number_below(sum(weight for _, weight in odds), number)
        for outcome, weight in odds:
            if ticket < weight:
                return outcome
            ticket -= weight
        raise ValueError("chance has nothing to do")

    def number_below(self, total: int, number: int) -> int:
        """A number in 0 … total-1: the first of the digests of `number:0`, `number:1`, … below a multiple of total."""
        fair = SPAN - SPAN % total
        attempt = 0
        while True:
            digest = hmac.new(self.seed, f"{number}:{attempt}".encode(), hashlib.sha256).digest()
            value = int.from_bytes(digest)
            if value < fair:
                return value % total
            attempt += 1
