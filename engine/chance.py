"""Rolls and draws that anybody can check afterwards: HMAC-SHA256 over the move number, keyed by a secret seed.

The host publishes SHA-256 of the seed when a game is created and the seed when it is over. Where whoever created the game gave
a seed of its own, after the host's was promised, the key is made of both, so that neither could choose what happens.

>>> fate = Fate(bytes(32))
>>> fate.pick(1, [("roll 1", 1), ("roll 2", 1), ("roll 3", 4)])
'roll 3'
>>> fate.commitment[:16]
'66687aadf862bd77'
>>> Fate(bytes(32), "ada").pick(1, [("roll 1", 1), ("roll 2", 1), ("roll 3", 4)])
'roll 1'
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

T = TypeVar("T")

SPAN = 1 << 256


@dataclass(frozen=True)
class Fate:
    """The secret 256-bit seed of one game, and what its creator added to it, if anything."""

    seed: bytes
    client_seed: str = ""

    @classmethod
    def fresh(cls) -> "Fate":
        return cls(secrets.token_bytes(32))

    @cached_property
    def key(self) -> bytes:
        """What rolls and draws come from: the seed, or HMAC-SHA256 of the creator's seed keyed by it."""
        return hmac.new(self.seed, self.client_seed.encode(), hashlib.sha256).digest() if self.client_seed else self.seed

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
            digest = hmac.new(self.key, f"{number}:{attempt}".encode(), hashlib.sha256).digest()
            value = int.from_bytes(digest)
            if value < fair:
                return value % total
            attempt += 1
