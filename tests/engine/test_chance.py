"""Rolls and draws: repeatable from the seed, fair by the weights, and checkable by anybody."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Fate

FATE = Fate(bytes(range(32)))


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert FATE.commitment == hashlib.sha256(bytes(range(32))).hexdigest()


def test_a_pick_can_be_worked_out_by_hand() -> None:
    digest = hmac.new(bytes(range(32)), b"5:0", hashlib.sha256).digest()
    assert FATE.number_below(6, 5) == int.from_bytes(digest) % 6


@given(st.integers(1, 10**6), st.lists(st.integers(1, 9), min_size=1, max_size=8))
@settings(deadline=None)
def test_a_pick_is_repeatable_and_possible(number: int, weights: list[int]) -> None:
    odds = [(f"roll {face}", weight) for face, weight in enumerate(weights)]
    assert FATE.pick(number, odds) == FATE.pick(number, odds)
    assert FATE.pick(number, odds) in dict(odds)


def test_picks_follow_the_weights() -> None:
    counts = Counter(FATE.pick(number, [("rare", 1), ("never", 0), ("common", 3)]) for number in range(1, 4001))
    assert counts["never"] == 0
    assert abs(counts["rare"] / 4000 - 0.25) < 0.03


def test_each_move_of_a_game_has_its_own_number() -> None:
    assert len({FATE.number_below(10**9, number) for number in range(100)}) == 100


def test_a_digest_above_the_last_whole_multiple_is_drawn_again() -> None:
    total = 2**255 + 1
    first = int.from_bytes(hmac.new(FATE.seed, b"1:0", hashlib.sha256).digest())
    numbers = [FATE.number_below(total, number) for number in range(1, 30)]
    assert all(value < total for value in numbers)
    assert (numbers[0] == first) == (first < total)


def test_chance_with_nothing_to_do_is_an_error() -> None:
    with pytest.raises((ValueError, ZeroDivisionError)):
        FATE.pick(1, [])


def test_fresh_seeds_differ_and_have_256_bits() -> None:
    assert Fate.fresh() != Fate.fresh()
    assert len(Fate.fresh().seed) == 32
